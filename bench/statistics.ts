/** How far a figure may be trusted: intervals for shares and for figures that are counted over photographs, and calibration. */
import { chance } from './random.ts'
import { percentile, type Share } from './shares.ts'

/** 95 %, in the unit of the figure. */
export interface Interval {
  low: number
  high: number
}

/** The two-sided 95 % quantile of the normal distribution. */
const Z = 1.959_963_984_540_054
const RESAMPLES = 2_000

/** Wilson's score interval of a share whose trials are independent (Wilson 1927); null of nothing. */
export function wilson({ right, of }: Share): Interval | null {
  if (of === 0) return null
  const share = right / of
  const scale = 1 + Z ** 2 / of
  const centre = (share + Z ** 2 / (2 * of)) / scale
  const reach = (Z / scale) * Math.sqrt((share * (1 - share)) / of + Z ** 2 / (4 * of ** 2))
  return { low: Math.max(0, centre - reach), high: Math.min(1, centre + reach) }
}

/**
 * The percentile bootstrap (Efron 1979) over whole photographs, as what stands on one photograph is right or wrong together.
 * `figure` is asked of photographs drawn with replacement; draws of which it is null are left out. The same seed gives the
 * same interval. Null of no photographs, or when every draw is null.
 */
export function bootstrap<T>(
  photos: readonly T[],
  figure: (drawn: readonly T[]) => number | null,
  seed = 1,
): Interval | null {
  if (photos.length === 0) return null
  const { pick } = chance(seed)
  const figures = Array.from({ length: RESAMPLES }, () => figure(photos.map(() => pick(photos)))).flatMap(
    (value) => value ?? [],
  )
  const [low, high] = [percentile(figures, 0.025), percentile(figures, 0.975)]
  return low === null || high === null ? null : { low, high }
}

/** An answer with the confidence (0-1) that it was given with. */
export interface Told {
  confidence: number
  isRight: boolean
}

export interface Bin {
  answers: number
  /** Means over the bin, 0-1. */
  confidence: number
  right: number
}

/**
 * Answers in order of confidence, in bins of as equal numbers as possible. Answers of one confidence count as right by
 * their common share, so that it does not matter in which order they came. Empty bins are left out.
 */
export function calibrationBins(told: readonly Told[], bins = 5): Bin[] {
  const shares = new Map<number, Share>()
  for (const { confidence, isRight } of told) {
    const { right, of } = shares.get(confidence) ?? { right: 0, of: 0 }
    shares.set(confidence, { right: right + (isRight ? 1 : 0), of: of + 1 })
  }
  const sorted = [...shares]
    .sort(([a], [b]) => a - b)
    .flatMap(([confidence, { right, of }]) => Array.from({ length: of }, () => ({ confidence, right: right / of })))
  return Array.from({ length: bins }, (_, bin) =>
    sorted.slice(Math.round((bin * sorted.length) / bins), Math.round(((bin + 1) * sorted.length) / bins)),
  ).flatMap((answers) =>
    answers.length === 0
      ? []
      : {
          answers: answers.length,
          confidence: mean(answers.map(({ confidence }) => confidence)),
          right: mean(answers.map(({ right }) => right)),
        },
  )
}

/** The expected calibration error, 0-1: how far the confidence of a bin is from its share of right answers (Naeini et al. 2015). */
export function calibrationError(told: readonly Told[], bins = 5): number | null {
  if (told.length === 0) return null
  return calibrationBins(told, bins).reduce(
    (sum, { answers, confidence, right }) => sum + (answers / told.length) * Math.abs(confidence - right),
    0,
  )
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}
