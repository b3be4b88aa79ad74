/** The queries that show the user's journal and the beers to try. */
import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import { type Coordinates, listJournal, listMarks, listWants, type TriedEntry } from '#contracts'
import { type BodyOf, call } from '#web/api/call.ts'
import { keyOf } from '#web/api/queries.ts'
import { numberText } from '#web/language/formats.ts'
import { refreshTaste } from './for-you/for-you.tsx'
import { t } from './texts.ts'

/** The key of the query for the whole journal; the journal of one beer has its own. */
export const JOURNAL_KEY: readonly [string] = keyOf(listJournal, {})

/** Every page of the journal, for an export. */
export async function wholeJournal(): Promise<TriedEntry[]> {
  const all: TriedEntry[] = []
  let before: string | null = null
  do {
    const page: { entries: TriedEntry[]; next: string | null } = await call(listJournal, {
      query: before === null ? {} : { before },
    })
    all.push(...page.entries)
    before = page.next
  } while (before !== null)
  return all
}

type Page = BodyOf<typeof listJournal>

/** Shows the changes of an entry in every list of the journal, until that is fetched again. */
export function showChanges(queryClient: QueryClient, id: number, changes: Partial<TriedEntry>): void {
  const changed = (page: Page): Page => ({
    ...page,
    entries: page.entries.map((entry) => (entry.id === id ? { ...entry, ...changes } : entry)),
  })
  queryClient.setQueriesData<Page | InfiniteData<Page>>(
    { predicate: ({ queryKey: [address] }) => String(address).split('?')[0] === listJournal.path },
    (shown) => shown && ('pages' in shown ? { ...shown, pages: shown.pages.map(changed) } : changed(shown)),
  )
}

/** Fetches again what shows the journal: the marks with the own ratings, the beers to try, the taste and the journal itself. */
export async function refreshJournal(queryClient: QueryClient): Promise<void> {
  const isOfJournal = ({ queryKey: [address] }: { queryKey: readonly unknown[] }) =>
    typeof address === 'string' && address.startsWith(listJournal.path)
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: keyOf(listMarks, {}) }),
    queryClient.invalidateQueries({ queryKey: keyOf(listWants, {}) }),
    queryClient.invalidateQueries({ predicate: isOfJournal }),
    refreshTaste(queryClient),
  ])
}

/** As it is kept: '52.520° N, 13.405° E'. */
export function positionText({ latitude, longitude }: Coordinates): string {
  const degrees = (value: number) => `${numberText(Math.abs(value), DEGREES)}°`
  return [
    t(`position.${latitude < 0 ? 'south' : 'north'}`, { degrees: degrees(latitude) }),
    t(`position.${longitude < 0 ? 'west' : 'east'}`, { degrees: degrees(longitude) }),
  ].join(', ')
}

const DEGREES: Intl.NumberFormatOptions = { minimumFractionDigits: 3, maximumFractionDigits: 3 }
