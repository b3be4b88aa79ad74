/** 'Not this beer?': what came close on the photo, then the whole catalogue. Choosing one corrects the scan and the history. */
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
  close: 'These came close on your photo.',
  noneClose: 'Nothing else came close on your photo. Search for it by name.',
} as const

interface NotThisBeerProps {
  scanId: string
  /** Place of the beer on the photo, from 0. */
  item: number
  beer: Beer
  /** Without them the scan is asked for what came close. */
  alternatives?: readonly Alternative[]
  onCorrected?: (scan: Scan, right: Beer) => void
  /** A line of text, or in a list an icon of that name. */
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
  // What came close is a help: without it the catalogue is still there to be searched.
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
