/** Exports the user's data as a file and imports such files. The export file is built in the browser. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { getJournalSummary, listFavorites, listMarks, listScans, listSearches } from '#contracts'
import { userMessage } from '#web/api/call-error.ts'
import { queryOf } from '#web/api/queries.ts'
import { useOwnPictures } from '#web/beer/own-pictures.ts'
import { download } from '#web/device/page.ts'
import { useGoBack } from '#web/handoff/way-back.ts'
import { numberText } from '#web/language/formats.ts'
import { scanCount } from '#web/scan-result/scan-count.ts'
import { Button } from '#web/ui/button.tsx'
import { FailurePanel } from '#web/ui/message.tsx'
import { Screen, SectionHeading } from '#web/ui/screen.tsx'
import { Stat } from '#web/ui/stat.tsx'
import { useToast } from '#web/ui/toast.tsx'
import { fetchEverything } from './everything.ts'
import { type ExportFormat, type ExportScope, fileName, inScope, toCsv, toJson } from './export-data.ts'
import { ImportSection } from './import-section.tsx'
import { t } from './texts.ts'

const FORMATS: readonly ExportFormat[] = ['json', 'csv']
const SCOPES: readonly ExportScope[] = ['all', 'scans', 'favorites', 'searches']

export function DataScreen() {
  const back = useGoBack('/profile')
  const toast = useToast()
  const queryClient = useQueryClient()
  const scans = useQuery(queryOf(listScans, {}))
  const favorites = useQuery(queryOf(listFavorites, {}))
  const searches = useQuery(queryOf(listSearches, {}))
  const journal = useQuery(queryOf(getJournalSummary, { query: {} }))
  const marks = useQuery(queryOf(listMarks, {}))
  const rated = marks.data?.filter(({ ownRating }) => typeof ownRating === 'number')
  const { data: pictures } = useOwnPictures()
  const [format, setFormat] = useState<ExportFormat>('json')
  const [isRunning, setRunning] = useState(false)
  const counts = {
    scans: scans.data?.length,
    favorites: favorites.data?.length,
    searches: searches.data?.length,
  }
  const failed = [scans, favorites, searches, journal, marks].find((query) => query.error && !query.data)

  /** `make` saves the file. */
  async function run(make: (everything: Awaited<ReturnType<typeof fetchEverything>>) => Promise<void> | void) {
    setRunning(true)
    try {
      await make(await fetchEverything(queryClient))
      toast({ title: t('done') })
    } catch {
      toast({ title: t('failed.title'), description: t('failed.description'), tone: 'destructive' })
    } finally {
      setRunning(false)
    }
  }

  const save = (scope: ExportScope) =>
    run(({ data: everything }) => {
      const data = inScope(everything, scope)
      const now = new Date()
      const isJson = format === 'json'
      download(
        fileName(scope, format, now),
        isJson ? 'application/json' : 'text/csv;charset=utf-8',
        isJson ? toJson(data, now) : toCsv(data),
      )
    })

  const saveArchive = () =>
    run(async ({ data, pictures: all }) => {
      const { archiveOf } = await import('./archive.ts')
      const now = new Date()
      download(fileName('all', 'zip', now), 'application/zip', await archiveOf(data, all, now))
    })

  return (
    <Screen title={t('title')} below={t('line')} back={{ go: back }}>
      <dl className="grid grid-cols-[repeat(auto-fit,minmax(min(5.2rem,100%),1fr))] gap-2.5">
        <Stat term={t('scans')} value={scans.data && scanCount(scans.data)} />
        <Stat term={t('favorites')} value={favorites.data && numberText(favorites.data.length)} />
        <Stat term={t('searches')} value={searches.data && numberText(searches.data.length)} />
        <Stat term={t('journal')} value={journal.data && numberText(journal.data.entries)} />
        <Stat term={t('ratings')} value={rated && numberText(rated.length)} />
      </dl>
      {failed?.error && (
        <div className="mt-4">
          <FailurePanel
            title={t('loadFailed')}
            message={userMessage(failed.error)}
            retry={() => void failed.refetch()}
          />
        </div>
      )}
      <SectionHeading>{t('format')}</SectionHeading>
      <fieldset className="grid grid-cols-2 gap-2.5">
        <legend className="sr-only">{t('format')}</legend>
        {FORMATS.map((choice) => (
          <label
            key={choice}
            className="flex min-h-13 items-center justify-center gap-2.5 rounded-button border border-line bg-surface font-bold has-checked:border-accent-ink has-checked:text-accent-ink has-focus-visible:outline-3 has-focus-visible:outline-accent-ink"
          >
            <input
              type="radio"
              name="format"
              value={choice}
              checked={format === choice}
              onChange={() => setFormat(choice)}
              className="choice"
            />
            {t(`formats.${choice}`)}
          </label>
        ))}
      </fieldset>
      <p className="mt-6 mb-3 px-1 text-ink-2">{t('buttons.allLine')}</p>
      <div className="grid gap-2.5">
        {SCOPES.map((scope) => (
          <Button
            key={scope}
            variant={scope === 'all' ? 'primary' : 'quiet'}
            isBusy={isRunning}
            disabled={scope !== 'all' && !counts[scope]}
            onClick={() => void save(scope)}
          >
            {t(`buttons.${scope}`)}
          </Button>
        ))}
      </div>
      {pictures && pictures.count > 0 && (
        <>
          <p className="mt-6 mb-3 px-1 text-ink-2">{t('archive.line')}</p>
          <Button variant="quiet" className="w-full" isBusy={isRunning} onClick={() => void saveArchive()}>
            {t('archive.button')}
          </Button>
        </>
      )}
      <ImportSection />
    </Screen>
  )
}
