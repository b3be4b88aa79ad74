/** Photo -> lines of text: at which scales to detect, in which order to recognise, and when to stop. */
import { compatibleText } from '../../compatible-text.ts'
import { type Ask, type Call, type EngineStep, isPastDeadline, type Photo } from '../../engine.ts'
import { type Box, intersectionOverUnion, nonMaxSuppression } from '../../non-max-suppression.ts'
import type { TextLine } from '../../reading.ts'
import { type DetectedLine, detectText } from './detect-text.ts'
import type { Models } from './models.ts'
import { recogniseBatch, toBatches } from './read-lines.ts'
import { type Quad, runsDownwards, turnedRound } from './rotated-rect.ts'
import { openView } from './view.ts'

interface Plan {
  /** Long side in px of the raster that lines are cropped from. */
  longSide: number
  /** Long sides in px at which the detector runs. */
  scales: readonly number[]
}

const PLANS: Record<Ask['context'], Record<Ask['detail'], Plan>> = {
  single: { quick: { longSide: 1280, scales: [640] }, full: { longSide: 1280, scales: [480, 800] } },
  group: { quick: { longSide: 1600, scales: [960] }, full: { longSide: 2400, scales: [640, 1600] } },
  menu: { quick: { longSide: 1600, scales: [960] }, full: { longSide: 2400, scales: [1280] } },
}

/** Below this mean probability, lines are noise more often than text. */
const CONFIDENCE_MIN = 0.3

/** Lines whose boxes overlap by this intersection over union are the same text, detected at two scales. */
const DUPLICATE_IOU = 0.5

/** Reads a photo as asked. Abort and deadline are checked between any two runs of a network. */
export async function* readText(models: Models, photo: Photo, ask: Ask, call: Call): AsyncIterable<EngineStep> {
  const plan = PLANS[ask.context][ask.detail]
  call.signal.throwIfAborted()
  if (isPastDeadline(call)) return yield reading([], false)

  const view = await openView(photo, ask, plan.longSide)
  const detector = await models.detector()
  const detected: DetectedLine[] = []
  let complete = true
  for (const scale of plan.scales) {
    call.signal.throwIfAborted()
    complete = !isPastDeadline(call)
    if (!complete) break
    for (const { curve, ...straight } of await detectText(detector, view.raster, scale)) {
      detected.push(straight)
      // Menus are printed straight. Elsewhere curved and upright lines are recognised both ways, and the recogniser's confidence decides.
      if (ask.context === 'menu') continue
      if (curve) detected.push({ ...straight, curve })
      if (runsDownwards(straight.quad)) detected.push({ ...straight, quad: turnedRound(straight.quad) })
    }
  }

  yield { kind: 'progress', done: 0, total: detected.length }
  const lines: TextLine[] = []
  if (detected.length > 0) {
    const recogniser = await models.recogniser()
    const characters = await models.characters()
    let done = 0
    for (const strip of toStrips(detected, ask.context)) {
      const stripLines: TextLine[] = []
      const batches = toBatches(strip)
      for (const [index, batch] of batches.entries()) {
        call.signal.throwIfAborted()
        complete &&= !isPastDeadline(call)
        if (!complete) break
        for (const { line, decoded } of await recogniseBatch(recogniser, characters, view.raster, batch)) {
          const text = compatibleText(decoded.text).trim()
          if (text !== '' && decoded.confidence >= CONFIDENCE_MIN) {
            const { confidence, lattice } = decoded
            stripLines.push({ text, confidence, corners: view.cornersOf(line.quad), rotation: view.rotation, lattice })
          }
          done++
        }
        const isStripDone = index === batches.length - 1
        yield { kind: 'progress', done, total: detected.length, ...(isStripDone && { lines: stripLines }) }
      }
      lines.push(...stripLines)
      if (!complete) break
    }
  }
  call.signal.throwIfAborted()
  yield reading(withoutDuplicates(lines), complete)
}

function reading(lines: TextLine[], complete: boolean): EngineStep {
  return { kind: 'reading', reading: { lines, beers: [], complete } }
}

/** The most confident line of each place, from top to bottom, then from left to right. */
export function withoutDuplicates(lines: readonly TextLine[]): TextLine[] {
  return nonMaxSuppression(
    lines.map((line) => ({ line, box: boxOf(line) })),
    ({ line }) => line.confidence,
    (a, b) => intersectionOverUnion(a.box, b.box) >= DUPLICATE_IOU,
  )
    .sort((a, b) => a.box.top - b.box.top || a.box.left - b.box.left)
    .map(({ line }) => line)
}

function boxOf({ corners }: TextLine): Box {
  const xs = corners.map((corner) => corner.x)
  const ys = corners.map((corner) => corner.y)
  return { left: Math.min(...xs), top: Math.min(...ys), right: Math.max(...xs), bottom: Math.max(...ys) }
}

/** Strips of fewer lines would leave the batches half empty. */
const STRIP_LINES_MIN = 12
/** More strips would bring no visible progress. */
const STRIPS_MAX = 8

/**
 * Splits detected lines into strips, recognised one after the other so that first answers come early: a menu from top to
 * bottom, a group from left to right. No line of a later strip begins before the last one of an earlier strip. A single beer
 * is one strip.
 */
export function toStrips<T extends { quad: Quad }>(lines: readonly T[], context: Ask['context']): T[][] {
  if (context === 'single') return [[...lines]]
  const start = ({ quad }: T) => Math.min(...quad.map(({ x, y }) => (context === 'menu' ? y : x)))
  const sorted = [...lines].sort((a, b) => start(a) - start(b))
  return toChunks(sorted, Math.max(STRIP_LINES_MIN, Math.ceil(lines.length / STRIPS_MAX)))
}

function toChunks<T>(items: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  )
}
