import { expect, it } from 'vitest'
import { aSightedBeer } from '#web/testing/builders.ts'
import { nearestPin, pinsOf } from './pins.ts'

it('pins every beer of a fridge, and in other lists only beers with a known position', () => {
  const beers = [aSightedBeer({ name: 'Orval', position: null }), aSightedBeer({ name: 'Hell' })]
  expect(pinsOf(beers, true).map(({ place, at }) => [place, at])).toEqual([
    [1, { x: 20, y: 20 }],
    [2, { x: 50, y: 40 }],
  ])
  expect(pinsOf(beers, false).map(({ name }) => name)).toEqual(['Hell'])
})

it('selects the pin nearest to a tap', () => {
  const pins = pinsOf(
    [aSightedBeer({ position: { x: 40, y: 50 } }), aSightedBeer({ position: { x: 44, y: 50 } })],
    true,
  )
  const picture = { left: 100, top: 30, width: 500, height: 400 }
  expect(nearestPin(pins, { x: 100 + 208, y: 30 + 200 }, picture)?.place).toBe(1)
  expect(nearestPin(pins, { x: 100 + 213, y: 30 + 200 }, picture)?.place).toBe(2)
  expect(nearestPin([], { x: 0, y: 0 }, picture)).toBeUndefined()
})
