/** The scores as a table for people. */
import type { PeakMemory } from './ask-readers.ts'
import { SCENE_CLASSES, type Scores } from './score.ts'
import { type Measured, percentile, ratio, type Share } from './shares.ts'

export function tableOf(
  { scene, single, group, menu, negative, unasked, timesMs }: Scores,
  memory: PeakMemory,
): string {
  const rows = [
    line('scene', 'five classes', shown(scene.exact)),
    line('', 'fridge and several as one', shown(scene.fridgeAsGroup)),
    line('', 'unsure of the wrong ones', shown(scene.unsureOfWrong)),
    ...both('single', 'top-1', single.top1),
    ...both('', 'any candidate', single.anyCandidate),
    ...both('', 'brewery', single.brewery),
    line('', 'wrong beer', shown(single.wrong)),
    line('', 'no answer', shown(single.nothing)),
    ...both('group', 'clear beers found', group.clear),
    ...both('', 'all beers found', group.allBeers),
    line('', 'told but not there', shown(group.wrong)),
    line(
      '',
      'position error, % of frame',
      `median ${number(percentile(group.positionErrors, 0.5))}  p90 ${number(percentile(group.positionErrors, 0.9))}`,
    ),
    ...both('menu', 'items found', menu.items),
    line('', 'answers that are items', shown(menu.precision)),
    ...both('', 'strengths read', menu.abv),
    line('', '  of items found', shown(menu.abvOfFound)),
    ...both('', 'prices read', menu.price),
    line('', '  of items found', shown(menu.priceOfFound)),
    line('negative', 'no beer at all, clean', shown(negative.noBeerClean)),
    line('', 'unidentifiable beer, clean', shown(negative.beerPresentClean)),
    ...negative.dirty.map(({ id, mode, beers }) => line('', `  ${id} as ${mode}`, beers.join('; '))),
    ...Object.entries(unasked).map(([kind, share], index) =>
      line(
        index === 0 ? 'no hint' : '',
        kind === 'negative' ? 'negative without a beer' : `${kind} told as ${kind}`,
        shown(share),
      ),
    ),
    ...Object.entries(timesMs).map(([what, times], index) =>
      line(
        index === 0 ? 'time' : '',
        `${what}, ms`,
        `p50 ${number(percentile(times, 0.5))}  p95 ${number(percentile(times, 0.95))}`,
      ),
    ),
    line('memory', 'peak of a reader, MB', `light ${megabytes(memory.light)}  scan ${megabytes(memory.scan)}`),
  ]
  return [...rows, '', 'scenes (rows: truth, columns: answer)', ...confusion(scene.confusion)].join('\n')
}

function both(group: string, what: string, measure: Measured): string[] {
  return [line(group, what, shown(measure.all)), line('', `  of known beers`, shown(measure.known))]
}

function line(group: string, what: string, value: string): string {
  return `${group.padEnd(10)}${what.padEnd(30)}${value}`
}

function shown(share: Share): string {
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
    ...SCENE_CLASSES.map((truth) => cell(truth) + SCENE_CLASSES.map((told) => cell(table[truth][told])).join('')),
  ]
}
