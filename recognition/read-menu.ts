/**
 * A printed list: every item is looked up in the catalogue; what is not listed but plainly a beer is kept as printed;
 * everything else (wine, cocktails, dishes, addresses) is left out. A list without beer gives nothing.
 */
import type { Catalogue } from '#catalogue'
import type { Call, Photo, VisionEngine } from '#vision'
import { ACCEPT_MIN } from './confidence.ts'
import { type DrinkWords, drinkWords, namesKindOfBeer } from './drinks.ts'
import { firstRows } from './first-rows.ts'
import { placeLines } from './layout.ts'
import { type Early, look } from './look.ts'
import { type MenuItem, menuItems } from './menu-items.ts'
import { type MenuRow, menuRows } from './menu-rows.ts'
import type { Outcome, Printed, RecogniseStep, Sighting } from './outcome.ts'
import { linesOf, NOT_BEER, printedOf } from './printed-item.ts'
import { listedSighting, type Match, matchLines, type TallLine, unlistedSighting } from './sighting.ts'
import { statedSightings } from './stated.ts'
import { ownWords } from './unlisted.ts'

/** The share of such rows that are right on labelled photographs: where the list names the brewery, and where it does not. */
const UNLISTED_CONFIDENCE = { withBrewery: 0.9, alone: 0.85 }
/** Text that is read worse is not shown as a name. */
const READ_WELL = 0.75
const BEER_ABV_MAX = 15
const NAME_LENGTH_MAX = 60
/** Percent by volume between strengths that are not the same, rounded. */
const STRENGTH_DIFFERS = 0.11
/** An item is over when this many rows' heights below it are read: no detail of it follows. */
const SETTLED_ROWS = 1.5

interface Parts {
  engine: VisionEngine
  catalogue: Catalogue
}

export async function* readMenu(
  { engine, catalogue }: Parts,
  photo: Photo,
  call: Call,
): AsyncGenerator<RecogniseStep, Outcome> {
  const early = showFirst(catalogue, photo)
  const reading = yield* look(engine, photo, { context: 'menu', detail: 'full' }, call, early)
  if (reading.beers.length > 0) {
    const sightings = statedSightings(catalogue, reading.beers)
    return { shape: 'menu', sightings, detected: null, title: null, complete: reading.complete }
  }
  const { title, sightings } = menuSightings(catalogue, menuRows(reading.lines, photo), photo)
  return { shape: 'menu', sightings, detected: null, title, complete: reading.complete }
}

/**
 * The listed beers that can be named before the whole page is read: items that end well above all that is still to come.
 * Each is judged once; what is not plain by then, the whole page decides.
 */
function showFirst(catalogue: Catalogue, photo: Photo): Early {
  const row = firstRows()
  const judged = new Set<string>()
  return function* (lines) {
    const frontier = Math.max(0, ...placeLines(lines, photo).map(({ top }) => top))
    const rows = menuRows(lines, photo)
    const page = wordsOn(rows)
    for (const item of menuItems(catalogue, rows).items) {
      const ends = Math.max(...item.rows.map(({ bottom, height }) => bottom + height * SETTLED_ROWS))
      const where = centreOf(item.rows, photo)
      const key = [item.name, where?.x.toFixed(), where?.y.toFixed()].join('|')
      if (ends >= frontier || judged.has(key)) continue
      judged.add(key)
      const sighting = sightingOf(catalogue, item, page, photo)
      // A name and its details may be taken for two items before the whole page shows its pattern.
      if (sighting?.verdict === 'listed') yield* row(sighting.candidates[0]?.beerId ?? key, sighting)
    }
  }
}

function wordsOn(rows: readonly MenuRow[]): DrinkWords {
  return drinkWords(rows.map(({ text }) => text).join('\n'))
}

/** The beers of a list in printed order. */
export function menuSightings(
  catalogue: Catalogue,
  rows: readonly MenuRow[],
  photo: { width: number; height: number },
): { title: string | null; sightings: Sighting[] } {
  const page = wordsOn(rows)
  const { title, items } = menuItems(catalogue, rows)
  const told = items.map((item, index) => {
    const sighting = sightingOf(catalogue, item, page, photo)
    const isOther =
      sighting?.verdict === 'unlisted' &&
      !item.declared &&
      !item.bulleted &&
      isAmongOthers(items, index) &&
      !saysBeer(catalogue, item)
    return { item, sighting: isOther ? undefined : sighting }
  })
  const sightings = told.flatMap(
    ({ item, sighting }) =>
      sighting ?? (isAmongBeers(catalogue, item, told) ? asPrinted(item, printedOf(catalogue, item), photo) : []),
  )
  return isList(items, sightings, page) ? { title, sightings } : { title: null, sightings: [] }
}

/** A list of beers says so: by a word of beer, by strengths or prices, or by the number of them. */
function isList(items: readonly MenuItem[], sightings: readonly Sighting[], page: DrinkWords): boolean {
  if (sightings.length === 0) return false
  const isOffered = items.some(({ facts }) => facts.abv !== null || facts.price !== null)
  return page.beer > 0 || isOffered || sightings.length >= KNOWN_MIN
}

/** So many items before and after one are its neighbours. */
const NEIGHBOURS = 3

/** What stands among wines or dishes under one heading is one of them, unless it says itself that it is a beer. */
function isAmongOthers(items: readonly MenuItem[], index: number): boolean {
  const words = items
    .slice(Math.max(0, index - NEIGHBOURS), index + NEIGHBOURS + 1)
    .filter((item) => item !== items[index] && item.section === items[index]?.section)
    .map(({ name, details }) => drinkWords([name, ...details].join(' ')))
  const others = words.filter(({ beer, other, food }) => other + food > beer)
  return others.length > words.filter(({ beer }) => beer > 0).length
}

function saysBeer(catalogue: Catalogue, item: MenuItem): boolean {
  return drinkWords([item.name, ...item.details].join(' ')).beer > 0 || printedOf(catalogue, item).brewery !== null
}

interface Told {
  item: MenuItem
  sighting: Sighting | undefined
}

/** So many of those that stand with an item are known beers, and this share of them all. */
const KNOWN_MIN = 3
const KNOWN_SHARE = 0.6
const SAME_HEIGHT = 0.2

/** A list has one form: what stands among known beers and looks like them is one, whatever its name. */
function isAmongBeers(catalogue: Catalogue, item: MenuItem, told: readonly Told[]): boolean {
  if (item.confidence < READ_WELL || item.sectionKind === 'other' || saysOtherThanBeer(item)) return false
  const style = catalogue.styleIn([item.name, ...item.details].join(' '))?.style
  if (style !== undefined && NOT_BEER.has(style)) return false
  if (item.name.length > NAME_LENGTH_MAX || ownWords(catalogue, item.name).length === 0) return false
  const block = item.rows[0]?.block
  const beside = told.filter((other) => other.item !== item && other.item.rows[0]?.block === block)
  const known = beside.filter(({ sighting }) => sighting?.verdict === 'listed')
  if (known.length < KNOWN_MIN || known.length < beside.length * KNOWN_SHARE) return false
  const shared = (has: (other: MenuItem) => boolean) =>
    known.filter((other) => has(other.item)).length * 2 > known.length
  const isPriced = ({ facts }: MenuItem) => facts.price !== null
  const isStrong = ({ facts }: MenuItem) => facts.abv !== null
  const height = ({ rows: [name] }: MenuItem) => name?.height ?? 0
  return (
    (!shared(isPriced) || isPriced(item)) &&
    (!shared(isStrong) || isStrong(item)) &&
    shared((other) => Math.abs(height(other) / height(item) - 1) < SAME_HEIGHT)
  )
}

function asPrinted(
  item: MenuItem,
  printed: Printed,
  photo: { width: number; height: number },
  told: Sighting['candidates'] = [],
): Sighting {
  const evidence = item.rows.flatMap(({ read }) => read)
  const sure = printed.brewery === null ? UNLISTED_CONFIDENCE.alone : UNLISTED_CONFIDENCE.withBrewery
  return unlistedSighting(printed, evidence, sure, { where: centreOf(item.rows, photo) }, told)
}

function sightingOf(
  catalogue: Catalogue,
  item: MenuItem,
  page: DrinkWords,
  photo: { width: number; height: number },
): Sighting | undefined {
  if (item.sectionKind === 'other' && !item.declared) return undefined
  const isFaint = item.confidence < READ_WELL
  if (isFaint && item.facts.abv === null && item.facts.price === null) return undefined

  const lines = linesOf(item)
  const match = namedInFirst(
    catalogue,
    lines,
    matchLines(catalogue, lines, { shape: 'menu', around: page }, item.facts.abv),
  )
  const isBeerByPlace = item.sectionKind === 'beer' && isBeersStrength(item)
  if (saysOtherThanBeer(item) && !isBeerByPlace && !isBorneOut(catalogue, match, item)) return undefined
  const printed = printedOf(catalogue, item)
  if (match.printed.style !== null && NOT_BEER.has(match.printed.style)) return undefined
  if (match.confidence >= ACCEPT_MIN) {
    return listedSighting(catalogue, { ...match, printed }, lines, { where: centreOf(item.rows, photo) })
  }
  if (isFaint || !isPlainlyBeer(catalogue, item, page, printed)) return undefined
  const told = match.candidates.map(({ beerId }, index) => ({ beerId, confidence: match.confidences[index] ?? 0 }))
  return asPrinted(
    item,
    printed,
    photo,
    told.filter(({ confidence }) => confidence > 0),
  )
}

/** The row that names an item is part of the beer it is: a beer that only its details name may be another of the brewery. */
function namedInFirst(catalogue: Catalogue, [first]: readonly TallLine[], match: Match): Match {
  if (!first || ownWords(catalogue, first.line.text).length === 0) return match
  const kept = match.candidates.flatMap((candidate, index) => (candidate.lines.includes(0) ? [index] : []))
  const only = <T>(values: readonly T[]) => kept.flatMap((index) => values[index] ?? [])
  const confidences = only(match.confidences)
  return { ...match, candidates: only(match.candidates), confidences, confidence: confidences[0] ?? 0 }
}

/** A name that speaks of wine, of cocktails or of dishes, and not of beer. */
function saysOtherThanBeer({ name, declared }: MenuItem): boolean {
  const { beer, other, food } = drinkWords(name)
  return other + food > 0 && beer === 0 && !declared
}

/** Beers are called 'Mojito' and 'Cake' too: where the brewery stands beside such a name, or its very strength. */
function isBorneOut(catalogue: Catalogue, { candidates: [best] }: Match, { facts }: MenuItem): boolean {
  if (!best) return false
  const known = catalogue.beer(best.beerId)?.abv
  const isStrength = facts.abv !== null && typeof known === 'number' && Math.abs(facts.abv - known) < STRENGTH_DIFFERS
  return isStrength || (best.breweryFound && best.lines.some((line) => line > 0))
}

/** A name of its own and a witness: a kind of beer, or strength or price among beers. */
function isPlainlyBeer(catalogue: Catalogue, item: MenuItem, page: DrinkWords, printed: Printed): boolean {
  if (item.name.length > NAME_LENGTH_MAX || !/\p{L}{3}/u.test(item.name)) return false
  if (item.declared) return true
  // A price that stands over a whole section tells no row of it from a note.
  const hasPrice = item.rows.some(({ facts }) => facts.price !== null)
  const isItem = item.facts.abv !== null || hasPrice || item.bulleted
  if ((ownWords(catalogue, item.name).length === 0 && !isItem) || drinkWords(item.name).food > 0) return false
  const amongBeers = item.sectionKind === 'beer' || (page.beer >= 3 && page.beer > page.other)
  if (namesKindOfBeer(item.name)) return amongBeers || page.beer > page.other
  const saysBeer = printed.style !== null || printed.brewery !== null || drinkWords(item.name).beer > 0
  const isPriced = hasPrice && (saysBeer || item.sectionKind === 'beer')
  return amongBeers && (isBeersStrength(item) || isPriced || item.bulleted)
}

function isBeersStrength({ facts: { abv } }: MenuItem): boolean {
  return abv !== null && abv <= BEER_ABV_MAX
}

function centreOf(rows: readonly MenuRow[], photo: { width: number; height: number }): Sighting['where'] {
  const x = rows.reduce((sum, { left, right }) => sum + (left + right) / 2, 0) / rows.length
  const y = rows.reduce((sum, { top, bottom }) => sum + (top + bottom) / 2, 0) / rows.length
  const percent = (value: number, whole: number) => Math.min(100, Math.max(0, (value / whole) * 100))
  return { x: percent(x, photo.width), y: percent(y, photo.height) }
}
