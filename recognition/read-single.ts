/**
 * One beer close up. All text of the photo speaks for one bottle; when it does not convince, the photo is looked at again,
 * turned, as text around a bottle is slanted.
 */
import type { Catalogue } from '#catalogue'
import type { Ask, Call, Photo, TextLine, VisionEngine } from '#vision'
import { ACCEPT_MIN } from './confidence.ts'
import { drinkWords } from './drinks.ts'
import { centreIn, type PlacedLine, placeLines } from './layout.ts'
import { look } from './look.ts'
import type { Outcome, RecogniseStep, Sighting } from './outcome.ts'
import { listedSighting, type Match, matchLines } from './sighting.ts'
import { statedSightings } from './stated.ts'
import { unlistedBeer } from './unlisted.ts'

/** From this confidence on no further look pays. */
const SURE = 0.9

const FIRST: Ask = { context: 'single', detail: 'full' }
const AGAIN: readonly Ask[] = [
  { context: 'single', detail: 'quick', turned: 15 },
  { context: 'single', detail: 'quick', turned: -15 },
]
/** For labels that stand on their side. */
const SIDEWAYS: readonly Ask[] = [
  { context: 'single', detail: 'quick', turned: 90 },
  { context: 'single', detail: 'quick', turned: 270 },
]

interface Parts {
  engine: VisionEngine
  catalogue: Catalogue
}

export async function* readSingle(
  { engine, catalogue }: Parts,
  photo: Photo,
  call: Call,
): AsyncGenerator<RecogniseStep, Outcome> {
  const first = yield* look(engine, photo, FIRST, call)
  if (first.beers.length > 0) return outcome(statedSightings(catalogue, first.beers).slice(0, 1), first.complete)

  let lines = placeLines(first.lines, photo)
  let match = matchLabel(catalogue, lines)
  if (engine.can.closerLook) {
    for (const asks of [AGAIN, SIDEWAYS]) {
      if (match.confidence >= SURE || Date.now() >= call.deadline) break
      const found: TextLine[] = []
      for (const ask of asks) found.push(...(yield* look(engine, photo, ask, call)).lines)
      const more = [...lines, ...placeLines(found, photo)]
      const again = matchLabel(catalogue, more)
      if (again.confidence <= match.confidence) continue
      lines = more
      match = again
    }
  }
  return outcome(judge(catalogue, photo, lines, match), first.complete)
}

function matchLabel(catalogue: Catalogue, lines: readonly PlacedLine[]): Match {
  const around = drinkWords(lines.map(({ line }) => line.text).join('\n'))
  return matchLines(catalogue, lines, { shape: 'single', around })
}

function judge(catalogue: Catalogue, photo: Photo, lines: readonly PlacedLine[], match: Match): Sighting[] {
  if (match.confidence >= ACCEPT_MIN) {
    const support = match.candidates[0]?.lines.flatMap((index) => lines[index] ?? []) ?? []
    return [listedSighting(catalogue, match, lines, { where: centreIn(photo, support) })]
  }
  const unlisted = unlistedBeer(
    catalogue,
    lines.filter(({ line }) => line.turned === 0),
    centreIn(photo, lines),
  )
  return unlisted ? [unlisted] : []
}

function outcome(sightings: Sighting[], complete: boolean): Outcome {
  return { shape: 'single', sightings, detected: null, title: null, complete }
}
