import { expect, test } from 'vitest'
import { type Choice, fitChoice } from './unlisted-fit.ts'

const option = (size: number, junk: number, isRight: boolean) => ({ features: { size, junk }, isRight })
const CHOICES: Choice<'size' | 'junk'>[] = [
  { options: [option(3, 0, true), option(1, 0, false), option(3, 1, false)], weight: 1 },
  { options: [option(2, 0, true), option(1, 1, false)], weight: 1 },
  { options: [option(1, 1, false), option(2, 0, true)], weight: 2 },
]

test('finds weights by which the right option scores highest', () => {
  const fitted = fitChoice(CHOICES, { ridge: 0.01, signs: {} })
  for (const { options } of CHOICES) {
    const scores = options.map(({ features }) => features.size * fitted.size + features.junk * fitted.junk)
    expect(options[scores.indexOf(Math.max(...scores))]?.isRight).toBe(true)
  }
})

test('keeps the sign of evidence', () => {
  expect(fitChoice(CHOICES, { ridge: 0.01, signs: { size: -1 } }).size).toBeLessThanOrEqual(0)
})

test('does not penalise the bias', () => {
  const always = (isRight: boolean) => ({
    options: [
      { features: { bias: 1 }, isRight },
      { features: { bias: 0 }, isRight: !isRight },
    ],
    weight: 1,
  })
  const choices = [...Array.from({ length: 9 }, () => always(true)), always(false)]
  expect(fitChoice(choices, { ridge: 10, signs: {} }).bias).toBeCloseTo(Math.log(9), 0)
})
