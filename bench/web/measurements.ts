/** Measured values with their targets, and a table of both. */
export interface Measurement {
  what: string
  value: number
  unit: string
  /** An unmet target fails the bench; a value without one is only reported. */
  atMost?: number
  atLeast?: number
  /** The values behind it. */
  note?: string
}

export function isMet({ value, atMost, atLeast }: Measurement): boolean {
  if (Number.isNaN(value)) return false
  return (atMost === undefined || value <= atMost) && (atLeast === undefined || value >= atLeast)
}

export function tableOf(measurements: readonly Measurement[]): string {
  return measurements.map(lineOf).join('\n')
}

function lineOf(measurement: Measurement): string {
  const { what, value, unit, atMost, atLeast, note = '' } = measurement
  const target = atMost !== undefined ? `<= ${shown(atMost)}` : atLeast !== undefined ? `>= ${shown(atLeast)}` : ''
  const mark = target === '' ? '    ' : isMet(measurement) ? 'ok  ' : 'OVER'
  return `${mark} ${what.padEnd(46)} ${`${shown(value)} ${unit}`.padStart(14)}  ${target.padEnd(9)} ${note}`.trimEnd()
}

function shown(value: number): string {
  if (Number.isInteger(value)) return String(value)
  return Math.abs(value) < 1 ? value.toFixed(4) : value.toFixed(1)
}

export function median(values: readonly number[]): number {
  return percentile(values, 0.5)
}

/** Percentile; NaN without values. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN
}

/** Theil-Sen estimator: median slope of all pairs, robust against outliers. */
export function slope(values: readonly number[]): number {
  const pairs = values.flatMap((from, first) =>
    values.slice(first + 1).map((to, between) => (to - from) / (between + 1)),
  )
  return median(pairs)
}
