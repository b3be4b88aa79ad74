/** Rows that are told before the outcome: each keeps the number it was first given, so that nothing jumps while one reads. */
import type { RecogniseStep, Sighting } from './outcome.ts'

/** Numbers rows in the order in which they become known, and passes on what is new or has changed. */
export function firstRows(): (key: string | number, sighting: Sighting) => Iterable<RecogniseStep> {
  const told = new Map<string | number, { index: number; said: string }>()
  return function* (key, sighting) {
    const said = JSON.stringify([sighting.candidates[0]?.beerId, sighting.count])
    const before = told.get(key)
    if (before?.said === said) return
    const index = before?.index ?? told.size
    told.set(key, { index, said })
    yield { kind: 'row', index, sighting }
  }
}
