/** Formats the scores as a table. */

import { type Measured, percentile, ratio, type Share } from '../statistics/shares.ts'
import type { PeakMemory } from './run-readers.ts'
import { SCENE_CLASSES, type Scores } from './score.ts'

export function tableOf({ scene, single, group, menu, negative, auto, timesMs }: Scores, memory: PeakMemory): string {
  const rows = [
    line('scene', 'five classes', shareText(scene.exact)),
    line('', 'fridge and group as one class', shareText(scene.fridgeAsGroup)),
    line('', 'errors below confidence 0.6', shareText(scene.lowConfidenceErrors)),
    ...both('single', 'top-1', single.top1),
    ...both('', 'any candidate', single.anyCandidate),
    ...both('', 'brewery', single.brewery),
    line('', 'wrong beer', shareText(single.wrong)),
    line('', 'no answer', shareText(single.noAnswer)),
    ...both('group', 'clear beers found', group.clear),
    ...both('', 'all beers found', group.allBeers),
    line('', 'answers not on the photo', shareText(group.wrong)),
    line(
      '',
      'position error, % of frame',
      `median ${number(percentile(group.positionErrors, 0.5))}  p90 ${number(percentile(group.positionErrors, 0.9))}`,
    ),
    ...both('menu', 'items found', menu.items),
    line('', 'answers that are items', shareText(menu.precision)),
    ...both('', 'ABV read', menu.abv),
    line('', '  of items found', shareText(menu.abvOfFound)),
    ...both('', 'prices read', menu.price),
    line('', '  of items found', shareText(menu.priceOfFound)),
    line('negative', 'no beer at all, clean', shareText(negative.noBeerClean)),
    line('', 'unidentifiable beer, clean', shareText(negative.beerPresentClean)),
    ...Object.entries(auto).map(([kind, share], index) =>
      line(
        index === 0 ? 'no context' : '',
        kind === 'negative' ? 'negative without a beer' : `${kind} answered as ${kind}`,
        shareText(share),
      ),
    ),
    ...Object.entries(timesMs).map(([what, times], index) =>
      line(
        index === 0 ? 'time' : '',
        `${what}, ms`,
        `p50 ${number(percentile(times, 0.5))}  p95 ${number(percentile(times, 0.95))}`,
      ),
    ),
    line(
      'memory',
      'peak of a reader, MB',
      `interactive ${megabytes(memory.interactive)}  batch ${megabytes(memory.batch)}`,
    ),
  ]
  return [...rows, '', 'scenes (rows: truth, columns: answer)', ...confusion(scene.confusion)].join('\n')
}

/** Lists the beers named on negatives; empty without any. */
export function falsePositiveLines({ negative: { falsePositives } }: Pick<Scores, 'negative'>): string {
  return falsePositives.map(({ id, mode, beers }) => `  ${id} as ${mode}: ${beers.join('; ')}`).join('\n')
}

function both(group: string, what: string, measure: Measured): string[] {
  return [line(group, what, shareText(measure.all)), line('', `  of known beers`, shareText(measure.known))]
}

function line(group: string, what: string, value: string): string {
  return `${group.padEnd(10)}${what.padEnd(30)}${value}`
}

function shareText(share: Share): string {
  const value = ratio(share)
  return value === null ? 'n = 0' : `${(value * 100).toFixed(1).padStart(5)} %  ${share.right} of ${share.of}`
}

function number(value: number | null): string {
  return value === null ? '-' : value.toFixed(value < 100 ? 1 : 0)
}

function megabytes(bytes: number): string {
  return (bytes / 1_000_000).toFixed(0)
}

export function confusion(table: Scores['scene']['confusion']): string[] {
  const cell = (text: string | number) => String(text).padStart(15)
  return [
    cell('') + SCENE_CLASSES.map(cell).join(''),
    ...SCENE_CLASSES.map(
      (truth) => cell(truth) + SCENE_CLASSES.map((answered) => cell(table[truth][answered])).join(''),
    ),
  ]
}
