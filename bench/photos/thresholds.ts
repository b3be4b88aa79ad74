/** Thresholds below which the bench fails. */

import { percentile, ratio } from '../statistics/shares.ts'
import type { Scores } from './score.ts'

interface Threshold {
  what: string
  /** Shares 0-1, times in ms; null if the set has no such photo. */
  value(scores: Scores): number | null
  bound: { min: number } | { max: number }
}

const THRESHOLDS: readonly Threshold[] = [
  {
    what: 'single: top-1 of beers in the catalogue',
    value: ({ single }) => ratio(single.top1.known),
    bound: { min: 0.75 },
  },
  { what: 'group: clear beers in the catalogue', value: ({ group }) => ratio(group.clear.known), bound: { min: 0.3 } },
  { what: 'menu: items', value: ({ menu }) => ratio(menu.items.all), bound: { min: 0.45 } },
  {
    what: "negatives of kind 'no beer at all' clean",
    value: ({ negative }) => ratio(negative.noBeerClean),
    bound: { min: 1 },
  },
  { what: 'scene: p50, ms', value: ({ timesMs }) => percentile(timesMs.scene, 0.5), bound: { max: 200 } },
  { what: 'single: p50, ms', value: ({ timesMs }) => percentile(timesMs.single, 0.5), bound: { max: 1_200 } },
]

export interface Failing {
  what: string
  value: number
  bound: Threshold['bound']
}

/** Returns the thresholds that are missed; a value that could not be measured misses none. */
export function failing(scores: Scores): Failing[] {
  return THRESHOLDS.flatMap(({ what, value, bound }) => {
    const reached = value(scores)
    if (reached === null) return []
    const holds = 'min' in bound ? reached >= bound.min : reached <= bound.max
    return holds ? [] : [{ what, value: reached, bound }]
  })
}
