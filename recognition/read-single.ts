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
import { printedFacts } from './printed-facts.ts'
import { listedSighting, type Match, matchLines } from './sighting.ts'
import { statedSightings } from './stated.ts'
import { unlistedBeer } from './unlisted.ts'

/** From this confidence on no further look pays. */
const SURE = 0.9

/** What is less likely than this is no help to choose from. */
const NEAR_MIN = 0.15

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
    const sighting = listedSighting(catalogue, match, lines, { where: centreIn(photo, support) })
    return [{ ...sighting, evidence: withStrength(sighting.evidence, lines) }]
  }
  const unlisted = unlistedBeer(
    catalogue,
    lines.filter(({ line }) => line.turned === 0),
    centreIn(photo, lines),
  )
  return unlisted ? [{ ...unlisted, candidates: nearMisses(match) }] : []
}

/** What was not sure enough to be the answer, for the user to choose from. */
function nearMisses({ candidates, confidences }: Match): Sighting['candidates'] {
  return candidates
    .map(({ beerId }, index) => ({ beerId, confidence: confidences[index] ?? 0 }))
    .filter(({ confidence }) => confidence >= NEAR_MIN)
}

/** The strength that a label prints speaks for the beer as its words do. */
function withStrength(evidence: readonly string[], lines: readonly PlacedLine[]): string[] {
  const printed = lines.find(({ line }) => printedFacts(line.text).abv !== null)?.line.text
  return printed === undefined || evidence.includes(printed) ? [...evidence] : [...evidence, printed]
}

function outcome(sightings: Sighting[], complete: boolean): Outcome {
  return { shape: 'single', sightings, detected: null, title: null, complete }
}
