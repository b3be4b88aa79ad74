/**
 * What reads the photos: said before one is taken, with what is left of the day, and afterwards when another engine stood in.
 * What an AI provider guesses is shown as its guess.
 */
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import {
  type EngineInfo,
  type Estimates,
  type FallbackReason,
  getEngine,
  getScan,
  providerScansLeft,
  type Scan,
} from '#contracts'
import { queryOf } from '#web/api/queries.ts'
import { beersOf } from './scan-summary.ts'

export const TEXTS = {
  left: (name: string, left: number) => `${name} reads · ${left} ${left === 1 ? 'photo' : 'photos'} left today`,
  noneLeft: 'No AI photos left today · this server reads them itself',
  noneLeftAtAll: (time: string) => `No photos left today · new ones at ${time}`,
  fallback: {
    budget: 'The AI photos of today are used up',
    camera_frame: 'Photos that the camera takes by itself are not sent',
    quota_exceeded: 'The credits of the AI provider are used up',
    timed_out: 'The AI provider took too long',
    unavailable: 'The AI provider could not be reached',
    refused: 'The AI provider declined this picture',
    unusable_answer: 'The AI provider gave no usable answer',
  } satisfies Record<FallbackReason, string>,
  standIn: (reason: string) => `${reason}, so this server read the photo itself.`,
  standInUnknown: 'The AI provider did not read this photo; this server did.',
  guesses: 'Not printed, estimated by AI',
  /** Who sees a photo, in one sentence. */
  reader: {
    embedded: 'Photos are read on this server. They are sent to nobody else.',
    unknown: 'Who reads the photos could not be asked right now.',
    private: ({ model, host }: Provider) =>
      `Photos are read by the model ${model} at ${host}, in the network of this installation.`,
    provider: ({ name, model, host }: Provider) =>
      `Photos are sent to ${name} (${host}, model ${model}) to be read, made smaller and without location. Its own terms say what happens to them there.`,
    fallback: 'When it cannot read one, this server does. Photos that the camera takes by itself are never sent.',
  },
} as const

type Provider = NonNullable<EngineInfo['provider']>

function useEngine() {
  return useQuery(queryOf(getEngine, {}))
}

/** Who sees a photo, as this installation is configured. */
export function PhotoReader() {
  const { data, error } = useEngine()
  if (error) return <p>{TEXTS.reader.unknown}</p>
  if (!data) return null
  const { provider } = data
  if (!provider) return <p>{TEXTS.reader.embedded}</p>
  const said = provider.isPrivate ? TEXTS.reader.private(provider) : TEXTS.reader.provider(provider)
  return <p>{data.hasFallback ? `${said} ${TEXTS.reader.fallback}` : said}</p>
}

/** Beside the shutter: how many photos a provider still reads today. Nothing where there is no limit. */
export function PhotosLeft({ isBusy }: { isBusy: boolean }) {
  const { data, refetch } = useEngine()
  useEffect(() => {
    // Each photo takes one.
    if (!isBusy) void refetch()
  }, [isBusy, refetch])
  const said = data && leftText(data)
  return said ? (
    <p role="status" className="mb-2 text-center text-[0.78rem] font-semibold text-foam/85">
      {said}
    </p>
  ) : null
}

function leftText(engine: EngineInfo): string | null {
  const left = providerScansLeft(engine)
  if (left === null || !engine.provider || !engine.budget) return null
  if (left > 0) return TEXTS.left(engine.provider.name, left)
  if (engine.hasFallback) return TEXTS.noneLeft
  const time = new Date(engine.budget.resetsAt).toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' })
  return TEXTS.noneLeftAtAll(time)
}

/** Who read the photo, when it was not the engine that is configured, and what was guessed of the beer. */
export function ReadBy({ scan, beerId }: { scan: Scan | undefined; beerId?: number }) {
  if (!scan) return null
  return <EngineNote {...scan} guesses={beersOf(scan).find(({ id }) => id === beerId)?.estimates} />
}

/** The same for a scan of which less is told, as of one that somebody shared. */
export function EngineNote({ fallback, guesses }: Pick<Scan, 'fallback'> & { guesses?: Estimates | null | undefined }) {
  const guessed = guesses ? guessesText(guesses) : ''
  if (!fallback && guessed === '') return null
  return (
    <div className="my-3 grid gap-1 rounded-card border border-line bg-surface px-4 py-3 text-[0.86rem] text-ink-2">
      {fallback && <p>{standInText(fallback)}</p>}
      {guessed !== '' && (
        <p>
          <span className="font-semibold">{TEXTS.guesses}:</span> {guessed}
        </p>
      )}
    </div>
  )
}

/** In a row: what the provider guessed of this beer. Nothing where all was printed or is known from the catalogue. */
export function RowGuesses({ estimates }: { estimates: Estimates | null | undefined }) {
  const guessed = estimates ? guessesText(estimates) : ''
  if (guessed === '') return null
  return (
    <span className="block font-normal text-ink-3 italic">
      {TEXTS.guesses}: {guessed}
    </span>
  )
}

/** The same for a scan that is known by its id; asked for only where somebody else may have read it. */
export function ReadByOf({ scanId, beerId }: { scanId: string; beerId: number }) {
  const { data: engine } = useEngine()
  const { data: scan } = useQuery({
    ...queryOf(getScan, { params: { id: scanId } }),
    enabled: engine?.kind === 'provider',
  })
  return <ReadBy scan={scan} beerId={beerId} />
}

function standInText(fallback: string): string {
  const known = Object.entries(TEXTS.fallback).find(([reason]) => reason === fallback)
  return known ? TEXTS.standIn(known[1]) : TEXTS.standInUnknown
}

function guessesText({ brewery, style, abv, ibu }: Estimates): string {
  return [brewery, style, abv === null ? null : `about ${abv} % ABV`, ibu === null ? null : `about ${ibu} IBU`]
    .filter((part) => part !== null)
    .join(' · ')
}
