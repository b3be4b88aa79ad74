/** The user's data as a file: JSON without loss, or CSV with one row per beer that opens safely in a spreadsheet. */
import type { Beer, Favorite, OwnRating, Scan, SearchEntry, StoredCheckIn } from '#contracts'
import { beersOf } from '#web/beer/scan-summary.ts'

export type ExportFormat = 'json' | 'csv'
export type ExportScope = 'all' | 'scans' | 'favorites' | 'searches'

export interface Exportable {
  scans: readonly Scan[]
  favorites: readonly Favorite[]
  searches: readonly SearchEntry[]
  ratings: readonly OwnRating[]
  checkIns: readonly StoredCheckIn[]
}

export const CSV_COLUMNS = ['Type', 'Date', 'Beer Name', 'Brewery', 'Rating', 'Style', 'ABV'] as const

/** Only what the scope asks for; own ratings and check-ins have no button of their own and come with everything. */
export function inScope({ scans, favorites, searches, ratings, checkIns }: Exportable, scope: ExportScope): Exportable {
  const wants = (part: ExportScope) => scope === 'all' || scope === part
  return {
    scans: wants('scans') ? scans : [],
    favorites: wants('favorites') ? favorites : [],
    searches: wants('searches') ? searches : [],
    ratings: scope === 'all' ? ratings : [],
    checkIns: scope === 'all' ? checkIns : [],
  }
}

export function fileName(scope: ExportScope, format: ExportFormat, now: Date): string {
  return `beergoggles-${scope}-${now.toISOString().slice(0, 10)}.${format}`
}

export function toJson(data: Exportable, now: Date): string {
  const totalRecords = data.scans.length + data.favorites.length + data.searches.length
  return JSON.stringify({ ...data, exportDate: now.toISOString(), totalRecords }, null, 2)
}

/** Starts with a byte-order mark, so that spreadsheets read the accents. */
export function toCsv(data: Exportable): string {
  const rows = [
    CSV_COLUMNS,
    ...data.scans.flatMap((scan) => {
      const beers = beersOf(scan)
      return beers.length > 0
        ? beers.map((beer) => beerCells('Scan', scan.scannedAt, beer))
        : [['Scan', scan.scannedAt, '', '', '', '', '']]
    }),
    ...data.favorites.map(({ beer, favoritedAt }) => beerCells('Favorite', favoritedAt, beer)),
    ...data.searches.map(({ query, searchedAt }) => ['Search', searchedAt, query, '', '', '', '']),
    ...data.ratings.map(({ beer, rating, ratedAt }) => beerCells('Rating', ratedAt, { ...beer, rating })),
    ...data.checkIns.map(({ beer, hadAt }) => beerCells('Check-in', hadAt, beer)),
  ]
  return `\uFEFF${rows.map((row) => row.map(cell).join(',')).join('\r\n')}\r\n`
}

function beerCells(type: string, date: string, beer: Beer): string[] {
  const { name, brewery, rating, style, abv } = beer
  return [type, date, name, brewery ?? '', String(rating), style ?? '', abv === null ? '' : String(abv)]
}

/**
 * Quoted where needed; text that a spreadsheet would run as a formula gets an apostrophe in front, and so does text that looks
 * like a guarded one, so that taking one off gives back what was there.
 */
function cell(text: string): string {
  const guarded = /^'*[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(guarded) ? `"${guarded.replaceAll('"', '""')}"` : guarded
}
