/** Compares ABV. These are the only tolerances of the product. */

/** Percent by volume by which two numbers may differ. */
export const TOLERANCE = {
  /** One number, rounded to one decimal by either side. */
  rounding: 0.05,
  /** One number, read or rounded differently in its last digit. */
  lastDigit: 0.1,
  /** One beer: labels round, and recipes vary a little between markets and years. The legal tolerance in the USA is 0.3. */
  sameBeer: 0.3,
  /** Above this, the number counts as evidence against a beer. */
  otherBeer: 1,
} as const

/** Sources have two decimals, so this absorbs the errors of binary fractions: 5.4 - 5.1 > 0.3. */
const EPSILON = 0.005

/** Percent by volume up to which beer is sold as alcohol-free. */
export const ALCOHOL_FREE_MAX = 0.5

/** True if the numbers are within the tolerance, or one is unknown. */
export function sameAbv(a: number | null, b: number | null, tolerance: keyof typeof TOLERANCE = 'sameBeer'): boolean {
  return a === null || b === null || Math.abs(a - b) < TOLERANCE[tolerance] + EPSILON
}

/** Factor by the relative difference in ABV: 1 up to `near`, falling linearly to `atFar` at `far`. */
const AGREEMENT = { near: 0.1, far: 0.4, atFar: 0.4 }

/** Returns how well two numbers agree, as a factor of at most 1; 1 if they may belong to one beer or one is unknown. */
export function abvAgreement(a: number | null, b: number | null): number {
  if (a === null || b === null || sameAbv(a, b)) return 1
  const share = Math.abs(a - b) / Math.max(a, b)
  if (share <= AGREEMENT.near) return 1
  const way = Math.min(1, (share - AGREEMENT.near) / (AGREEMENT.far - AGREEMENT.near))
  return 1 - way * (1 - AGREEMENT.atFar)
}
