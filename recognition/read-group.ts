/**
 * A fridge, a shelf or a few bottles together: text that stands together belongs to one container, each is matched by
 * itself, and packs of one beer become one entry.
 */
import type { Catalogue } from '#catalogue'
import type { Call, Photo, Region, TextLine, VisionEngine } from '#vision'
import { beerOf, type Container, containersOn, isNamed, isNear, supportOf, type Tellers } from './containers.ts'
import { type DrinkWords, drinkWords } from './drinks.ts'
import { firstRows } from './first-rows.ts'
import { withFullestName } from './fullest-name.ts'
import {
  boundsOf,
  centreIn,
  type Frame,
  median,
  overlap,
  type PlacedLine,
  placeLines,
  weightedCentreIn,
  withoutRepetitions,
} from './layout.ts'
import { type Early, look } from './look.ts'
import type { Outcome, RecogniseStep, Sighting } from './outcome.ts'
import { lettersOf } from './printed-brewery.ts'
import { listedSighting, type Match, matchLines, NOTHING_PRINTED } from './sighting.ts'
import { statedSightings } from './stated.ts'
import { breweryOn, unlistedBeer } from './unlisted.ts'

/** A beer that is named elsewhere on the photo is seen again where its own words would be too few. */
const HINT_MIN = 0.2
/** Views whose text has at least this share of the tallest one's height show a beer about equally well. */
const LIKE_MIN = 0.7
/** Words of a beer that stand so much below or above its name, and this far away at most, are on its container. */
const HINT_COLUMN_MIN = 0.5
const HINT_GAP_MAX = 0.2
const UNREAD_CONFIDENCE_MIN = 0.7
const UNREAD_HEIGHT_MIN = 0.6

/** On a smaller photo the labels of far bottles are a few pixels high: quarters are looked at larger. */
const CLOSER_BELOW_PX = 1_600
const QUARTERS: readonly Region[] = [
  { x: 0, y: 0, width: 55, height: 55 },
  { x: 45, y: 0, width: 55, height: 55 },
  { x: 0, y: 45, width: 55, height: 55 },
  { x: 45, y: 45, width: 55, height: 55 },
]

interface Parts {
  engine: VisionEngine
  catalogue: Catalogue
}

export async function* readGroup(
  { engine, catalogue }: Parts,
  photo: Photo,
  call: Call,
): AsyncGenerator<RecogniseStep, Outcome> {
  const show = showFirst(catalogue, photo)
  const reading = yield* look(engine, photo, { context: 'group', detail: 'full' }, call, show.settled)
  const lines = [...reading.lines]
  if (reading.beers.length === 0 && engine.can.closerLook && Math.max(photo.width, photo.height) < CLOSER_BELOW_PX) {
    yield* show.all(lines)
    for (const region of QUARTERS) {
      if (Date.now() >= call.deadline) break
      lines.push(...(yield* look(engine, photo, { context: 'group', detail: 'quick', region }, call)).lines)
    }
  }
  const sightings =
    reading.beers.length > 0
      ? statedSightings(catalogue, reading.beers)
      : groupSightings(catalogue, withoutRepetitions(placeLines(lines, photo)), photo)
  return {
    shape: 'group',
    sightings,
    detected: reading.beers.length > 0 ? null : sightings.reduce((sum, sighting) => sum + sighting.count, 0),
    title: null,
    complete: reading.complete,
  }
}

/** The beers that the lines of a photo tell of, from left to right, then the spots that could not be read. */
export function groupSightings(catalogue: Catalogue, lines: readonly PlacedLine[], photo: Frame): Sighting[] {
  const around = wordsAround(lines)
  const read = containersOn(lines, photo, tellersOf(catalogue, around))
  const named = new Set(read.filter(isNamed).map(beerOf))
  const shows = (container: Container) =>
    isNamed(container) || (container.match.confidence >= HINT_MIN && named.has(beerOf(container)))
  const views = read.filter(shows).map((container) => viewOf(catalogue, container, photo))
  const others = read
    .filter((container) => !shows(container))
    .map((container) => {
      return { lines: container.lines, hint: hintOf(container, views, photo) }
    })
  const hints = others.flatMap(({ hint }) => hint ?? [])
  const unread = others.flatMap(({ lines, hint }) => (hint ? [] : [lines]))
  const found = entriesOf(views, photo, hints).sort((a, b) => (a.where?.x ?? 0) - (b.where?.x ?? 0))
  const containers = unread.filter((cluster) => isContainer(cluster, views, photo))
  const printed = containers.flatMap((cluster) => breweryOn(catalogue, cluster) ?? [])
  const told = containers.map((cluster) =>
    unlistedBeer(catalogue, cluster, centreIn(photo, cluster), { breweries: printed, photo }),
  )
  const unlisted = oneOfEach(told)
  // Where nothing is known to be a beer, what could not be read may be anything.
  const isAmongBeers = found.length + unlisted.length > 0
  const spots = containers
    .filter((_, index) => isAmongBeers && told[index] === undefined)
    .map((cluster) => unknownSpot(photo, cluster))
  return [...found, ...unlisted, ...spots]
}

/**
 * The beers that can be named before everything is read. A container is judged once: on the way when it lies before all
 * that is still to come, else when the first look is over.
 */
function showFirst(catalogue: Catalogue, photo: Frame): { settled: Early; all: Early } {
  const row = firstRows()
  const judged = new Set<string>()
  const views: View[] = []

  const keptBy = matchesKept()

  function* upTo(frontier: number, lines: readonly TextLine[]) {
    const placed = withoutRepetitions(placeLines(lines, photo))
    const around = wordsAround(placed)
    for (const container of containersOn(placed, photo, keptBy(tellersOf(catalogue, around)))) {
      const { left, right, top, bottom } = boundsOf(container.lines)
      const key = [left, right, top, bottom].map(Math.round).join()
      if (right >= frontier || judged.has(key)) continue
      judged.add(key)
      if (isNamed(container)) views.push(viewOf(catalogue, container, photo))
    }
    for (const entry of entriesOf(views, photo)) yield* row(entry.candidates[0]?.beerId ?? 0, entry)
  }

  return {
    settled: (lines) => upTo(Math.max(0, ...placeLines(lines, photo).map(({ left }) => left)), lines),
    all: (lines) => upTo(Number.POSITIVE_INFINITY, lines),
  }
}

function wordsAround(lines: readonly PlacedLine[]): DrinkWords {
  return drinkWords(lines.map(({ line }) => line.text).join('\n'))
}

function tellersOf(catalogue: Catalogue, around: DrinkWords): Tellers {
  return {
    match: (lines) => withFullestName(catalogue, matchLines(catalogue, lines, { shape: 'group', around })),
    breweryOf: (beerId) => catalogue.beer(beerId)?.breweryId ?? null,
  }
}

/** The same lines are asked for again each time that more of them are known. */
function matchesKept(): (tellers: Tellers) => Tellers {
  const kept = new Map<string, Match>()
  return (tellers) => ({
    ...tellers,
    match: (lines) => {
      const key = lines.map(({ line, x, y }) => `${line.text} ${Math.round(x)} ${Math.round(y)}`).join('\n')
      const known = kept.get(key)
      if (known) return known
      const found = tellers.match(lines)
      kept.set(key, found)
      return found
    },
  })
}

function viewOf(catalogue: Catalogue, container: Container, photo: Frame): View {
  const { match, lines } = container
  const [best] = match.candidates
  if (!best) throw new Error('A named container has a candidate')
  const support = supportOf(container)
  const sighting = listedSighting(catalogue, match, lines, { where: weightedCentreIn(photo, support) })
  return { beerId: best.beerId, sighting, ...boundsOf(support), height: Math.max(...support.map(heightOf)) }
}

/** The brewery's large letters, which name no beer alone, above or below the small text that names one of its beers. */
function hintOf({ lines, match }: Container, views: readonly View[], photo: Frame): View | undefined {
  const { left, right, top, bottom } = boundsOf(lines)
  const isInColumn = (view: View) =>
    overlap(left, right, view.left, view.right) >= HINT_COLUMN_MIN &&
    Math.max(top, view.top) - Math.min(bottom, view.bottom) < HINT_GAP_MAX * photo.height
  for (const candidate of match.candidates) {
    const support = candidate.lines.flatMap((index) => lines[index] ?? [])
    const view = views.find((view) => view.beerId === candidate.beerId && isInColumn(view))
    if (!view || support.length === 0) continue
    const sighting = { ...view.sighting, where: weightedCentreIn(photo, support) }
    return { ...view, sighting, ...boundsOf(support), height: Math.max(...support.map(heightOf)) }
  }
  return undefined
}

/** One entry for each beer, in the order of their views. */
function entriesOf(views: readonly View[], photo: Frame, hints: readonly View[] = []): Sighting[] {
  return [...new Set(views.map(({ beerId }) => beerId))].map((id) =>
    oneEntry(
      views.filter(({ beerId }) => beerId === id),
      hints.filter(({ beerId }) => beerId === id),
      photo,
    ),
  )
}

/** Packs of one unlisted beer become one entry, told by the one that shows most of the name: round a can its ends are out of sight. */
function oneOfEach(told: readonly (Sighting | undefined)[]): Sighting[] {
  const entries: { letters: string; sighting: Sighting }[] = []
  for (const sighting of told) {
    if (!sighting) continue
    const { name, brewery } = sighting.printed
    const letters = lettersOf(name ?? '')
    const held = entries.find(
      (entry) =>
        entry.sighting.printed.brewery === brewery &&
        (entry.letters.includes(letters) || letters.includes(entry.letters)),
    )
    if (!held) {
      entries.push({ letters, sighting })
      continue
    }
    const count = held.sighting.count + 1
    const isFuller = letters.length > held.letters.length
    held.sighting = { ...(isFuller ? sighting : held.sighting), count }
    if (isFuller) held.letters = letters
  }
  return entries.map(({ sighting }) => sighting)
}

/** One beer as one cluster of lines tells it. Pixels. */
interface View {
  beerId: number
  sighting: Sighting
  left: number
  right: number
  top: number
  bottom: number
  height: number
}

const heightOf = ({ height }: PlacedLine) => height

/**
 * The best view is the one with the largest text: a label, not the price tag below. Of many packs the one in the middle
 * stands for all. Hints show where a beer is and are no further containers.
 */
function oneEntry(views: readonly View[], hints: readonly View[], photo: Frame): Sighting {
  const containers: View[] = []
  const byHeight = (some: readonly View[]) => [...some].sort((a, b) => b.height - a.height)
  for (const view of byHeight(views))
    if (!containers.some((other) => isSameContainer(other, view, photo))) containers.push(view)
  const shown = byHeight([...views, ...hints])
  const [tallest] = shown
  if (!tallest) throw new Error('An entry needs a view')
  const best = middleOf(shown.filter(({ height }) => height >= LIKE_MIN * tallest.height)) ?? tallest
  const confidence = Math.max(...views.map(({ sighting }) => sighting.confidence))
  return { ...best.sighting, confidence, count: containers.length }
}

/** The one that is nearest to the middle of all; undefined of fewer than three, which have no middle. */
function middleOf(views: readonly View[]): View | undefined {
  if (views.length < 3) return undefined
  const places = views.map((view) => ({ view, x: (view.left + view.right) / 2, y: (view.top + view.bottom) / 2 }))
  const x = places.reduce((sum, place) => sum + place.x, 0) / places.length
  const y = places.reduce((sum, place) => sum + place.y, 0) / places.length
  const off = (place: { x: number; y: number }) => Math.hypot(place.x - x, place.y - y)
  return places.sort((a, b) => off(a) - off(b))[0]?.view
}

/** The neck and the body of one bottle stand one above the other. */
function isSameContainer(a: View, b: View, photo: Frame): boolean {
  const shared = Math.min(a.right, b.right) - Math.max(a.left, b.left)
  const gap = Math.max(a.top, b.top) - Math.min(a.bottom, b.bottom)
  return shared > 0.3 * Math.min(a.right - a.left, b.right - b.left) && isNear(gap, photo)
}

/** Text about as large as that of the beers that were named, and not on one of their containers: another shelf is another one. */
function isContainer(cluster: readonly PlacedLine[], views: readonly View[], photo: Frame): boolean {
  const words = cluster.filter(({ line }) => line.confidence >= UNREAD_CONFIDENCE_MIN && /\p{L}{3}/u.test(line.text))
  const usual = median(views.map(({ height }) => height))
  if (words.length === 0) return false
  if (usual > 0 && Math.max(...words.map(heightOf)) < UNREAD_HEIGHT_MIN * usual) return false
  const { left, right, top, bottom } = boundsOf(cluster)
  const isOn = (view: View) =>
    Math.min(right, view.right) > Math.max(left, view.left) &&
    isNear(Math.max(top, view.top) - Math.min(bottom, view.bottom), photo)
  return !views.some(isOn)
}

/** A container that could not be read. */
function unknownSpot(photo: { width: number; height: number }, cluster: readonly PlacedLine[]): Sighting {
  return {
    verdict: 'unknown-spot',
    candidates: [],
    printed: NOTHING_PRINTED,
    evidence: cluster.map(({ line }) => line.text),
    where: centreIn(photo, cluster),
    count: 1,
    confidence: 0,
    fieldConfidence: { name: 0, brewery: 0, style: 0, abv: 0 },
  }
}
