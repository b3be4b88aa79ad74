/** One look of the engine at a photo, with its progress passed on in the words a person waits with. */
import type { Ask, Call, Photo, Reading, TextLine, VisionEngine } from '#vision'
import { EMPTY_READING } from '#vision'
import type { RecogniseStep } from './outcome.ts'

/** What can be told already of the lines read so far, each time more of them are known. */
export type Early = (lines: readonly TextLine[]) => Iterable<RecogniseStep>

/** Yields progress, and what `early` tells on the way; returns the reading. */
export async function* look(
  engine: VisionEngine,
  photo: Photo,
  ask: Ask,
  call: Call,
  early?: Early,
): AsyncGenerator<RecogniseStep, Reading> {
  let reading = EMPTY_READING
  const lines: TextLine[] = []
  for await (const step of engine.read(photo, ask, call)) {
    if (step.kind === 'reading') {
      reading = step.reading
      continue
    }
    yield { kind: 'progress', stage: stageOf(step), done: step.done, total: step.total }
    // The last piece is told with all the others, by the reading.
    if (!early || !step.lines || step.done === step.total) continue
    lines.push(...step.lines)
    yield* early(lines)
  }
  call.signal.throwIfAborted()
  return reading
}

function stageOf({ done, total }: { done: number; total: number }): string {
  return total === 0 ? 'looking for text' : `reading ${Math.min(done + 1, total)} of ${total} lines`
}
