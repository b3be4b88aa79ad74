/**
 * Greedy non-maximum suppression: of several detections of the same text, from different passes over a picture, only the best
 * is selected. The caller defines which detections are duplicates.
 */

/** An axis-aligned box; y grows downwards. Any unit. */
export interface Box {
  left: number
  top: number
  right: number
  bottom: number
}

/**
 * The items in descending order of `score`, without duplicates of better selected items. Of items with equal scores the first
 * wins. Compares every pair, O(n²).
 */
export function nonMaxSuppression<T>(
  items: readonly T[],
  score: (item: T) => number,
  isDuplicate: (item: T, better: T) => boolean,
): T[] {
  const selected: T[] = []
  for (const item of items.toSorted((a, b) => score(b) - score(a))) {
    if (!selected.some((better) => isDuplicate(item, better))) selected.push(item)
  }
  return selected
}

/** |A ∩ B| / |A ∪ B| (Jaccard index), 0-1. */
export function intersectionOverUnion(a: Box, b: Box): number {
  const shared = intersectionArea(a, b)
  return shared === 0 ? 0 : shared / (areaOf(a) + areaOf(b) - shared)
}

/** |A ∩ B| / |A|: the share of `inner` that lies inside `outer`, 0-1. */
export function containment(inner: Box, outer: Box): number {
  const shared = intersectionArea(inner, outer)
  return shared === 0 ? 0 : shared / areaOf(inner)
}

/** 0 when the boxes only touch. */
function intersectionArea(a: Box, b: Box): number {
  const width = Math.min(a.right, b.right) - Math.max(a.left, b.left)
  const height = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top)
  return width <= 0 || height <= 0 ? 0 : width * height
}

function areaOf({ left, top, right, bottom }: Box): number {
  return (right - left) * (bottom - top)
}
