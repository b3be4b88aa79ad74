/** Targets of recognition: each value with its count and interval, in one table for all parts of the bench. */

import { percentile, ratio, type Share, sumOf } from '../statistics/shares.ts'
import { bootstrap, calibrationError, type Interval, wilson } from '../statistics/statistics.ts'
import type { PeakMemory } from './run-readers.ts'
import type { Scores } from './score.ts'

type Bound = { atLeast: number } | { under: number } | { atMost: number }

export interface Target {
  what: string
  value: number | null
  /** Count, such as '42 photos'. */
  n: string
  interval: Interval | null
  /** Absent for a value that is only reported. */
  bound?: Bound
  unit: keyof typeof UNITS
}

/** Returns whether the target is met; undefined without a bound or a value. */
export function isMet({ value, bound }: Target): boolean | undefined {
  if (value === null || bound === undefined) return undefined
  if ('atLeast' in bound) return value >= bound.atLeast
  return 'under' in bound ? value < bound.under : value <= bound.atMost
}

const UNITS = {
  share: (value: number) => `${(value * 100).toFixed(1)} %`,
  ofFrame: (value: number) => `${value.toFixed(1)} % of frame`,
  error: (value: number) => value.toFixed(3),
  count: (value: number) => value.toFixed(0),
  perMinute: (value: number) => `${value.toFixed(1)} a minute`,
  time: (value: number) => (value < 1_000 ? `${value.toFixed(0)} ms` : `${(value / 1_000).toFixed(2)} s`),
  memory: (value: number) => `${(value / 1_000_000).toFixed(0)} MB`,
} as const

/** Share of independent trials, one per photo. */
export function shareOfPhotos(what: string, share: Share, bound?: Bound): Target {
  const { right, of } = share
  return {
    what,
    value: ratio(share),
    n: `${right} of ${of}`,
    interval: wilson(share),
    unit: 'share',
    ...boundOf(bound),
  }
}

/** Share of items, several per photo; the bootstrap samples photos. */
export function shareWithin<T>(
  what: string,
  photos: readonly T[],
  shareOf: (photo: T) => Share,
  bound?: Bound,
): Target {
  const shares = photos.map(shareOf).filter(({ of }) => of > 0)
  const { right, of } = sumOf(shares)
  return {
    what,
    value: ratio({ right, of }),
    n: `${right} of ${of}, ${shares.length} photos`,
    interval: bootstrap(shares, (drawn) => ratio(sumOf(drawn))),
    unit: 'share',
    ...boundOf(bound),
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
    ...boundOf(bound),
  }
}

export function photoTargets(photos: readonly Scores[], memory: PeakMemory): Target[] {
  const all = <K extends 'top1' | 'anyCandidate' | 'brewery'>(key: K) =>
    sumOf(photos.map((one) => one.single[key].known))
  const times = (mode: keyof Scores['timesMs']) => photos.map(({ timesMs }) => timesMs[mode])
  const time = (what: string, mode: keyof Scores['timesMs'], p50: number, p95: number) => [
    quantileOf(`${what}: time, p50`, times(mode), 0.5, 'time', { atMost: p50 }),
    quantileOf(`${what}: time, p95`, times(mode), 0.95, 'time', { atMost: p95 }),
  ]
  const errors = photos.map(({ group }) => group.positionErrors)
  const falsePositives = photos.filter(({ negative }) => negative.falsePositives.length > 0).length
  const negatives = photos.filter(({ negative }) => negative.noBeerClean.of + negative.beerPresentClean.of > 0).length
  return [
    shareOfPhotos('single: top-1', all('top1'), { atLeast: 0.9 }),
    shareOfPhotos('single: among the candidates', all('anyCandidate'), { atLeast: 0.95 }),
    shareOfPhotos('single: brewery', all('brewery'), { atLeast: 0.95 }),
    shareWithin('group: clear beers found', photos, ({ group }) => group.clear.known, { atLeast: 0.75 }),
    shareWithin('group: wrong beers among the answers', photos, ({ group }) => group.wrong, { under: 0.06 }),
    quantileOf('position, labelled by eye: median', errors, 0.5, 'ofFrame', { atMost: 5 }),
    quantileOf('position, labelled by eye: p90', errors, 0.9, 'ofFrame', { atMost: 15 }),
    ...menuTargets('menu', photos),
    {
      what: 'negatives: photos with a wrong answer',
      value: negatives === 0 ? null : falsePositives,
      n: `${negatives} photos`,
      interval: null,
      bound: { atMost: 1 },
      unit: 'count',
    },
    ...time('scene', 'scene', 120, 300),
    ...time('single', 'single', 800, 2_000),
    ...time('group', 'group', 2_500, 5_000),
    ...time('menu', 'menu', 2_500, 5_000),
    firstBeer(photos),
    {
      what: 'peak memory, batch reader process',
      value: memory.batch,
      n: `${photos.length} photos`,
      interval: null,
      bound: { under: 900_000_000 },
      unit: 'memory',
    },
    {
      what: 'peak memory, interactive reader process',
      value: memory.interactive,
      n: `${photos.length} photos`,
      interval: null,
      unit: 'memory',
    },
  ]
}

export function menuTargets(set: string, photos: readonly Scores[]): Target[] {
  return [
    shareWithin(`${set}: items found`, photos, ({ menu }) => menu.items.known, { atLeast: 0.92 }),
    shareWithin(`${set}: correct answers`, photos, ({ menu }) => menu.precision, { atLeast: 0.95 }),
    shareWithin(`${set}: ABV of the items found`, photos, ({ menu }) => menu.abvOfFound, { atLeast: 0.95 }),
    shareWithin(`${set}: price of the items found`, photos, ({ menu }) => menu.priceOfFound, { atLeast: 0.9 }),
  ]
}

/** Calibration over all modes; `photos` are scored with the calibration fitted without them. */
export function calibrationTarget(photos: readonly Scores['answered'][]): Target {
  const pooled = (drawn: typeof photos) =>
    calibrationError(drawn.flatMap(({ single, group, menu }) => [...single, ...group, ...menu]))
  const answers = photos.flatMap(({ single, group, menu }) => [...single, ...group, ...menu])
  return {
    what: 'calibration error, cross-validated',
    value: pooled(photos),
    n: `${answers.length} answers, ${photos.length} photos`,
    interval: bootstrap(photos, pooled),
    bound: { under: 0.08 },
    unit: 'error',
  }
}

/** Time to the first beer of menus whose first beer is reported before the rest; the bound is that of complete menus. */
function firstBeer(photos: readonly Scores[]): Target {
  const complete = percentile(
    photos.flatMap(({ timesMs }) => timesMs.menu),
    0.5,
  )
  const target = quantileOf(
    'menu: first beer visible, p50',
    photos.map(({ timesMs }) => timesMs.firstOfMenu),
    0.5,
    'time',
  )
  return complete === null ? target : { ...target, bound: { under: complete } }
}

function boundOf(bound: Bound | undefined): { bound?: Bound } {
  return bound === undefined ? {} : { bound }
}

export function targetTable(targets: readonly Target[]): string {
  const head = ['target', 'bound', 'value', 'n', '95 % interval', 'met']
  const rows = targets.map((target) => [
    target.what,
    boundText(target),
    target.value === null ? '-' : UNITS[target.unit](target.value),
    target.n,
    target.interval === null ? '-' : intervalText(target.interval, UNITS[target.unit]),
    { true: 'met', false: 'MISSED', undefined: target.bound === undefined ? '' : 'not measured' }[`${isMet(target)}`],
  ])
  const widths = head.map((title, column) => Math.max(title.length, ...rows.map((row) => (row[column] ?? '').length)))
  return [head, widths.map((width) => '-'.repeat(width)), ...rows]
    .map((row) =>
      row
        .map((cell, column) => (cell ?? '').padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

function boundText({ bound, unit }: Target): string {
  if (bound === undefined) return ''
  if ('atLeast' in bound) return `>= ${UNITS[unit](bound.atLeast)}`
  return 'under' in bound ? `< ${UNITS[unit](bound.under)}` : `<= ${UNITS[unit](bound.atMost)}`
}

function intervalText({ low, high }: Interval, format: (value: number) => string): string {
  return `${format(low)} - ${format(high)}`
}
