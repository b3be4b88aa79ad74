/**
 * What the user settles after a single photo: which of the best candidates it is, or how a beer is called that is not in the
 * catalogue. Choosing a candidate corrects or confirms the scan; a beer missing from the catalogue is saved as the user's own.
 */
import { useState } from 'react'
import { type Alternative, type Beer, DOUBTFUL_CANDIDATES_SHOWN, outcomeOf, type RecognitionOutcome } from '#contracts'
import { type CurrentBeer, usePictureOf } from '#web/handoff/handoff.ts'
import { Button, busyFieldset } from '#web/ui/button.tsx'
import { SectionHeading } from '#web/ui/screen.tsx'
import { Sheet } from '#web/ui/sheet.tsx'
import { BreweryRange, sureBreweryOf } from './brewery-range.tsx'
import { Candidate, ChooseBeer } from './choose-beer.tsx'
import { partOfLabel } from './label-crop.ts'
import { nameIn } from './name-in.ts'
import { ReadPart } from './read-part.tsx'
import { beersOf } from './scan-summary.ts'
import { t } from './texts.ts'
import { type UnlistedBeer, UnlistedBeerForm } from './unlisted-beer-form.tsx'
import { useCorrection } from './use-correction.ts'

type Read = Pick<
  CurrentBeer,
  'beer' | 'scanId' | 'outcome' | 'confidence' | 'fieldConfidence' | 'alternatives' | 'readText' | 'position' | 'box'
>
/** An answer that the user has to settle before one beer is shown alone. */
export type Doubtful = Read & { scanId: string; confidence: number }

export function isDoubtful<R extends Read>(read: R): read is R & Doubtful {
  return read.scanId !== null && read.confidence !== null && readOutcome(read) !== 'sure'
}

export function readOutcome({ beer: { listed }, outcome, confidence }: Read): RecognitionOutcome {
  return outcomeOf({ outcome, listed, confidence })
}

/** Candidates from the catalogue, best first. */
function candidatesOf({ beer, confidence, alternatives }: Read & { confidence: number }): Alternative[] {
  return [{ beer, confidence }, ...alternatives].filter(({ beer }) => beer.listed)
}

interface DoubtfulChoiceProps {
  read: Doubtful
  /** Index of the beer in the scan, from 0. */
  item?: number
  /** Also called with the alternatives, which the corrected scan returns. */
  onSettled?: (right: Beer, alternatives: Alternative[]) => void
}

export function DoubtfulChoice({ read, item = 0, onSettled }: DoubtfulChoiceProps) {
  const { scanId, beer } = read
  const [isOther, setOther] = useState(false)
  const correction = useCorrection(scanId)
  const place = { item, shownBeerId: beer.id }
  const candidates = candidatesOf(read)
  const isNew = readOutcome(read) === 'new'
  const image = usePictureOf(scanId)
  const shown = candidates.slice(0, DOUBTFUL_CANDIDATES_SHOWN)
  const brewery = isNew ? null : sureBreweryOf(read)
  const candidatesTitle = isNew ? t('doubtfulChoice.orOneOfThese') : t('doubtfulChoice.candidates')
  const noneTitle = isNew ? t('doubtfulChoice.search') : t('doubtfulChoice.noneOfThese')

  /** Returns whether the scan has this beer now. */
  async function choose(right: Beer): Promise<boolean> {
    if (right.id === beer.id) return confirm()
    const scan = await correction.correct({ ...place, beerId: right.id }, right)
    if (scan) onSettled?.(right, scan.alternatives)
    return scan !== undefined
  }

  /** Optimistic: the user does not wait for the server. */
  function confirm(): true {
    void correction.confirm({ ...place, beerId: beer.id })
    onSettled?.(beer, read.alternatives)
    return true
  }

  async function saveUnlisted(unlisted: UnlistedBeer): Promise<void> {
    if (isNew && unlisted.name === beer.name && unlisted.brewery === beer.brewery) {
      confirm()
      return
    }
    const scan = await correction.correct({ ...place, unlisted }, unlisted)
    const saved = scan && beersOf(scan)[item]
    if (saved) onSettled?.(saved, scan.alternatives)
  }

  return (
    <>
      {isNew && (
        <section>
          <SectionHeading>{t('doubtfulChoice.asRead')}</SectionHeading>
          <UnlistedBeerForm
            key={beer.id}
            name={beer.name}
            brewery={beer.brewery}
            variant="primary"
            isBusy={correction.isBusy}
            onSave={(unlisted) => void saveUnlisted(unlisted)}
          />
        </section>
      )}
      {candidates.length > 0 && <SectionHeading>{candidatesTitle}</SectionHeading>}
      <fieldset {...busyFieldset(correction.isBusy)}>
        <legend className="sr-only">{candidatesTitle}</legend>
        <ul>
          {shown.map((candidate) => (
            <Candidate key={candidate.beer.id} {...candidate} onChoose={() => void choose(candidate.beer)} />
          ))}
        </ul>
        {brewery && (
          <BreweryRange
            brewery={brewery}
            except={shown.map(({ beer }) => beer.id)}
            onChoose={(right) => void choose(right)}
          />
        )}
        <Button
          variant="quiet"
          className={`${candidates.length > 0 ? '' : 'mt-2.5 '}mb-2.5 w-full`}
          aria-haspopup="dialog"
          onClick={() => setOther(true)}
        >
          {noneTitle}
        </Button>
      </fieldset>
      {image && (
        <ReadPart image={image} part={partOfLabel(read, image.ratio)} isBusy={correction.isBusy} onChoose={choose} />
      )}
      {isOther && (
        <Sheet
          open
          onClose={() => setOther(false)}
          title={noneTitle}
          {...(!isNew && { note: t('doubtfulChoice.noneNote') })}
        >
          <ChooseBeer
            legend={noneTitle}
            alternatives={candidates.slice(DOUBTFUL_CANDIDATES_SHOWN)}
            isBusy={correction.isBusy}
            onChoose={(right) => void choose(right)}
            onName={(unlisted) => void saveUnlisted(unlisted)}
            below={
              !isNew && (
                <section className="pt-2 pb-3">
                  <SectionHeading>{t('doubtfulChoice.missing')}</SectionHeading>
                  <UnlistedBeerForm
                    name={nameIn(read.readText, brewery?.name ?? null)}
                    brewery={brewery?.name ?? null}
                    isBusy={correction.isBusy}
                    onSave={(unlisted) => void saveUnlisted(unlisted)}
                  />
                </section>
              )
            }
          />
        </Sheet>
      )}
    </>
  )
}
