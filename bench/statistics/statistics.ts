/** Confidence intervals for shares and for values counted over photos, and calibration. */
import { randomFrom } from './random.ts'
import { percentile, type Share } from './shares.ts'

/** 95 % interval, in the unit of the value. */
export interface Interval {
  low: number
  high: number
}

/** The two-sided 95 % quantile of the normal distribution. */
const Z = 1.959_963_984_540_054
const RESAMPLES = 2_000

/** Wilson score interval for a share of independent trials (Wilson 1927); null without trials. */
export function wilson({ right, of }: Share): Interval | null {
  if (of === 0) return null
  const share = right / of
  const scale = 1 + Z ** 2 / of
  const centre = (share + Z ** 2 / (2 * of)) / scale
  const reach = (Z / scale) * Math.sqrt((share * (1 - share)) / of + Z ** 2 / (4 * of ** 2))
  return { low: Math.max(0, centre - reach), high: Math.min(1, centre + reach) }
}

/**
 * Percentile bootstrap (Efron 1979) that resamples whole photos, since results on one photo are correlated. `statistic` is
 * evaluated for photos drawn with replacement; draws for which it is null are skipped. The same seed gives the same
 * interval. Null without photos, or if every draw is null.
 */
export function bootstrap<T>(
  photos: readonly T[],
  statistic: (drawn: readonly T[]) => number | null,
  seed = 1,
): Interval | null {
  if (photos.length === 0) return null
  const { pick } = randomFrom(seed)
  const values = Array.from({ length: RESAMPLES }, () => statistic(photos.map(() => pick(photos)))).flatMap(
    (value) => value ?? [],
  )
  const [low, high] = [percentile(values, 0.025), percentile(values, 0.975)]
  return low === null || high === null ? null : { low, high }
}

/** An answer with its confidence, 0-1. */
export interface RatedAnswer {
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
 * Sorts answers by confidence into bins of nearly equal size. Answers of equal confidence share their mean, so that
 * their order does not matter. Empty bins are omitted.
 */
export function calibrationBins(answered: readonly RatedAnswer[], bins = 5): Bin[] {
  const shares = new Map<number, Share>()
  for (const { confidence, isRight } of answered) {
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

/** Expected calibration error, 0-1: Σ nᵢ/n · |confidenceᵢ - accuracyᵢ| over the bins (Naeini et al. 2015). */
export function calibrationError(answered: readonly RatedAnswer[], bins = 5): number | null {
  if (answered.length === 0) return null
  return calibrationBins(answered, bins).reduce(
    (sum, { answers, confidence, right }) => sum + (answers / answered.length) * Math.abs(confidence - right),
    0,
  )
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}
