/** The openbeerdb.com data set: beers, breweries and styles as CSV files that refer to each other by id. */

import { canonicalCountry, canonicalState } from '../identity/places.ts'
import { parseBeerName } from './beer-names.ts'
import { parseDelimited, type Row } from './delimited.ts'
import { drinkKindOf } from './drink-kind.ts'
import { mentionsAlcoholFree, parseBarcode, parseIbu, parseMultilineText, parseText, parseWebsite } from './fields.ts'
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

type Cells = ReadonlyMap<string, string>

export async function* parseOpenBeerDb(files: readonly ImportFile[]): AsyncGenerator<ImportItem> {
  const named = (name: string) => files.find(({ path }) => path.toLowerCase().split('/').at(-1) === name)
  const [beers, breweries, styles] = [named('beers.csv'), named('breweries.csv'), named('styles.csv')]
  if (!beers || !breweries) {
    yield problem({ file: beers?.path ?? '', line: 0 }, 'beers.csv and breweries.csv are both required')
    return
  }
  const styleNames = new Map<string, string>()
  if (styles) {
    yield* eachRow(styles, (cells) => {
      const [id, name] = [cells.get('id'), parseText(cells.get('style_name'))]
      if (id !== undefined && name !== null) styleNames.set(id, name)
      return []
    })
  }
  const breweryById = new Map<string, ImportedBrewery>()
  yield* eachRow(breweries, function* (cells, at) {
    const brewery = parseBrewery(cells)
    if (!brewery) return yield problem(at, 'no id or no name')
    breweryById.set(brewery.sourceId ?? '', brewery)
    yield { kind: 'brewery', at, brewery }
  })
  yield* eachRow(beers, (cells, at) => parseBeer(cells, at, styleNames, breweryById))
}

function parseBrewery(cells: Cells): ImportedBrewery | undefined {
  const [sourceId, name] = [parseText(cells.get('id')), parseText(cells.get('name'))]
  if (sourceId === null || name === null || Number(sourceId) < 0) return undefined
  const country = canonicalCountry(parseText(cells.get('country')))
  return {
    ...UNKNOWN_BREWERY_FACTS,
    sourceId,
    name,
    city: parseText(cells.get('city')),
    state: canonicalState(parseText(cells.get('state')), country),
    country,
    website: parseWebsite(cells.get('website')),
    description: parseMultilineText(cells.get('descript')),
  }
}

function* parseBeer(
  cells: Cells,
  at: SourceLocation,
  styleNames: ReadonlyMap<string, string>,
  breweryById: ReadonlyMap<string, ImportedBrewery>,
): Generator<ImportItem> {
  const [sourceId, named] = [parseText(cells.get('id')), parseBeerName(cells.get('name'))]
  if (sourceId === null || named === null) return yield problem(at, 'no id or no name')
  const brewery = breweryById.get(cells.get('brewery_id') ?? '')
  if (!brewery) return yield problem(at, `unknown brewery ${cells.get('brewery_id')}`)
  const styleId = cells.get('style_id') ?? ''
  const style = Number(styleId) > 0 ? (styleNames.get(styleId) ?? null) : null
  const kind = drinkKindOf(style, named.name)
  if (kind === 'other') return yield skipped(`not a beer, cider or mead (${style ?? named.name})`)
  const abv = yield* readAbv(at, cells.get('abv'), mentionsAlcoholFree(named.name, style))
  const barcode = parseBarcode(cells.get('upc'))
  const facts = { style, abv, ibu: parseIbu(cells.get('ibu')), kind }
  const description = parseMultilineText(cells.get('descript'))
  const beer = {
    ...UNKNOWN_BEER_FACTS,
    sourceId,
    ...named,
    brewery,
    ...facts,
    description,
    barcodes: barcode ? [barcode] : [],
  }
  yield { kind: 'beer', at, beer }
}

async function* eachRow(
  file: ImportFile,
  read: (cells: Cells, at: SourceLocation) => Iterable<ImportItem>,
): AsyncGenerator<ImportItem> {
  for await (const row of parseDelimited(file)) {
    const at: SourceLocation = { file: file.path, line: row.line }
    if (isError(row)) yield problem(at, row.error)
    else yield* read(row.cells, at)
  }
}

function isError(row: Row): row is Extract<Row, { error: string }> {
  return 'error' in row
}
