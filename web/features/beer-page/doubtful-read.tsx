/**
 * A label that was read without certainty: what it reads most like, beside the label itself, before any one beer stands
 * alone. Choosing one corrects the scan; a beer that the catalogue lacks is kept as the user's own.
 */
import { type FormEvent, useState } from 'react'
import { useLocation } from 'wouter'
import {
  type Alternative,
  type Beer,
  type correctScan,
  DOUBTFUL_BELOW_PERCENT,
  DOUBTFUL_CANDIDATES_SHOWN,
  type InputOf,
  UNLISTED_NAME_MAX_LENGTH,
} from '#contracts'
import { resultsPath } from '#web/beer/beer-facts.ts'
import { Choice, ChooseBeer } from '#web/beer/choose-beer.tsx'
import { ConfidenceBadge } from '#web/beer/confidence-badge.tsx'
import { SinglePicture } from '#web/beer/single-picture.tsx'
import { useCorrection } from '#web/beer/use-correction.ts'
import { type CurrentBeer, handoff, useHandoff, usePictureOf } from '#web/handoff/handoff.ts'
import { Button } from '#web/ui/button.tsx'
import { BackButton, ScreenHeading, SectionHeading, useScreenTitle } from '#web/ui/screen.tsx'
import { Sheet } from '#web/ui/sheet.tsx'
import { ReadEvidence } from './read-evidence.tsx'
import { TEXTS } from './texts.ts'

/** A read with its scan, whose beer is not sure enough to stand alone. */
export type Doubtful = CurrentBeer & { scanId: string; confidence: number }

export function isDoubtful(read: CurrentBeer): read is Doubtful {
  const { scanId, confidence } = read
  if (scanId === null || confidence === null || confidence >= DOUBTFUL_BELOW_PERCENT) return false
  return candidatesOf({ ...read, confidence }).length > 0
}

/** Best first, all of the catalogue: a beer told by its print alone is what remains when it is none of them. */
function candidatesOf({ beer, confidence, alternatives }: CurrentBeer & { confidence: number }): Alternative[] {
  return [{ beer, confidence }, ...alternatives].filter((one) => one.beer.listed)
}

export function DoubtfulRead({ read }: { read: Doubtful }) {
  const { scanId, beer } = read
  const { previousPage } = useHandoff()
  const [, navigate] = useLocation()
  const [isOther, setOther] = useState(false)
  const correction = useCorrection(scanId)
  const candidates = candidatesOf(read)
  useScreenTitle(TEXTS.doubt.title)

  /** From now on the user has said what it is. */
  function settle(right: Beer, alternatives: Alternative[]): void {
    const { readText, position } = read
    handoff.leaveBeer({ beer: right, scanId, confidence: null, position: position ?? null, alternatives, readText })
    navigate(resultsPath(right.id), { replace: true })
  }

  async function choose(right: Beer): Promise<void> {
    if (right.id === beer.id) return settle(right, read.alternatives)
    const scan = await correction.correct({ item: 0, beerId: right.id }, right)
    if (scan) settle(right, scan.alternatives)
  }

  async function keepOwn(unlisted: Own): Promise<void> {
    const scan = await correction.correct({ item: 0, unlisted }, unlisted)
    if (scan?.beer) settle(scan.beer, scan.alternatives)
  }

  return (
    <main className="column min-h-dvh overflow-x-clip bg-ground px-5.5 pt-[max(0.6rem,env(safe-area-inset-top))] pb-32 text-ink">
      <div className="-ml-3">
        <BackButton label="Back" go={() => navigate(previousPage ?? '/')} />
      </div>
      <ScreenHeading className="mt-1 text-[1.85rem] leading-[1.06]">{TEXTS.doubt.title}</ScreenHeading>
      <p className="mt-1.5 text-ink-2">{TEXTS.doubt.lead}</p>
      <div className="mt-4 flex flex-wrap items-start gap-4">
        <LabelOnPicture read={read} />
        <ReadEvidence
          readText={read.readText}
          fieldConfidence={read.fieldConfidence ?? null}
          className="flex-[1_1_9rem]"
        />
      </div>
      <SectionHeading>{TEXTS.doubt.candidates}</SectionHeading>
      <fieldset disabled={correction.isBusy}>
        <legend className="sr-only">{TEXTS.doubt.candidates}</legend>
        <ul>
          {candidates.slice(0, DOUBTFUL_CANDIDATES_SHOWN).map((one) => (
            <Choice key={one.beer.id} beer={one.beer} onChoose={() => void choose(one.beer)}>
              <ConfidenceBadge percent={one.confidence} className="mt-1" />
            </Choice>
          ))}
        </ul>
        <Button look="quiet" className="mt-1 w-full" aria-haspopup="dialog" onClick={() => setOther(true)}>
          {TEXTS.doubt.noneOfThese}
        </Button>
      </fieldset>
      <SinglePicture beer={beer} />
      {isOther && (
        <Sheet open onClose={() => setOther(false)} title={TEXTS.doubt.noneOfThese} note={TEXTS.doubt.noneNote}>
          <ChooseBeer
            legend={TEXTS.doubt.noneOfThese}
            alternatives={candidates.slice(DOUBTFUL_CANDIDATES_SHOWN)}
            isBusy={correction.isBusy}
            onChoose={(right) => void choose(right)}
            below={
              <section className="pt-2 pb-3">
                <SectionHeading>{TEXTS.doubt.missing}</SectionHeading>
                {beer.listed ? (
                  <OwnBeer readText={read.readText} isBusy={correction.isBusy} onKeep={(own) => void keepOwn(own)} />
                ) : (
                  <Button look="quiet" className="w-full" onClick={() => settle(beer, read.alternatives)}>
                    {TEXTS.doubt.asRead(beer.name)}
                  </Button>
                )}
              </section>
            }
          />
        </Sheet>
      )}
    </main>
  )
}

/** How much larger than the whole picture the label is shown. */
const LABEL_ZOOM = 1.9

/** The part of the picture that was read; all of it where the place is not known, and said where it is gone. */
function LabelOnPicture({ read: { scanId, position } }: { read: Doubtful }) {
  const image = usePictureOf(scanId)
  if (!image) return <p className="w-full text-ink-3 text-sm">{TEXTS.doubt.noPicture}</p>
  return (
    <div
      className="w-36 shrink-0 overflow-hidden rounded-2xl border border-line bg-black/40"
      style={{ aspectRatio: image.ratio ?? 0.75 }}
    >
      <img
        src={image.url}
        alt={position ? TEXTS.doubt.label : TEXTS.doubt.picture}
        className="size-full object-cover"
        style={position ? { scale: LABEL_ZOOM, transformOrigin: `${position.x}% ${position.y}%` } : undefined}
      />
    </div>
  )
}

type Own = Extract<InputOf<typeof correctScan>['body'], { unlisted: object }>['unlisted']

/** The name starts as it was read: the user knows better which of it is the name. */
function OwnBeer({
  readText,
  isBusy,
  onKeep,
}: {
  readText: readonly string[]
  isBusy: boolean
  onKeep: (own: Own) => void
}) {
  const [name, setName] = useState(readText.join(' ').slice(0, UNLISTED_NAME_MAX_LENGTH))
  const [brewery, setBrewery] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onKeep({ name: name.trim(), brewery: brewery.trim() || null })
  }
  return (
    <form onSubmit={submit} className="grid gap-3">
      <Field label={TEXTS.doubt.name} value={name} onChange={setName} />
      <Field label={TEXTS.doubt.brewery} value={brewery} onChange={setBrewery} />
      <Button look="quiet" type="submit" disabled={isBusy || name.trim() === ''}>
        {TEXTS.doubt.keep}
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
