/** What recognition is to reach, each figure with what it rests on: one table for all parts of the bench. */
import type { Scores } from './score.ts'
import { percentile, ratio, type Share, sumOf } from './shares.ts'
import { bootstrap, calibrationError, type Interval, wilson } from './statistics.ts'

type Bound = { atLeast: number } | { under: number } | { atMost: number }

export interface Target {
  what: string
  figure: number | null
  /** What was counted, as '42 photos'. */
  n: string
  interval: Interval | null
  /** Absent for a figure that is told beside the targets. */
  bound?: Bound
  unit: keyof typeof UNITS
}

/** Undefined when there is nothing to reach, or nothing was measured. */
export function holds({ figure, bound }: Target): boolean | undefined {
  if (figure === null || bound === undefined) return undefined
  if ('atLeast' in bound) return figure >= bound.atLeast
  return 'under' in bound ? figure < bound.under : figure <= bound.atMost
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

/** A share of trials that are independent: one of each photo. */
export function shareOfPhotos(what: string, share: Share, bound?: Bound): Target {
  const { right, of } = share
  return { what, figure: ratio(share), n: `${right} of ${of}`, interval: wilson(share), unit: 'share', ...told(bound) }
}

/** A share of what stands on photos, some on each: the photos are what is drawn by chance. */
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
    figure: ratio({ right, of }),
    n: `${right} of ${of}, ${shares.length} photos`,
    interval: bootstrap(shares, (drawn) => ratio(sumOf(drawn))),
    unit: 'share',
    ...told(bound),
  }
}

/** The value that a share (0-1) of the values does not exceed; `values` holds those of each photo. */
export function quantileOf(
  what: string,
  values: readonly (readonly number[])[],
  share: number,
  unit: Target['unit'],
  bound?: Bound,
): Target {
  const photos = values.filter(({ length }) => length > 0)
  const figure = (drawn: readonly (readonly number[])[]) => percentile(drawn.flat(), share)
  return {
    what,
    figure: figure(photos),
    n: `${photos.flat().length}`,
    interval: bootstrap(photos, figure),
    unit,
    ...told(bound),
  }
}

export function photoTargets(photos: readonly Scores[], memory: { light: number; scan: number }): Target[] {
  const all = <K extends 'top1' | 'anyCandidate' | 'brewery'>(key: K) =>
    sumOf(photos.map((one) => one.single[key].known))
  const times = (mode: keyof Scores['timesMs']) => photos.map(({ timesMs }) => timesMs[mode])
  const time = (what: string, mode: keyof Scores['timesMs'], p50: number, p95: number) => [
    quantileOf(`${what}: time, p50`, times(mode), 0.5, 'time', { atMost: p50 }),
    quantileOf(`${what}: time, p95`, times(mode), 0.95, 'time', { atMost: p95 }),
  ]
  const errors = photos.map(({ group }) => group.positionErrors)
  const dirty = photos.filter(({ negative }) => negative.dirty.length > 0).length
  const negatives = photos.filter(({ negative }) => negative.noBeerClean.of + negative.beerPresentClean.of > 0).length
  return [
    shareOfPhotos('single: top-1', all('top1'), { atLeast: 0.9 }),
    shareOfPhotos('single: among the candidates', all('anyCandidate'), { atLeast: 0.95 }),
    shareOfPhotos('single: brewery', all('brewery'), { atLeast: 0.95 }),
    shareWithin('group: clear beers found', photos, ({ group }) => group.clear.known, { atLeast: 0.75 }),
    shareWithin('group: wrong names of the answers', photos, ({ group }) => group.wrong, { under: 0.06 }),
    quantileOf('position, labelled by eye: median', errors, 0.5, 'ofFrame', { atMost: 5 }),
    quantileOf('position, labelled by eye: p90', errors, 0.9, 'ofFrame', { atMost: 15 }),
    ...menuTargets('menu', photos),
    {
      what: 'negatives: photos that are wrong',
      figure: negatives === 0 ? null : dirty,
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
      what: 'memory of a worker, peak',
      figure: memory.scan,
      n: `${photos.length} photos`,
      interval: null,
      bound: { under: 900_000_000 },
      unit: 'memory',
    },
    {
      what: 'memory of the live camera’s worker, peak',
      figure: memory.light,
      n: `${photos.length} photos`,
      interval: null,
      unit: 'memory',
    },
  ]
}

export function menuTargets(set: string, photos: readonly Scores[]): Target[] {
  return [
    shareWithin(`${set}: items found`, photos, ({ menu }) => menu.items.known, { atLeast: 0.92 }),
    shareWithin(`${set}: right among the answers`, photos, ({ menu }) => menu.precision, { atLeast: 0.95 }),
    shareWithin(`${set}: ABV of the items found`, photos, ({ menu }) => menu.abvOfFound, { atLeast: 0.95 }),
    shareWithin(`${set}: price of the items found`, photos, ({ menu }) => menu.priceOfFound, { atLeast: 0.9 }),
  ]
}

/** Confidence against truth over all modes; `photos` are judged by what was fitted without them. */
export function calibrationTarget(photos: readonly Scores['told'][]): Target {
  const pooled = (drawn: typeof photos) =>
    calibrationError(drawn.flatMap(({ single, group, menu }) => [...single, ...group, ...menu]))
  const answers = photos.flatMap(({ single, group, menu }) => [...single, ...group, ...menu])
  return {
    what: 'calibration error, cross-validated',
    figure: pooled(photos),
    n: `${answers.length} answers, ${photos.length} photos`,
    interval: bootstrap(photos, pooled),
    bound: { under: 0.08 },
    unit: 'error',
  }
}

/** Menus whose first beer is told before all is read count with that time; the bound is the time of complete menus. */
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

function told(bound: Bound | undefined): { bound?: Bound } {
  return bound === undefined ? {} : { bound }
}

export function targetTable(targets: readonly Target[]): string {
  const head = ['target', 'bound', 'figure', 'n', '95 % interval', 'holds']
  const rows = targets.map((target) => [
    target.what,
    boundText(target),
    target.figure === null ? '-' : UNITS[target.unit](target.figure),
    target.n,
    target.interval === null ? '-' : intervalText(target.interval, UNITS[target.unit]),
    { true: 'holds', false: 'MISSED', undefined: target.bound === undefined ? '' : 'not measured' }[`${holds(target)}`],
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

function intervalText({ low, high }: Interval, shown: (value: number) => string): string {
  return `${shown(low)} - ${shown(high)}`
}
