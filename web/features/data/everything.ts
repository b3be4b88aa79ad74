/** Fetches everything the user has, for an export. */
import type { QueryClient } from '@tanstack/react-query'
import {
  type ExportedRest,
  exportRest,
  exportTaste,
  listCorrections,
  listFavorites,
  listRatings,
  listSearches,
  listWants,
  type PictureToExport,
} from '#contracts'
import { call } from '#web/api/call.ts'
import { queryOf } from '#web/api/queries.ts'
import { wholeJournal } from '#web/beer/journal.ts'
import { chosenLanguage, DEFAULTS, preferences } from '#web/device/preferences.ts'
import { allPages } from './all-pages.ts'
import { allScans } from './all-scans.ts'
import type { Exportable, Settings } from './export-data.ts'

export async function fetchEverything(
  queryClient: QueryClient,
): Promise<{ data: Exportable; pictures: readonly PictureToExport[] }> {
  const [scans, favorites, searches, ratings, wants, corrections, taste, rest, journal] = await Promise.all([
    allScans(),
    queryClient.fetchQuery(queryOf(listFavorites, {})),
    queryClient.fetchQuery(queryOf(listSearches, {})),
    allPages(
      (input) => call(listRatings, input),
      ({ ratedAt }) => ratedAt,
    ),
    allPages(
      (input) => call(listWants, input),
      ({ wantedAt }) => wantedAt,
    ),
    queryClient.fetchQuery(queryOf(listCorrections, {})),
    wholeTaste(),
    call(exportRest, {}),
    wholeJournal(),
  ])
  const data: Exportable = {
    scans,
    favorites,
    searches,
    ratings,
    journal,
    wants,
    corrections,
    tasteAnswers: taste.answers,
    tasteOff: taste.offSince === null ? [] : [{ since: taste.offSince }],
    barcodes: rest.barcodes,
    labels: rest.labels,
    settings: settingsWith(rest),
  }
  return { data, pictures: rest.pictures }
}

async function wholeTaste() {
  let offSince: string | null = null
  const answers = await allPages(
    async (input) => {
      const page = await call(exportTaste, input)
      offSince = page.offSince
      return page.answers
    },
    ({ answeredAt }) => answeredAt,
  )
  return { answers, offSince }
}

/** None if all are as at first: an import then has none to bring back. */
function settingsWith({ preferences: stored, timeZone, keepsPictures }: ExportedRest): Settings[] {
  const current = { ...preferences.get(), ...stored }
  const language = chosenLanguage.get()
  const isChanged = Object.entries(DEFAULTS).some(([name, value]) => current[name as keyof typeof DEFAULTS] !== value)
  return isChanged || language !== null || keepsPictures
    ? [{ preferences: current, language, timeZone, keepsPictures }]
    : []
}
