import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { asNumber, editDistance, skeletonOf } from './confusions.ts'

/** The textbook recursion (optimal string alignment), for comparison. */
function textbookDistance(a: string, b: string): number {
  if (a === '' || b === '') return a.length + b.length
  const same = a.at(-1) === b.at(-1) ? 0 : 1
  const [shortA, shortB] = [a.slice(0, -1), b.slice(0, -1)]
  const costs = [
    textbookDistance(shortA, b) + 1,
    textbookDistance(a, shortB) + 1,
    textbookDistance(shortA, shortB) + same,
  ]
  if (a.length > 1 && b.length > 1 && a.at(-1) === b.at(-2) && a.at(-2) === b.at(-1))
    costs.push(textbookDistance(a.slice(0, -2), b.slice(0, -2)) + 1)
  return Math.min(...costs)
}

describe('editDistance', () => {
  const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 6 })

  it('counts like the textbook up to its limit, and says more beyond it', () => {
    fc.assert(
      fc.property(word, word, fc.integer({ min: 0, max: 3 }), (a, b, limit) => {
        expect(editDistance(a, b, limit)).toBe(Math.min(textbookDistance(a, b), limit + 1))
      }),
    )
  })

  it('counts two letters swapped as one slip', () => {
    expect(editDistance('karmeliet', 'karmeleit', 2)).toBe(1)
  })
})

describe('skeletonOf', () => {
  it.each([
    ['0rva1', 'orval'],
    ['5tout', 'stout'],
    ['8itburger', 'bitburger'],
    ['eibingen', 'elbingen'],
    ['rnodern', 'modem'],
    ['vvestmalle', 'westmalle'],
    ['clubbel', 'dubbel'],
    ['affligern', 'affligem'],
  ])('makes %s and %s look alike', (read, printed) => {
    expect(skeletonOf(read)).toBe(skeletonOf(printed))
  })

  it('tells names apart that do not look alike', () => {
    expect(skeletonOf('duvel')).not.toBe(skeletonOf('dubbel'))
  })
})

describe('asNumber', () => {
  it.each([
    ['l664', '1664'],
    ['1O', '10'],
    ['18b2', '1882'],
  ])('takes %s for %s', (read, number) => {
    expect(asNumber(read.toLowerCase())).toBe(number)
  })

  it.each(['orval', 'so', '3fonteinen', '1664'])('leaves %s alone', (read) => {
    expect(asNumber(read)).toBeUndefined()
  })
})
