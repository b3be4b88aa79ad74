/** Parses our CSV export. Consecutive scan rows with the same date are one scan; apostrophes against formulas are removed. */
import { type ImportFile, parseDelimited } from '#catalogue/import'
import { MENU_BEERS_MAX } from '#contracts'
import { NAME_MAX } from './export-fields.ts'
import {
  EMPTY_SIGHTING,
  type NamedBeer,
  type OwnRecord,
  type ParsedRecord,
  parseTime,
  sanitizeText,
  TOO_MANY_BEERS,
} from './records.ts'

const SOURCE = 'beergoggles-csv'

const TRIED = {
  kind: 'tried',
  source: SOURCE,
  sourceId: null,
  rating: null,
  ratesBeer: false,
  note: null,
  place: null,
  position: null,
} as const

type Cells = ReadonlyMap<string, string>

export async function* parseExportCsv(file: ImportFile): AsyncGenerator<ParsedRecord> {
  let scan: { line: number; date: string; scannedAt: Date; beers: NamedBeer[] } | undefined
  for await (const row of parseDelimited(file)) {
    const cells = 'cells' in row ? row.cells : undefined
    const isScan = cells?.get('type') === 'Scan'
    const date = cells?.get('date') ?? ''
    if (scan && isScan && scan.date === date) {
      if (scan.beers.length < MENU_BEERS_MAX) scan.beers.push(...beersIn(cells))
      else yield { line: row.line, problem: TOO_MANY_BEERS }
      continue
    }
    if (scan) yield scanOf(scan)
    scan = undefined
    const { line } = row
    if (!cells) {
      yield { line, problem: 'error' in row ? row.error : 'not a valid row' }
      continue
    }
    const at = parseTime(date)
    if (!at) yield { line, problem: 'a row with an invalid date' }
    else if (isScan) scan = { line, date, scannedAt: at, beers: beersIn(cells) }
    else {
      const record = recordIn(cells, at)
      yield record
        ? { line, record }
        : { line, problem: 'a row that is not a scan, favorite, search, rating, beer you had or want to try' }
    }
  }
  if (scan) yield scanOf(scan)
}

function scanOf({ line, scannedAt, beers }: { line: number; scannedAt: Date; beers: NamedBeer[] }): ParsedRecord {
  return {
    line,
    record: {
      kind: 'scan',
      scan: {
        id: null,
        status: 'completed',
        scanType: beers.length > 1 ? 'menu' : 'single',
        scannedAt,
        failure: null,
        failureCode: null,
        title: null,
        detected: null,
        otherDrink: null,
        barcode: null,
        spots: [],
        fallback: null,
        progressCurrent: 0,
        progressTotal: 0,
        sightings: beers.map((beer) => ({ ...EMPTY_SIGHTING, beer })),
      },
    },
  }
}

function recordIn(cells: Cells, at: Date): OwnRecord | undefined {
  const [beer] = beersIn(cells)
  switch (cells.get('type')) {
    case 'Favorite':
      return beer && { kind: 'favorite', beer, at }
    case 'Search': {
      const query = textOf(cells, 'beer_name')
      return query === null ? undefined : { kind: 'search', query, resultCount: null, at }
    }
    case 'Rating': {
      const rating = numberOf(cells, 'rating', 100)
      return beer && rating !== null ? { kind: 'rating', beer, rating, at } : undefined
    }
    case 'Want':
      return beer && { kind: 'want', beer, at }
    // Of exports before the journal, whose rating is that of the beer.
    case 'Check-in':
      return beer && { ...TRIED, beer, at }
    case 'Had':
      return beer && { ...TRIED, beer, at, rating: numberOf(cells, 'rating', 100) }
    default:
      return undefined
  }
}

function beersIn(cells: Cells): NamedBeer[] {
  const name = textOf(cells, 'beer_name')
  if (name === null) return []
  const brewery = textOf(cells, 'brewery')
  const style = textOf(cells, 'style')
  return [{ id: null, name, brewery, style, abv: numberOf(cells, 'abv', 100), ibu: null, listed: true }]
}

/** Removes the apostrophe that keeps spreadsheets from evaluating the text as a formula. */
function textOf(cells: Cells, column: string): string | null {
  const cell = cells.get(column) ?? ''
  const text = sanitizeText(/^''*[=+\-@\t\r]/u.test(cell) ? cell.slice(1) : cell, NAME_MAX).trim()
  return text === '' ? null : text
}

function numberOf(cells: Cells, column: string, max: number): number | null {
  const cell = (cells.get(column) ?? '').replace(',', '.')
  const value = cell.trim() === '' ? Number.NaN : Number(cell)
  return value >= 0 && value <= max ? Number(value.toFixed(2)) : null
}
