/** Formats targets: of one run, or of two runs side by side. */
import { isMet, type Target } from './target.ts'

const FORMATS: Readonly<Record<Target['unit'], (value: number) => string>> = {
  share: (value) => `${(value * 100).toFixed(1)} %`,
  ofFrame: (value) => `${value.toFixed(1)} % of frame`,
  error: (value) => value.toFixed(3),
  count: (value) => value.toFixed(0),
  perMinute: (value) => `${value.toFixed(1)} a minute`,
  time: (value) => (value < 1_000 ? `${value.toFixed(0)} ms` : `${(value / 1_000).toFixed(2)} s`),
  memory: (value) => `${(value / 1_000_000).toFixed(0)} MB`,
}

export function targetTable(targets: readonly Target[]): string {
  return tableOf(
    ['target', 'bound', 'value', 'n', '95 % interval', 'met'],
    targets.map((target) => [
      target.what,
      boundText(target),
      valueText(target),
      target.n,
      intervalText(target),
      met(target),
    ]),
  )
}

/** A run in a comparison: the name of its set and its targets. */
export interface ComparedRun {
  name: string
  targets: readonly Target[]
}

/** The targets of two runs side by side, with the gap between their values; those of `b` that `a` lacks come last. */
export function comparisonTable(a: ComparedRun, b: ComparedRun): string {
  const ofA = new Map(a.targets.map((target) => [target.what, target]))
  const ofB = new Map(b.targets.map((target) => [target.what, target]))
  const cells = (target: Target | undefined) =>
    target ? [boundText(target), valueText(target), target.n, met(target)] : ['', '-', '', '']
  return tableOf(
    ['target', 'bound', `A: ${a.name}`, 'n', 'met', 'bound', `B: ${b.name}`, 'n', 'met', 'A - B'],
    [...new Set([...ofA.keys(), ...ofB.keys()])].map((what) => [
      what,
      ...cells(ofA.get(what)),
      ...cells(ofB.get(what)),
      gapText(ofA.get(what), ofB.get(what)),
    ]),
  )
}

function tableOf(head: readonly string[], rows: readonly string[][]): string {
  const widths = head.map((title, column) => Math.max(title.length, ...rows.map((row) => (row[column] ?? '').length)))
  return [head, widths.map((width) => '-'.repeat(width)), ...rows]
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

function valueText({ value, unit }: Target): string {
  return value === null ? '-' : FORMATS[unit](value)
}

function boundText({ bound, unit }: Target): string {
  if (bound === undefined) return ''
  if ('atLeast' in bound) return `>= ${FORMATS[unit](bound.atLeast)}`
  return 'under' in bound ? `< ${FORMATS[unit](bound.under)}` : `<= ${FORMATS[unit](bound.atMost)}`
}

function intervalText({ interval, unit }: Target): string {
  return interval === null ? '-' : `${FORMATS[unit](interval.low)} - ${FORMATS[unit](interval.high)}`
}

function met(target: Target): string {
  if (target.bound === undefined) return ''
  return { true: 'met', false: 'MISSED', undefined: 'not measured' }[`${isMet(target)}`]
}

function gapText(a: Target | undefined, b: Target | undefined): string {
  if (!a || !b || a.value === null || b.value === null || a.unit !== b.unit) return '-'
  const gap = a.value - b.value
  const size = a.unit === 'share' ? `${Math.abs(gap * 100).toFixed(1)} points` : FORMATS[a.unit](Math.abs(gap))
  return `${gap < 0 ? '-' : '+'}${size}`
}
