/** 'Not this beer?': offers the close matches, then a catalogue search. Choosing a beer corrects the scan. */
import { useQuery } from '@tanstack/react-query'
import { CircleHelp } from 'lucide-react'
import { useState } from 'react'
import { type Alternative, type Beer, getScan, type Scan } from '#contracts'
import { queryOf } from '#web/api/queries.ts'
import { IconButton } from '#web/ui/button.tsx'
import { Sheet } from '#web/ui/sheet.tsx'
import { ChooseBeer } from './choose-beer.tsx'
import { useCorrection } from './use-correction.ts'

const TEXTS = {
  title: 'Not this beer?',
  close: 'These were the closest matches.',
  noneClose: 'Nothing else came close. Search by name instead.',
} as const

interface NotThisBeerProps {
  scanId: string
  /** Index of the beer in the scan, from 0. */
  item: number
  beer: Beer
  /** If absent, they are loaded with the scan. */
  alternatives?: readonly Alternative[]
  onCorrected?: (scan: Scan, right: Beer) => void
  /** A text link, or an icon for lists. */
  look?: 'text' | 'icon'
  onOpenChange?: (isOpen: boolean) => void
}

export function NotThisBeer({ look = 'text', onOpenChange, ...props }: NotThisBeerProps) {
  const [isOpen, setOpen] = useState(false)
  const change = (isOpen: boolean) => {
    setOpen(isOpen)
    onOpenChange?.(isOpen)
  }
  return (
    <>
      {look === 'icon' ? (
        <IconButton label={`${TEXTS.title} ${props.beer.name}`} onClick={() => change(true)}>
          <CircleHelp size={19} />
        </IconButton>
      ) : (
        <button
          type="button"
          onClick={() => change(true)}
          className="mt-3 min-h-11 px-1 text-sm font-semibold text-accent-ink underline underline-offset-4"
        >
          {TEXTS.title}
        </button>
      )}
      {isOpen && <Correction {...props} onClose={() => change(false)} />}
    </>
  )
}

function Correction({
  scanId,
  item,
  beer,
  alternatives: given,
  onCorrected,
  onClose,
}: NotThisBeerProps & { onClose: () => void }) {
  const correction = useCorrection(scanId)
  const { data: scan, error } = useQuery({
    ...queryOf(getScan, { params: { id: scanId } }),
    enabled: given === undefined,
  })
  // If loading them fails, the search still works.
  const alternatives = given ?? scan?.itemAlternatives[item] ?? (scan || error ? [] : undefined)

  async function choose(right: Beer): Promise<void> {
    const corrected = await correction.correct({ item, beerId: right.id }, right)
    if (!corrected) return
    onClose()
    onCorrected?.(corrected, right)
  }

  return (
    <Sheet open onClose={onClose} title={TEXTS.title} note={alternatives?.length === 0 ? TEXTS.noneClose : TEXTS.close}>
      <ChooseBeer
        legend={TEXTS.title}
        alternatives={alternatives}
        except={beer.id}
        isBusy={correction.isBusy}
        onChoose={(right) => void choose(right)}
      />
    </Sheet>
  )
}
