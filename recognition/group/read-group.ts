/**
 * Recognises a fridge, a shelf or a few bottles: groups lines into containers, matches each container by itself and joins
 * containers of the same beer into one entry.
 */
import { type Catalogue, lettersOf } from '#catalogue'
import { mayBeSamePrint } from '#catalogue/identity'
import { type Call, isPastDeadline, type Photo, type Region, type TextLine, type VisionEngine } from '#vision'
import { otherDrinkAmong, otherDrinkOf } from '../label/acceptance.ts'
import { drinkWords } from '../label/drinks.ts'
import { breweryOn, unlistedContainer } from '../label/unlisted.ts'
import {
  boundsOf,
  boxIn,
  centreIn,
  type Frame,
  type PlacedLine,
  placeLines,
  withoutDuplicates,
} from '../lines/layout.ts'
import type { Outcome, RecogniseStep, Sighting } from '../outcome.ts'
import { type EarlyRows, rowEmitter, runPass } from '../run-pass.ts'
import { structuredSightings } from '../structured/structured-beers.ts'
import { entriesOf, hintOf, type View, viewOf } from './beer-views.ts'
import { containerMatcher, matchCache } from './container-matcher.ts'
import { beerOf, type Container, findContainers, isNamed } from './containers.ts'
import { inShelfOrder } from './shelf-order.ts'
import { isContainer, isLabelled, unreadContainer } from './unread-containers.ts'

/** Minimum confidence of a container whose beer is named by another container of the photo. */
const HINT_MIN = 0.2

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
    return { ...common, sightings, detected: countContainers(sightings) }
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
    detected: tooFar.length > countContainers(sightings) ? null : countContainers(sightings),
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

function countContainers(sightings: readonly Sighting[]): number {
  return sightings.reduce((sum, { count }) => sum + count, 0)
}
