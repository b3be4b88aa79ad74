/**
 * A printed list: every item is looked up in the catalogue; what is not listed but plainly a beer is kept as printed;
 * everything else (wine, cocktails, dishes, addresses) is left out. A list without beer gives nothing.
 */
import { type Catalogue, foldText } from '#catalogue'
import type { Call, Photo, VisionEngine } from '#vision'
import { ACCEPT_MIN } from './confidence.ts'
import { type DrinkWords, drinkWords, namesKindOfBeer } from './drinks.ts'
import { firstRows } from './first-rows.ts'
import { placeLines } from './layout.ts'
import { type Early, look } from './look.ts'
import { type MenuItem, menuItems } from './menu-items.ts'
import { type MenuRow, menuRows } from './menu-rows.ts'
import type { Outcome, Printed, RecogniseStep, Sighting } from './outcome.ts'
import { listedSighting, matchLines, type TallLine, unlistedSighting } from './sighting.ts'
import { statedSightings } from './stated.ts'
import { ownWords } from './unlisted.ts'

/** The share of such rows that are right on labelled photographs: where the list names the brewery, and where it does not. */
const UNLISTED_CONFIDENCE = { withBrewery: 0.85, alone: 0.65 }
/** Text that is read worse is not shown as a name. */
const READ_WELL = 0.75
const DETAIL_PROMINENCE = 0.6
const BREWERY_STRENGTH_MIN = 0.9
const BEER_ABV_MAX = 15
const NAME_LENGTH_MAX = 60
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
  const sightings = items.flatMap((item) => sightingOf(catalogue, item, page, photo) ?? [])
  return { title: sightings.length > 0 ? title : null, sightings }
}

function sightingOf(
  catalogue: Catalogue,
  item: MenuItem,
  page: DrinkWords,
  photo: { width: number; height: number },
): Sighting | undefined {
  if (item.sectionKind === 'other' && !item.declared) return undefined
  const own = drinkWords(item.name)
  if (own.other + own.food > 0 && own.beer === 0 && !item.declared) return undefined

  const lines: TallLine[] = [
    { line: { text: item.name, confidence: item.confidence }, height: 1 },
    ...item.details.map((text) => ({ line: { text, confidence: item.confidence }, height: DETAIL_PROMINENCE })),
  ]
  const match = matchLines(catalogue, lines, { shape: 'menu', around: page })
  const printed = printedOf(catalogue, item, match.printed)
  const place = { where: centreOf(item.rows, photo) }
  if (printed.style !== null && NOT_BEER.has(printed.style)) return undefined
  if (match.confidence >= ACCEPT_MIN) return listedSighting(catalogue, { ...match, printed }, lines, place)
  if (item.confidence < READ_WELL || !isPlainlyBeer(catalogue, item, page, printed)) return undefined
  const evidence = item.rows.flatMap(({ read }) => read)
  const told = match.candidates.map(({ beerId }, index) => ({ beerId, confidence: match.confidences[index] ?? 0 }))
  return unlistedSighting(
    printed,
    evidence,
    printed.brewery === null ? UNLISTED_CONFIDENCE.alone : UNLISTED_CONFIDENCE.withBrewery,
    place,
    told.filter(({ confidence }) => confidence > 0),
  )
}

const NOT_BEER = new Set(['Cider', 'Mead', 'Hard Seltzer'])

/** A name of its own and a witness: a kind of beer, or strength or price among beers. */
function isPlainlyBeer(catalogue: Catalogue, item: MenuItem, page: DrinkWords, printed: Printed): boolean {
  if (item.name.length > NAME_LENGTH_MAX || !/\p{L}{3}/u.test(item.name)) return false
  if (item.declared) return true
  const isOffered = item.facts.abv !== null || item.facts.price !== null
  const isItem = isOffered || item.bulleted
  if ((ownWords(catalogue, item.name).length === 0 && !isItem) || drinkWords(item.name).food > 0) return false
  const amongBeers = item.sectionKind === 'beer' || (page.beer >= 3 && page.beer > page.other)
  if (namesKindOfBeer(item.name)) return amongBeers || page.beer > page.other
  const isStrength = item.facts.abv !== null && item.facts.abv <= BEER_ABV_MAX
  const saysBeer = printed.style !== null || printed.brewery !== null || drinkWords(item.name).beer > 0
  const isPriced = item.facts.price !== null && saysBeer
  return amongBeers && (isStrength || isPriced || item.bulleted)
}

function printedOf(catalogue: Catalogue, item: MenuItem, read: Printed): Printed {
  const lines = [item.name, ...item.details].map((text) => ({ text, confidence: 1, prominence: 1 }))
  const [hit] = catalogue.breweriesIn(lines)
  const brewery = hit && hit.strength >= BREWERY_STRENGTH_MIN ? hit.name : null
  return {
    name: withoutBrewery(item.name, brewery),
    brewery,
    style: read.style,
    abv: item.facts.abv,
    ibu: item.facts.ibu,
    price: item.facts.price,
    size: item.facts.size,
    section: item.section,
  }
}

/** 'Mill St. Cobblestone Stout' of Mill St. is 'Cobblestone Stout'. */
function withoutBrewery(name: string, brewery: string | null): string {
  if (brewery === null) return name
  if (!foldText(name).startsWith(foldText(brewery))) return name
  const rest = name
    .slice(brewery.length)
    .replace(/^[\s,:'’s-]+(?=\p{L})/u, '')
    .trim()
  return rest.length >= 3 ? rest : name
}

function centreOf(rows: readonly MenuRow[], photo: { width: number; height: number }): Sighting['where'] {
  const x = rows.reduce((sum, { left, right }) => sum + (left + right) / 2, 0) / rows.length
  const y = rows.reduce((sum, { top, bottom }) => sum + (top + bottom) / 2, 0) / rows.length
  const percent = (value: number, whole: number) => Math.min(100, Math.max(0, (value / whole) * 100))
  return { x: percent(x, photo.width), y: percent(y, photo.height) }
}
