/**
 * Open Food Facts: the dump (tab separated, or one JSON object a line) or an answer of its search. Millions of products pass
 * by, so a line that cannot hold a beer is dropped before anything looks into it.
 */
import { parse } from 'csv-parse/sync'
import { beerNameIn } from './beer-names.ts'
import { linesOf } from './decode-text.ts'
import { columnName } from './delimited.ts'
import { drinkKindOf } from './drink-kind.ts'
import { abvIn, barcodeIn, saysAlcoholFree, textIn } from './fields.ts'
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
import { isRecord, type JsonRecord, jsonRecordsOf, parsed } from './json-records.ts'
import { knownCountry } from './places.ts'

const BEER_TAG = 'en:beers'
/** How many products are left out before that is said, so that progress shows. */
const TELL_SKIPPED_EVERY = 10_000
/** Tags that say that it is a beer, not which; those of countries end in `-beers` and say no style either. */
const NO_STYLE =
  /^en:(?:beers|alcoholic-beverages|beverages.*|non-alcoholic-beverages|.*(?:european|belgian|german|french|british|american|czech|irish|italian|spanish|dutch|mexican|japanese|craft|organic|imported|bottled|canned)-beers)$/u
/** Groups that own brands; a product's brewery is the other name beside them. */
const OWNERS =
  /^(?:ab[- ]?inbev|anheuser[- ]busch.*|inbev|heineken (?:international|entreprise|n\.?v\.?)|carlsberg group|diageo|molson coors|kirin holdings|asahi group|sabmiller|oettinger gruppe|radeberger gruppe|bitburger braugruppe|brau union.*)$/iu
/** Names of kinds of beer, which only say something together with the brand. */
const KIND_ONLY =
  /^(?:(?:bi[eè]re|bier|beer|birra|cerveza|cerveja|øl|öl|piwo|pivo|blonde?|brune|blanche|ambr[eé]e|rousse|rubia|negra|tostada|bionda|rossa|lager|pils|pilsner|pilsener|helles|hell|dunkel|dunkles|weizen|hefeweizen|wei(?:ss|ß)bier|stout|porter|ale|ipa|pale|premium|extra|original|special|spécial[e]?|classic|export|radler|tripel|triple|dubbel|double|wit|white|dark|light|strong|de|la|alcool|sans|0[.,]0|alkoholfrei|alcohol|free)\s*)+$/iu

type Product = Readonly<Record<string, unknown>>

export async function* readOpenFoodFacts(files: readonly ImportFile[]): AsyncGenerator<ImportItem> {
  for (const file of files) {
    let left = 0
    for await (const item of productsOf(file)) {
      if (item !== 'no beer') {
        if ('broken' in item) yield problem({ file: file.path, line: item.line }, item.broken)
        else yield* beerIn(item.record, { file: file.path, line: item.line })
      } else if (++left === TELL_SKIPPED_EVERY) {
        yield skipped('not a beer', left)
        left = 0
      }
    }
    if (left > 0) yield skipped('not a beer', left)
  }
}

function productsOf(file: ImportFile): AsyncIterable<JsonRecord | 'no beer'> {
  if (/\.json$/iu.test(file.path)) return jsonRecordsOf(file)
  return /\.(?:jsonl|ndjson)$/iu.test(file.path) ? jsonLines(file) : tabLines(file)
}

async function* jsonLines(file: ImportFile): AsyncGenerator<JsonRecord | 'no beer'> {
  for await (const { line, text } of linesOf(file)) {
    if (text.includes(BEER_TAG)) yield parsed(line, text)
    else if (text !== '') yield 'no beer'
  }
}

/** The dump is called CSV and quotes nothing: a line is a product, a quotation mark is one. */
async function* tabLines(file: ImportFile): AsyncGenerator<JsonRecord | 'no beer'> {
  let header: string[] | undefined
  for await (const { line, text } of linesOf(file)) {
    if (header && !text.includes(BEER_TAG)) {
      if (text !== '') yield 'no beer'
      continue
    }
    const [cells = []]: string[][] = parse(text, { delimiter: '\t', quote: null, relax_column_count: true })
    if (!header) header = cells.map(columnName)
    else if (cells.length > header.length)
      yield { line, broken: `${cells.length} fields under ${header.length} columns` }
    else yield { line, record: Object.fromEntries(header.map((name, index) => [name, cells[index] ?? ''])) }
  }
}

function* beerIn(product: Product, at: Place): Generator<ImportItem> {
  const tags = listIn(product.categories_tags)
  if (!tags.includes(BEER_TAG)) return yield skipped('not a beer')
  const code = textIn(product.code) ?? textIn(product._id)
  if (code === null) return yield problem(at, 'no code')
  const brands = listIn(product.brands)
  const named = beerNameIn(product.product_name, { product: true }) ?? beerNameIn(brands[0], { product: true })
  if (!named) return yield problem(at, `product ${code} has neither name nor brand`)
  const kind = drinkKindOf(tags.includes('en:ciders') ? 'cider' : null, named.name)
  if (kind === 'other') return yield skipped('no beer, cider or mead')

  const brewery = breweryIn(brands, product)
  const alcoholFree = saysAlcoholFree(named.name, tags.join(' '))
  const abv = abvIn(alcoholIn(product), alcoholFree)
  if (abv === 'wrong') yield problem(at, `ABV ${textIn(alcoholIn(product))} left empty`)
  const barcode = barcodeIn(code)
  if (!barcode) yield problem(at, `barcode ${code} left out`)
  const brand = brands.filter((name) => !OWNERS.test(name)).at(-1)
  const name = brand && KIND_ONLY.test(named.name) ? `${brand} ${named.name}` : named.name
  yield {
    kind: 'beer',
    at,
    beer: {
      ...NO_BEER_FACTS,
      sourceId: code,
      name,
      aliases: named.aliases,
      brewery,
      styleHints: [
        ...tags
          .filter((tag) => !NO_STYLE.test(tag))
          .reverse()
          .map(inWords),
        name,
      ],
      abv: abv === 'wrong' ? null : abv,
      kind,
      barcodes: barcode ? [barcode] : [],
    },
  }
}

/**
 * The first brand that is not a group; the others are other names of it. Where a product is sold says nothing about where it
 * is made, so only the place of making names the country.
 */
function breweryIn(brands: readonly string[], product: Product): ImportedBrewery | null {
  const [name, ...otherNames] = [...brands].sort((a, b) => Number(OWNERS.test(a)) - Number(OWNERS.test(b)))
  if (name === undefined) return null
  const made = listIn(product.manufacturing_places).flatMap((place) => knownCountry(place) ?? [])
  return { ...NO_BREWERY_FACTS, name, otherNames, country: made[0] ?? null }
}

function alcoholIn(product: Product): unknown {
  if (product.alcohol_100g !== undefined) return product.alcohol_100g
  return isRecord(product.nutriments) ? (product.nutriments.alcohol_100g ?? product.nutriments.alcohol) : undefined
}

function listIn(value: unknown): string[] {
  const list: unknown[] = Array.isArray(value) ? value : typeof value === 'string' ? value.split(',') : []
  return list.flatMap((entry) => textIn(entry) ?? [])
}

function inWords(tag: string): string {
  return tag
    .replace(/^[a-z]{2}:/u, '')
    .replace(/-/gu, ' ')
    .replace(/s$/u, '')
}
