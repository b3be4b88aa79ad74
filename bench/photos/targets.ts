/** Targets of recognition on photos, in one table with those of all parts of the bench. */

import { percentile, type Share, sumOf } from '../statistics/shares.ts'
import { bootstrap, calibrationError } from '../statistics/statistics.ts'
import type { PeakMemory } from './run-readers.ts'
import type { Scores } from './score.ts'
import { quantileOf, shareOfPhotos, shareWithin, type Target } from './target.ts'

/** Of the scene model, which saw none of the photos: fitted to others, or cross-validated. */
export function sceneTargets(photos: readonly Scores['scene'][]): Target[] {
  const sum = (share: (scene: Scores['scene']) => Share) => sumOf(photos.map(share))
  const none = sum(({ confusion: { none } }) => ({
    right: none.none,
    of: Object.values(none).reduce((total, count) => total + count, 0),
  }))
  return [
    shareOfPhotos(
      'scene: five classes',
      sum(({ exact }) => exact),
      { atLeast: 0.9 },
      { atLeast: 0.82 },
    ),
    shareOfPhotos(
      '  with fridge and multiple beers as one class',
      sum(({ fridgeAsGroup }) => fridgeAsGroup),
    ),
    shareOfPhotos("scene: recall of 'none'", none, undefined, { atLeast: 0.7 }),
    shareOfPhotos(
      'scene: wrong ones with a confidence below 0.6',
      sum(({ lowConfidenceErrors }) => lowConfidenceErrors),
    ),
  ]
}

export function positionTargets(photos: readonly Scores[]): Target[] {
  const errors = photos.map(({ group }) => group.positionErrors)
  return [
    quantileOf('position, labelled by eye: median', errors, 0.5, 'ofFrame', { atMost: 5 }),
    quantileOf('position, labelled by eye: p90', errors, 0.9, 'ofFrame', { atMost: 15 }),
  ]
}

export function menuTargets(set: string, photos: readonly Scores[]): Target[] {
  return [
    ...itemTargets(set, photos),
    shareWithin(
      `${set}: ABV of the items found`,
      photos,
      ({ menu }) => menu.abvOfFound,
      { atLeast: 0.95 },
      { atLeast: 0.9 },
    ),
    shareWithin(
      `${set}: price of the items found`,
      photos,
      ({ menu }) => menu.priceOfFound,
      { atLeast: 0.95 },
      { atLeast: 0.85 },
    ),
  ]
}

function itemTargets(set: string, photos: readonly Scores[]): Target[] {
  return [
    shareWithin(`${set}: items found`, photos, ({ menu }) => menu.items.known, { atLeast: 0.94 }, { atLeast: 0.82 }),
    shareWithin(`${set}: correct answers`, photos, ({ menu }) => menu.precision, { atLeast: 0.95 }, { atLeast: 0.88 }),
  ]
}

/** Items of menus by their medium, which decides how hard they are to read. */
export function mediumTargets(medium: string, photos: readonly Scores[]): Target[] {
  return itemTargets(`menu, ${medium}`, photos).map(({ bound: _, blindBound: __, ...target }) => target)
}

export function timeTargets(photos: readonly Scores[]): Target[] {
  const times = (mode: keyof Scores['timesMs']) => photos.map(({ timesMs }) => timesMs[mode])
  const time = (what: string, mode: keyof Scores['timesMs'], p50: number, p95: number) => [
    quantileOf(`${what}: time, p50`, times(mode), 0.5, 'time', { atMost: p50 }),
    quantileOf(`${what}: time, p95`, times(mode), 0.95, 'time', { atMost: p95 }),
  ]
  return [
    ...time('scene', 'scene', 120, 300),
    ...time('single', 'single', 800, 2_000),
    ...time('group', 'group', 2_500, 5_000),
    ...time('menu', 'menu', 2_500, 5_000),
    firstBeer(photos),
  ]
}

export function memoryTargets(photos: number, memory: PeakMemory): Target[] {
  const common = { n: `${photos} photos`, interval: null, unit: 'memory' } as const
  return [
    { what: 'peak memory, batch reader process', value: memory.batch, ...common, bound: { under: 900_000_000 } },
    { what: 'peak memory, interactive reader process', value: memory.interactive, ...common },
  ]
}

/** Calibration over all modes; `photos` are scored with a calibration fitted without them. */
export function calibrationTarget(photos: readonly Scores['answered'][]): Target {
  const pooled = (drawn: typeof photos) =>
    calibrationError(drawn.flatMap(({ single, group, menu }) => [...single, ...group, ...menu]))
  const answers = photos.flatMap(({ single, group, menu }) => [...single, ...group, ...menu])
  return {
    what: 'calibration error',
    value: pooled(photos),
    n: `${answers.length} answers, ${photos.length} photos`,
    interval: bootstrap(photos, pooled),
    bound: { atMost: 0.06 },
    blindBound: { atMost: 0.08 },
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
