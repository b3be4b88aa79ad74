/** Runs one pass of the engine over a photo and emits what the waiting user sees before the outcome: progress and early rows. */
import type { Ask, Call, Photo, Reading, TextLine, VisionEngine } from '#vision'
import { EMPTY_READING } from '#vision'
import type { RecogniseStep, Sighting } from './outcome.ts'

/**
 * Yields the rows that can be emitted early, and returns the number of containers or menu items on the lines. Called with all
 * lines read so far, each time more of them arrive.
 */
export type EarlyRows = (lines: readonly TextLine[]) => Generator<RecogniseStep, number>

/** Yields progress and the rows of `early`; returns the reading. Throws the signal's reason on abort. */
export async function* runPass(
  engine: VisionEngine,
  photo: Photo,
  ask: Ask,
  call: Call,
  early?: EarlyRows,
): AsyncGenerator<RecogniseStep, Reading> {
  let reading = EMPTY_READING
  const lines: TextLine[] = []
  let detected: number | undefined
  for await (const step of engine.read(photo, ask, call)) {
    if (step.kind === 'reading') {
      reading = step.reading
      continue
    }
    yield { kind: 'progress', stage: stageOf(step), done: step.done, total: step.total, detected }
    // The last piece needs no early rows: the reading follows at once.
    if (!early || !step.lines || step.done === step.total) continue
    lines.push(...step.lines)
    detected = yield* early(lines)
  }
  call.signal.throwIfAborted()
  return reading
}

export const LOOKING = { kind: 'progress', stage: 'looking for text', done: 0, total: 0 } as const

function stageOf({ done, total }: { done: number; total: number }): string {
  return total === 0 ? LOOKING.stage : `reading ${Math.min(done + 1, total)} of ${total} lines`
}

/**
 * Returns a function that yields a row if it is new or has changed since it was last yielded. A row retains its first index, so
 * that the list does not jump while the user reads it.
 */
export function rowEmitter(): (key: string | number, sighting: Sighting) => Iterable<RecogniseStep> {
  const emitted = new Map<string | number, { index: number; content: string }>()
  return function* (key, sighting) {
    const content = JSON.stringify([sighting.candidates[0]?.beerId, sighting.count])
    const previous = emitted.get(key)
    if (previous?.content === content) return
    const index = previous?.index ?? emitted.size
    emitted.set(key, { index, content })
    yield { kind: 'row', index, sighting }
  }
}
