import { expect, test } from 'vitest'
import { anAnsweredBeer as beer } from '../photos/answered-beer.fixture.ts'
import type { AnsweredBeer } from '../photos/answers.ts'
import type { PhotoOf } from '../photos/photo-set.ts'
import { curveOf, namedFrom, type OpenSetResult, sureOfAnother, verdictOn, wrongTable } from './open-set.ts'

const PHOTO: PhotoOf<'single'> = {
  id: 's',
  file: 's.jpg',
  class: 'single',
  truth: {
    beers: [{ name: 'Harbour Lantern', brewery: 'Alder Brewing', accept_also: [] }],
    accept_also: [],
  },
}
const result = (ordinary: AnsweredBeer | undefined, open: AnsweredBeer | undefined): OpenSetResult => ({
  photo: PHOTO,
  isKnown: true,
  ordinary,
  open,
})

test.each([
  [beer('Harbour Lantern', 'Alder Brewing'), 'right'],
  [beer('Meadow Beacon', 'Alder Brewing'), 'sibling'],
  [beer('Meadow Beacon', 'Quay Brewery'), 'unrelated'],
  [beer('Old Words', 'Alder Brewing', { verdict: 'unlisted' }), 'brewery'],
  [beer('Alder Old Words', null, { verdict: 'unlisted' }), 'brewery'],
  [beer('Old Words', null, { verdict: 'unlisted' }), 'misread'],
  [undefined, 'silent'],
] as const)('classifies %o as %s', (answered, verdict) => {
  expect(verdictOn(PHOTO, answered)).toBe(verdict)
})

test('counts answers that are sure of another beer, but neither a question nor a proposal', () => {
  const beacon = beer('Meadow Beacon', 'Alder Brewing')
  const answers = [
    beacon,
    { ...beacon, confidence: 0.59 },
    beer('Harbour Lantern', 'Alder Brewing'),
    beer('Old Words', 'Quay Brewery', { verdict: 'unlisted' }),
    undefined,
  ]
  expect(sureOfAnother(answers.map((open) => result(undefined, open)))).toEqual({ right: 1, of: 5 })
})

test('names nothing below the threshold, and the near miss above it', () => {
  const sure = beer('Harbour Lantern', 'Alder Brewing')
  expect(namedFrom(sure, 0.7)).toBe(sure)
  expect(namedFrom(sure, 0.8)).toBeUndefined()
  const near = { name: 'Meadow Beacon', brewery: 'Quay Brewery', aliases: [], confidence: 0.3 }
  const unlisted = beer('Old Words', 'Alder Brewing', { verdict: 'unlisted', others: [near] })
  expect(namedFrom(unlisted, 0.3)).toMatchObject({ verdict: 'listed', name: 'Meadow Beacon', confidence: 0.3 })
  expect(namedFrom(unlisted, 0.4)).toBe(unlisted)
})

test('a higher threshold never names more', () => {
  const points = curveOf([
    result(
      beer('Harbour Lantern', 'Alder Brewing', { confidence: 0.55 }),
      beer('Meadow Beacon', 'Quay', { confidence: 0.35 }),
    ),
  ])
  expect(points.map(({ ordinary }) => ordinary.right)).toEqual([1, 1, 1, 1, 0, 0, 0, 0])
  expect(points.map(({ open }) => open.wrong)).toEqual([1, 1, 0, 0, 0, 0, 0, 0])
})

test('lists wrongly named beers only', () => {
  const lines = wrongTable([
    result(undefined, beer('Meadow Beacon', 'Quay Brewery')),
    result(undefined, beer('Old Words', 'Alder Brewing', { verdict: 'unlisted' })),
  ]).split('\n')
  expect(lines).toHaveLength(2)
  expect(lines[1]).toMatch(
    /^ {2}s +unrelated +0\.70 {2}Alder Brewing \/ Harbour Lantern {2}-> {2}Quay Brewery \/ Meadow Beacon$/,
  )
})
