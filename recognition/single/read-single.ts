/**
 * Recognises a close-up of one beer. All text of the photo is matched as one label. If the match is not confident, further
 * passes read the label enlarged, because the bottle may be small in the photo, and the photo rotated, because text on the curve of
 * a bottle is slanted.
 */
import type { Catalogue } from '#catalogue'
import { type Ask, type Call, isPastDeadline, type Photo, type TextLine, type VisionEngine } from '#vision'
import { isAsked, isSure, OFFERED_MIN, otherDrinkAmong, otherDrinkOf } from '../label/acceptance.ts'
import { drinkWords } from '../label/drinks.ts'
import { legibleLines } from '../label/name-candidates.ts'
import { printedFacts } from '../label/printed-facts.ts'
import { listedSighting, type Match, matchLines, offered } from '../label/sighting.ts'
import { unlistedLabel } from '../label/unlisted.ts'
import { listedBox } from '../lines/label-box.ts'
import { boxIn, centreIn, isUpright, type PlacedLine, placeLines } from '../lines/layout.ts'
import type { Outcome, RecogniseStep, Sighting } from '../outcome.ts'
import { runPass } from '../run-pass.ts'
import { structuredSightings } from '../structured/structured-beers.ts'
import type { RecognitionWeights } from '../weights.ts'
import { labelRegion } from './closer-look.ts'

/** From this confidence no further pass is worth its time. */
const CONFIDENT = 0.9

export const FIRST_PASS: Ask = { context: 'single', detail: 'full' }
const SLANTED: readonly Ask[] = [
  { context: 'single', detail: 'quick', rotation: 15 },
  { context: 'single', detail: 'quick', rotation: -15 },
]
/** For labels that may have been photographed sideways. */
const SIDEWAYS: readonly Ask[] = [
  { context: 'single', detail: 'quick', rotation: 90 },
  { context: 'single', detail: 'quick', rotation: 270 },
]

interface Parts {
  engine: VisionEngine
  catalogue: Catalogue
  /** Whether the beer is known by other means, so that the first pass suffices to contradict it. */
  isKnown?: () => boolean
  weights?: RecognitionWeights
}

/** What the lines of a label, read in all passes that helped, answer. */
export type Decide = (catalogue: Catalogue, photo: Photo, lines: readonly PlacedLine[], match: Match) => Sighting[]

export async function* readSingle(
  { engine, catalogue, isKnown = () => false, weights }: Parts,
  photo: Photo,
  call: Call,
  decide: Decide = (...label) => sightingsOf(...label, weights),
): AsyncGenerator<RecogniseStep, Outcome> {
  const first = yield* runPass(engine, photo, FIRST_PASS, call)
  if (first.beers.length > 0) return outcome(structuredSightings(catalogue, first.beers).slice(0, 1), first.complete)

  let lines = placeLines(first.lines, photo)
  let match = matchLabel(catalogue, lines)
  let { complete } = first
  if (engine.can.regions) {
    const furtherPasses = [closerLook(lines, photo), SLANTED, mayLieSideways(lines) ? SIDEWAYS : []]
    for (const asks of furtherPasses.filter(({ length }) => length > 0)) {
      if (match.confidence >= CONFIDENT || isKnown()) break
      if (isPastDeadline(call)) {
        complete = false
        break
      }
      const found: TextLine[] = []
      for (const ask of asks) {
        const reading = yield* runPass(engine, photo, ask, call)
        found.push(...reading.lines)
        complete &&= reading.complete
      }
      const combined = [...lines, ...placeLines(found, photo)]
      const better = found.length > 0 ? matchLabel(catalogue, combined) : match
      if (better.confidence <= match.confidence) continue
      lines = combined
      match = better
    }
  }
  const sightings = decide(catalogue, photo, lines, match)
  return {
    ...outcome(sightings, complete),
    ...(sightings.length === 0 && { otherDrink: otherDrinkAmong([match]) }),
  }
}

/** The pass over the label alone; none if it fills the photo. */
function closerLook(lines: readonly PlacedLine[], photo: Photo): readonly Ask[] {
  const region = labelRegion(lines, photo)
  return region ? [{ ...FIRST_PASS, region }] : []
}

/** True if text runs up or down the photo, or none was read. */
function mayLieSideways(lines: readonly PlacedLine[]): boolean {
  return lines.length === 0 || lines.some(isUpright)
}

function matchLabel(catalogue: Catalogue, lines: readonly PlacedLine[]): Match {
  const photoWords = drinkWords(lines.map(({ line }) => line.text).join('\n'))
  return matchLines(catalogue, lines, { shape: 'single', photoWords })
}

/** Names the beer, asks which one it is, or describes an unlisted one as printed; empty when nothing is likely. */
function sightingsOf(
  catalogue: Catalogue,
  photo: Photo,
  lines: readonly PlacedLine[],
  match: Match,
  weights?: RecognitionWeights,
): Sighting[] {
  const listed = () => {
    const support = match.candidates[0]?.lines.flatMap((index) => lines[index] ?? []) ?? []
    const box = listedBox(photo, support, lines, match.confidence)
    const sighting = listedSighting(catalogue, match, lines, { position: centreIn(photo, support), box })
    return [{ ...sighting, evidence: withPrintedAbv(sighting.evidence, lines, match.printed.abv) }]
  }
  if (isSure(match)) return listed()
  if (otherDrinkOf(match)) return []
  const unlisted = unlistedLabel(catalogue, lines, match, centreIn(photo, lines), weights?.unlisted)
  const isLegible = legibleLines(lines).length > 0
  const breweryOf = (beerId: number) => catalogue.beer(beerId)?.breweryId
  if (isLegible && isAsked(match, breweryOf, unlisted !== undefined)) return listed()
  if (!unlisted) return []
  return [{ ...unlisted, box: boxIn(photo, lines), candidates: offered(match.candidates, OFFERED_MIN) }]
}

/** Adds the line with the ABV to the evidence. */
function withPrintedAbv(evidence: readonly string[], lines: readonly PlacedLine[], abv: number | null): string[] {
  const printed = lines.find(({ line }) => abv !== null && printedFacts(line.text).abv === abv)?.line.text
  return printed === undefined || evidence.includes(printed) ? [...evidence] : [...evidence, printed]
}

function outcome(sightings: Sighting[], complete: boolean): Outcome {
  return { shape: 'single', sightings, detected: null, title: null, complete }
}
