import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Vocabulary } from './vocabulary.ts'

const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'ö'), minLength: 1, maxLength: 7 })

/** Optimal string alignment over the whole table, as the textbook has it. */
function slipsBetween(a: string, b: string): number {
  const rows: number[][] = [Array.from({ length: b.length + 1 }, (_, index) => index)]
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1
      let least = Math.min((rows[i - 1]?.[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (rows[i - 1]?.[j - 1] ?? 0) + cost)
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        least = Math.min(least, (rows[i - 2]?.[j - 2] ?? 0) + 1)
      row.push(least)
    }
    rows.push(row)
  }
  return rows[a.length]?.[b.length] ?? 0
}

describe('the words of the catalogue', () => {
  it('are found with slips exactly as far as the slips between the words say', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(word, { maxLength: 30 }),
        word,
        fc.integer({ min: 1, max: 2 }),
        (known, typed, most) => {
          const vocabulary = new Vocabulary()
          for (const each of known) vocabulary.add(each)
          const hits = vocabulary.withSlips(typed, { most, keepsFirst: false, andBeginnings: false })
          const found = new Map(hits.map(({ term, slips }) => [term.text, slips]))
          const expected = known.flatMap((each): [string, number][] => {
            const slips = slipsBetween(typed, each)
            return slips > 0 && slips <= most ? [[each, slips]] : []
          })
          expect(found).toEqual(new Map(expected))
        },
      ),
      { numRuns: 500 },
    )
  })

  it('are found by what they begin with, slips and all', () => {
    const vocabulary = new Vocabulary()
    for (const each of ['weihenstephaner', 'weiher', 'westmalle']) vocabulary.add(each)
    const found = vocabulary.withSlips('weihenstef', { most: 2, keepsFirst: true, andBeginnings: true })
    expect(found.map(({ term, isWhole }) => [term.text, isWhole])).toEqual([['weihenstephaner', false]])
    expect([...vocabulary.beginningWith('weihe')].map(({ term }) => term.text)).toEqual(['weihenstephaner', 'weiher'])
  })

  it('are one each, whenever they come', () => {
    const vocabulary = new Vocabulary()
    const first = vocabulary.add('orval')
    expect([...vocabulary.beginningWith('o')]).toHaveLength(1)
    expect(vocabulary.add('orval')).toBe(first)
    vocabulary.add('orvalito')
    expect([...vocabulary.beginningWith('orval')].map(({ isWhole }) => isWhole)).toEqual([true, false])
    expect(vocabulary.size).toBe(2)
  })
})
