import { expect, test } from 'vitest'
import type { AnsweredBeer } from './answers.ts'
import { type AskedTwice, curveOf, namedFrom, verdictOn, wrongOf, wrongTable } from './open-set.ts'
import type { PhotoOf } from './photo-set.ts'

const PHOTO: PhotoOf<'single'> = {
  id: 's',
  file: 's.jpg',
  class: 'single',
  truth: {
    beers: [{ name: 'Harbour Lantern', brewery: 'Alder Brewing', accept_also: [] }],
    accept_also: [],
  },
}
const told = (name: string, brewery: string | null, more: Partial<AnsweredBeer> = {}): AnsweredBeer => ({
  verdict: 'listed',
  name,
  brewery,
  aliases: [],
  abv: null,
  price: null,
  confidence: 0.7,
  where: null,
  count: 1,
  others: [],
  ...more,
})
const asked = (ordinary: AnsweredBeer | undefined, open: AnsweredBeer | undefined): AskedTwice => ({
  photo: PHOTO,
  isKnown: true,
  ordinary,
  open,
})

test.each([
  [told('Harbour Lantern', 'Alder Brewing'), 'right'],
  [told('Meadow Beacon', 'Alder Brewing'), 'sibling'],
  [told('Meadow Beacon', 'Quay Brewery'), 'stranger'],
  [told('Old Words', 'Alder Brewing', { verdict: 'unlisted' }), 'brewery'],
  [told('Alder Old Words', null, { verdict: 'unlisted' }), 'brewery'],
  [told('Old Words', null, { verdict: 'unlisted' }), 'misread'],
  [undefined, 'silent'],
] as const)('judges %o as %s', (beer, verdict) => {
  expect(verdictOn(PHOTO, beer)).toBe(verdict)
})

test('counts another beer as wrong, and silence and an unlisted beer of the right brewery as not', () => {
  const silent = asked(undefined, undefined)
  const sibling = asked(told('Harbour Lantern', 'Alder Brewing'), told('Meadow Beacon', 'Alder Brewing'))
  const unlisted = asked(undefined, told('Old Words', 'Alder Brewing', { verdict: 'unlisted' }))
  expect(wrongOf([silent, sibling, unlisted], 'open')).toEqual({ right: 1, of: 3 })
  expect(wrongOf([silent, sibling, unlisted], 'ordinary')).toEqual({ right: 0, of: 3 })
})

test('is silent below the confidence from which beers are named, and names the near miss above it', () => {
  const sure = told('Harbour Lantern', 'Alder Brewing')
  expect(namedFrom(sure, 0.7)).toBe(sure)
  expect(namedFrom(sure, 0.8)).toBeUndefined()
  const near = { name: 'Meadow Beacon', brewery: 'Quay Brewery', aliases: [], confidence: 0.3 }
  const unlisted = told('Old Words', 'Alder Brewing', { verdict: 'unlisted', others: [near] })
  expect(namedFrom(unlisted, 0.3)).toMatchObject({ verdict: 'listed', name: 'Meadow Beacon', confidence: 0.3 })
  expect(namedFrom(unlisted, 0.4)).toBe(unlisted)
})

test('a higher threshold never names more', () => {
  const points = curveOf([
    asked(
      told('Harbour Lantern', 'Alder Brewing', { confidence: 0.55 }),
      told('Meadow Beacon', 'Quay', { confidence: 0.35 }),
    ),
  ])
  expect(points.map(({ ordinary }) => ordinary.right)).toEqual([1, 1, 1, 1, 0, 0, 0, 0])
  expect(points.map(({ open }) => open.wrong)).toEqual([1, 1, 0, 0, 0, 0, 0, 0])
})

test('lists what was wrongly named, and only that', () => {
  const lines = wrongTable([
    asked(undefined, told('Meadow Beacon', 'Quay Brewery')),
    asked(undefined, told('Old Words', 'Alder Brewing', { verdict: 'unlisted' })),
  ]).split('\n')
  expect(lines).toHaveLength(2)
  expect(lines[1]).toMatch(
    /^ {2}s +stranger +0\.70 {2}Alder Brewing \/ Harbour Lantern {2}-> {2}Quay Brewery \/ Meadow Beacon$/,
  )
})
