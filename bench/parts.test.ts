import { expect, it } from 'vitest'
import { countIn, wantedParts } from './parts.ts'

const PARTS = ['power', 'disk'] as const

it('runs all parts of a benchmark, or those that are named', () => {
  expect([...wantedParts(PARTS, [])]).toEqual(PARTS)
  expect([...wantedParts(PARTS, ['disk'])]).toEqual(['disk'])
})

it('runs nothing if a part is misspelt, and does not call that a success', () => {
  expect(() => wantedParts(PARTS, ['disk', 'powr'])).toThrow('No such part: powr. There are power, disk.')
})

it.each(['', 'many', '0', '-1', '1.5', '20x'])('does nothing %j times', (text) => {
  expect(() => countIn(text)).toThrow('Not a number above zero')
})
