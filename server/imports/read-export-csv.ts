/** Our own export as CSV: its seven columns. Rows of one scan stand together and have the same date; formula guards are undone. */
import { type ImportFile, rowsOf } from '#catalogue'
import { type NamedBeer, NOTHING_SIGHTED, type OwnRecord, type ReadRecord, storable, timeIn } from './records.ts'

const SOURCE = 'beergoggles-csv'
const NAME_MAX = 200

type Cells = ReadonlyMap<string, string>

export async function* readExportCsv(file: ImportFile): AsyncGenerator<ReadRecord> {
  let scan: { line: number; date: string; scannedAt: Date; beers: NamedBeer[] } | undefined
  for await (const row of rowsOf(file)) {
    const cells = 'cells' in row ? row.cells : undefined
    const isScan = cells?.get('type') === 'Scan'
    const date = cells?.get('date') ?? ''
    if (scan && isScan && scan.date === date) {
      scan.beers.push(...beersIn(cells))
      continue
    }
    if (scan) yield scanOf(scan)
    scan = undefined
    const { line } = row
    if (!cells) {
      yield { line, unread: 'broken' in row ? row.broken : 'not a row' }
      continue
    }
    const at = timeIn(date)
    if (!at) yield { line, unread: `a row whose date cannot be read` }
    else if (isScan) scan = { line, date, scannedAt: at, beers: beersIn(cells) }
    else {
      const record = recordIn(cells, at)
      yield record ? { line, record } : { line, unread: 'a row that is no scan, favorite, search, rating or check-in' }
    }
  }
  if (scan) yield scanOf(scan)
}

function scanOf({ line, scannedAt, beers }: { line: number; scannedAt: Date; beers: NamedBeer[] }): ReadRecord {
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
        title: null,
        detected: null,
        spots: [],
        fallback: null,
        progressCurrent: 0,
        progressTotal: 0,
        sightings: beers.map((beer) => ({ ...NOTHING_SIGHTED, beer })),
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
      return query === null ? undefined : { kind: 'search', query, resultCount: 0, at }
    }
    case 'Rating': {
      const rating = figureOf(cells, 'rating', 100)
      return beer && rating !== null ? { kind: 'rating', beer, rating, at } : undefined
    }
    case 'Check-in':
      return beer && { kind: 'check-in', beer, source: SOURCE, sourceId: null, at, rating: null }
    default:
      return undefined
  }
}

function beersIn(cells: Cells): NamedBeer[] {
  const name = textOf(cells, 'beer_name')
  if (name === null) return []
  const brewery = textOf(cells, 'brewery')
  const style = textOf(cells, 'style')
  return [{ id: null, name, brewery, style, abv: figureOf(cells, 'abv', 100), ibu: null, listed: true }]
}

/** Without the apostrophe that keeps spreadsheets from running the text. */
function textOf(cells: Cells, column: string): string | null {
  const cell = cells.get(column) ?? ''
  const text = storable(/^''*[=+\-@\t\r]/u.test(cell) ? cell.slice(1) : cell, NAME_MAX).trim()
  return text === '' ? null : text
}

function figureOf(cells: Cells, column: string, most: number): number | null {
  const cell = (cells.get(column) ?? '').replace(',', '.')
  const figure = cell.trim() === '' ? Number.NaN : Number(cell)
  return figure >= 0 && figure <= most ? figure : null
}
