/**
 * Recognises a fridge, a shelf or a few bottles: groups lines into containers, matches each container by itself and joins
 * containers of the same beer into one entry.
 */
import { type Catalogue, lettersOf } from '#catalogue'
import { mayBeSamePrint } from '#catalogue/identity'
import { type Call, isPastDeadline, type Photo, type Region, type TextLine, type VisionEngine } from '#vision'
import { otherDrinkAmong, otherDrinkOf } from '../label/acceptance.ts'
import { drinkWords } from '../label/drinks.ts'
import { listedSighting, NOTHING_PRINTED } from '../label/sighting.ts'
import { breweryOn, unlistedContainer } from '../label/unlisted.ts'
import { listedBox } from '../lines/label-box.ts'
import {
  boundsOf,
  boxIn,
  centreIn,
  type Frame,
  median,
  overlap,
  type PlacedLine,
  placeLines,
  weightedCentreIn,
  withoutDuplicates,
} from '../lines/layout.ts'
import type { Outcome, RecogniseStep, Sighting } from '../outcome.ts'
import { type EarlyRows, rowEmitter, runPass } from '../run-pass.ts'
import { structuredSightings } from '../structured/structured-beers.ts'
import { containerMatcher, matchCache } from './container-matcher.ts'
import { beerOf, type Container, findContainers, isNamed, isNear, supportOf } from './containers.ts'
import { inShelfOrder } from './shelf-order.ts'

/** Minimum confidence of a container whose beer is named by another container of the photo. */
const HINT_MIN = 0.2
/** Views whose text has at least this share of the tallest one's height show the beer equally well. */
const SIMILAR_HEIGHT_MIN = 0.7
/** Minimum horizontal overlap and maximum gap (share of the photo's height) of a beer's name and other words of its label. */
const HINT_COLUMN_MIN = 0.5
const HINT_GAP_MAX = 0.2
/** Minimum OCR confidence of a word, and minimum height compared with named beers, of an unread container. */
const UNREAD_CONFIDENCE_MIN = 0.7
const UNREAD_HEIGHT_MIN = 0.6

/** Below this size labels of distant bottles are only a few pixels high, so each quarter is read again, enlarged. */
const QUARTERS_BELOW_PX = 1_600
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
  const early = earlyRows(catalogue, photo)
  const reading = yield* runPass(engine, photo, { context: 'group', detail: 'full' }, call, early.settled)
  const lines = [...reading.lines]
  let { complete } = reading
  if (reading.beers.length === 0 && engine.can.regions && Math.max(photo.width, photo.height) < QUARTERS_BELOW_PX) {
    yield* early.all(lines)
    for (const region of QUARTERS) {
      if (isPastDeadline(call)) {
        complete = false
        break
      }
      const quarter = yield* runPass(engine, photo, { context: 'group', detail: 'quick', region }, call)
      lines.push(...quarter.lines)
      complete &&= quarter.complete
    }
  }
  const common = { shape: 'group', title: null, complete } as const
  if (reading.beers.length > 0) {
    const sightings = structuredSightings(catalogue, reading.beers)
    return { ...common, sightings, detected: containersOf(sightings) }
  }
  return { ...common, ...groupSightings(catalogue, withoutDuplicates(placeLines(lines, photo)), photo) }
}

/** The beers on the lines of a photo, shelf by shelf, then unread containers. */
function groupSightings(
  catalogue: Catalogue,
  lines: readonly PlacedLine[],
  photo: Frame,
): Pick<Outcome, 'sightings' | 'detected' | 'otherDrink'> {
  const all = findContainers(lines, photo, containerMatcher(catalogue, lines))
  const named = new Set(all.filter(isNamed).map(beerOf))
  const showsBeer = (container: Container) =>
    isNamed(container) || (container.match.confidence >= HINT_MIN && named.has(beerOf(container)))
  const views = all.filter(showsBeer).map((container) => viewOf(catalogue, container, photo))
  const others = all
    .filter((container) => !showsBeer(container) && !otherDrinkOf(container.match))
    .map((container) => {
      return { lines: container.lines, hint: hintOf(container, views, photo) }
    })
  const hints = others.flatMap(({ hint }) => hint ?? [])
  const unread = others.flatMap(({ lines, hint }) => (hint ? [] : [lines]))
  const containers = unread.filter((cluster) => isContainer(cluster, views, photo))
  const breweries = containers.flatMap((cluster) => breweryOn(catalogue, cluster) ?? [])
  const words = drinkWords(lines.map(({ line }) => line.text).join('\n'))
  const unlistedOn = containers.map((cluster) => {
    const unlisted = unlistedContainer(catalogue, cluster, centreIn(photo, cluster), { breweries, photo, words })
    return unlisted && { ...unlisted, box: boxIn(photo, cluster) }
  })
  const beers = inShelfOrder(
    [...entriesOf(views, photo, hints), ...mergeSameNames(unlistedOn)],
    ({ box }) => box,
    photo,
  )
  // On a photo without any beer an unread container may be anything.
  const hasBeers = beers.length > 0
  const unreadContainers = containers
    .filter((_, index) => hasBeers && unlistedOn[index] === undefined)
    .map((cluster) => unreadContainer(photo, cluster))
  const sightings = [...beers, ...unreadContainers]
  const tooFar = unread.filter((cluster) => isLabelled(cluster, views, photo) && !containers.includes(cluster))
  return {
    sightings,
    detected: tooFar.length > containersOf(sightings) ? null : containersOf(sightings),
    otherDrink: hasBeers ? undefined : otherDrinkAmong(all.map(({ match }) => match)),
  }
}

/**
 * Emits rows before everything is read. Each container is matched once: `settled` takes those to the left of all lines still to
 * come, `all` takes the rest after the first pass.
 */
function earlyRows(catalogue: Catalogue, photo: Frame): { settled: EarlyRows; all: EarlyRows } {
  const row = rowEmitter()
  const matched = new Set<string>()
  const views: View[] = []

  const cached = matchCache()

  function* upTo(frontier: number, lines: readonly TextLine[]) {
    const placed = withoutDuplicates(placeLines(lines, photo))
    const matcher = cached(containerMatcher(catalogue, placed))
    const containers = findContainers(placed, photo, matcher)
    for (const container of containers) {
      const { left, right, top, bottom } = boundsOf(container.lines)
      const key = [left, right, top, bottom].map(Math.round).join()
      if (right >= frontier || matched.has(key)) continue
      matched.add(key)
      if (isNamed(container)) views.push(viewOf(catalogue, container, photo))
    }
    for (const entry of entriesOf(views, photo)) yield* row(entry.candidates[0]?.beerId ?? 0, entry)
    return containers.length
  }

  return {
    settled: (lines) => upTo(Math.max(0, ...placeLines(lines, photo).map(({ left }) => left)), lines),
    all: (lines) => upTo(Number.POSITIVE_INFINITY, lines),
  }
}

function viewOf(catalogue: Catalogue, container: Container, photo: Frame): View {
  const { match, lines } = container
  const [best] = match.candidates
  if (!best) throw new Error('A named container has a candidate')
  const support = supportOf(container)
  const box = listedBox(photo, support, lines, match.confidence)
  const sighting = listedSighting(catalogue, match, lines, { position: weightedCentreIn(photo, support), box })
  return { beerId: best.beerId, sighting, ...boundsOf(support), height: Math.max(...support.map(heightOf)) }
}

/** A view of the brewery's large letters, which name no beer alone, above or below the small text that names one. */
function hintOf({ lines, match }: Container, views: readonly View[], photo: Frame): View | undefined {
  const { left, right, top, bottom } = boundsOf(lines)
  const isInColumn = (view: View) =>
    overlap(left, right, view.left, view.right) >= HINT_COLUMN_MIN &&
    Math.max(top, view.top) - Math.min(bottom, view.bottom) < HINT_GAP_MAX * photo.height
  for (const candidate of match.candidates) {
    const support = candidate.lines.flatMap((index) => lines[index] ?? [])
    const view = views.find((view) => view.beerId === candidate.beerId && isInColumn(view))
    if (!view || support.length === 0) continue
    const position = weightedCentreIn(photo, support)
    const sighting = { ...view.sighting, position, box: boxIn(photo, lines) }
    return { ...view, sighting, ...boundsOf(support), height: Math.max(...support.map(heightOf)) }
  }
  return undefined
}

/** One entry for each beer, in the order of their views. */
function entriesOf(views: readonly View[], photo: Frame, hints: readonly View[] = []): Sighting[] {
  return [...new Set(views.map(({ beerId }) => beerId))].map((id) =>
    entryOf(
      views.filter(({ beerId }) => beerId === id),
      hints.filter(({ beerId }) => beerId === id),
      photo,
    ),
  )
}

/**
 * Joins containers of one unlisted beer into one entry. The longest name wins: on the curve of a can the ends of a name are out of
 * sight.
 */
function mergeSameNames(sightings: readonly (Sighting | undefined)[]): Sighting[] {
  const entries: { letters: string; sighting: Sighting }[] = []
  for (const sighting of sightings) {
    if (!sighting) continue
    const letters = lettersOf(sighting.printed.name ?? '')
    const existing = entries.find(({ sighting: other }) => mayBeSamePrint(printedName(other), printedName(sighting)))
    if (!existing) {
      entries.push({ letters, sighting })
      continue
    }
    const count = existing.sighting.count + 1
    const isFuller = letters.length > existing.letters.length
    existing.sighting = { ...(isFuller ? sighting : existing.sighting), count }
    if (isFuller) existing.letters = letters
  }
  return entries.map(({ sighting }) => sighting)
}

function printedName({ printed: { name, brewery } }: Sighting): { name: string; brewery: string | null } {
  return { name: name ?? '', brewery }
}

/** One beer on one container. Pixels. */
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
 * Joins the views of one beer. The largest text marks the best view: a label, not the price tag below it. Among views of
 * similar height the middle one gives the position. Hints only locate the beer and do not count as containers.
 */
function entryOf(views: readonly View[], hints: readonly View[], photo: Frame): Sighting {
  const containers: View[] = []
  const byHeight = (some: readonly View[]) => [...some].sort((a, b) => b.height - a.height)
  for (const view of byHeight(views))
    if (!containers.some((other) => isSameContainer(other, view, photo))) containers.push(view)
  const candidates = byHeight([...views, ...hints])
  const [tallest] = candidates
  if (!tallest) throw new Error('An entry needs a view')
  const best = middleOf(candidates.filter(({ height }) => height >= SIMILAR_HEIGHT_MIN * tallest.height)) ?? tallest
  const confidence = Math.max(...views.map(({ sighting }) => sighting.confidence))
  return { ...best.sighting, confidence, count: containers.length }
}

/** The view nearest to the centre of all; undefined for fewer than three, which have no middle one. */
function middleOf(views: readonly View[]): View | undefined {
  if (views.length < 3) return undefined
  const centres = views.map((view) => ({ view, x: (view.left + view.right) / 2, y: (view.top + view.bottom) / 2 }))
  const x = centres.reduce((sum, centre) => sum + centre.x, 0) / centres.length
  const y = centres.reduce((sum, centre) => sum + centre.y, 0) / centres.length
  const distance = (centre: { x: number; y: number }) => Math.hypot(centre.x - x, centre.y - y)
  return centres.sort((a, b) => distance(a) - distance(b))[0]?.view
}

/** True if two views form one column with a small gap, such as the neck and the body of one bottle. */
function isSameContainer(a: View, b: View, photo: Frame): boolean {
  const shared = Math.min(a.right, b.right) - Math.max(a.left, b.left)
  const gap = Math.max(a.top, b.top) - Math.min(a.bottom, b.bottom)
  return shared > 0.3 * Math.min(a.right - a.left, b.right - b.left) && isNear(gap, photo)
}

function containersOf(sightings: readonly Sighting[]): number {
  return sightings.reduce((sum, { count }) => sum + count, 0)
}

/** True if the text is about as large as that of the named beers and is not on one of their containers. */
function isContainer(cluster: readonly PlacedLine[], views: readonly View[], photo: Frame): boolean {
  if (!isLabelled(cluster, views, photo)) return false
  const typicalHeight = median(views.map(({ height }) => height))
  return typicalHeight === 0 || Math.max(...wordsIn(cluster).map(heightOf)) >= UNREAD_HEIGHT_MIN * typicalHeight
}

function wordsIn(cluster: readonly PlacedLine[]): PlacedLine[] {
  return cluster.filter(({ line }) => line.confidence >= UNREAD_CONFIDENCE_MIN && /\p{L}{3}/u.test(line.text))
}

/** True if the text has a word and is not on a container of the named beers. */
function isLabelled(cluster: readonly PlacedLine[], views: readonly View[], photo: Frame): boolean {
  if (wordsIn(cluster).length === 0) return false
  const { left, right, top, bottom } = boundsOf(cluster)
  const isOn = (view: View) =>
    Math.min(right, view.right) > Math.max(left, view.left) &&
    isNear(Math.max(top, view.top) - Math.min(bottom, view.bottom), photo)
  return !views.some(isOn)
}

function unreadContainer(photo: Frame, cluster: readonly PlacedLine[]): Sighting {
  return {
    verdict: 'unread-container',
    candidates: [],
    printed: NOTHING_PRINTED,
    evidence: cluster.map(({ line }) => line.text),
    position: centreIn(photo, cluster),
    count: 1,
    confidence: 0,
    fieldConfidence: { name: 0, brewery: 0, style: 0, abv: 0 },
  }
}
