/** Paths of the screens that show beers, breweries, scans and the journal. */

/** The page of a beer. A share token gives access to a beer that only that shared scan may show. */
export function resultsPath(beerId: number, share?: string): string {
  return `/results?${new URLSearchParams({ beer: String(beerId), ...(share !== undefined && { share }) })}`
}

export function breweryPath(breweryId: number): string {
  return `/brewery/${breweryId}`
}

export function menuPath(scanId: string): string {
  return `/menu/${scanId}`
}

export function scanPath(scanId: string): string {
  return `/scan/${scanId}`
}

/** What the journal is limited to; the names are those of the call. */
export interface JournalFilter {
  /** Words, or a year. */
  q?: string | undefined
  style?: string | undefined
  country?: string | undefined
  breweryId?: number | undefined
  percent?: number | undefined
  year?: number | undefined
  /** The name of the brewery, for the screen. */
  brewery?: string | undefined
}

export function journalPath(filter: JournalFilter = {}): string {
  const params = new URLSearchParams({ show: 'journal' })
  for (const [name, value] of Object.entries(filter)) if (value !== undefined) params.set(name, String(value))
  return `/history?${params}`
}

/** Where the service worker redirects to after another app has shared photos. */
export const SHARED_PHOTOS_ADDRESS = '/?shared'
