/**
 * Corrects one beer of a scan. 'Not this beer?' offers the close matches, then a catalogue search. 'Which one?' marks a row that
 * is not sure, and asks about it as about a single photo.
 */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { CircleHelp } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import { type Alternative, type Beer, getScan, type Scan, type SightedBeer } from '#contracts'
import { keyOf, queryOf } from '#web/api/queries.ts'
import { usePictureOf } from '#web/handoff/handoff.ts'
import { IconButton } from '#web/ui/button.tsx'
import { SectionHeading } from '#web/ui/screen.tsx'
import { Sheet } from '#web/ui/sheet.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { shownName } from './asked.ts'
import { ChooseBeer } from './choose-beer.tsx'
import { DoubtfulChoice } from './doubtful-choice.tsx'
import { type LabelPlace, partOfLabel } from './label-crop.ts'
import { LabelPicture } from './label-picture.tsx'
import { ReadPart } from './read-part.tsx'
import { beersOf } from './scan-summary.ts'
import { t } from './texts.ts'
import { type UnlistedBeer, UnlistedBeerForm } from './unlisted-beer-form.tsx'
import { useCorrection } from './use-correction.ts'

export interface CorrectionProps {
  scanId: string
  /** Index of the beer in the scan, from 0. */
  item: number
  onOpenChange?: (isOpen: boolean) => void
}

interface NotThisBeerProps extends CorrectionProps {
  beer: Beer
  /** Where it is on the photo. */
  label?: LabelPlace
  /** If absent, they are loaded with the scan. */
  alternatives?: readonly Alternative[]
  onCorrected?: (scan: Scan, right: Beer) => void
  /** After the correction to `right` was taken back. */
  onUndone?: (right: Beer) => void
  /** A text link, or an icon for lists. */
  variant?: 'text' | 'icon'
}

export function NotThisBeer({ variant = 'text', onOpenChange, ...props }: NotThisBeerProps) {
  const sheet = useSheet(onOpenChange)
  return (
    <>
      {variant === 'icon' ? (
        <IconButton label={`${t('notThisBeer.title')} ${props.beer.name}`} onClick={sheet.open}>
          <CircleHelp size={19} />
        </IconButton>
      ) : (
        <button
          type="button"
          onClick={sheet.open}
          className="min-h-11 px-1 text-sm font-semibold text-accent-ink underline underline-offset-4"
        >
          {t('notThisBeer.title')}
        </button>
      )}
      {sheet.isOpen && <Correction {...props} onClose={sheet.close} />}
    </>
  )
}

interface AskedRow extends CorrectionProps {
  beer: SightedBeer
}

interface QuestionOf {
  open: () => void
  sheet: ReactNode
}

/** The question about a row that is not sure: what opens it, and its sheet. Undefined for someone who cannot correct the scan. */
export function useQuestion(beer: SightedBeer, about: CorrectionProps): QuestionOf
export function useQuestion(beer: SightedBeer, about: CorrectionProps | undefined): QuestionOf | undefined
export function useQuestion(beer: SightedBeer, about: CorrectionProps | undefined): QuestionOf | undefined {
  const { isOpen, open, close } = useSheet(about?.onOpenChange)
  if (!about) return undefined
  const { scanId, item } = about
  return {
    open,
    sheet: isOpen && <Question scanId={scanId} item={item} beer={beer} onClose={close} />,
  }
}

/** Takes the place of the rating in a row that is not sure. */
export function WhichOne({ beer, ask, className = '' }: { beer: SightedBeer; ask: () => void; className?: string }) {
  return (
    <button
      type="button"
      aria-label={`${t('notThisBeer.mark')} ${shownName(beer)}`}
      aria-haspopup="dialog"
      onClick={ask}
      className={`group relative grid min-h-11 shrink-0 place-items-center ${className}`}
    >
      <span className={`${MARK} group-hover:bg-ink/5`}>{t('notThisBeer.mark')}</span>
    </button>
  )
}

/** The mark for someone who cannot correct the scan. */
export function WhichOneMark() {
  return <span className={MARK}>{t('notThisBeer.mark')}</span>
}

const MARK =
  'shrink-0 rounded-full border border-accent-ink/50 px-3 py-1 text-[0.82rem] font-bold whitespace-nowrap text-accent-ink'

interface OwnSheet {
  isOpen: boolean
  open: () => void
  close: () => void
}

/** An answer that comes after its sheet was closed does not close the one that is open by then, of this beer or another. */
function useSheet(onOpenChange: CorrectionProps['onOpenChange']): OwnSheet {
  const changes = useRef(0)
  const [shown, setShown] = useState<number>()

  function change(next: number | undefined): void {
    changes.current += 1
    setShown(next)
    onOpenChange?.(next !== undefined)
  }

  return {
    isOpen: shown !== undefined,
    open: () => change(changes.current + 1),
    close: () => shown === changes.current && change(undefined),
  }
}

/** The label on the photo, and what it may be. */
function Question({ scanId, item, beer, onClose }: AskedRow & { onClose: () => void }) {
  const alternatives = useAlternatives(scanId, item)
  const { outcome, confidence, readText, position, box } = beer
  return (
    <Sheet open onClose={onClose} title={t('notThisBeer.question')} note={t('notThisBeer.unsure')}>
      <LabelPicture scanId={scanId} label={beer} className="mt-1" />
      {alternatives ? (
        <DoubtfulChoice
          read={{
            beer,
            scanId,
            outcome,
            confidence: confidence ?? 0,
            alternatives: [...alternatives],
            readText,
            position,
            box,
          }}
          item={item}
          onSettled={onClose}
        />
      ) : (
        <SkeletonRows count={2} label={t('notThisBeer.question')} />
      )}
    </Sheet>
  )
}

/** The alternatives of one beer of a scan; undefined while loading. Without them the search still works. */
function useAlternatives(
  scanId: string,
  item: number,
  given?: readonly Alternative[],
): readonly Alternative[] | undefined {
  const { data: scan, error } = useQuery({
    ...queryOf(getScan, { params: { id: scanId } }),
    enabled: given === undefined,
  })
  return given ?? scan?.itemAlternatives[item] ?? (scan || error ? [] : undefined)
}

interface OpenCorrectionProps extends Omit<NotThisBeerProps, 'variant' | 'onOpenChange'> {
  onClose: () => void
}

function Correction({
  scanId,
  item,
  beer,
  label,
  alternatives: given,
  onCorrected,
  onUndone,
  onClose,
}: OpenCorrectionProps) {
  const queryClient = useQueryClient()
  const correction = useCorrection(scanId)
  const alternatives = useAlternatives(scanId, item, given)

  const image = usePictureOf(scanId)

  async function choose(named: Beer | UnlistedBeer): Promise<boolean> {
    const right = 'id' in named ? { beerId: named.id } : { unlisted: named }
    const beerOf = (scan: Scan) => ('id' in named ? named : beersOf(scan)[item])
    const before = queryClient.getQueryData<Scan>(keyOf(getScan, { params: { id: scanId } }))
    const corrected = await correction.correct({ item, shownBeerId: beer.id, ...right }, named, (scan) => {
      const now = beerOf(scan)
      // A group lists each beer once: a row that was merged into another cannot be taken apart again.
      const isMerged = scan.scanType === 'multiple_beers' && beersOf(scan).length !== (before && beersOf(before).length)
      return isMerged || !now ? undefined : () => void undo(now)
    })
    if (!corrected) return false
    onClose()
    const now = beerOf(corrected)
    if (now) onCorrected?.(corrected, now)
    return true
  }

  async function undo(right: Beer): Promise<void> {
    const isUndone = await correction.correct({ item, shownBeerId: right.id, beerId: beer.id }, beer)
    if (isUndone) onUndone?.(right)
  }

  return (
    <Sheet
      open
      onClose={onClose}
      title={t('notThisBeer.title')}
      note={alternatives?.length === 0 ? t('notThisBeer.noneClose') : t('notThisBeer.close')}
    >
      {image && (
        <ReadPart
          image={image}
          part={partOfLabel(label ?? {}, image.ratio)}
          isBusy={correction.isBusy}
          onChoose={choose}
        />
      )}
      <ChooseBeer
        legend={t('notThisBeer.title')}
        alternatives={alternatives}
        except={beer.id}
        isBusy={correction.isBusy}
        onChoose={(right) => void choose(right)}
        onName={(unlisted) => void choose(unlisted)}
        below={
          beer.listed ? undefined : (
            <section>
              <SectionHeading>{t('notThisBeer.otherName')}</SectionHeading>
              <UnlistedBeerForm
                name={beer.name}
                brewery={beer.brewery}
                isBusy={correction.isBusy}
                onSave={(unlisted) => void choose(unlisted)}
              />
            </section>
          )
        }
      />
    </Sheet>
  )
}
