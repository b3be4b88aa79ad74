/**
 * Open Food Facts: the dump (tab separated, or one JSON object per line) or a response of its search. The dump has millions
 * of products, so a line without the beer tag is skipped before it is parsed.
 */
import { findCountry } from '../identity/places.ts'
import { anyOf, WORDS } from '../words/word-lists.ts'
import { parseBeerName } from './beer-names.ts'
import { decodeLines } from './decode-text.ts'
import { columnName } from './delimited.ts'
import { drinkKindOf } from './drink-kind.ts'
import { mentionsAlcoholFree, parseBarcode, parseText } from './fields.ts'
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
import { isRecord, type JsonRecord, LINE_BY_LINE, parseJsonRecords, parseRecord } from './json-records.ts'

/** The dump has 220. */
const COLUMNS_MAX = 1_000
const CELL_MAX_CHARS = 10_000
const BEER_TAG = 'en:beers'
/** Skipped products are reported in groups of this size, so that progress shows. */
const SKIPPED_REPORT_SIZE = 10_000
/** Tags that do not name a style: 'beers', countries, packaging. */
const NO_STYLE =
  /^en:(?:beers|alcoholic-beverages|beverages.*|non-alcoholic-beverages|.*(?:european|belgian|german|french|british|american|czech|irish|italian|spanish|dutch|mexican|japanese|craft|organic|imported|bottled|canned)-beers)$/u
/** Groups that own brands; if one is listed next to another brand, the other brand is the brewery. */
const OWNERS = new RegExp(`^(?:${anyOf(WORDS.imports.owners)}|${anyOf(WORDS.imports.ownerPrefixes)}.*)$`, 'iu')
/** Product names that consist of style words only and need the brand in front. */
const KIND_ONLY = new RegExp(String.raw`^(?:${anyOf(WORDS.imports.productKinds)}\s*)+$`, 'iu')

type Product = Readonly<Record<string, unknown>>

export async function* parseOpenFoodFacts(files: readonly ImportFile[]): AsyncGenerator<ImportItem> {
  for (const file of files) {
    let skippedCount = 0
    for await (const item of productsOf(file)) {
      if (item !== 'not a beer') {
        if ('error' in item) yield problem({ file: file.path, line: item.line }, item.error)
        else yield* parseBeer(item.record, { file: file.path, line: item.line })
      } else if (++skippedCount === SKIPPED_REPORT_SIZE) {
        yield skipped('not a beer', skippedCount)
        skippedCount = 0
      }
    }
    if (skippedCount > 0) yield skipped('not a beer', skippedCount)
  }
}

function productsOf(file: ImportFile): AsyncIterable<JsonRecord | 'not a beer'> {
  if (/\.json$/iu.test(file.path)) return parseJsonRecords(file)
  return LINE_BY_LINE.test(file.path) ? jsonLines(file) : tabLines(file)
}

async function* jsonLines(file: ImportFile): AsyncGenerator<JsonRecord | 'not a beer'> {
  for await (const { line, text } of decodeLines(file)) {
    if (text.includes(BEER_TAG)) yield parseRecord(line, text)
    else if (text !== '') yield 'not a beer'
  }
}

/** Despite its name, the CSV dump has no quoting: each line is a product, and quotation marks are literal. */
async function* tabLines(file: ImportFile): AsyncGenerator<JsonRecord | 'not a beer'> {
  let header: string[] | undefined
  for await (const { line, text } of decodeLines(file)) {
    if (header && !text.includes(BEER_TAG)) {
      if (text !== '') yield 'not a beer'
      continue
    }
    const cells = text.split('\t', COLUMNS_MAX).map((cell) => cell.slice(0, CELL_MAX_CHARS))
    if (!header) header = cells.map(columnName)
    else if (cells.length > header.length) yield { line, error: `${cells.length} fields for ${header.length} columns` }
    else yield { line, record: Object.fromEntries(header.map((name, index) => [name, cells[index] ?? ''])) }
  }
}

function* parseBeer(product: Product, at: SourceLocation): Generator<ImportItem> {
  const tags = parseList(product.categories_tags)
  if (!tags.includes(BEER_TAG)) return yield skipped('not a beer')
  const code = parseText(product.code) ?? parseText(product._id)
  if (code === null) return yield problem(at, 'no code')
  const brands = parseList(product.brands)
  const named = parseBeerName(product.product_name, { product: true }) ?? parseBeerName(brands[0], { product: true })
  if (!named) return yield problem(at, `product ${code} has neither name nor brand`)
  const kind = drinkKindOf(tags.includes('en:ciders') ? 'cider' : null, named.name)
  if (kind === 'other') return yield skipped('not a beer, cider or mead')

  const brewery = parseBrewery(brands, product)
  const alcoholFree = mentionsAlcoholFree(named.name, tags.join(' '))
  const abv = yield* readAbv(at, alcoholOf(product), alcoholFree)
  const barcode = parseBarcode(code)
  if (!barcode) yield problem(at, `invalid barcode ${code} ignored`)
  const brand = brands.filter((name) => !OWNERS.test(name)).at(-1)
  const name = brand && KIND_ONLY.test(named.name) ? `${brand} ${named.name}` : named.name
  yield {
    kind: 'beer',
    at,
    beer: {
      ...UNKNOWN_BEER_FACTS,
      sourceId: code,
      name,
      aliases: named.aliases,
      brewery,
      styleHints: [
        ...tags
          .filter((tag) => !NO_STYLE.test(tag))
          .reverse()
          .map(tagWords),
        name,
      ],
      abv,
      kind,
      barcodes: barcode ? [barcode] : [],
    },
  }
}

/**
 * The first brand that is not a group; the others become its other names. Only the place of manufacture states the country:
 * the countries of a product are those it is sold in.
 */
function parseBrewery(brands: readonly string[], product: Product): ImportedBrewery | null {
  const [name, ...otherNames] = [...brands].sort((a, b) => Number(OWNERS.test(a)) - Number(OWNERS.test(b)))
  if (name === undefined) return null
  const made = parseList(product.manufacturing_places).flatMap((place) => findCountry(place) ?? [])
  return { ...UNKNOWN_BREWERY_FACTS, name, otherNames, country: made[0] ?? null }
}

function alcoholOf(product: Product): unknown {
  if (product.alcohol_100g !== undefined) return product.alcohol_100g
  return isRecord(product.nutriments) ? (product.nutriments.alcohol_100g ?? product.nutriments.alcohol) : undefined
}

function parseList(value: unknown): string[] {
  const list: unknown[] = Array.isArray(value) ? value : typeof value === 'string' ? value.split(',') : []
  return list.flatMap((entry) => parseText(entry) ?? [])
}

function tagWords(tag: string): string {
  return tag
    .replace(/^[a-z]{2}:/u, '')
    .replace(/-/gu, ' ')
    .replace(/s$/u, '')
}
