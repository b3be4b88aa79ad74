/** Targets for what a user gets: which beers are shown surely, offered or proposed as new, and which photos stay without answer. */
import { ratio, type Share, sumOf } from '../statistics/shares.ts'
import { bootstrap } from '../statistics/statistics.ts'
import type { GroupResult, negativeResults, SingleResult } from './outcomes.ts'
import { DIFFICULTIES } from './photo-set.ts'
import { countOfPhotos, shareOfPhotos, shareWithin, type Target } from './target.ts'

/** Totals first, then by difficulty. */
const LEVELS = [null, ...DIFFICULTIES] as const

export function singleTargets(singles: readonly SingleResult[]): Target[] {
  const listed = singles.filter(({ isListed }) => isListed)
  const unlisted = singles.filter(({ isListed }) => !isListed)
  const legible = singles.filter(({ difficulty }) => difficulty === 'easy' || difficulty === 'medium')
  return [
    ...byLevel('single, listed', listed, listedTargets),
    shareOfPhotos('single, all: sure and wrong', shareOf(singles, isSureAndWrong), { atMost: 0.02 }, { atMost: 0.03 }),
    shareOfPhotos(
      'single, easy and medium: silent although legible',
      shareOf(legible, isSilent),
      { atMost: 0.03 },
      { atMost: 0.08 },
    ),
    ...byLevel('single, unlisted', unlisted, unlistedTargets),
  ]
}

type TargetsOf = (set: string, results: readonly SingleResult[], level: (typeof LEVELS)[number]) => Target[]

/** Levels without a photo are left out, except that all together always appear. */
function byLevel(set: string, results: readonly SingleResult[], targetsOf: TargetsOf): Target[] {
  return LEVELS.flatMap((level) => {
    if (level === null) return targetsOf(set, results, level)
    const some = results.filter(({ difficulty }) => difficulty === level)
    return some.length === 0 ? [] : targetsOf(`${set}, ${level}`, some, level)
  })
}

const listedTargets: TargetsOf = (set, results, level) => {
  const share = (what: string, counts: (result: SingleResult) => boolean, bound?: number, blindBound?: number) =>
    level === null && bound !== undefined && blindBound !== undefined
      ? shareOfPhotos(`${set}: ${what}`, shareOf(results, counts), { atLeast: bound }, { atLeast: blindBound })
      : shareOfPhotos(`${set}: ${what}`, shareOf(results, counts))
  return [
    share('sure and right', isSureAndRight, 0.9, 0.82),
    share('right or asked with it among three', ({ isOffered }) => isOffered, 0.97, 0.93),
    share('sure and wrong', isSureAndWrong),
    share('asked without it', (result) => isAsked(result) && !result.isOffered),
    share('silent', isSilent),
  ]
}

const unlistedTargets: TargetsOf = (set, results, level) => {
  const isEasy = level === 'easy'
  const withBrewery = results.filter(({ isBreweryRight }) => isBreweryRight !== null)
  return [
    shareOfPhotos(
      `${set}: proposed with the right brewery`,
      shareOf(withBrewery, ({ isBreweryRight }) => isBreweryRight === true),
      ...(isEasy ? [{ atLeast: 0.8 }, { atLeast: 0.7 }] : []),
    ),
    shareOfPhotos(
      `${set}: proposed with the right name`,
      shareOf(results, ({ isNameRight }) => isNameRight),
      ...(isEasy ? [{ atLeast: 0.6 }, { atLeast: 0.5 }] : []),
    ),
    shareOfPhotos(`${set}: sure of another`, shareOf(results, isSureAndWrong)),
    shareOfPhotos(`${set}: silent`, shareOf(results, isSilent)),
  ]
}

/** How many more listed beers are sure and right without a context than with the right one; negative if fewer. */
export function autoGain(singles: readonly SingleResult[]): Target {
  const sent = singles.filter(({ isListed, isSureInAuto }) => isListed && isSureInAuto !== null)
  const gain = (drawn: readonly SingleResult[]) => {
    const [auto, hint] = [
      ratio(shareOf(drawn, (one) => one.isSureInAuto === true)),
      ratio(shareOf(drawn, isSureAndRight)),
    ]
    return auto === null || hint === null ? null : auto - hint
  }
  return {
    what: 'sent as auto, single, listed: sure and right, minus that with the hint',
    value: gain(sent),
    n: `${sent.length} photos`,
    interval: bootstrap(sent, gain),
    unit: 'share',
  }
}

export function groupTargets(groups: readonly GroupResult[]): Target[] {
  return [
    shareWithin(
      'group: clear listed beers found, sure or asked',
      groups,
      ({ clearListed }) => clearListed,
      { atLeast: 0.8 },
      { atLeast: 0.74 },
    ),
    shareWithin(
      'group: sure and wrong, of the sure answers',
      groups,
      ({ sureAndWrong }) => sureAndWrong,
      { atMost: 0.03 },
      { atMost: 0.05 },
    ),
  ]
}

export function negativeTargets(negatives: ReturnType<typeof negativeResults>): Target[] {
  const those = (wanted: string): Share => ({
    right: negatives.filter((result) => result === wanted).length,
    of: negatives.length,
  })
  return [
    countOfPhotos('negatives: photos on which it is sure of a beer', those('sure'), { atMost: 0 }),
    countOfPhotos('negatives: photos on which it only asks or proposes', those('asked'), { atMost: 1 }, { atMost: 2 }),
  ]
}

/** `shares` has one entry per photo: whether it is answered in its shape, or without a beer if it has none. */
export function autoTargets(shares: readonly Record<'single' | 'group' | 'menu' | 'negative', Share>[]): Target[] {
  const sum = (shape: keyof (typeof shares)[number]) => sumOf(shares.map((photo) => photo[shape]))
  return [
    ...(['single', 'group', 'menu'] as const).map((shape) =>
      shareOfPhotos(`sent as auto, ${shape}: answered in its shape`, sum(shape), { atLeast: 0.94 }, { atLeast: 0.88 }),
    ),
    shareOfPhotos('sent as auto, negative: answered without a beer', sum('negative')),
  ]
}

function shareOf(results: readonly SingleResult[], counts: (result: SingleResult) => boolean): Share {
  return { right: results.filter(counts).length, of: results.length }
}

function isSureAndRight({ outcome, isRight }: SingleResult): boolean {
  return outcome === 'sure' && isRight
}

function isSureAndWrong({ outcome, isRight }: SingleResult): boolean {
  return outcome === 'sure' && !isRight
}

function isAsked({ outcome }: SingleResult): boolean {
  return outcome === 'ask' || outcome === 'new'
}

function isSilent({ outcome }: SingleResult): boolean {
  return outcome === 'nothing'
}
