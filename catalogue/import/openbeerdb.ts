/** The openbeerdb.com set: beers, breweries, styles and categories as CSV files that refer to each other. */
import { beerNameIn } from './beer-names.ts'
import { type Row, rowsOf } from './delimited.ts'
import { drinkKindOf } from './drink-kind.ts'
import { abvIn, barcodeIn, flowingTextIn, ibuIn, saysAlcoholFree, textIn, websiteIn } from './fields.ts'
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
import { countryNamed, stateNamed } from './places.ts'

type Cells = ReadonlyMap<string, string>

export async function* readOpenBeerDb(files: readonly ImportFile[]): AsyncGenerator<ImportItem> {
  const named = (name: string) => files.find(({ path }) => path.toLowerCase().split('/').at(-1) === name)
  const [beers, breweries, styles] = [named('beers.csv'), named('breweries.csv'), named('styles.csv')]
  if (!beers || !breweries) {
    yield problem({ file: beers?.path ?? '', line: 0 }, 'the set needs beers.csv and breweries.csv')
    return
  }
  const styleNames = new Map<string, string>()
  if (styles) {
    yield* eachRow(styles, (cells) => {
      const [id, name] = [cells.get('id'), textIn(cells.get('style_name'))]
      if (id !== undefined && name !== null) styleNames.set(id, name)
      return []
    })
  }
  const breweryById = new Map<string, ImportedBrewery>()
  yield* eachRow(breweries, function* (cells, at) {
    const brewery = breweryIn(cells)
    if (!brewery) return yield problem(at, 'no id or no name')
    breweryById.set(brewery.sourceId ?? '', brewery)
    yield { kind: 'brewery', at, brewery }
  })
  yield* eachRow(beers, (cells, at) => beerIn(cells, at, styleNames, breweryById))
}

function breweryIn(cells: Cells): ImportedBrewery | undefined {
  const [sourceId, name] = [textIn(cells.get('id')), textIn(cells.get('name'))]
  if (sourceId === null || name === null || Number(sourceId) < 0) return undefined
  const country = countryNamed(textIn(cells.get('country')))
  return {
    ...NO_BREWERY_FACTS,
    sourceId,
    name,
    city: textIn(cells.get('city')),
    state: stateNamed(textIn(cells.get('state')), country),
    country,
    website: websiteIn(cells.get('website')),
    description: flowingTextIn(cells.get('descript')),
  }
}

function* beerIn(
  cells: Cells,
  at: Place,
  styleNames: ReadonlyMap<string, string>,
  breweryById: ReadonlyMap<string, ImportedBrewery>,
): Generator<ImportItem> {
  const [sourceId, named] = [textIn(cells.get('id')), beerNameIn(cells.get('name'))]
  if (sourceId === null || named === null) return yield problem(at, 'no id or no name')
  const brewery = breweryById.get(cells.get('brewery_id') ?? '')
  if (!brewery) return yield problem(at, `no brewery ${cells.get('brewery_id')}`)
  const styleId = cells.get('style_id') ?? ''
  const style = Number(styleId) > 0 ? (styleNames.get(styleId) ?? null) : null
  const kind = drinkKindOf(style, named.name)
  if (kind === 'other') return yield skipped(`no beer, cider or mead (${style ?? named.name})`)
  const abv = abvIn(cells.get('abv'), saysAlcoholFree(named.name, style))
  if (abv === 'wrong') yield problem(at, `ABV ${cells.get('abv')} left empty`)
  const barcode = barcodeIn(cells.get('upc'))
  const facts = { style, abv: abv === 'wrong' ? null : abv, ibu: ibuIn(cells.get('ibu')), kind }
  const description = flowingTextIn(cells.get('descript'))
  const beer = {
    ...NO_BEER_FACTS,
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
  read: (cells: Cells, at: Place) => Iterable<ImportItem>,
): AsyncGenerator<ImportItem> {
  for await (const row of rowsOf(file)) {
    const at: Place = { file: file.path, line: row.line }
    if (isBroken(row)) yield problem(at, row.broken)
    else yield* read(row.cells, at)
  }
}

function isBroken(row: Row): row is Extract<Row, { broken: string }> {
  return 'broken' in row
}
