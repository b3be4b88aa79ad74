/**
 * What a reader of letters mistakes: characters that look alike, and single slips. Two spellings with one skeleton look
 * alike; the edit distance counts what is left.
 */

const LOOKALIKES: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  l: 'i',
  j: 'i',
  '5': 's',
  '8': 'b',
  '6': 'g',
  '9': 'g',
  '2': 'z',
  '4': 'a',
  u: 'v',
}
const DIGIT_LOOKALIKES: Readonly<Record<string, string>> = {
  o: '0',
  q: '0',
  d: '0',
  l: '1',
  i: '1',
  j: '1',
  s: '5',
  b: '8',
  g: '6',
  z: '2',
}

/** The word with lookalikes made equal: 0/o, 1/l/i, 5/s, 8/b, u/v, rn/m, vv/w, cl/d. */
export function skeletonOf(word: string): string {
  const pairs = word.replaceAll('rn', 'm').replaceAll('vv', 'w').replaceAll('cl', 'd')
  let skeleton = ''
  for (const letter of pairs) skeleton += LOOKALIKES[letter] ?? letter
  return skeleton.replaceAll('vv', 'w').replaceAll('ci', 'd')
}

/** The number that a word of mostly digits was meant to be ('l664' is '1664'), or undefined. */
export function asNumber(word: string): string | undefined {
  const digits = word.replace(/\D/g, '').length
  if (digits === word.length || digits * 2 < word.length || word.length > 5) return undefined
  let number = ''
  for (const letter of word) {
    const digit = /\d/.test(letter) ? letter : DIGIT_LOOKALIKES[letter]
    if (digit === undefined) return undefined
    number += digit
  }
  return number
}

/**
 * Damerau-Levenshtein distance (optimal string alignment: insertions, deletions, substitutions, neighbours swapped), or
 * `limit + 1` as soon as it must be more than `limit`.
 */
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
  return start === endA || start === endB
    ? Math.min(endA - start + endB - start, limit + 1)
    : bandedDistance(a.slice(start, endA), b.slice(start, endB), limit)
}

/** Only cells within `limit` of the diagonal can matter. */
function bandedDistance(a: string, b: string, limit: number): number {
  const width = b.length + 1
  let before = new Uint8Array(width)
  let previous = new Uint8Array(width)
  let current = new Uint8Array(width)
  const over = limit + 1
  for (let j = 0; j < width; j++) previous[j] = Math.min(j, over)
  for (let i = 1; i <= a.length; i++) {
    const from = Math.max(1, i - limit)
    const to = Math.min(b.length, i + limit)
    current.fill(over)
    current[0] = Math.min(i, over)
    let best = from === 1 ? Math.min(i, over) : over
    for (let j = from; j <= to; j++) {
      const same = a.charCodeAt(i - 1) === b.charCodeAt(j - 1)
      let cost = Math.min(at(previous, j) + 1, at(current, j - 1) + 1, at(previous, j - 1) + (same ? 0 : 1))
      if (i > 1 && j > 1 && a.charCodeAt(i - 1) === b.charCodeAt(j - 2) && a.charCodeAt(i - 2) === b.charCodeAt(j - 1))
        cost = Math.min(cost, at(before, j - 2) + 1)
      current[j] = Math.min(cost, over)
      if (cost < best) best = cost
    }
    if (best > limit) return over
    const spare = before
    before = previous
    previous = current
    current = spare
  }
  return Math.min(at(previous, b.length), over)
}

function at(row: Uint8Array, index: number): number {
  return row[index] ?? Number.POSITIVE_INFINITY
}
