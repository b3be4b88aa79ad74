/** Measured figures beside what is promised of them, and the table of both. */
export interface Figure {
  what: string
  value: number
  unit: string
  /** Unmet targets fail the bench; a figure without one is only told. */
  atMost?: number
  atLeast?: number
  /** What the figure is made of. */
  note?: string
}

export function isMet({ value, atMost, atLeast }: Figure): boolean {
  if (Number.isNaN(value)) return false
  return (atMost === undefined || value <= atMost) && (atLeast === undefined || value >= atLeast)
}

export function tableOf(figures: readonly Figure[]): string {
  return figures.map(lineOf).join('\n')
}

function lineOf(figure: Figure): string {
  const { what, value, unit, atMost, atLeast, note = '' } = figure
  const target = atMost !== undefined ? `<= ${shown(atMost)}` : atLeast !== undefined ? `>= ${shown(atLeast)}` : ''
  const mark = target === '' ? '    ' : isMet(figure) ? 'ok  ' : 'OVER'
  return `${mark} ${what.padEnd(46)} ${`${shown(value)} ${unit}`.padStart(14)}  ${target.padEnd(9)} ${note}`.trimEnd()
}

function shown(value: number): string {
  if (Number.isInteger(value)) return String(value)
  return Math.abs(value) < 1 ? value.toFixed(4) : value.toFixed(1)
}

export function median(values: readonly number[]): number {
  return percentile(values, 0.5)
}

/** The value that this share of all are at most; NaN of none. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN
}

/** How much the values rise from one to the next: the median slope of all pairs, which a single odd value does not move. */
export function slope(values: readonly number[]): number {
  const pairs = values.flatMap((from, first) =>
    values.slice(first + 1).map((to, between) => (to - from) / (between + 1)),
  )
  return median(pairs)
}
