/** Rows emitted before the outcome. A row keeps its first index, so that the list does not jump while the user reads it. */
import type { RecogniseStep, Sighting } from './outcome.ts'

/** Returns a function that assigns indexes in order of first appearance and yields a row only if it is new or has changed. */
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
