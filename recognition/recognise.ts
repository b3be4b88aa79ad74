/** Chooses how a photo is read: as one beer, as a group or as a menu, by what was asked and by what the picture shows. */
import type { Catalogue } from '#catalogue'
import { SCENE_CONFIDENCE_MIN } from '#contracts'
import { type Call, EngineFailure, type Photo, type VisionEngine } from '#vision'
import { type ReadCodes, searchCodes } from './barcodes.ts'
import type { Outcome, RecogniseAsk, RecognisePhoto, RecogniseStep } from './outcome.ts'
import { readGroup } from './read-group.ts'
import { readMenu } from './read-menu.ts'
import { readSingle } from './read-single.ts'
import { readStated } from './read-stated.ts'

/** Raised whenever the same words may be told as another beer: matching, menus, the fitted confidence. Answers are kept by it. */
export const RULES_VERSION = 3

/** Time that is kept back for the engine that stands in, when one does. */
const STAND_IN_MS = { single: 10_000, many: 15_000 }

/**
 * Joins an engine and a catalogue. The asked context is a hint: where it leads to nothing and the picture plainly shows
 * another scene, the answer comes in that scene's shape. Without a hint the scene decides. `fallback` opens the engine that
 * stands in for one that others run, when that fails or may not be asked; the outcome then says so. `readCodes` looks for
 * product codes meanwhile.
 * @throws EngineFailure when that fails and nothing stands in
 */
export function openRecognition(parts: Parts & Partial<StandIn> & Partial<SecondWay>): RecognisePhoto {
  return async function* recognise(photo, ask, call) {
    const codes = searchCodes(parts.readCodes, photo, ask)
    const outcome = yield* readText(parts, photo, ask, call)
    yield { kind: 'complete', outcome: await codes.tellWith(outcome) }
  }
}

async function* readText(
  { engine, catalogue, fallback }: Parts & Partial<StandIn>,
  photo: Photo,
  ask: RecogniseAsk,
  call: Call,
): Reading {
  if (!engine.can.states) return yield* readHere({ engine, catalogue }, photo, ask, call)
  const reading = readElsewhere({ engine, catalogue }, photo, ask, call, fallback !== undefined)
  return yield* fallback ? orHere(reading, { fallback, catalogue }, photo, ask, call) : reading
}

type Parts = { engine: VisionEngine; catalogue: Catalogue }
type SecondWay = { readCodes: ReadCodes }
type StandIn = { fallback: () => Promise<VisionEngine> }

function readHere(parts: Parts, photo: Photo, ask: RecogniseAsk, call: Call): Reading {
  return ask.context === 'auto'
    ? readAsSeen(parts, photo, call)
    : readAsAsked(parts, photo, SHAPES[ask.context], ask, call)
}

async function* readElsewhere(
  parts: Parts,
  photo: Photo,
  ask: RecogniseAsk,
  call: Call,
  somebodyStandsIn: boolean,
): Reading {
  if (ask.staysHere) throw new NotAsked(ask.staysHere)
  const kept = somebodyStandsIn ? STAND_IN_MS[ask.context === 'single_beer' ? 'single' : 'many'] : 0
  return yield* readStated(parts, photo, ask, { ...call, deadline: call.deadline - kept })
}

/** The photo may not be sent, so the engine was not asked. */
class NotAsked extends Error {
  override name = 'NotAsked'
  constructor(readonly code: NonNullable<RecogniseAsk['staysHere']>) {
    super('The photo stays here, and nothing here reads it')
  }
}

async function* orHere(
  reading: Reading,
  { fallback, catalogue }: StandIn & Pick<Parts, 'catalogue'>,
  photo: Photo,
  ask: RecogniseAsk,
  call: Call,
): Reading {
  try {
    return yield* reading
  } catch (error) {
    if (!(error instanceof EngineFailure || error instanceof NotAsked)) throw error
    call.signal.throwIfAborted()
    yield { kind: 'progress', stage: 'reading on this server', done: 0, total: 1 }
    const outcome = yield* readHere({ engine: await fallback(), catalogue }, photo, ask, call)
    return { ...outcome, fallback: error.code }
  }
}

type Reading = AsyncGenerator<RecogniseStep, Outcome>

const READ = { single: readSingle, group: readGroup, menu: readMenu }
const SHAPES = { single_beer: 'single', multiple_beers: 'group', fridge: 'group', menu: 'menu' } as const

async function* readAsAsked(
  parts: Parts,
  photo: Photo,
  asked: Outcome['shape'],
  ask: RecogniseAsk,
  call: Call,
): Reading {
  const outcome = yield* READ[asked](parts, photo, call)
  if (beersIn(outcome) > 0) return outcome
  const seen = await seenShape(parts.engine, photo, call)
  if (!seen?.isPlain) return outcome
  // parse-menu answers with a list of beers; one bottle is a group of one there.
  const other = seen.shape === 'single' && ask.call === 'menu' ? 'group' : seen.shape
  if (other === asked) return outcome
  const second = yield* READ[other](parts, photo, call)
  return beersIn(second) > 0 ? second : outcome
}

/** A scene that is not plain has to prove itself: a group or menu of fewer than two beers is read as one beer, too. */
async function* readAsSeen(parts: Parts, photo: Photo, call: Call): Reading {
  const seen = await seenShape(parts.engine, photo, call)
  const shape = seen?.shape ?? 'single'
  const outcome = yield* READ[shape](parts, photo, call)
  if (shape === 'single' || beersIn(outcome) > 1 || (seen?.isPlain && beersIn(outcome) > 0)) return outcome
  const single = yield* readSingle(parts, photo, call)
  return beersIn(single) > 0 || beersIn(outcome) === 0 ? single : outcome
}

function beersIn(outcome: Outcome): number {
  return outcome.sightings.filter((sighting) => sighting.verdict !== 'unknown-spot').length
}

/** The shape that the picture most likely has; undefined when the engine cannot tell. */
async function seenShape(engine: VisionEngine, photo: Photo, call: Call) {
  if (!engine.can.scene || Date.now() >= call.deadline) return undefined
  const scene = await engine.scene(photo, call)
  return { shape: SHAPES[scene.context], isPlain: scene.confidence >= SCENE_CONFIDENCE_MIN }
}
