/**
 * Any table of beers or breweries, CSV or JSON, by its column names in several languages. Tables that refer to each other by
 * an id (`brewery_id`) are joined if they are imported together. ABV written as fractions (0.05 for 5 %) is detected from
 * the first rows.
 */

import { canonicalCountry, canonicalState } from '../identity/places.ts'
import { slugOf } from '../text/normalise.ts'
import { parseBeerName } from './beer-names.ts'
import { columnName, parseDelimited } from './delimited.ts'
import { drinkKindOf } from './drink-kind.ts'
import {
  mentionsAlcoholFree,
  parseBarcode,
  parseIbu,
  parseMultilineText,
  parseNumber,
  parseText,
  parseWebsite,
  parseYear,
} from './fields.ts'
import {
  type ImportedBrewery,
  type ImportFile,
  type ImportItem,
  problem,
  readAbv,
  type SourceLocation,
  skipped,
  UNKNOWN_BEER_FACTS,
  UNKNOWN_BREWERY_FACTS,
} from './imported.ts'
import { isJson, isRecord, parseJsonRecords } from './json-records.ts'

/** Accepted column names; the first non-empty one is used. */
const COLUMNS = {
  id: ['id', 'key', 'uuid'],
  beerId: ['beer_id', 'bid'],
  beer: [
    'beer_name',
    'beer',
    'biername',
    'bier',
    'biere',
    'nom_de_la_biere',
    'cerveza',
    'birra',
    'cerveja',
    'piwo',
    'pivo',
    'ol',
    'olut',
  ],
  name: [
    'name',
    'title',
    'product',
    'product_name',
    'produkt',
    'produktname',
    'nom',
    'nombre',
    'nome',
    'naam',
    'navn',
    'namn',
    'nazwa',
    'nazev',
    'bezeichnung',
    'label',
  ],
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
    'alcohol',
    'alcohol_by_volume',
    'alcohol_by_volume_abv',
    'alcohol_content',
    'alcoholpercentage',
    'beer_abv',
    'alc',
    'alc_vol',
    'alk',
    'alkohol',
    'alkoholgehalt',
    'alkoholhalt',
    'strength',
  ],
  /** In these languages, degrees are those of alcohol: '8°'. */
  abvInDegrees: [
    'alcool',
    'degre',
    'degres',
    'degre_d_alcool',
    'gradi',
    'gradazione',
    'gradazione_alcolica',
    'grado',
    'grados',
    'graduacion',
  ],
  ibu: ['ibu', 'ibus', 'beer_ibu', 'bitterness'],
  barcode: ['barcode', 'ean', 'ean13', 'gtin', 'upc'],
  description: ['description', 'descript', 'beschreibung'],
  city: [
    'city',
    'town',
    'ort',
    'stadt',
    'ville',
    'ciudad',
    'citta',
    'brewery_city',
    'location',
    'location_city',
    'address_city',
  ],
  state: [
    'state',
    'state_province',
    'province',
    'region',
    'bundesland',
    'brewery_state',
    'location_state',
    'address_state',
  ],
  country: ['country', 'land', 'pays', 'pais', 'paese', 'brewery_country', 'location_country', 'address_country'],
  website: ['website', 'website_url', 'web', 'url', 'homepage'],
  founded: ['founded', 'since', 'established', 'gegrundet', 'year_founded'],
} as const satisfies Record<string, readonly string[]>

/** 'alcohol_by_volume_%', 'alc_%_vol', 'alkoholgehalt_in_%': the name of a column without its unit. */
const PERCENT = /(?:^|_)(?:in_)?(?:%|vol)(?=_|$)/gu

/** Hardly any beer is stronger, and few are as weak: the ABV of beers without alcohol is up to 0.5 %. */
const FRACTIONS = { min: 0.02, usualMax: 0.25, max: 0.7, stronger: 0.05 }
const FRACTION_SAMPLE = 500

type Field = (column: keyof typeof COLUMNS) => string | null
interface Cells {
  line: number
  field: Field
  has(column: keyof typeof COLUMNS): boolean
  /** The column of ABVs is named '%'. */
  inPercent: boolean
}
type TableRow = Cells | { line: number; error: string }

export async function* parseTable(files: readonly ImportFile[]): AsyncGenerator<ImportItem> {
  const breweryById = new Map<string, ImportedBrewery>()
  const beerTables: { file: ImportFile; rows: AsyncIterator<TableRow>; first: TableRow[] }[] = []
  for (const file of files) {
    const rows = parseRows(file)
    const first = await take(rows, FRACTION_SAMPLE)
    const row = first.find((each) => 'field' in each)
    const kind = row && tableKind(row)
    if (kind === 'breweries') yield* parseBreweries(file, concat(first, rows), breweryById)
    else if (kind === 'beers') beerTables.push({ file, rows, first })
    else if (row) yield problem({ file: file.path, line: 1 }, 'no column with the name of a beer or brewery')
    else if (first.length === 0) yield problem({ file: file.path, line: 1 }, 'no records')
    else for (const each of first) if ('error' in each) yield problem({ file: file.path, line: each.line }, each.error)
  }
  for (const { file, rows, first } of beerTables) {
    const fractions = usesFractions(first)
    for await (const row of concat(first, rows)) {
      const at = { file: file.path, line: row.line }
      if ('error' in row) yield problem(at, row.error)
      else yield* parseBeer(row.field, at, breweryById, fractions)
    }
  }
}

function tableKind(row: Cells): 'beers' | 'breweries' | undefined {
  const named = row.has('name')
  if (row.has('beer')) return 'beers'
  if (named && (['brewery', 'breweryId', 'style', 'abv', 'abvInDegrees', 'ibu'] as const).some(row.has)) return 'beers'
  // Of beers whose names are in a column that is not known.
  if ((['abv', 'abvInDegrees', 'ibu'] as const).some(row.has)) return undefined
  return row.has('brewery') || named ? 'breweries' : undefined
}

async function* parseBreweries(
  file: ImportFile,
  rows: AsyncIterable<TableRow>,
  byId: Map<string, ImportedBrewery>,
): AsyncGenerator<ImportItem> {
  for await (const row of rows) {
    const at = { file: file.path, line: row.line }
    if ('error' in row) {
      yield problem(at, row.error)
      continue
    }
    const name = row.field('brewery') ?? row.field('name')
    if (name === null) {
      yield problem(at, 'no name')
      continue
    }
    const id = row.field('breweryId') ?? row.field('id')
    const facts = parseAddress(row.field)
    const description = parseMultilineText(row.field('description'))
    const founded = parseYear(row.field('founded'))
    const sourceId = id ?? slugOf([name, facts.city].filter(Boolean).join(' '))
    const website = parseWebsite(row.field('website'))
    const brewery = { ...UNKNOWN_BREWERY_FACTS, sourceId, name, ...facts, founded, website, description }
    if (id !== null) byId.set(id, brewery)
    yield { kind: 'brewery', at, brewery }
  }
}

function* parseBeer(
  field: Field,
  at: SourceLocation,
  breweryById: ReadonlyMap<string, ImportedBrewery>,
  fractions: boolean,
): Generator<ImportItem> {
  const named = parseBeerName(field('beer') ?? field('name'))
  if (!named) return yield problem(at, 'no name')
  const brewery = parseBrewery(field, breweryById)
  const style = field('style')
  const kind = drinkKindOf(style, named.name)
  if (kind === 'other') return yield skipped(`not a beer, cider or mead (${style ?? named.name})`)
  const printed = abvOf(field)
  const fraction = fractions ? parseNumber(printed) : null
  const abv = yield* readAbv(
    at,
    fraction === null ? printed : fraction * 100,
    mentionsAlcoholFree(named.name, style),
    printed,
  )
  const barcode = parseBarcode(field('barcode'))
  const aliases = field('aliases')?.split(/(?:(?<!\s)\s+)?[|;]\s*/u) ?? []
  const breweryId = field('breweryId')
  if (!brewery && breweryId !== null) yield problem(at, `unknown brewery ${breweryId}`)
  yield {
    kind: 'beer',
    at,
    beer: {
      ...UNKNOWN_BEER_FACTS,
      sourceId: field('beerId') ?? field('id') ?? barcode ?? `${slugOf(brewery?.name ?? '')}/${slugOf(named.name)}`,
      name: named.name,
      aliases: [...named.aliases, ...aliases],
      brewery,
      style,
      abv,
      ibu: parseIbu(field('ibu')),
      kind,
      description: parseMultilineText(field('description')),
      barcodes: barcode ? [barcode] : [],
    },
  }
}

function parseBrewery(field: Field, byId: ReadonlyMap<string, ImportedBrewery>): ImportedBrewery | null {
  const id = field('breweryId')
  const listed = id === null ? undefined : byId.get(id)
  if (listed) return listed
  const name = field('brewery')
  return name === null ? null : { ...UNKNOWN_BREWERY_FACTS, sourceId: id, name, ...parseAddress(field) }
}

function parseAddress(field: Field): Pick<ImportedBrewery, 'city' | 'state' | 'country'> {
  const state = field('state')
  // Tables of American breweries often have no country column.
  const country = canonicalCountry(field('country')) ?? (isState(state) ? 'United States' : null)
  return { city: field('city'), state: canonicalState(state, country), country }
}

function isState(text: string | null): boolean {
  return text !== null && canonicalState(text, 'United States') !== text
}

function abvOf(field: Field): string | null {
  return field('abv') ?? field('abvInDegrees')?.replace(/[°º]/gu, '%') ?? null
}

/** True if the stated ABVs of beers with alcohol are too small to be percentages, even those of weak beers. */
function usesFractions(rows: readonly TableRow[]): boolean {
  const values = rows.flatMap((row) => {
    if ('error' in row || mentionsAlcoholFree(row.field('beer'), row.field('name'), row.field('style'))) return []
    const text = abvOf(row.field)
    if (row.inPercent || text?.includes('%')) return [100]
    const abv = parseNumber(text)
    return abv === null || abv === 0 ? [] : [abv]
  })
  const { min, usualMax, max, stronger } = FRACTIONS
  return (
    values.some((value) => value >= min) &&
    values.every((value) => value <= max) &&
    values.filter((value) => value > usualMax).length <= values.length * stronger
  )
}

/** The name of a column without its unit; one that only states the unit, '% vol', is the ABV. */
function nameWithoutUnit(text: string): string {
  const name = columnName(text)
  return name.includes('%') ? name.replace(PERCENT, '') || 'abv' : name
}

async function* parseRows(file: ImportFile): AsyncGenerator<TableRow> {
  if (isJson(file)) {
    for await (const row of parseJsonRecords(file)) {
      if ('error' in row) yield row
      else yield tableRow(row.line, new Map(cellsOf(row.record)), Object.keys(row.record).some(isAbvInPercent))
    }
  } else {
    let inPercent = false
    const nameOf = (text: string) => {
      inPercent ||= isAbvInPercent(text)
      return nameWithoutUnit(text)
    }
    for await (const row of parseDelimited(file, nameOf))
      yield 'error' in row ? row : tableRow(row.line, row.cells, inPercent)
  }
}

/** True for 'alc_%_vol'. */
function isAbvInPercent(name: string): boolean {
  return name.includes('%') && [...COLUMNS.abv, ...COLUMNS.abvInDegrees].some((each) => each === nameWithoutUnit(name))
}

/** The fields of a record by their names. One of an object within it has the name of both: `brewery.name` is 'brewery_name'. */
function* cellsOf(record: Readonly<Record<string, unknown>>, parent = ''): Generator<[string, unknown]> {
  for (const [key, value] of Object.entries(record)) {
    const name = nameWithoutUnit(key)
    if (isRecord(value)) yield* cellsOf(value, name)
    else yield [parent === '' || name.startsWith(`${parent}_`) ? name : `${parent}_${name}`, value]
  }
}

function tableRow(line: number, cells: ReadonlyMap<string, unknown>, inPercent: boolean): Cells {
  return {
    line,
    inPercent,
    has: (column) => COLUMNS[column].some((name) => cells.has(name)),
    field: (column) => {
      for (const name of COLUMNS[column]) {
        const value = cells.get(name)
        const text = column === 'description' ? parseMultilineText(value) : parseText(value)
        if (text !== null) return text
      }
      return null
    },
  }
}

async function take<T>(from: AsyncIterator<T>, limit: number): Promise<T[]> {
  const taken: T[] = []
  while (taken.length < limit) {
    const next = await from.next()
    if (next.done) break
    taken.push(next.value)
  }
  return taken
}

async function* concat<T>(first: readonly T[], rest: AsyncIterator<T>): AsyncGenerator<T> {
  yield* first
  for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value
}
