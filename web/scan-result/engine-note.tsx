/**
 * Which engine recognises the photos: the daily allowance before a scan, a note after it when the engine fell back, and
 * the fields that an AI provider estimated.
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
  left: (name: string, left: number) => `${name} · ${left} ${left === 1 ? 'scan' : 'scans'} left today`,
  noneLeft: 'No AI scans left today · our own recognition takes over',
  noneLeftAtAll: (time: string) => `No scans left today · more at ${time}`,
  fallback: {
    budget: "Today's AI scans are used up",
    camera_frame: "Auto-scan photos aren't sent to the AI provider",
    quota_exceeded: 'The AI provider is out of credits',
    timed_out: 'The AI provider took too long',
    unavailable: "The AI provider couldn't be reached",
    refused: 'The AI provider declined this photo',
    unusable_answer: 'The AI provider gave no usable answer',
  } satisfies Record<FallbackReason, string>,
  fellBack: (reason: string) => `${reason}, so our own recognition took over.`,
  fellBackUnknown: 'Our own recognition took over for this photo.',
  estimates: 'Estimated by AI',
  /** Who receives a photo, in one sentence. */
  recipient: {
    embedded: 'Your photos stay on this server. Nobody else gets them.',
    unknown: "Can't check the recognition service right now.",
    private: ({ model, host }: Provider) =>
      `Your photos go to the model ${model} at ${host}, on this server's private network.`,
    provider: ({ name, model, host }: Provider) =>
      `Your photos are sent to ${name} (${host}, model ${model}), scaled down and without location. What happens to them there is up to its own terms.`,
    fallback: "If it can't read one, this server does. Auto-scan photos are never sent.",
  },
} as const

type Provider = NonNullable<EngineInfo['provider']>

function useEngine() {
  return useQuery(queryOf(getEngine, {}))
}

/** Who receives a photo in this installation. */
export function PhotoPrivacy() {
  const { data, error } = useEngine()
  if (error) return <p>{TEXTS.recipient.unknown}</p>
  if (!data) return null
  const { provider } = data
  if (!provider) return <p>{TEXTS.recipient.embedded}</p>
  const text = provider.isPrivate ? TEXTS.recipient.private(provider) : TEXTS.recipient.provider(provider)
  return <p>{data.hasFallback ? `${text} ${TEXTS.recipient.fallback}` : text}</p>
}

/** The scans left today, above the capture button. Renders nothing without a limit. */
export function PhotosLeft({ isBusy }: { isBusy: boolean }) {
  const { data, refetch } = useEngine()
  useEffect(() => {
    // Each scan uses one.
    if (!isBusy) void refetch()
  }, [isBusy, refetch])
  const text = data && leftText(data)
  return text ? (
    <p role="status" className="mb-2 text-center text-[0.78rem] font-semibold text-foam/85">
      {text}
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

/** Notes a fallback of the configured engine and the estimated fields of the beer. */
export function ScanEngineNote({ scan, beerId }: { scan: Scan | undefined; beerId?: number }) {
  if (!scan) return null
  return <EngineNote {...scan} estimates={beersOf(scan).find(({ id }) => id === beerId)?.estimates} />
}

/** For scans with fewer known fields, such as shared ones. */
export function EngineNote({
  fallback,
  estimates,
}: Pick<Scan, 'fallback'> & { estimates?: Estimates | null | undefined }) {
  const estimated = estimates ? estimatesText(estimates) : ''
  if (!fallback && estimated === '') return null
  return (
    <div className="my-3 grid gap-1 rounded-card border border-line bg-surface px-4 py-3 text-[0.86rem] text-ink-2">
      {fallback && <p>{fallbackText(fallback)}</p>}
      {estimated !== '' && (
        <p>
          <span className="font-semibold">{TEXTS.estimates}:</span> {estimated}
        </p>
      )}
    </div>
  )
}

/** The estimated fields of a beer, in its row. */
export function RowEstimates({ estimates }: { estimates: Estimates | null | undefined }) {
  const estimated = estimates ? estimatesText(estimates) : ''
  if (estimated === '') return null
  return (
    <span className="block font-normal text-ink-3 italic">
      {TEXTS.estimates}: {estimated}
    </span>
  )
}

/** For a scan known by id. Loads it only if an AI provider is configured. */
export function ScanEngineNoteById({ scanId, beerId }: { scanId: string; beerId: number }) {
  const { data: engine } = useEngine()
  const { data: scan } = useQuery({
    ...queryOf(getScan, { params: { id: scanId } }),
    enabled: engine?.kind === 'provider',
  })
  return <ScanEngineNote scan={scan} beerId={beerId} />
}

function fallbackText(fallback: string): string {
  const known = Object.entries(TEXTS.fallback).find(([reason]) => reason === fallback)
  return known ? TEXTS.fellBack(known[1]) : TEXTS.fellBackUnknown
}

function estimatesText({ brewery, style, abv, ibu }: Estimates): string {
  return [brewery, style, abv === null ? null : `about ${abv}% ABV`, ibu === null ? null : `about ${ibu} IBU`]
    .filter((part) => part !== null)
    .join(' · ')
}
