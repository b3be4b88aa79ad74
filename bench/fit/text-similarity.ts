/** How alike two texts are: the share of letter pairs that they have in common. */

/** Dice's coefficient of the pairs of letters, 0-1. */
export function similarity(a: string, b: string): number {
  if (a === b) return a === '' ? 0 : 1
  const pairs = new Map<string, number>()
  for (let at = 1; at < a.length; at++)
    pairs.set(a.slice(at - 1, at + 1), (pairs.get(a.slice(at - 1, at + 1)) ?? 0) + 1)
  let shared = 0
  for (let at = 1; at < b.length; at++) {
    const left = pairs.get(b.slice(at - 1, at + 1)) ?? 0
    if (left > 0) shared++
    pairs.set(b.slice(at - 1, at + 1), left - 1)
  }
  return (2 * shared) / Math.max(1, a.length + b.length - 2)
}
