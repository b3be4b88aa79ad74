/** Counting right and wrong, of all and of those whose beer the catalogue knows; and orderly percentiles. */

export interface Share {
  right: number
  of: number
}

/** One measure twice: over everything, and over the beers that the catalogue knows. */
export interface Measured {
  all: Share
  known: Share
}

export function measured(): Measured {
  return { all: { right: 0, of: 0 }, known: { right: 0, of: 0 } }
}

export function count(measure: Measured, right: boolean, known: boolean): void {
  for (const share of known ? [measure.all, measure.known] : [measure.all]) {
    share.of += 1
    if (right) share.right += 1
  }
}

export function sumOf(shares: readonly Share[]): Share {
  return shares.reduce((sum, { right, of }) => ({ right: sum.right + right, of: sum.of + of }), { right: 0, of: 0 })
}

/** 0-1; null of nothing. */
export function ratio({ right, of }: Share): number | null {
  return of === 0 ? null : right / of
}

/** The value that this share (0-1) of the values does not exceed; null of nothing. */
export function percentile(values: readonly number[], share: number): number | null {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? null
}
