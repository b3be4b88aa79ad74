import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { TermIndex } from './term-index.ts'

const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'ö'), minLength: 1, maxLength: 7 })

/** Optimal string alignment over the whole table, as the textbook has it. */
function textbookDistance(a: string, b: string): number {
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
          const index = new TermIndex('query')
          for (const each of known) index.add(each)
          const hits = index.withinEdits(typed, { limit: most, sameFirstLetter: false, prefixes: false })
          const found = new Map(hits.map(({ term, edits }) => [term.text, edits]))
          const expected = known.flatMap((each): [string, number][] => {
            const edits = textbookDistance(typed, each)
            return edits > 0 && edits <= most ? [[each, edits]] : []
          })
          expect(found).toEqual(new Map(expected))
        },
      ),
      { numRuns: 500 },
    )
  })

  it('are found by what they begin with, slips and all', () => {
    const index = new TermIndex('query')
    for (const each of ['weihenstephaner', 'weiher', 'westmalle']) index.add(each)
    const found = index.withinEdits('weihenstef', { limit: 2, sameFirstLetter: true, prefixes: true })
    expect(found.map(({ term, isWhole }) => [term.text, isWhole])).toEqual([['weihenstephaner', false]])
    expect([...index.startingWith('weihe')].map(({ term }) => term.text)).toEqual(['weihenstephaner', 'weiher'])
  })

  it('are skipped if they start with another letter, even if none starts with the typed one', () => {
    const index = new TermIndex('query')
    for (const each of ['ready', 'reads']) index.add(each)
    const find = (typed: string) => index.withinEdits(typed, { limit: 1, sameFirstLetter: true, prefixes: false })
    expect(find('qeady')).toEqual([])
    expect(find('zeady')).toEqual([])
    expect(find('raady').map(({ term }) => term.text)).toEqual(['ready'])
  })

  it('are one each, whenever they come', () => {
    const index = new TermIndex('query')
    const first = index.add('orval')
    expect([...index.startingWith('o')]).toHaveLength(1)
    expect(index.add('orval')).toBe(first)
    index.add('orvalito')
    expect([...index.startingWith('orval')].map(({ isWhole }) => isWhole)).toEqual([true, false])
    expect(index.size).toBe(2)
  })
})
