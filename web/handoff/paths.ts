/** Paths of the screens that show beers and scans. */

/** The page of a beer. A share token gives access to a beer that only that shared scan may show. */
export function resultsPath(beerId: number, share?: string): string {
  return `/results?${new URLSearchParams({ beer: String(beerId), ...(share !== undefined && { share }) })}`
}

export function menuPath(scanId: string): string {
  return `/menu/${scanId}`
}

export function scanPath(scanId: string): string {
  return `/scan/${scanId}`
}
