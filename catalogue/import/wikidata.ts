/**
 * Responses of the Wikidata query service, `application/sparql-results+json`. Variables may have any of the names below;
 * several rows of one item are merged into one beer.
 */

import { canonicalCountry } from '../identity/places.ts'
import { parseBeerName } from './beer-names.ts'
import { drinkKindOf } from './drink-kind.ts'
import { mentionsAlcoholFree, parseBarcode, parseIbu, parseText, parseWebsite, parseYear } from './fields.ts'
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
import { isRecord, parseJsonRecords } from './json-records.ts'

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
/** Classes that only say that the item is a beer. */
const NO_STYLE = /^(?:type of )?(?:beers?|beer brand|brand of beer|brand|trademark|product|drink|alcoholic beverage)$/iu
const ONLY_AN_ID = /^[QPL]\d+$/u

type Binding = (names: readonly string[]) => string | null

interface MergedItem {
  at: SourceLocation
  first: Binding
  aliases: Set<string>
  barcodes: Set<string>
  breweries: Set<string>
}

export async function* parseWikidata(files: readonly ImportFile[]): AsyncGenerator<ImportItem> {
  const beers = new Map<string, MergedItem>()
  for (const file of files) {
    for await (const row of parseJsonRecords(file)) {
      const at = { file: file.path, line: row.line }
      if ('error' in row) {
        yield problem(at, row.error)
        continue
      }
      const get = bindingOf(row.record)
      const id = parseId(get(NAMES.item))
      if (id === null) yield problem(at, 'no item')
      else merge(beers, id, at, get)
    }
  }
  for (const [id, merged] of beers) yield* parseBeer(id, merged)
}

function bindingOf(record: Readonly<Record<string, unknown>>): Binding {
  return (names) => {
    for (const name of names) {
      const bound = record[name]
      const text = parseText(isRecord(bound) ? bound.value : bound)
      if (text !== null) return text
    }
    return null
  }
}

function merge(beers: Map<string, MergedItem>, id: string, at: SourceLocation, get: Binding): void {
  const merged = beers.get(id) ?? { at, first: get, aliases: new Set(), barcodes: new Set(), breweries: new Set() }
  for (const alias of get(NAMES.alias)?.split(/,\s*/u) ?? []) merged.aliases.add(alias)
  const barcode = parseBarcode(get(NAMES.barcode))
  if (barcode) merged.barcodes.add(barcode)
  const brewery = get(NAMES.breweryLabel)
  if (brewery && !ONLY_AN_ID.test(brewery)) merged.breweries.add(brewery)
  beers.set(id, merged)
}

function* parseBeer(
  sourceId: string,
  { at, first: get, aliases, barcodes, breweries }: MergedItem,
): Generator<ImportItem> {
  const label = get(NAMES.label)
  if (label === null || ONLY_AN_ID.test(label)) return yield skipped('no name in the requested languages')
  const named = parseBeerName(label)
  if (!named) return yield problem(at, 'no name')
  const style = get(NAMES.style)
  const kind = drinkKindOf(style, named.name)
  if (kind === 'other') return yield skipped('not a beer, cider or mead')
  const abv = yield* readAbv(at, get(NAMES.abv), mentionsAlcoholFree(named.name, style))
  yield {
    kind: 'beer',
    at,
    beer: {
      ...UNKNOWN_BEER_FACTS,
      sourceId,
      name: named.name,
      aliases: [...new Set([...named.aliases, ...aliases])].filter((alias) => alias !== named.name),
      brewery: parseBrewery([...breweries], get),
      style: style !== null && NO_STYLE.test(style) ? null : style,
      abv,
      ibu: parseIbu(get(NAMES.ibu)),
      kind,
      barcodes: [...barcodes],
    },
  }
}

function parseBrewery([name, ...otherNames]: string[], get: Binding): ImportedBrewery | null {
  if (name === undefined) return null
  return {
    ...UNKNOWN_BREWERY_FACTS,
    sourceId: parseId(get(NAMES.brewery)),
    name,
    otherNames,
    city: labelOnly(get(NAMES.city)),
    country: canonicalCountry(labelOnly(get(NAMES.country))),
    founded: parseYear(get(NAMES.founded)),
    website: parseWebsite(get(NAMES.website)),
  }
}

function labelOnly(text: string | null): string | null {
  return text === null || ONLY_AN_ID.test(text) || /^https?:/u.test(text) ? null : text
}

/** 'http://www.wikidata.org/entity/Q854383' becomes Q854383. */
function parseId(address: string | null): string | null {
  return address?.match(/(Q\d+)$/u)?.[1] ?? null
}
