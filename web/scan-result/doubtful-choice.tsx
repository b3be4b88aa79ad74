/**
 * The choice between the best candidates of an uncertain match. Choosing one corrects or confirms the scan; a beer
 * missing from the catalogue is saved as the user's own.
 */
import { type FormEvent, useState } from 'react'
import {
  type Alternative,
  type Beer,
  type correctScan,
  DOUBTFUL_BELOW_PERCENT,
  DOUBTFUL_CANDIDATES_SHOWN,
  type InputOf,
  UNLISTED_NAME_MAX_LENGTH,
} from '#contracts'
import type { CurrentBeer } from '#web/handoff/handoff.ts'
import { Button } from '#web/ui/button.tsx'
import { SectionHeading } from '#web/ui/screen.tsx'
import { Sheet } from '#web/ui/sheet.tsx'
import { Choice, ChooseBeer } from './choose-beer.tsx'
import { ConfidenceBadge } from './confidence-badge.tsx'
import { useCorrection } from './use-correction.ts'

const TEXTS = {
  candidates: 'Closest matches',
  noneOfThese: 'None of these',
  noneNote: 'Search by name, or save it as a new beer.',
  missing: 'Not in the catalogue yet?',
  saveAs: (name: string) => `Save it as “${name}”`,
  name: 'Name on the label',
  brewery: 'Brewery, if you know it',
  save: 'Save it as a new beer',
} as const

type Read = Pick<CurrentBeer, 'beer' | 'scanId' | 'confidence' | 'alternatives' | 'readText'>
/** A match whose confidence is too low to show one beer alone. */
export type Doubtful = Read & { scanId: string; confidence: number }

export function isDoubtful<R extends Read>(read: R): read is R & Doubtful {
  const { scanId, confidence } = read
  if (scanId === null || confidence === null || confidence >= DOUBTFUL_BELOW_PERCENT) return false
  return candidatesOf({ ...read, confidence }).length > 0
}

/** Candidates from the catalogue, best first. An unlisted beer is only the fallback for none of them. */
function candidatesOf({ beer, confidence, alternatives }: Read & { confidence: number }): Alternative[] {
  return [{ beer, confidence }, ...alternatives].filter(({ beer }) => beer.listed)
}

interface DoubtfulChoiceProps {
  read: Doubtful
  /** Also called with the alternatives, which the corrected scan returns. */
  onSettled?: (right: Beer, alternatives: Alternative[]) => void
}

export function DoubtfulChoice({ read, onSettled }: DoubtfulChoiceProps) {
  const { scanId, beer } = read
  const [isOther, setOther] = useState(false)
  const correction = useCorrection(scanId)
  const candidates = candidatesOf(read)

  async function choose(right: Beer): Promise<void> {
    if (right.id === beer.id) return confirm()
    const scan = await correction.correct({ item: 0, beerId: right.id }, right)
    if (scan) onSettled?.(right, scan.alternatives)
  }

  /** Optimistic: the user does not wait for the server. */
  function confirm(): void {
    void correction.confirm({ item: 0, beerId: beer.id })
    onSettled?.(beer, read.alternatives)
  }

  async function saveUnlisted(unlisted: UnlistedBeer): Promise<void> {
    const scan = await correction.correct({ item: 0, unlisted }, unlisted)
    if (scan?.beer) onSettled?.(scan.beer, scan.alternatives)
  }

  return (
    <>
      <SectionHeading>{TEXTS.candidates}</SectionHeading>
      <fieldset disabled={correction.isBusy}>
        <legend className="sr-only">{TEXTS.candidates}</legend>
        <ul>
          {candidates.slice(0, DOUBTFUL_CANDIDATES_SHOWN).map((candidate) => (
            <Choice key={candidate.beer.id} beer={candidate.beer} onChoose={() => void choose(candidate.beer)}>
              <ConfidenceBadge percent={candidate.confidence} className="mt-1" />
            </Choice>
          ))}
        </ul>
        <Button variant="quiet" className="mt-1 w-full" aria-haspopup="dialog" onClick={() => setOther(true)}>
          {TEXTS.noneOfThese}
        </Button>
      </fieldset>
      {isOther && (
        <Sheet open onClose={() => setOther(false)} title={TEXTS.noneOfThese} note={TEXTS.noneNote}>
          <ChooseBeer
            legend={TEXTS.noneOfThese}
            alternatives={candidates.slice(DOUBTFUL_CANDIDATES_SHOWN)}
            isBusy={correction.isBusy}
            onChoose={(right) => void choose(right)}
            below={
              <section className="pt-2 pb-3">
                <SectionHeading>{TEXTS.missing}</SectionHeading>
                {beer.listed ? (
                  <UnlistedBeerForm
                    readText={read.readText}
                    isBusy={correction.isBusy}
                    onSave={(beer) => void saveUnlisted(beer)}
                  />
                ) : (
                  <Button variant="quiet" className="w-full" onClick={confirm}>
                    {TEXTS.saveAs(beer.name)}
                  </Button>
                )}
              </section>
            }
          />
        </Sheet>
      )}
    </>
  )
}

type UnlistedBeer = Extract<InputOf<typeof correctScan>['body'], { unlisted: object }>['unlisted']

/** The name field starts with the text of the label; the user knows which part is the name. */
function UnlistedBeerForm({
  readText,
  isBusy,
  onSave,
}: {
  readText: readonly string[]
  isBusy: boolean
  onSave: (beer: UnlistedBeer) => void
}) {
  const [name, setName] = useState(readText.join(' ').slice(0, UNLISTED_NAME_MAX_LENGTH))
  const [brewery, setBrewery] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSave({ name: name.trim(), brewery: brewery.trim() || null })
  }
  return (
    <form onSubmit={submit} className="grid gap-3">
      <Field label={TEXTS.name} value={name} onChange={setName} />
      <Field label={TEXTS.brewery} value={brewery} onChange={setBrewery} />
      <Button variant="quiet" type="submit" disabled={isBusy || name.trim() === ''}>
        {TEXTS.save}
      </Button>
    </form>
  )
}

function Field({ label, value, onChange }: { label: string; value: string; onChange: (value: string) => void }) {
  return (
    <label className="grid gap-1.5 text-ink-2 text-sm">
      {label}
      <input
        value={value}
        maxLength={UNLISTED_NAME_MAX_LENGTH}
        onChange={(event) => onChange(event.target.value)}
        className="min-h-12 min-w-0 rounded-button border border-line bg-raised px-4 text-base text-ink"
      />
    </label>
  )
}
