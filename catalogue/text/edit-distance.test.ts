import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { editDistance } from './edit-distance.ts'

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

  it('equals the textbook recursion up to its limit and exceeds the limit beyond it', () => {
    fc.assert(
      fc.property(word, word, fc.integer({ min: 0, max: 3 }), (a, b, limit) => {
        expect(editDistance(a, b, limit)).toBe(Math.min(textbookDistance(a, b), limit + 1))
      }),
    )
  })

  it('counts a transposition of adjacent letters as one edit', () => {
    expect(editDistance('karmeliet', 'karmeleit', 2)).toBe(1)
  })
})
