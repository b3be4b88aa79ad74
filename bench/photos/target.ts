/** A target of the bench: a value with its count and interval, and the bounds it has to keep. */

import { percentile, ratio, type Share, sumOf } from '../statistics/shares.ts'
import { bootstrap, type Interval, wilson } from '../statistics/statistics.ts'

export type Bound = { atLeast: number } | { under: number } | { atMost: number }

export const UNITS = ['share', 'ofFrame', 'error', 'count', 'perMinute', 'time', 'memory'] as const

export interface Target {
  what: string
  value: number | null
  /** Count, such as '42 photos'. */
  n: string
  interval: Interval | null
  /** Absent for a value that is only reported. */
  bound?: Bound
  /** The bound of a blind run, if it differs: photos that nobody worked with are harder. */
  blindBound?: Bound
  unit: (typeof UNITS)[number]
}

/** Returns whether the target is met; undefined without a bound or a value. */
export function isMet({ value, bound }: Pick<Target, 'value' | 'bound'>): boolean | undefined {
  if (value === null || bound === undefined) return undefined
  if ('atLeast' in bound) return value >= bound.atLeast
  return 'under' in bound ? value < bound.under : value <= bound.atMost
}

/** The target with the bound of a blind or of an open run. */
export function boundFor(isBlind: boolean, { blindBound, ...target }: Target): Target {
  return isBlind && blindBound ? { ...target, bound: blindBound } : target
}

/** Share of independent trials, one per photo. */
export function shareOfPhotos(what: string, share: Share, bound?: Bound, blindBound?: Bound): Target {
  const { right, of } = share
  return {
    what,
    value: ratio(share),
    n: `${right} of ${of}`,
    interval: wilson(share),
    unit: 'share',
    ...boundsOf(bound, blindBound),
  }
}

/** Number of photos among independent ones, such as those with a wrong answer. */
export function countOfPhotos(what: string, { right, of }: Share, bound?: Bound, blindBound?: Bound): Target {
  const interval = wilson({ right, of })
  return {
    what,
    value: of === 0 ? null : right,
    n: `${of} photos`,
    interval: interval && { low: interval.low * of, high: interval.high * of },
    unit: 'count',
    ...boundsOf(bound, blindBound),
  }
}

/** Share of items, several per photo; the bootstrap samples photos. */
export function shareWithin<T>(
  what: string,
  photos: readonly T[],
  shareOf: (photo: T) => Share,
  bound?: Bound,
  blindBound?: Bound,
): Target {
  const shares = photos.map(shareOf).filter(({ of }) => of > 0)
  const { right, of } = sumOf(shares)
  return {
    what,
    value: ratio({ right, of }),
    n: `${right} of ${of}, ${shares.length} photos`,
    interval: bootstrap(shares, (drawn) => ratio(sumOf(drawn))),
    unit: 'share',
    ...boundsOf(bound, blindBound),
  }
}

/** Quantile over the values of all photos; `values` holds one list per photo. */
export function quantileOf(
  what: string,
  values: readonly (readonly number[])[],
  share: number,
  unit: Target['unit'],
  bound?: Bound,
): Target {
  const photos = values.filter(({ length }) => length > 0)
  const quantile = (drawn: readonly (readonly number[])[]) => percentile(drawn.flat(), share)
  return {
    what,
    value: quantile(photos),
    n: `${photos.flat().length}`,
    interval: bootstrap(photos, quantile),
    unit,
    ...boundsOf(bound),
  }
}

function boundsOf(bound: Bound | undefined, blindBound?: Bound): Pick<Target, 'bound' | 'blindBound'> {
  return { ...(bound && { bound }), ...(blindBound && { blindBound }) }
}
