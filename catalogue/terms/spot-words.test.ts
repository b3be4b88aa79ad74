import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { latticeOf, latticeOfLetters as lineOf, SYMBOLS } from '#testing/lattice.ts'
import type { CharacterLattice } from '../catalogue.ts'
import { COST_MAX, spotWords } from './spot-words.ts'
import { TermTrie } from './term-trie.ts'

function trieOf(...words: string[]): TermTrie {
  const trie = new TermTrie()
  words.forEach((word, term) => {
    trie.add(word, term)
  })
  return trie
}

const spot = (lattice: CharacterLattice, ...words: string[]) =>
  spotWords(lattice, trieOf(...words)).map(({ term }) => words[term])

describe('spotWords', () => {
  it('finds a word that the best path reads, at no cost', () => {
    const [word] = spotWords(lineOf(...'orval'), trieOf('orval', 'chimay'))
    expect(word).toMatchObject({ term: 0, length: 5, cost: 0, from: 0, to: 8 })
  })

  it('finds a misread word by its second best letters', () => {
    const [word] = spotWords(lineOf('o', 'r', 'u/v', 'a', 'i/l'), trieOf('orval'))
    expect(word?.cost).toBeCloseTo((2 * Math.log(2)) / 5, 1)
  })

  it('does not find a word with a letter that the network rules out', () => {
    expect(spot(lineOf('o', 'r', 'x', 'a', 'l'), 'orval')).toEqual([])
  })

  it('needs two letters for a double letter', () => {
    const steps = [...'le_f_fe'].map((symbol) => ({ [symbol]: 0.98 }))
    expect(spot(latticeOf(...steps), 'leffe')).toEqual(['leffe'])
    const merged = [...'le_fffe'].map((symbol) => ({ [symbol]: 0.98 }))
    expect(spot(latticeOf(...merged), 'leffe')).toEqual([])
  })

  it('prefers the word that explains more of the line', () => {
    expect(spot(lineOf(...'westmalle'), 'malle', 'westmalle', 'west')).toEqual(['westmalle'])
  })

  it('finds several words of one line', () => {
    expect(spot(lineOf(...'rochefort', ' ', ...'trappist'), 'trappist', 'rochefort')).toEqual(['rochefort', 'trappist'])
  })

  it('charges for the missing space beside a word', () => {
    const [joined] = spotWords(lineOf(...'trappistale'), trieOf('trappist'))
    expect(joined?.cost).toBeCloseTo(1.5 / 8, 1)
  })

  it('ignores short words, numbers and words of other scripts', () => {
    expect(spot(lineOf(...'ale 1664'), 'ale', '1664', 'эль')).toEqual([])
  })

  it('returns nothing for an empty line', () => {
    expect(spot(latticeOf(), 'orval')).toEqual([])
  })

  it('costs the same as the best alignment of the word alone', () => {
    const word = fc.string({ unit: fc.constantFrom('a', 'b'), minLength: 4, maxLength: 5 })
    const step = fc.record({
      _: fc.double({ min: 0.05, max: 1, noNaN: true }),
      a: fc.double({ min: 0.05, max: 1, noNaN: true }),
      b: fc.double({ min: 0.05, max: 1, noNaN: true }),
    })
    fc.assert(
      fc.property(word, fc.array(step, { minLength: 4, maxLength: 12 }), (letters, steps) => {
        const lattice = latticeOf(...steps)
        const cost = alignedCost(lattice, letters)
        const [found] = spotWords(lattice, trieOf(letters))
        if (cost > COST_MAX) expect(found).toBeUndefined()
        else expect(found?.cost).toBeCloseTo(cost, 6)
      }),
    )
  })
})

/** The recurrence of CTC alignment for one word from every start, over the whole table; a boundary inside the line costs 1.5 nats. */
function alignedCost({ costs, steps }: CharacterLattice, word: string): number {
  const cost = (step: number, symbol: string) => costs[step * SYMBOLS.length + SYMBOLS.indexOf(symbol)] ?? 0
  const best = (step: number) => Math.min(...[...SYMBOLS].map((symbol) => cost(step, symbol)))
  const excess = (step: number, symbol: string) => cost(step, symbol) - best(step)
  const isBlank = (step: number) => cost(step, '_') === best(step)
  const boundary = (steps: number[]) => (steps.every(isBlank) ? 0 : 24)
  const states = [...word].flatMap((letter) => [letter, '_'])
  let cheapest = Number.POSITIVE_INFINITY
  for (let start = 0; start < steps; start++) {
    let row = states.map((_, state) =>
      state === 0 ? excess(start, word.charAt(0)) + boundary(range(0, start)) : Number.POSITIVE_INFINITY,
    )
    for (let step = start; step < steps; step++) {
      if (step > start)
        row = states.map((symbol, state) => {
          const skips = symbol !== '_' && states[state - 2] !== symbol
          const from = [row[state], row[state - 1], skips ? row[state - 2] : undefined]
          return Math.min(...from.map((value) => value ?? Number.POSITIVE_INFINITY)) + excess(step, symbol)
        })
      cheapest = Math.min(cheapest, (row.at(-2) ?? 0) + boundary(range(step + 1, steps)))
    }
  }
  return cheapest / 16 / word.length
}

function range(from: number, to: number): number[] {
  return Array.from({ length: Math.max(0, to - from) }, (_, index) => from + index)
}
