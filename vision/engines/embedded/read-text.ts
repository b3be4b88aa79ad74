/** Photo -> lines of text: which sizes to look at, in which order, and when to stop. */
import type { Ask, Call, EngineStep, Photo } from '../../engine.ts'
import type { TextLine } from '../../reading.ts'
import { isOver } from './call.ts'
import { detectText, type FoundLine } from './detect-text.ts'
import { type Models, RUNS_MAX } from './models.ts'
import { inBatches, readBatch } from './read-lines.ts'
import { inStrips } from './strips.ts'
import { unionOfLines } from './union.ts'
import { openView } from './view.ts'

interface Plan {
  /** Long side in px of the raster that lines are cut from. */
  longSide: number
  /** Long sides in px at which the detector looks. */
  scales: readonly number[]
}

const PLANS: Record<Ask['context'], Record<Ask['detail'], Plan>> = {
  single: { quick: { longSide: 1280, scales: [640] }, full: { longSide: 1280, scales: [480, 800] } },
  group: { quick: { longSide: 1600, scales: [960] }, full: { longSide: 2400, scales: [640, 1600] } },
  menu: { quick: { longSide: 1600, scales: [960] }, full: { longSide: 2400, scales: [1280] } },
}

/** Lines under this mean probability are noise more often than text. */
const CONFIDENCE_MIN = 0.3

/** Reads as asked. Abort and deadline are looked at between any two runs of a network. */
export async function* readText(models: Models, photo: Photo, ask: Ask, call: Call): AsyncIterable<EngineStep> {
  const plan = PLANS[ask.context][ask.detail]
  call.signal.throwIfAborted()
  if (isOver(call)) return yield reading([], false)

  const view = await openView(photo, ask, plan.longSide)
  const detector = await models.detector()
  const found: FoundLine[] = []
  let complete = true
  for (const scale of plan.scales) {
    call.signal.throwIfAborted()
    complete = !isOver(call)
    if (!complete) break
    for (const { arc, ...straight } of await detectText(detector, view.raster, scale)) {
      found.push(straight)
      // Which way reads better is told by the reader's own confidence; lists are printed straight.
      if (arc && ask.context !== 'menu') found.push({ ...straight, arc })
    }
  }

  yield { kind: 'progress', done: 0, total: found.length }
  const lines: TextLine[] = []
  if (found.length > 0) {
    const recogniser = await models.recogniser()
    const characters = await models.characters()
    let done = 0
    for (const strip of inStrips(found, ask.context)) {
      const piece: TextLine[] = []
      const chunks = inChunks(inBatches(strip), RUNS_MAX)
      for (const [index, batches] of chunks.entries()) {
        call.signal.throwIfAborted()
        complete &&= !isOver(call)
        if (!complete) break
        const read = await Promise.all(batches.map((batch) => readBatch(recogniser, characters, view.raster, batch)))
        for (const { line, decoded } of read.flat()) {
          const text = decoded.text.normalize('NFKC').trim()
          if (text !== '' && decoded.confidence >= CONFIDENCE_MIN) {
            const { confidence } = decoded
            piece.push({ text, confidence, corners: view.cornersOf(line.quad), turned: view.turned })
          }
          done++
        }
        const isDone = index === chunks.length - 1
        yield { kind: 'progress', done, total: found.length, ...(isDone && { lines: piece }) }
      }
      lines.push(...piece)
      if (!complete) break
    }
  }
  call.signal.throwIfAborted()
  yield reading(unionOfLines(lines), complete)
}

function reading(lines: TextLine[], complete: boolean): EngineStep {
  return { kind: 'reading', reading: { lines, beers: [], complete } }
}

function inChunks<T>(items: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  )
}
