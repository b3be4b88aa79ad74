/**
 * Which engine recognises the photos: the daily allowance before a scan, a note after it when the engine fell back, and
 * the fields that an AI provider estimated.
 */
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { type EngineInfo, type Estimates, getEngine, getScan, providerScansLeft, type Scan } from '#contracts'
import { queryOf } from '#web/api/queries.ts'
import { styleText } from '#web/beer/styles/style-text.ts'
import { dateText, numberText } from '#web/language/formats.ts'
import { isolated } from '#web/language/isolated.ts'
import { beersOf } from './scan-summary.ts'
import { t } from './texts.ts'

function useEngine() {
  return useQuery(queryOf(getEngine, {}))
}

/** Who receives a photo in this installation. */
export function PhotoPrivacy() {
  const { data, error } = useEngine()
  if (error) return <p>{t('engineNote.recipient.unknown')}</p>
  if (!data) return null
  const { provider } = data
  if (!provider) return <p>{t('engineNote.recipient.embedded')}</p>
  const text = provider.isPrivate
    ? t('engineNote.recipient.private', { model: provider.model, host: provider.host })
    : t('engineNote.recipient.provider', { name: provider.name, model: provider.model, host: provider.host })
  return <p>{data.hasFallback ? `${text} ${t('engineNote.recipient.fallback')}` : text}</p>
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
    <p
      role="status"
      className="mx-auto mb-2 w-fit rounded-2xl bg-stout/80 px-3 py-1 text-center text-[0.78rem] font-semibold text-foam"
    >
      {text}
    </p>
  ) : null
}

function leftText(engine: EngineInfo): string | null {
  const left = providerScansLeft(engine)
  if (left === null || !engine.provider || !engine.budget) return null
  if (left > 0) return t('engineNote.left', { name: engine.provider.name, left })
  if (engine.hasFallback) return t('engineNote.noneLeft')
  const time = dateText(engine.budget.resetsAt, { hour: '2-digit', minute: '2-digit' })
  return t('engineNote.noneLeftAtAll', { time })
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
          <span className="font-semibold">{t('engineNote.estimates')}:</span> {estimated}
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
      {t('engineNote.estimates')}: {estimated}
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
  const reason = t.find(`engineNote.fallback.${fallback}`)
  return reason ? t('engineNote.fellBack', { reason }) : t('engineNote.fellBackUnknown')
}

function estimatesText({ brewery, style, abv, ibu }: Estimates): string {
  return [
    brewery && isolated(brewery),
    styleText(style),
    abv === null ? null : t('engineNote.abv', { abv: numberText(abv) }),
    ibu === null ? null : t('engineNote.ibu', { ibu }),
  ]
    .filter((part) => part !== null)
    .join(' · ')
}
