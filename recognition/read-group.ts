/**
 * A fridge, a shelf or a few bottles together: text that stands together belongs to one container, each is matched by
 * itself, and packs of one beer become one entry.
 */
import type { Catalogue } from '#catalogue'
import type { Call, Photo, Region, VisionEngine } from '#vision'
import { ACCEPT_MIN } from './confidence.ts'
import { drinkWords } from './drinks.ts'
import { clusterLines, type PlacedLine, placeLines, withoutRepetitions } from './layout.ts'
import { look } from './look.ts'
import { centreIn } from './read-single.ts'
import type { Outcome, RecogniseStep, Sighting } from './recognise.ts'
import { listedSighting, matchLines, NOTHING_PRINTED } from './sighting.ts'
import { statedSightings } from './stated.ts'

/** A container is rarely wider than this share of the photo. */
const CONTAINER_WIDTH_MAX = 0.25

/** On a smaller photo the labels of far bottles are a few pixels high: quarters are looked at larger. */
const CLOSER_BELOW_PX = Number(process.env.CB ?? 1_600)
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
  const reading = yield* look(engine, photo, { context: 'group', detail: 'full' }, call)
  const lines = [...reading.lines]
  if (reading.beers.length === 0 && engine.can.closerLook && Math.max(photo.width, photo.height) < CLOSER_BELOW_PX) {
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
export function groupSightings(
  catalogue: Catalogue,
  lines: readonly PlacedLine[],
  photo: { width: number; height: number },
): Sighting[] {
  const around = drinkWords(lines.map(({ line }) => line.text).join('\n'))
  const clusters = clusterLines(lines, {
    overlapMin: 0.35,
    gapMax: 1.6,
    sideGapMax: 1,
    widthMax: photo.width * CONTAINER_WIDTH_MAX,
  })
  const found = new Map<number, Sighting>()
  const unknown: Sighting[] = []
  for (const cluster of clusters) {
    const match = matchLines(catalogue, cluster, { shape: 'group', around })
    const [best] = match.candidates
    if (!best || match.confidence < ACCEPT_MIN) continue
    const support = best.lines.flatMap((index) => cluster[index] ?? [])
    const sighting = listedSighting(catalogue, match, cluster, { where: centreIn(photo, support) })
    const known = found.get(best.beerId)
    if (!known) found.set(best.beerId, sighting)
    else {
      const better = sighting.confidence > known.confidence ? sighting : known
      found.set(best.beerId, { ...better, count: known.count + 1 })
    }
  }
  return [...[...found.values()].sort((a, b) => (a.where?.x ?? 0) - (b.where?.x ?? 0)), ...unknown]
}

/** A container that could not be read. */
export function unknownSpot(where: Sighting['where'], evidence: string[]): Sighting {
  return {
    verdict: 'unknown-spot',
    candidates: [],
    printed: NOTHING_PRINTED,
    evidence,
    where,
    count: 1,
    confidence: 0,
    fieldConfidence: { name: 0, brewery: 0, style: 0, abv: 0 },
  }
}
