/** The user's data as a file: lossless JSON, or CSV with one row per beer that is safe to open in a spreadsheet. */
import type {
  AnsweredBeer,
  Beer,
  BrowserSettings,
  Favorite,
  KeptBarcode,
  KeptLabel,
  OwnCorrection,
  OwnRating,
  PictureToExport,
  Scan,
  SearchEntry,
  ServerPreferences,
  TriedEntry,
  WantedBeer,
} from '#contracts'
import { markedRating } from '#web/beer/beer-facts.ts'
import { localTime } from '#web/device/time-zone.ts'
import { beersOf } from '#web/scan-result/scan-summary.ts'

export type ExportFormat = 'json' | 'csv'
export type ExportScope = 'all' | 'scans' | 'favorites' | 'searches'

export interface Exportable {
  scans: readonly Scan[]
  favorites: readonly Favorite[]
  searches: readonly SearchEntry[]
  ratings: readonly OwnRating[]
  journal: readonly TriedEntry[]
  wants: readonly WantedBeer[]
  /** The columns of a CSV file have no room for the following. */
  tasteAnswers: readonly AnsweredBeer[]
  /** One element if personal ratings are switched off. */
  tasteOff: readonly { since: string }[]
  corrections: readonly OwnCorrection[]
  barcodes: readonly KeptBarcode[]
  labels: readonly KeptLabel[]
  /** One element, or none if all of them are as at first. */
  settings: readonly Settings[]
}

export interface Settings {
  preferences: ServerPreferences & Omit<BrowserSettings, 'language'>
  language: string | null
  timeZone: string | null
  keepsPictures: boolean
}

/** A picture in the archive: `file` is its place there. */
export type ArchivedPicture = Omit<PictureToExport, 'id'> & { file: string }

export const CSV_COLUMNS = ['Type', 'Date', 'Beer Name', 'Brewery', 'Rating', 'Style', 'ABV'] as const

/** Returns the data of the scope. What belongs to none of the other scopes is part of 'all' only. */
export function inScope(data: Exportable, scope: ExportScope): Exportable {
  const includes = (part: ExportScope) => scope === 'all' || scope === part
  return {
    scans: includes('scans') ? data.scans.filter(hasEnded) : [],
    favorites: includes('favorites') ? data.favorites : [],
    searches: includes('searches') ? data.searches : [],
    ratings: scope === 'all' ? data.ratings : [],
    journal: scope === 'all' ? data.journal : [],
    wants: scope === 'all' ? data.wants : [],
    tasteAnswers: scope === 'all' ? data.tasteAnswers : [],
    tasteOff: scope === 'all' ? data.tasteOff : [],
    corrections: scope === 'all' ? data.corrections : [],
    barcodes: scope === 'all' ? data.barcodes : [],
    labels: scope === 'all' ? data.labels : [],
    settings: scope === 'all' ? data.settings : [],
  }
}

/** What is still being read could not be imported, and belongs to the next export. */
const hasEnded = ({ status }: Scan) => status !== 'processing'

export function fileName(scope: ExportScope, format: ExportFormat | 'zip', now: Date): string {
  return `beergoggles-${scope}-${localTime(now).slice(0, 10)}.${format}`
}

/** With a line for each record: indented, a long journal would be too large to be imported again. */
export function toJson(data: Exportable & { pictures?: readonly ArchivedPicture[] }, now: Date): string {
  const totalRecords = data.scans.length + data.favorites.length + data.searches.length
  const all = { ...data, exportDate: now.toISOString(), totalRecords }
  const fields = Object.entries(all).filter(([, value]) => value !== undefined)
  const lines = fields.map(
    ([name, value]) => `${JSON.stringify(name)}: ${Array.isArray(value) ? list(value) : JSON.stringify(value)}`,
  )
  return `{\n${lines.join(',\n')}\n}\n`
}

function list(records: readonly unknown[]): string {
  return `[${records.map((record) => `\n${JSON.stringify(record)}`).join(',')}]`
}

/** Starts with a byte-order mark: without one, spreadsheets misread accents. */
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
    ...data.ratings.map(({ beer, rating, ratedAt }) => beerCells('Rating', ratedAt, beer, String(rating))),
    ...data.journal.map(({ beer, rating, triedAt }) => beerCells('Had', triedAt, beer, rating?.toString() ?? '')),
    ...data.wants.map(({ beer, wantedAt }) => beerCells('Want', wantedAt, beer)),
  ]
  return `\uFEFF${rows.map((row) => row.map(cell).join(',')).join('\r\n')}\r\n`
}

function beerCells(type: string, date: string, beer: Beer, rating = ratingCell(beer)): string[] {
  const { name, brewery, style, abv } = beer
  return [type, date, name, brewery ?? '', rating, style ?? '', abv === null ? '' : String(abv)]
}

/** A rating that is only expected keeps its mark; only own ratings are read again on import. */
function ratingCell(beer: Beer): string {
  return beer.ratingRange ? markedRating(beer) : String(beer.rating)
}

/**
 * Quotes a cell where needed. Text that a spreadsheet would run as a formula gets an apostrophe in front, and so does text
 * that already looks escaped, so that removing one apostrophe restores the original.
 */
function cell(text: string): string {
  const escaped = /^'*[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(escaped) ? `"${escaped.replaceAll('"', '""')}"` : escaped
}
