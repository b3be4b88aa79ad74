/**
 * Any table of beers or breweries, CSV or JSON, by the names of its columns in several languages. Tables that refer to each
 * other by an id (`brewery_id`) are joined when they are given together. A column of strengths written as fractions (0.05
 * for 5 %) is noticed by its first rows.
 */
import { slugOf } from '../fold-text.ts'
import { beerNameIn } from './beer-names.ts'
import { columnName, rowsOf } from './delimited.ts'
import { drinkKindOf } from './drink-kind.ts'
import {
  abvIn,
  barcodeIn,
  flowingTextIn,
  ibuIn,
  numberIn,
  saysAlcoholFree,
  textIn,
  websiteIn,
  yearIn,
} from './fields.ts'
import {
  type ImportedBrewery,
  type ImportFile,
  type ImportItem,
  NO_BEER_FACTS,
  NO_BREWERY_FACTS,
  type Place,
  problem,
  skipped,
} from './imported.ts'
import { jsonRecordsOf } from './json-records.ts'
import { countryNamed, stateNamed } from './places.ts'

/** What a column may be called; the first that is there and filled counts. */
const COLUMNS = {
  id: ['id', 'key', 'uuid'],
  beerId: ['beer_id', 'bid'],
  beer: ['beer_name', 'beer', 'biername', 'bier', 'biere', 'cerveza', 'birra', 'cerveja', 'piwo', 'pivo', 'ol'],
  name: ['name', 'title', 'product', 'product_name', 'nom', 'nombre', 'nome', 'bezeichnung', 'label'],
  aliases: ['aliases', 'alias', 'other_names', 'alt_name'],
  brewery: [
    'brewery_name',
    'brewery',
    'brauerei',
    'brasserie',
    'brouwerij',
    'cerveceria',
    'birrificio',
    'cervejaria',
    'browar',
    'pivovar',
    'bryggeri',
    'brewer',
    'producer',
    'maker',
    'manufacturer',
    'hersteller',
    'brand',
  ],
  breweryId: ['brewery_id', 'breweryid', 'brauerei_id'],
  style: [
    'style',
    'beer_style',
    'style_name',
    'beer_type',
    'bierstil',
    'stil',
    'sorte',
    'biersorte',
    'estilo',
    'stile',
    'type',
    'typ',
    'category',
  ],
  abv: [
    'abv',
    'abv_%',
    'alcohol',
    'alcohol_%',
    'alcohol_by_volume',
    'beer_abv',
    'alc',
    'alc_vol',
    'alc_%',
    'alk',
    'alkohol',
    'alkohol_%',
    'alkoholgehalt',
    'vol_%',
    'alcool',
    'strength',
  ],
  ibu: ['ibu', 'ibus', 'beer_ibu', 'bitterness'],
  barcode: ['barcode', 'ean', 'ean13', 'gtin', 'upc'],
  description: ['description', 'descript', 'beschreibung'],
  city: ['city', 'town', 'ort', 'stadt', 'ville', 'ciudad', 'citta', 'brewery_city', 'location'],
  state: ['state', 'state_province', 'province', 'region', 'bundesland', 'brewery_state'],
  country: ['country', 'land', 'pays', 'pais', 'paese', 'brewery_country'],
  website: ['website', 'website_url', 'web', 'url', 'homepage'],
  founded: ['founded', 'since', 'established', 'gegrundet', 'year_founded'],
} as const satisfies Record<string, readonly string[]>

const FRACTION_MAX = 0.3
const FRACTION_SAMPLE = 500

type Field = (column: keyof typeof COLUMNS) => string | null
type TableRow =
  | { line: number; field: Field; has(column: keyof typeof COLUMNS): boolean }
  | { line: number; broken: string }

export async function* readTable(files: readonly ImportFile[]): AsyncGenerator<ImportItem> {
  const breweryById = new Map<string, ImportedBrewery>()
  const waiting: { file: ImportFile; rows: AsyncIterator<TableRow>; first: TableRow[] }[] = []
  for (const file of files) {
    const rows = tableRowsOf(file)
    const first = await take(rows, FRACTION_SAMPLE)
    const kind = kindOfTable(first)
    if (kind === 'breweries') yield* breweriesIn(file, chained(first, rows), breweryById)
    else if (kind === 'beers') waiting.push({ file, rows, first })
    else yield problem({ file: file.path, line: 1 }, 'no column for the name of a beer or brewery')
  }
  for (const { file, rows, first } of waiting) {
    const fractions = holdsFractions(first)
    for await (const row of chained(first, rows)) {
      const at = { file: file.path, line: row.line }
      if ('broken' in row) yield problem(at, row.broken)
      else yield* beerIn(row.field, at, breweryById, fractions)
    }
  }
}

function kindOfTable(rows: readonly TableRow[]): 'beers' | 'breweries' | undefined {
  const row = rows.find((each) => 'field' in each)
  if (!row || 'broken' in row) return undefined
  const named = row.has('name')
  if (row.has('beer')) return 'beers'
  if (named && (['brewery', 'breweryId', 'style', 'abv', 'ibu'] as const).some(row.has)) return 'beers'
  return row.has('brewery') || named ? 'breweries' : undefined
}

async function* breweriesIn(
  file: ImportFile,
  rows: AsyncIterable<TableRow>,
  byId: Map<string, ImportedBrewery>,
): AsyncGenerator<ImportItem> {
  for await (const row of rows) {
    const at = { file: file.path, line: row.line }
    if ('broken' in row) {
      yield problem(at, row.broken)
      continue
    }
    const name = row.field('brewery') ?? row.field('name')
    if (name === null) {
      yield problem(at, 'no name')
      continue
    }
    const id = row.field('breweryId') ?? row.field('id')
    const facts = placeIn(row.field)
    const description = flowingTextIn(row.field('description'))
    const founded = yearIn(row.field('founded'))
    const sourceId = id ?? slugOf([name, facts.city].filter(Boolean).join(' '))
    const website = websiteIn(row.field('website'))
    const brewery = { ...NO_BREWERY_FACTS, sourceId, name, ...facts, founded, website, description }
    if (id !== null) byId.set(id, brewery)
    yield { kind: 'brewery', at, brewery }
  }
}

function* beerIn(
  field: Field,
  at: Place,
  breweryById: ReadonlyMap<string, ImportedBrewery>,
  fractions: boolean,
): Generator<ImportItem> {
  const named = beerNameIn(field('beer') ?? field('name'))
  if (!named) return yield problem(at, 'no name')
  const brewery = breweryIn(field, breweryById)
  const style = field('style')
  const kind = drinkKindOf(style, named.name)
  if (kind === 'other') return yield skipped(`no beer, cider or mead (${style ?? named.name})`)
  const printed = numberIn(field('abv'))
  const abv = abvIn(fractions && printed !== null ? printed * 100 : printed, saysAlcoholFree(named.name, style))
  if (abv === 'wrong') yield problem(at, `ABV ${field('abv')} left empty`)
  const barcode = barcodeIn(field('barcode'))
  const aliases = field('aliases')?.split(/\s*[|;]\s*/u) ?? []
  const breweryId = field('breweryId')
  if (!brewery && breweryId !== null) yield problem(at, `no brewery ${breweryId}`)
  yield {
    kind: 'beer',
    at,
    beer: {
      ...NO_BEER_FACTS,
      sourceId: field('beerId') ?? field('id') ?? barcode ?? `${slugOf(brewery?.name ?? '')}/${slugOf(named.name)}`,
      name: named.name,
      aliases: [...named.aliases, ...aliases],
      brewery,
      style,
      abv: abv === 'wrong' ? null : abv,
      ibu: ibuIn(field('ibu')),
      kind,
      description: flowingTextIn(field('description')),
      barcodes: barcode ? [barcode] : [],
    },
  }
}

function breweryIn(field: Field, byId: ReadonlyMap<string, ImportedBrewery>): ImportedBrewery | null {
  const id = field('breweryId')
  const listed = id === null ? undefined : byId.get(id)
  if (listed) return listed
  const name = field('brewery')
  return name === null ? null : { ...NO_BREWERY_FACTS, sourceId: id, name, ...placeIn(field) }
}

function placeIn(field: Field): Pick<ImportedBrewery, 'city' | 'state' | 'country'> {
  const state = field('state')
  // A table without countries whose states are those of one country says the country by them.
  const country = countryNamed(field('country')) ?? (isState(state) ? 'United States' : null)
  return { city: field('city'), state: stateNamed(state, country), country }
}

function isState(text: string | null): boolean {
  return text !== null && stateNamed(text, 'United States') !== text
}

/** Every strength that is filled, of beers that have alcohol, is far too small to be percent. */
function holdsFractions(rows: readonly TableRow[]): boolean {
  const figures = rows.flatMap((row) => {
    if ('broken' in row || saysAlcoholFree(row.field('beer'), row.field('name'), row.field('style'))) return []
    const text = row.field('abv')
    if (text?.includes('%')) return [100]
    const abv = numberIn(text)
    return abv === null || abv === 0 ? [] : [abv]
  })
  return figures.length > 0 && figures.every((figure) => figure <= FRACTION_MAX)
}

async function* tableRowsOf(file: ImportFile): AsyncGenerator<TableRow> {
  if (/\.(?:json|jsonl|ndjson)$/iu.test(file.path)) {
    for await (const row of jsonRecordsOf(file)) {
      if ('broken' in row) yield row
      else
        yield tableRow(row.line, new Map(Object.entries(row.record).map(([name, value]) => [columnName(name), value])))
    }
  } else {
    for await (const row of rowsOf(file)) yield 'broken' in row ? row : tableRow(row.line, row.cells)
  }
}

function tableRow(line: number, cells: ReadonlyMap<string, unknown>): TableRow {
  return {
    line,
    has: (column) => COLUMNS[column].some((name) => cells.has(name)),
    field: (column) => {
      for (const name of COLUMNS[column]) {
        const value = cells.get(name)
        const text = column === 'description' ? flowingTextIn(value) : textIn(value)
        if (text !== null) return text
      }
      return null
    },
  }
}

async function take<T>(from: AsyncIterator<T>, most: number): Promise<T[]> {
  const taken: T[] = []
  while (taken.length < most) {
    const next = await from.next()
    if (next.done) break
    taken.push(next.value)
  }
  return taken
}

async function* chained<T>(first: readonly T[], rest: AsyncIterator<T>): AsyncGenerator<T> {
  yield* first
  for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value
}
