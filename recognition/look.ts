/** One look of the engine at a photo, with its progress passed on in the words a person waits with. */
import type { Ask, Call, Photo, Reading, VisionEngine } from '#vision'
import { EMPTY_READING } from '#vision'
import type { RecogniseStep } from './outcome.ts'

/** Yields progress; returns the reading. */
export async function* look(
  engine: VisionEngine,
  photo: Photo,
  ask: Ask,
  call: Call,
): AsyncGenerator<RecogniseStep, Reading> {
  let reading = EMPTY_READING
  for await (const step of engine.read(photo, ask, call)) {
    if (step.kind === 'reading') reading = step.reading
    else yield { kind: 'progress', stage: stageOf(step), done: step.done, total: step.total }
  }
  call.signal.throwIfAborted()
  return reading
}

function stageOf({ done, total }: { done: number; total: number }): string {
  return total === 0 ? 'looking for text' : `reading ${Math.min(done + 1, total)} of ${total} lines`
}
