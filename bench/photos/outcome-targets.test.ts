import { expect, test } from 'vitest'
import { autoGain, autoTargets, groupTargets, negativeTargets, singleTargets } from './outcome-targets.ts'
import type { SingleResult } from './outcomes.ts'
import type { Target } from './target.ts'

const aResult = (more: Partial<SingleResult> = {}): SingleResult => ({
  isListed: true,
  difficulty: 'easy',
  outcome: 'sure',
  isRight: true,
  isOffered: true,
  isBreweryRight: false,
  isNameRight: false,
  isSureInAuto: null,
  ...more,
})
const counts = (targets: readonly Target[]) => Object.fromEntries(targets.map(({ what, n }) => [what, n]))

test('every listed beer is counted once, in all and by difficulty', () => {
  const wrong = { isRight: false, isOffered: false }
  const targets = singleTargets([
    aResult(),
    aResult({ ...wrong, difficulty: 'medium' }),
    aResult({ outcome: 'ask', isRight: false }),
    aResult({ outcome: 'new', ...wrong }),
    aResult({ outcome: 'nothing', ...wrong, difficulty: 'hard' }),
    aResult({ outcome: 'nothing', ...wrong, difficulty: null }),
  ])
  expect(counts(targets)).toMatchObject({
    'single, listed: sure and right': '1 of 6',
    'single, listed: right or asked with it among three': '2 of 6',
    'single, listed: sure and wrong': '1 of 6',
    'single, listed: asked without it': '1 of 6',
    'single, listed: silent': '2 of 6',
    'single, listed, easy: sure and right': '1 of 3',
    'single, listed, medium: sure and wrong': '1 of 1',
    'single, listed, hard: silent': '1 of 1',
    'single, all: sure and wrong': '1 of 6',
    'single, easy and medium: silent although legible': '0 of 4',
  })
})

test('counts what is proposed for beers that are not listed; breweries only where the label names one', () => {
  const unlisted = { isListed: false, isRight: false, isOffered: false }
  const targets = singleTargets([
    aResult({ ...unlisted, outcome: 'new', isBreweryRight: true, isNameRight: true }),
    aResult({ ...unlisted, outcome: 'new', isBreweryRight: null, isNameRight: true }),
    aResult({ ...unlisted }),
    aResult({ ...unlisted, outcome: 'nothing', difficulty: 'hard' }),
  ])
  expect(counts(targets)).toMatchObject({
    'single, unlisted: proposed with the right brewery': '1 of 3',
    'single, unlisted: proposed with the right name': '2 of 4',
    'single, unlisted: sure of another': '1 of 4',
    'single, unlisted: silent': '1 of 4',
    'single, unlisted, easy: proposed with the right brewery': '1 of 2',
    'single, unlisted, easy: proposed with the right name': '2 of 3',
  })
  expect(targets.map(({ what }) => what)).not.toContain('single, unlisted, medium: silent')
  expect(targets.find(({ what }) => what === 'single, unlisted, easy: proposed with the right name')).toMatchObject({
    bound: { atLeast: 0.6 },
    blindBound: { atLeast: 0.5 },
  })
})

test('compares the answers without a context to those with the hint, on photos sent both ways', () => {
  const sent = (isRight: boolean, isSureInAuto: boolean | null) => aResult({ isRight, isSureInAuto })
  const gain = autoGain([sent(true, true), sent(true, false), sent(true, false), sent(false, false), sent(true, null)])
  expect(gain).toMatchObject({ value: -0.5, n: '4 photos' })
  expect(gain.interval?.low).toBeLessThan(-0.5)
})

test('counts beers of groups, photos of negatives, and shapes of photos without a context', () => {
  const groups = [{ clearListed: { right: 3, of: 4 }, sureAndWrong: { right: 1, of: 10 } }]
  expect(counts(groupTargets(groups))).toEqual({
    'group: clear listed beers found, sure or asked': '3 of 4, 1 photos',
    'group: sure and wrong, of the sure answers': '1 of 10, 1 photos',
  })
  expect(negativeTargets(['sure', 'asked', 'asked', 'nothing']).map(({ value, n }) => [value, n])).toEqual([
    [1, '4 photos'],
    [2, '4 photos'],
  ])
  const none = { right: 0, of: 0 }
  const photos = [
    { single: { right: 1, of: 1 }, group: none, menu: none, negative: none },
    { single: { right: 0, of: 1 }, group: none, menu: { right: 1, of: 1 }, negative: none },
    { single: none, group: none, menu: none, negative: { right: 1, of: 1 } },
  ]
  expect(autoTargets(photos).map(({ n }) => n)).toEqual(['1 of 2', '0 of 0', '1 of 1', '1 of 1'])
})
