/**
 * The one edit distance of the catalogue: optimal string alignment, a Damerau-Levenshtein distance in which insertions,
 * deletions, substitutions and swaps of neighbouring letters cost 1 each and no substring is edited twice.
 *
 *     d(i, j) = min( d(i-1, j) + 1, d(i, j-1) + 1, d(i-1, j-1) + [a_i != b_j], d(i-2, j-2) + 1 if the last two are swapped )
 */

/**
 * The table of the recurrence for one pattern: the row of depth `i` holds the distances between the first `i` letters of
 * some text and every prefix of the pattern. Rows are filled one letter at a time, so that texts which share a prefix also
 * share its rows (see `SortedTerms`). Distances above `limit` are stored as `limit + 1`.
 */
export class AlignmentTable {
  readonly #pattern: string
  readonly #limit: number
  readonly #width: number
  readonly #rows: Uint8Array

  /** `limit` is at most 254; rows deeper than `maxDepth` cannot be filled. `memory` is reused if it is large enough. */
  constructor(pattern: string, limit: number, maxDepth: number, memory?: Uint8Array) {
    this.#pattern = pattern
    this.#limit = limit
    this.#width = pattern.length + 1
    const cells = this.#width * (maxDepth + 1)
    this.#rows = memory && memory.length >= cells ? memory : new Uint8Array(cells)
    for (let column = 0; column < this.#width; column++) this.#rows[column] = Math.min(column, limit + 1)
  }

  /** The distance between the first `depth` letters of the text and the whole pattern. */
  distanceAt(depth: number): number {
    const column = this.#width - 1
    return Math.abs(depth - column) > this.#limit ? this.#limit + 1 : this.#at(depth, column)
  }

  /** The least distance between the first `depth` letters of the text and any prefix of the pattern. */
  leastAt(depth: number): number {
    let least = this.#limit + 1
    const stop = Math.min(this.#width - 1, depth + this.#limit)
    for (let column = Math.max(0, depth - this.#limit); column <= stop; column++) {
      least = Math.min(least, this.#at(depth, column))
    }
    return least
  }

  /**
   * Fills the row of `depth + 1` and returns its least distance. `letter` is the text's character code at `depth`,
   * `previous` the one before it. Only cells within `limit` of the diagonal are computed; no other can be within the limit.
   */
  extend(depth: number, letter: number, previous: number): number {
    const over = this.#limit + 1
    const pattern = this.#pattern
    const rows = this.#rows
    const width = this.#width
    const row = depth * width
    const next = row + width
    const start = Math.max(1, depth + 1 - this.#limit)
    const stop = Math.min(pattern.length, depth + 1 + this.#limit)
    let least = Math.min(depth + 1, over)
    rows[next] = least
    // The cells beside the computed ones are read by this row and the next.
    if (start > 1) rows[next + start - 1] = over
    if (stop < pattern.length) rows[next + stop + 1] = over
    for (let column = start; column <= stop; column++) {
      const expected = pattern.charCodeAt(column - 1)
      let cost = (rows[row + column - 1] ?? over) + (expected === letter ? 0 : 1)
      const gap = Math.min(rows[row + column] ?? over, rows[next + column - 1] ?? over) + 1
      if (gap < cost) cost = gap
      const isSwap =
        depth > 0 &&
        column > 1 &&
        expected === previous &&
        expected !== letter &&
        pattern.charCodeAt(column - 2) === letter
      if (isSwap) cost = Math.min(cost, (rows[row - width + column - 2] ?? over) + 1)
      if (cost > over) cost = over
      rows[next + column] = cost
      if (cost < least) least = cost
    }
    return least
  }

  #at(depth: number, column: number): number {
    return this.#rows[depth * this.#width + column] ?? this.#limit + 1
  }
}

/** The table of `editDistance`: a label is compared with thousands of terms. */
const SHARED_MEMORY = new Uint8Array(1_024)

/** The edit distance between two texts, or `limit + 1` as soon as it must exceed `limit`. */
export function editDistance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) > limit) return limit + 1
  let start = 0
  let endA = a.length
  let endB = b.length
  while (start < endA && start < endB && a.charCodeAt(start) === b.charCodeAt(start)) start++
  while (endA > start && endB > start && a.charCodeAt(endA - 1) === b.charCodeAt(endB - 1)) {
    endA--
    endB--
  }
  const [restA, restB] = [endA - start, endB - start]
  if (restA === 0 || restB === 0) return Math.min(restA + restB, limit + 1)
  // Equal beginnings and ends are gone: what remains of one edit is one letter of each text, or two that are swapped.
  if (restA === 1 && restB === 1) return Math.min(1, limit + 1)
  const isOneSwap =
    restA === 2 &&
    restB === 2 &&
    a.charCodeAt(start) === b.charCodeAt(start + 1) &&
    a.charCodeAt(start + 1) === b.charCodeAt(start)
  if (isOneSwap) return Math.min(1, limit + 1)
  if (limit < 2) return limit + 1
  const table = new AlignmentTable(b.slice(start, endB), limit, restA, SHARED_MEMORY)
  for (let depth = 0; depth < restA; depth++) {
    const least = table.extend(depth, a.charCodeAt(start + depth), depth > 0 ? a.charCodeAt(start + depth - 1) : -1)
    if (least > limit) return limit + 1
  }
  return table.distanceAt(restA)
}
