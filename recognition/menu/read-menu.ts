/**
 * Recognises a menu. Looks up every item in the catalogue, reports items that are clearly beers as printed, and drops the rest
 * (wine, cocktails, dishes, addresses). A menu without beer gives no sightings.
 */
import type { Candidate, Catalogue } from '#catalogue'
import { inOneLanguage, sameAbv } from '#catalogue/identity'
import type { Call, Photo, VisionEngine } from '#vision'
import { ACCEPT_MIN, isSure, OFFERED_MIN, otherDrinkOf } from '../label/acceptance.ts'
import { distinctiveWords } from '../label/distinctive-words.ts'
import {
  type DrinkWords,
  drinkWords,
  NOT_BEER,
  namesDish,
  namesKindOfBeer,
  namesOnlyOtherProduct,
} from '../label/drinks.ts'
import {
  listedSighting,
  type Match,
  type MatchContext,
  matchLines,
  offered,
  type SizedLine,
  unlistedSighting,
} from '../label/sighting.ts'
import { type Frame, placeLines } from '../lines/layout.ts'
import type { Outcome, Printed, RecogniseStep, Sighting } from '../outcome.ts'
import { type EarlyRows, rowEmitter, runPass } from '../run-pass.ts'
import { structuredSightings } from '../structured/structured-beers.ts'
import type { RecognitionWeights } from '../weights.ts'
import { type DecimalReader, decimalReader } from './bare-decimals.ts'
import { type ListSplitter, listSplitter } from './beer-lists.ts'
import { hasOwnPrice, type MenuItem, menuItems } from './menu-items.ts'
import { isNote, startsWithStyle, wordsOf } from './menu-row-words.ts'
import { centreOf, type MenuRow, menuRows, placementOf } from './menu-rows.ts'
import { linesOf, printedOf } from './printed-item.ts'
import { withoutRepetitions } from './repeated-beers.ts'
import { BEERS_MIN, type RowLabeller, rowLabeller } from './row-labels.ts'

/** Measured on labelled photos: the share of correct unlisted rows, with and without a printed brewery. */
const UNLISTED_CONFIDENCE = { withBrewery: 0.9, alone: 0.85 }
/** Minimum OCR confidence of a name to show. */
const READ_WELL = 0.75
const BEER_ABV_MAX = 15
const NAME_LENGTH_MAX = 60
/** An item is settled when the lines still to come start this many row heights below it: no detail can follow. */
const SETTLED_ROWS = 1.5

interface Parts {
  engine: VisionEngine
  catalogue: Catalogue
  weights?: RecognitionWeights
}

export async function* readMenu(
  { engine, catalogue, weights }: Parts,
  photo: Photo,
  call: Call,
): AsyncGenerator<RecogniseStep, Outcome> {
  const readers = pageReaders(catalogue, weights)
  const early = earlyRows(catalogue, photo, readers)
  const reading = yield* runPass(engine, photo, { context: 'menu', detail: 'full' }, call, early)
  if (reading.beers.length > 0) {
    const sightings = structuredSightings(catalogue, reading.beers)
    return { shape: 'menu', sightings, detected: null, title: null, complete: reading.complete }
  }
  const found = menuSightings(catalogue, menuRows(reading.lines, photo), photo, readers)
  return { shape: 'menu', ...found, complete: reading.complete }
}

/** What is asked again with each part of a page that is read, and remembers what the catalogue said. */
interface PageReaders {
  splitLists: ListSplitter
  labelled: RowLabeller
  readDecimals: DecimalReader
}

function pageReaders(catalogue: Catalogue, weights?: RecognitionWeights): PageReaders {
  return {
    splitLists: listSplitter(catalogue),
    labelled: rowLabeller(catalogue, weights?.rows),
    readDecimals: decimalReader(catalogue),
  }
}

/**
 * Emits listed beers before the whole page is read: items that end well above all lines still to come. Each item is matched
 * once; the whole page decides those that are unclear by then.
 */
function earlyRows(catalogue: Catalogue, photo: Photo, { splitLists, labelled, readDecimals }: PageReaders): EarlyRows {
  const row = rowEmitter()
  const matched = new Set<string>()
  return function* (lines) {
    const frontier = Math.max(0, ...placeLines(lines, photo).map(({ top }) => top))
    const rows = splitLists(menuRows(lines, photo))
    const { labels, namedBeers, breweries } = labelled(rows)
    const page = pageWordsOf(rows, namedBeers)
    const items = readDecimals(menuItems(catalogue, rows, labels, breweries).items)
    for (const item of items) {
      const ends = Math.max(...item.rows.map(({ onPhoto, height }) => onPhoto.bottom + height * SETTLED_ROWS))
      const position = centreOf(item.rows, photo)
      const key = [item.name, position?.x.toFixed(), position?.y.toFixed()].join('|')
      if (ends >= frontier || matched.has(key)) continue
      matched.add(key)
      const sighting = sightingOf(catalogue, item, page, photo)
      // Unlisted items have to wait: until the whole page shows its pattern, a name and its details may look like two items.
      if (sighting === undefined || sighting === 'not beer') continue
      if (sighting.verdict === 'listed') yield* row(sighting.candidates[0]?.beerId ?? key, sighting)
    }
    return items.length
  }
}

/** The drink words of a page. One that names several beers is about beer, even if its only words for drinks are of wine. */
function pageWordsOf(rows: readonly MenuRow[], namedBeers: number): DrinkWords {
  const words = drinkWords(rows.map(({ text }) => text).join('\n'))
  return namedBeers >= BEERS_MIN ? { ...words, beer: Math.max(1, words.beer) } : words
}

/** The title and the beers of a menu, in printed order. */
export function menuSightings(
  catalogue: Catalogue,
  printed: readonly MenuRow[],
  photo: Frame,
  { splitLists, labelled, readDecimals }: PageReaders = pageReaders(catalogue),
): Pick<Outcome, 'title' | 'sightings' | 'detected'> {
  const rows = splitLists(printed)
  const { labels, namedBeers, breweries } = labelled(rows)
  const page = pageWordsOf(rows, namedBeers)
  const { title, items: listed } = menuItems(catalogue, rows, labels, breweries)
  const items = readDecimals(withBeersOfOtherSections(catalogue, listed, page))
  const decided = items.map((item, index) => {
    const sighting = sightingOf(catalogue, item, page, photo)
    const isOther =
      sighting !== 'not beer' &&
      sighting?.verdict === 'unlisted' &&
      !item.labelled &&
      !item.bulleted &&
      isAmongNonBeers(items, index) &&
      !mentionsBeer(catalogue, item)
    return { item, sighting: isOther ? undefined : sighting }
  })
  const shown = decided.map(({ item, sighting }) => {
    if (sighting || !isAmongBeers(catalogue, item, decided)) return { item, sighting }
    return { item, sighting: asPrinted(item, printedOf(catalogue, item), photo) }
  })
  const beers = shown.flatMap(({ item, sighting }) => (sighting && sighting !== 'not beer' ? { item, sighting } : []))
  const sightings = withoutRepetitions(beers, rows, photo)
  if (!isBeerMenu(items, sightings, page)) return { title: null, sightings: [], detected: null }
  const missed = shown.filter(({ item, sighting }) => sighting === undefined && isPrintedAsBeer(item))
  return { title, sightings, detected: sightings.length + missed.length }
}

/** Minimum number, and share, of listed beers below a heading of other drinks or dishes that is none: 'Mango lassi' above beers. */
const LISTED_BELOW = { min: 3, share: 0.5 }

/** The items, with no say of headings whose items contradict them. */
function withBeersOfOtherSections(catalogue: Catalogue, items: readonly MenuItem[], page: DrinkWords): MenuItem[] {
  const below = items.filter(({ sectionKind }) => sectionKind === 'other')
  const listed = below.filter((item) => !namesOtherThanBeer(item) && isListed(catalogue, item, page))
  const under = (heading: string | null, found: readonly MenuItem[]) =>
    found.filter(({ section }) => section === heading).length
  const headings = new Set(
    listed
      .map(({ section }) => section)
      .filter((heading) => {
        const { min, share } = LISTED_BELOW
        return under(heading, listed) >= Math.max(min, under(heading, below) * share)
      }),
  )
  return items.map((item) =>
    item.sectionKind === 'other' && headings.has(item.section) ? { ...item, sectionKind: 'unknown' as const } : item,
  )
}

function isListed(catalogue: Catalogue, item: MenuItem, photoWords: DrinkWords): boolean {
  const match = matchOf(catalogue, linesOf(catalogue, item), { shape: 'menu', photoWords }, item.facts.abv)
  return match.confidence >= ACCEPT_MIN && !otherDrinkOf(match)
}

/** True for an item that a beer menu prints like its beers, with an ABV or a price. */
function isPrintedAsBeer(item: MenuItem): boolean {
  if (item.sectionKind === 'other' || namesOtherThanBeer(item) || namesDish(item.name)) return false
  return hasBeerAbv(item) || (item.sectionKind === 'beer' && item.facts.price !== null && !isNote(item.name))
}

/** True if the page is a beer menu: it has a beer word, an ABV or a price, or enough beers. */
function isBeerMenu(items: readonly MenuItem[], sightings: readonly Sighting[], page: DrinkWords): boolean {
  if (sightings.length === 0) return false
  const hasAbvOrPrice = items.some(({ facts }) => facts.abv !== null || facts.price !== null)
  return page.beer > 0 || hasAbvOrPrice || sightings.length >= BEERS_MIN
}

/** Number of items before and after an item that count as its neighbours. */
const NEIGHBOURS = 3

/** True if most neighbours under the same heading are other drinks or dishes. */
function isAmongNonBeers(items: readonly MenuItem[], index: number): boolean {
  const neighbours = items
    .slice(Math.max(0, index - NEIGHBOURS), index + NEIGHBOURS + 1)
    .filter((item) => item !== items[index] && item.section === items[index]?.section)
    .map(({ name, details }) => drinkWords([name, ...details].join(' ')))
  const others = neighbours.filter(({ beer, other, food }) => other + food > beer)
  return others.length > neighbours.filter(({ beer }) => beer > 0).length
}

function mentionsBeer(catalogue: Catalogue, item: MenuItem): boolean {
  return drinkWords([item.name, ...item.details].join(' ')).beer > 0 || printedOf(catalogue, item).brewery !== null
}

interface DecidedItem {
  item: MenuItem
  sighting: Sighting | 'not beer' | undefined
}

/** Minimum share of listed beers among the items of a block, or their number near an item that mentions beer or a brewery. */
const LISTED_SHARE_MIN = 0.6
const LISTED_NEAR_MIN = 2
/** Relative difference up to which two rows have the same height. */
const SAME_HEIGHT = 0.2

/** True if the item has the same form as the listed beers of its block: a menu prints all its beers alike. */
function isAmongBeers(catalogue: Catalogue, item: MenuItem, decided: readonly DecidedItem[]): boolean {
  if (item.confidence < READ_WELL || item.sectionKind === 'other' || namesOtherThanBeer(item) || isSentence(item))
    return false
  const styles = [catalogue.styleIn([item.name, ...item.details].join(' '))?.style, printedOf(catalogue, item).style]
  if (styles.some((style) => style && NOT_BEER.has(style))) return false
  if (item.name.length > NAME_LENGTH_MAX || distinctiveWords(catalogue, item.name).length === 0) return false
  if (isNote(item.name)) return false
  const block = item.rows[0]?.block
  const sameBlock = decided.filter((other) => other.item.rows[0]?.block === block)
  const at = sameBlock.findIndex((other) => other.item === item)
  const listed = sameBlock.filter(({ sighting }) => sighting !== 'not beer' && sighting?.verdict === 'listed')
  const isNear = (other: DecidedItem) => Math.abs(sameBlock.indexOf(other) - at) <= NEIGHBOURS
  const isListOfBeers = listed.length >= BEERS_MIN && listed.length >= (sameBlock.length - 1) * LISTED_SHARE_MIN
  if (!isListOfBeers && !(mentionsBeer(catalogue, item) && listed.filter(isNear).length >= LISTED_NEAR_MIN))
    return false
  const mostHave = (has: (other: MenuItem) => boolean) =>
    listed.filter((other) => has(other.item)).length * 2 > listed.length
  const hasPrice = ({ facts }: MenuItem) => facts.price !== null
  const hasAbv = ({ facts }: MenuItem) => facts.abv !== null
  const height = ({ rows: [name] }: MenuItem) => name?.height ?? 0
  return (
    (!mostHave(hasPrice) || hasPrice(item)) &&
    (!mostHave(hasAbv) || hasAbv(item)) &&
    mostHave((other) => Math.abs(height(other) / height(item) - 1) < SAME_HEIGHT)
  )
}

function asPrinted(item: MenuItem, printed: Printed, photo: Frame, candidates: Sighting['candidates'] = []): Sighting {
  const evidence = item.rows.flatMap(({ read }) => read)
  const confidence = printed.brewery === null ? UNLISTED_CONFIDENCE.alone : UNLISTED_CONFIDENCE.withBrewery
  return unlistedSighting(printed, evidence, confidence, placementOf(item.rows, photo), candidates)
}

function sightingOf(catalogue: Catalogue, item: MenuItem, page: DrinkWords, photo: Frame): DecidedItem['sighting'] {
  if (item.sectionKind === 'other' && !item.labelled) return undefined
  const isFaint = item.confidence < READ_WELL
  const lines = linesOf(catalogue, item)
  const context: MatchContext = { shape: 'menu', photoWords: page }
  const match = matchOf(catalogue, lines, context, item.facts.abv)
  if (isSentence(item) && !namesExactly(match)) return undefined
  const isInBeerSection = item.sectionKind === 'beer' && hasBeerAbv(item)
  if (namesOtherThanBeer(item) && !isInBeerSection && !isConfirmed(catalogue, match, item)) return undefined
  const printed = printedOf(catalogue, item)
  if ([match.printed.style, printed.style].some((style) => style && NOT_BEER.has(style))) return undefined
  if (otherDrinkOf(match)) return 'not beer'
  const hasFacts = item.facts.abv !== null || item.facts.price !== null
  if (isFaint && !hasFacts && !isSure(match)) return undefined
  if (match.confidence >= ACCEPT_MIN) {
    return listedSighting(catalogue, { ...match, printed }, lines, placementOf(item.rows, photo))
  }
  if (isFaint || !isClearlyBeer(catalogue, item, page, printed)) return undefined
  return asPrinted(item, printed, photo, offered(match.candidates, OFFERED_MIN))
}

/** Matches an item, whose name may be translated: bars in Italy sell 'Leffe bionda'. */
function matchOf(catalogue: Catalogue, lines: readonly SizedLine[], context: MatchContext, abv: number | null): Match {
  const matched = (asked: readonly SizedLine[]) =>
    matchesOfName(catalogue, asked, matchLines(catalogue, asked, context, abv), context)
  const match = matched(lines)
  const [first, ...details] = lines
  if (!first || match.confidence >= ACCEPT_MIN) return match
  const text = inOneLanguage(first.line.text)
  if (text === first.line.text) return match
  const translated = matched([{ ...first, line: { ...first.line, text, lattice: undefined } }, ...details])
  return translated.confidence > match.confidence ? translated : match
}

/**
 * Keeps the candidates that match the item's first row: one that matches only its details may be another beer of the brewery. A beer
 * is also called like its brewery, which the details then match better, so the first row is asked alone about those.
 */
function matchesOfName(catalogue: Catalogue, lines: readonly SizedLine[], match: Match, context: MatchContext): Match {
  const [first] = lines
  if (!first || distinctiveWords(catalogue, first.line.text).length === 0) return match
  const isOfName = ({ lines: matched }: Candidate) => matched.includes(0)
  let named: ReadonlySet<number> = new Set()
  if (!match.candidates.every(isOfName)) {
    const { candidates } = matchLines(catalogue, [first], context)
    named = new Set(candidates.filter(({ probability }) => probability >= ACCEPT_MIN).map(({ beerId }) => beerId))
  }
  const candidates = match.candidates.filter((candidate) => isOfName(candidate) || named.has(candidate.beerId))
  return { ...match, candidates, confidence: candidates[0]?.probability ?? 0 }
}

const SENTENCE_END = /\p{L}{3}[.!?]["”’)]?\s*$/u
const SENTENCE_WORDS_MIN = 4

/** True for a description that looks like the name of an item: 'A legendary doppelbock!' */
function isSentence({ name, facts: { abv, price } }: MenuItem): boolean {
  return abv === null && price === null && SENTENCE_END.test(name) && wordsOf(name).length >= SENTENCE_WORDS_MIN
}

/** True if the words are the name of the beer: 'Santa! I Know Him!' */
function namesExactly({ candidates: [best], confidence }: Match): boolean {
  return confidence >= ACCEPT_MIN && best?.features.exactName === 1
}

/** True if the name contains words for other drinks or dishes and none for beer. */
function namesOtherThanBeer({ name, labelled }: MenuItem): boolean {
  const { beer, other, food } = drinkWords(name)
  return ((other + food > 0 && beer === 0) || namesOnlyOtherProduct(name)) && !labelled
}

/** True if the brewery or the exact ABV confirms the match: some beers are called 'Mojito' or 'Cake', and some breweries make ginger beer. */
function isConfirmed(catalogue: Catalogue, match: Match, { facts }: MenuItem): boolean {
  const [best] = match.candidates
  if (!best) return false
  if (namesExactly(match) && best.features.breweryFound === 1) return true
  const known = catalogue.beer(best.beerId)?.abv
  const hasSameAbv = facts.abv !== null && typeof known === 'number' && sameAbv(facts.abv, known, 'lastDigit')
  return hasSameAbv || (best.features.breweryFound === 1 && best.lines.some((line) => line > 0))
}

/** True if the item has a distinctive name and a second sign of beer: a style, or an ABV or price among beers. */
function isClearlyBeer(catalogue: Catalogue, item: MenuItem, page: DrinkWords, printed: Printed): boolean {
  if (item.name.length > NAME_LENGTH_MAX || !/\p{L}{3}/u.test(item.name)) return false
  if (item.labelled) return true
  if (isNote(item.name) && !hasBeerAbv(item) && !namesKindOfBeer(item.name)) return false
  // The price of a whole section does not distinguish its items from notes.
  const hasPrice = hasOwnPrice(item)
  const isItem = item.facts.abv !== null || hasPrice || item.bulleted
  if ((distinctiveWords(catalogue, item.name).length === 0 && !isItem) || namesDish(item.name)) return false
  const amongBeers =
    item.sectionKind === 'beer' ||
    (page.beer >= 3 && page.beer > page.other) ||
    (item.brewedBy !== null && hasBeerAbv(item))
  if (namesKindOfBeer(item.name)) return amongBeers || page.beer > page.other
  const isNamedBeer = printed.style !== null || printed.brewery !== null || drinkWords(item.name).beer > 0
  const isPriced = hasPrice && (isNamedBeer || item.sectionKind === 'beer')
  return amongBeers && (hasBeerAbv(item) || isPriced || item.bulleted || isOverStyle(catalogue, item))
}

/** True if a row of style is printed below the name. */
function isOverStyle(catalogue: Catalogue, { details: [first] }: MenuItem): boolean {
  return first !== undefined && startsWithStyle(catalogue, first)
}

function hasBeerAbv({ facts: { abv } }: MenuItem): boolean {
  return abv !== null && abv <= BEER_ABV_MAX
}
