import { expect, it } from 'vitest'
import { aSightedBeer } from '#web/testing/builders.ts'
import { nearestPin, pinsOf } from './pins.ts'

it('pins every beer of a fridge, and in other lists only beers with a known position', () => {
  const beers = [aSightedBeer({ name: 'Orval', position: null }), aSightedBeer({ name: 'Hell' })]
  expect(pinsOf(beers, 'fridge').map(({ place, at }) => [place, at])).toEqual([
    [1, { x: 20, y: 20 }],
    [2, { x: 50, y: 40 }],
  ])
  expect(pinsOf(beers, 'single').map(({ name }) => name)).toEqual(['Hell'])
})

it('selects the pin nearest to a tap', () => {
  const pins = pinsOf(
    [aSightedBeer({ position: { x: 40, y: 50 } }), aSightedBeer({ position: { x: 44, y: 50 } })],
    'fridge',
  )
  const picture = { left: 100, top: 30, width: 500, height: 400 }
  expect(nearestPin(pins, { x: 100 + 208, y: 30 + 200 }, picture)?.place).toBe(1)
  expect(nearestPin(pins, { x: 100 + 213, y: 30 + 200 }, picture)?.place).toBe(2)
  expect(nearestPin([], { x: 0, y: 0 }, picture)).toBeUndefined()
})

it('puts the pin of a menu beside the text of its row, and selects it there', () => {
  // Text from 20 to 60 percent, with its margin.
  const row = { position: { x: 40, y: 50 }, box: { x: 14, y: 42, width: 52, height: 16 } }
  const [first] = pinsOf([aSightedBeer(row)], 'menu')
  expect(first?.besideX).toBeCloseTo(20)
  expect(first?.at).toEqual(row.position)
  expect(pinsOf([aSightedBeer(row)], 'fridge')[0]).not.toHaveProperty('besideX')
  // A second column: its text begins where the first row's centre is.
  const right = { position: { x: 70, y: 50 }, box: { x: 44, y: 42, width: 52, height: 16 } }
  const pins = pinsOf([aSightedBeer(row), aSightedBeer(right)], 'menu')
  const picture = { left: 0, top: 0, width: 100, height: 100 }
  expect(nearestPin(pins, { x: 47, y: 50 }, picture)?.place).toBe(2)
})
