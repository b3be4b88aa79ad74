/**
 * Finds terms within one or two edits of a word without walking over all terms. One edit: the symmetric-delete index of
 * SymSpell (Garbe, 2012), which stores every term under itself and under itself with each letter deleted; two words one edit
 * apart share such a key. Two edits: a pigeonhole partition filter, because of the three parts of a long term two edits leave
 * at least one intact. All comparisons are made on skeletons (see `confusables.ts`), so confusable letters cost nothing.
 */
import { skeletonOf } from '../text/confusables.ts'
import { editDistance } from '../text/edit-distance.ts'

/** Shorter skeletons match only when they are equal. */
const ONE_EDIT_MIN_LENGTH = 4
export const TWO_EDITS_MIN_LENGTH = 8

export interface SkeletonMatch {
  id: number
  /** Edits between the two skeletons, 0-2. */
  edits: number
  /** Length of the term's skeleton. */
  length: number
}

export class SymmetricDeleteIndex {
  readonly #skeletons: string[] = []
  /** Term ids by the hash of a skeleton with one letter deleted or none; most keys have a single id. */
  readonly #deletes = new Map<number, number | number[]>()
  /** Term ids by length, part number and text of one third of a long skeleton. */
  readonly #thirds = new Map<string, number[]>()

  add(id: number, text: string): void {
    const skeleton = skeletonOf(text)
    this.#skeletons[id] = skeleton
    for (const key of deleteKeys(skeleton)) {
      const ids = this.#deletes.get(key)
      if (ids === undefined) this.#deletes.set(key, id)
      else if (typeof ids === 'number') this.#deletes.set(key, [ids, id])
      else ids.push(id)
    }
    if (skeleton.length < TWO_EDITS_MIN_LENGTH) return
    for (const [part, start, end] of thirdsOf(skeleton.length)) {
      const key = thirdKey(skeleton.length, part, skeleton.slice(start, end))
      const ids = this.#thirds.get(key)
      if (ids) ids.push(id)
      else this.#thirds.set(key, [id])
    }
  }

  /** Terms whose skeleton is that of `text` or one edit away; terms two edits away only when there are none of those. */
  find(text: string): SkeletonMatch[] {
    const skeleton = skeletonOf(text)
    const matches = new Map<number, SkeletonMatch>()
    for (const key of deleteKeys(skeleton)) {
      const ids = this.#deletes.get(key)
      if (ids === undefined) continue
      for (const id of typeof ids === 'number' ? [ids] : ids) {
        if (matches.has(id)) continue
        const known = this.#skeletonAt(id)
        const { length } = known
        if (known === skeleton) matches.set(id, { id, edits: 0, length })
        else if (Math.min(length, skeleton.length) >= ONE_EDIT_MIN_LENGTH && editDistance(known, skeleton, 1) === 1)
          matches.set(id, { id, edits: 1, length })
      }
    }
    if (matches.size === 0 && skeleton.length >= TWO_EDITS_MIN_LENGTH - 1)
      for (const id of new Set(this.#sharingThird(skeleton))) {
        const known = this.#skeletonAt(id)
        if (editDistance(known, skeleton, 2) <= 2) matches.set(id, { id, edits: 2, length: known.length })
      }
    return [...matches.values()]
  }

  *#sharingThird(skeleton: string): Iterable<number> {
    for (let length = Math.max(TWO_EDITS_MIN_LENGTH, skeleton.length - 2); length <= skeleton.length + 2; length++)
      for (const [part, start, end] of thirdsOf(length))
        for (let shift = -2; shift <= 2; shift++) {
          if (start + shift < 0 || end + shift > skeleton.length) continue
          yield* this.#thirds.get(thirdKey(length, part, skeleton.slice(start + shift, end + shift))) ?? []
        }
  }

  #skeletonAt(id: number): string {
    return this.#skeletons[id] ?? ''
  }
}

/** Hashes of the skeleton and, when it is long enough for an edit, of it with each letter deleted. */
function deleteKeys(skeleton: string): Set<number> {
  const keys = new Set([hashWithout(skeleton, -1)])
  if (skeleton.length >= ONE_EDIT_MIN_LENGTH)
    for (let deleted = 0; deleted < skeleton.length; deleted++) keys.add(hashWithout(skeleton, deleted))
  return keys
}

/** FNV-1a over the character codes, skipping one position. */
function hashWithout(text: string, skipped: number): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index++)
    if (index !== skipped) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  return hash >>> 0
}

function thirdsOf(length: number): [part: number, start: number, end: number][] {
  const first = Math.floor(length / 3)
  const second = Math.floor((length * 2) / 3)
  return [
    [0, 0, first],
    [1, first, second],
    [2, second, length],
  ]
}

function thirdKey(length: number, part: number, text: string): string {
  return `${length}|${part}|${text}`
}
