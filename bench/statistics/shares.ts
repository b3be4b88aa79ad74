/** Shares of right answers, over all beers and over those in the catalogue; percentiles. */

export interface Share {
  right: number
  of: number
}

/** A share over all beers, and over the beers in the catalogue. */
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

/** 0-1; null if nothing was counted. */
export function ratio({ right, of }: Share): number | null {
  return of === 0 ? null : right / of
}

/** Nearest-rank percentile; `share` is 0-1. Null without values. */
export function percentile(values: readonly number[], share: number): number | null {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? null
}
