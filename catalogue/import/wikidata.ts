/**
 * Answers of the Wikidata query service, `application/sparql-results+json`. A query may name its variables as it likes within
 * the spellings below; several lines of one item are one beer.
 */
import { beerNameIn } from './beer-names.ts'
import { drinkKindOf } from './drink-kind.ts'
import { abvIn, barcodeIn, ibuIn, saysAlcoholFree, textIn, websiteIn, yearIn } from './fields.ts'
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
import { isRecord, jsonRecordsOf } from './json-records.ts'
import { countryNamed } from './places.ts'

const NAMES = {
  item: ['beer', 'item'],
  label: ['beerLabel', 'itemLabel', 'label'],
  alias: ['beerAltLabel', 'itemAltLabel', 'altLabel', 'alias', 'nativeLabel'],
  brewery: ['brewery', 'manufacturer', 'brand', 'producer'],
  breweryLabel: ['breweryLabel', 'manufacturerLabel', 'brandLabel', 'producerLabel'],
  style: ['styleLabel', 'typeLabel', 'classLabel', 'style'],
  abv: ['abv', 'alcohol', 'alcoholByVolume'],
  ibu: ['ibu', 'bitterness'],
  barcode: ['gtin', 'ean', 'barcode'],
  country: ['countryLabel', 'country'],
  city: ['cityLabel', 'locationLabel', 'headquartersLabel'],
  founded: ['inception', 'founded'],
  website: ['website', 'officialWebsite'],
} as const
/** What an item is an instance of, where that says no more than that it is a beer. */
const NO_STYLE = /^(?:type of )?(?:beers?|beer brand|brand of beer|brand|trademark|product|drink|alcoholic beverage)$/iu
const ONLY_AN_ID = /^[QPL]\d+$/u

type Binding = (names: readonly string[]) => string | null

interface Gathered {
  at: Place
  first: Binding
  aliases: Set<string>
  barcodes: Set<string>
  breweries: Set<string>
}

export async function* readWikidata(files: readonly ImportFile[]): AsyncGenerator<ImportItem> {
  const beers = new Map<string, Gathered>()
  for (const file of files) {
    for await (const row of jsonRecordsOf(file)) {
      const at = { file: file.path, line: row.line }
      if ('broken' in row) {
        yield problem(at, row.broken)
        continue
      }
      const get = bindingOf(row.record)
      const id = idIn(get(NAMES.item))
      if (id === null) yield problem(at, 'no item')
      else gather(beers, id, at, get)
    }
  }
  for (const [id, gathered] of beers) yield* beerIn(id, gathered)
}

function bindingOf(record: Readonly<Record<string, unknown>>): Binding {
  return (names) => {
    for (const name of names) {
      const bound = record[name]
      const text = textIn(isRecord(bound) ? bound.value : bound)
      if (text !== null) return text
    }
    return null
  }
}

function gather(beers: Map<string, Gathered>, id: string, at: Place, get: Binding): void {
  const gathered = beers.get(id) ?? { at, first: get, aliases: new Set(), barcodes: new Set(), breweries: new Set() }
  for (const alias of get(NAMES.alias)?.split(/,\s*/u) ?? []) gathered.aliases.add(alias)
  const barcode = barcodeIn(get(NAMES.barcode))
  if (barcode) gathered.barcodes.add(barcode)
  const brewery = get(NAMES.breweryLabel)
  if (brewery && !ONLY_AN_ID.test(brewery)) gathered.breweries.add(brewery)
  beers.set(id, gathered)
}

function* beerIn(sourceId: string, { at, first: get, aliases, barcodes, breweries }: Gathered): Generator<ImportItem> {
  const label = get(NAMES.label)
  if (label === null || ONLY_AN_ID.test(label)) return yield skipped('no name in the languages asked for')
  const named = beerNameIn(label)
  if (!named) return yield problem(at, 'no name')
  const style = get(NAMES.style)
  const kind = drinkKindOf(style, named.name)
  if (kind === 'other') return yield skipped('no beer, cider or mead')
  const abv = abvIn(get(NAMES.abv), saysAlcoholFree(named.name, style))
  if (abv === 'wrong') yield problem(at, `ABV ${get(NAMES.abv)} left empty`)
  yield {
    kind: 'beer',
    at,
    beer: {
      ...NO_BEER_FACTS,
      sourceId,
      name: named.name,
      aliases: [...new Set([...named.aliases, ...aliases])].filter((alias) => alias !== named.name),
      brewery: breweryIn([...breweries], get),
      style: style !== null && NO_STYLE.test(style) ? null : style,
      abv: abv === 'wrong' ? null : abv,
      ibu: ibuIn(get(NAMES.ibu)),
      kind,
      barcodes: [...barcodes],
    },
  }
}

function breweryIn([name, ...otherNames]: string[], get: Binding): ImportedBrewery | null {
  if (name === undefined) return null
  return {
    ...NO_BREWERY_FACTS,
    sourceId: idIn(get(NAMES.brewery)),
    name,
    otherNames,
    city: labelOnly(get(NAMES.city)),
    country: countryNamed(labelOnly(get(NAMES.country))),
    founded: yearIn(get(NAMES.founded)),
    website: websiteIn(get(NAMES.website)),
  }
}

function labelOnly(text: string | null): string | null {
  return text === null || ONLY_AN_ID.test(text) || /^https?:/u.test(text) ? null : text
}

/** 'http://www.wikidata.org/entity/Q854383' is Q854383. */
function idIn(address: string | null): string | null {
  return address?.match(/(Q\d+)$/u)?.[1] ?? null
}
