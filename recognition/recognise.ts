/** Decides whether a photo is read as one beer, as a group or as a menu: by the requested context and by its scene. */
import type { Catalogue } from '#catalogue'
import { SCENE_CONFIDENCE_MIN } from '#contracts'
import {
  type Ask,
  type Call,
  EngineFailure,
  type Reading as EngineReading,
  isPastDeadline,
  type Photo,
  type VisionEngine,
} from '#vision'
import { type ReadBarcodes, searchBarcodes } from './barcode/barcodes.ts'
import { beerWithBarcodes, decideByBarcode } from './barcode/by-barcode.ts'
import { containerMatcher } from './group/container-matcher.ts'
import { beerOf, type Container, findContainers, isNamed, supportOf } from './group/containers.ts'
import { readGroup } from './group/read-group.ts'
import { areOfOneBrewery, isSure } from './label/acceptance.ts'
import { boundsOf, placeLines } from './lines/layout.ts'
import { readMenu } from './menu/read-menu.ts'
import type { Outcome, RecogniseAsk, RecognisePhoto, RecogniseStep, SceneHint } from './outcome.ts'
import { LOOKING, runPass } from './run-pass.ts'
import { FIRST_PASS, readSingle } from './single/read-single.ts'
import { stageWatch } from './stage-times.ts'
import { readStructured } from './structured/read-structured.ts'
import type { RecognitionWeights } from './weights.ts'

/** Time reserved for the fallback engine. */
const FALLBACK_MS = { single: 10_000, many: 15_000 }

/**
 * Combines an engine and a catalogue. The requested context is a hint: if it yields no beers and the photo clearly shows
 * another scene, the photo is read again as that scene. With 'auto' the scene decides. `fallback` opens the engine that
 * replaces a provider which fails or must not receive the photo; the outcome then names the reason. `frameEngine` opens the one that
 * reads camera frames if there is no fallback: a provider never receives them. `readBarcodes` looks for
 * product barcodes at the same time; a known one ends the reading of a single label after its first pass.
 * @throws EngineFailure when the provider fails and there is no fallback
 */
export function openRecognition({ readBarcodes, ...parts }: Options): RecognisePhoto {
  return async function* recognise(photo, request, call) {
    const ask = withClearScene(request)
    const watch = stageWatch()
    const { catalogue } = parts
    const search = searchBarcodes(readBarcodes, photo, ask)
    const isKnown = () => beerWithBarcodes(catalogue, search.found, ask.ownBarcodes) !== undefined
    const outcome = yield* readText({ ...withEngines(parts, watch.watched), isKnown }, photo, ask, call)
    const barcodes = await search.resultFor(outcome)
    const decided = decideByBarcode(catalogue, outcome, barcodes, ask.ownBarcodes)
    yield { kind: 'complete', outcome: decided, times: watch.times() }
  }
}

async function* readText(
  { frameEngine, ...parts }: Parts & Partial<LocalEngines>,
  photo: Photo,
  ask: RecogniseAsk,
  call: Call,
): Reading {
  if (!parts.engine.can.structured) return yield* readLocally(parts, photo, ask, call)
  const fallback = parts.fallback ?? (ask.localOnly === 'camera_frame' ? frameEngine : undefined)
  const reading = readByProvider(parts, photo, ask, call, fallback !== undefined)
  return yield* fallback ? withFallback(reading, { ...parts, fallback }, photo, ask, call) : reading
}

type Parts = { engine: VisionEngine; catalogue: Catalogue; isKnown?: () => boolean; weights?: RecognitionWeights }
type Options = Parts & Partial<LocalEngines & { readBarcodes: ReadBarcodes }>
type Fallback = { fallback: () => Promise<VisionEngine> }
type LocalEngines = Fallback & { frameEngine: () => Promise<VisionEngine> }

function withEngines<P extends Parts & Partial<LocalEngines>>(
  parts: P,
  change: (engine: VisionEngine) => VisionEngine,
): P {
  const { engine, fallback, frameEngine } = parts
  return {
    ...parts,
    engine: change(engine),
    ...(fallback && { fallback: async () => change(await fallback()) }),
    ...(frameEngine && { frameEngine: async () => change(await frameEngine()) }),
  }
}

/** A clear scene that came with the photo replaces 'auto'. */
function withClearScene(ask: RecogniseAsk): RecogniseAsk {
  return ask.context === 'auto' && isClear(ask.scene) ? { ...ask, context: ask.scene.context } : ask
}

async function* readLocally(parts: Parts, photo: Photo, ask: RecogniseAsk, call: Call): Reading {
  // The engine reports nothing until it has found the lines: until then the scan would seem to wait for its turn.
  yield LOOKING
  return yield* ask.context === 'auto'
    ? readByScene(parts, photo, ask, call)
    : readAsRequested(parts, photo, SHAPES[ask.context], ask, call)
}

async function* readByProvider(
  parts: Parts,
  photo: Photo,
  ask: RecogniseAsk,
  call: Call,
  hasFallback: boolean,
): Reading {
  if (ask.localOnly) throw new ProviderSkipped(ask.localOnly)
  const reserved = hasFallback ? FALLBACK_MS[ask.context === 'single_beer' ? 'single' : 'many'] : 0
  return yield* readStructured(parts, photo, ask, { ...call, deadline: call.deadline - reserved })
}

/** The photo must not leave this machine, so the provider was not called. */
class ProviderSkipped extends Error {
  override name = 'ProviderSkipped'
  constructor(readonly code: NonNullable<RecogniseAsk['localOnly']>) {
    super('The photo must not be sent to the provider, and there is no local engine')
  }
}

async function* withFallback(
  reading: Reading,
  { fallback, ...parts }: Parts & Fallback,
  photo: Photo,
  ask: RecogniseAsk,
  call: Call,
): Reading {
  try {
    return yield* reading
  } catch (error) {
    if (!(error instanceof EngineFailure || error instanceof ProviderSkipped)) throw error
    call.signal.throwIfAborted()
    yield { kind: 'progress', stage: 'reading on this server', done: 0, total: 1 }
    const outcome = yield* readLocally({ ...parts, engine: await fallback() }, photo, ask, call)
    const cause = error instanceof EngineFailure && { fallbackCause: error.message }
    return { ...outcome, fallback: error.code, ...cause }
  }
}

type Reading = AsyncGenerator<RecogniseStep, Outcome>

const READ = { single: readSingle, group: readGroup, menu: readMenu }
const SHAPES = { single_beer: 'single', multiple_beers: 'group', fridge: 'group', menu: 'menu' } as const

async function* readAsRequested(
  parts: Parts,
  photo: Photo,
  requested: Outcome['shape'],
  ask: RecogniseAsk,
  call: Call,
): Reading {
  const outcome = yield* READ[requested](parts, photo, call)
  if (beersIn(outcome) > 0) return outcome
  if (isPastDeadline(call)) return { ...outcome, complete: false }
  const scene = await sceneOf(parts.engine, photo, ask, call)
  if (!isClear(scene)) return outcome
  const shape = SHAPES[scene.context]
  // The answer of parse-menu is a list; in it, one bottle is a group of one.
  const other = shape === 'single' && ask.call === 'menu' ? 'group' : shape
  if (other === requested) return outcome
  const second = yield* READ[other](parts, photo, call)
  if (beersIn(second) > 0) return second
  return {
    ...outcome,
    otherDrink: outcome.otherDrink ?? second.otherDrink,
    complete: outcome.complete && second.complete,
  }
}

/** A bottle, its glass and one text beside them are still one beer. */
const GROUP_CONTAINERS_MIN = 3
/** From this number of containers on the first pass, neck labels and small print included, a photo shows several beers. */
const MANY_CONTAINERS = 6

/** Reads the photo as its scene; what is read also decides whether it shows one beer or several. */
async function* readByScene(parts: Parts, photo: Photo, ask: RecogniseAsk, call: Call): Reading {
  const scene = await sceneOf(parts.engine, photo, ask, call)
  const shape = scene ? SHAPES[scene.context] : 'single'
  if (shape === 'single') return yield* readOneOrMany(parts, photo, call)
  const outcome = yield* READ[shape](parts, photo, call)
  const isGroup = isClear(scene) || beersIn(outcome) > 1 || containersIn(outcome) >= GROUP_CONTAINERS_MIN
  if (isGroup && beersIn(outcome) > 0) return outcome
  const single = yield* readSingle(parts, photo, call)
  return beersIn(single) > 0 || beersIn(outcome) === 0 ? single : outcome
}

/** Reads the photo as one beer, or as a group if its first pass shows many containers, or two beers beside each other. */
async function* readOneOrMany(parts: Parts, photo: Photo, call: Call): Reading {
  const { engine, catalogue } = parts
  const first = yield* runPass(engine, photo, FIRST_PASS, call)
  const lines = placeLines(first.lines, photo)
  const containers = findContainers(lines, photo, containerMatcher(catalogue, lines))
  if (containers.length >= MANY_CONTAINERS || showsTwoBeers(containers, catalogue)) {
    const group = yield* readGroup(parts, photo, call)
    if (beersIn(group) > 0) return group
  }
  return yield* readSingle({ ...parts, engine: withReading(engine, FIRST_PASS, first) }, photo, call)
}

/** True if beside a beer that is sure another brewery's is named. Above or below it would be other words of one label. */
function showsTwoBeers(containers: readonly Container[], catalogue: Catalogue): boolean {
  const breweryOf = (beerId: number) => catalogue.beer(beerId)?.breweryId
  const named = containers.filter(isNamed).map((container) => {
    return { beerId: beerOf(container) ?? 0, isSure: isSure(container.match), ...boundsOf(supportOf(container)) }
  })
  return named.some(
    (one) =>
      one.isSure &&
      named.some(
        (other) =>
          !areOfOneBrewery(one.beerId, other.beerId, breweryOf) && (other.right <= one.left || one.right <= other.left),
      ),
  )
}

/** The engine, except that it returns a known reading for one request instead of running the pass again. */
function withReading(engine: VisionEngine, known: Ask, reading: EngineReading): VisionEngine {
  return {
    ...engine,
    async *read(photo, ask, call) {
      if (ask === known) yield { kind: 'reading', reading }
      else yield* engine.read(photo, ask, call)
    },
  }
}

function beersIn(outcome: Outcome): number {
  return outcome.sightings.filter((sighting) => sighting.verdict !== 'unread-container').length
}

/** The containers of its beers, and those that could not be read. */
function containersIn({ sightings }: Outcome): number {
  return sightings.reduce((sum, { count }) => sum + count, 0)
}

/** The scene that came with the photo, otherwise the engine's; undefined if it cannot classify the photo or no time is left. */
async function sceneOf(
  engine: VisionEngine,
  photo: Photo,
  ask: RecogniseAsk,
  call: Call,
): Promise<SceneHint | undefined> {
  if (ask.scene) return ask.scene
  if (!engine.can.scene || isPastDeadline(call)) return undefined
  return engine.scene(photo, call)
}

function isClear(scene: SceneHint | undefined): scene is SceneHint {
  return scene !== undefined && scene.confidence >= SCENE_CONFIDENCE_MIN
}
