import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { LabelTerms } from './label-profile.ts'

const ORDINARY = new Set(['ale', 'beer', 'bier', 'brewed', 'tripel'])
const NAMES = [
  'trappist',
  'westmalle',
  'karmeliet',
  'chimay',
  'affligem',
  'orval',
  'duvel',
  'bud',
  '1664',
  'weihenstephaner',
  'quadrupel',
]

function someTerms(names: readonly string[] = NAMES): LabelTerms {
  const terms = new LabelTerms((word) => ORDINARY.has(word))
  for (const name of names) terms.add(name)
  return terms
}

function found(printed: string, terms = someTerms()): string[] {
  return terms.find(printed).map(({ term }) => terms.textOf(term))
}

describe('LabelTerms', () => {
  it.each([
    ['the same word', 'orval', 'orval'],
    ['confusables', '0rva1', 'orval'],
    ['a letter too few', 'karmelit', 'karmeliet'],
    ['a letter too many', 'chimaay', 'chimay'],
    ['a wrong letter', 'westnalle', 'westmalle'],
    ['two letters swapped', 'wsetmalle', 'westmalle'],
    ['two slips in a long word', 'weihenstefaner', 'weihenstephaner'],
    ['a number with a letter for a digit', 'l664', '1664'],
    ['a word run together with an ordinary one', 'trappistale', 'trappist'],
    ['two names run together', 'chimaytrappist', 'chimay'],
    ['a misread word run together with an ordinary one', 'quadrupeebier', 'quadrupel'],
    ['a word whose end is out of sight', 'westmal', 'westmalle'],
    ['a word whose beginning is out of sight', 'meliet', 'karmeliet'],
  ])('finds %s', (_, printed, name) => {
    expect(found(printed)).toContain(name)
  })

  it.each([
    ['a number that is close', '1665'],
    ['a short word that is close', 'bed'],
    ['an ordinary word', 'brewed'],
    ['a word inside an unknown one', 'rebudding'],
    ['something else', 'chardonnay'],
  ])('does not find %s', (_, printed) => {
    expect(found(printed)).toEqual([])
  })

  it.each([
    ['westnalle', [['westmalle', 'whole']]],
    [
      'chimaytrappist',
      [
        ['trappist', 'together'],
        ['chimay', 'together'],
      ],
    ],
    ['trappistale', [['trappist', 'together']]],
    ['trappistmuseum', [['trappist', 'part']]],
  ])('says how much of %s the terms explain', (printed, expected) => {
    const terms = someTerms()
    expect(terms.find(printed).map(({ term, explains }) => [terms.textOf(term), explains])).toEqual(expected)
  })

  it.each([
    ['카스프레시', ['카스', '프레시']],
    ['工人淡色艾尔', ['工人', '淡色']],
    ['箕面スタウト', ['箕面', 'スタウト']],
    ['箕面温泉街', []],
  ])('separates the words of %s', (printed, names) => {
    const terms = someTerms(['카스', '프레시', '工人', '淡色', '艾尔', '箕面', 'スタウト'])
    expect(found(printed, terms)).toEqual(expect.arrayContaining(names))
    if (names.length === 0) expect(found(printed, terms)).toEqual([])
  })

  it('joins neighbours that are one word together', () => {
    const terms = someTerms()
    expect(terms.findJoined('west', 'malle').map(({ term }) => terms.textOf(term))).toEqual(['westmalle'])
  })

  it('finds every word of five and more letters after one letter was taken for another', () => {
    const word = fc.string({ unit: fc.constantFrom(...'abdefghkmopstwxyz'), minLength: 5, maxLength: 14 })
    fc.assert(
      fc.property(
        word,
        fc.nat(),
        fc.constantFrom(...'abdefghkmopstwxyz'),
        fc.array(word, { maxLength: 20 }),
        (name, at, letter, others) => {
          const place = at % name.length
          const misread = name.slice(0, place) + letter + name.slice(place + 1)
          fc.pre(!others.includes(misread))
          expect(found(misread, someTerms([...others, name]))).toContain(name)
        },
      ),
    )
  })

  it('spots a term in a lattice that it looked at before the term was added', () => {
    const symbols = '_? orval'
    const costs = new Uint8Array(5 * symbols.length).fill(255)
    for (const [step, letter] of [...'orval'].entries()) costs[step * symbols.length + symbols.indexOf(letter)] = 0
    const lattice = { symbols, steps: 5, costs }
    const terms = new LabelTerms(() => false)
    expect(terms.spot(lattice)).toEqual([])
    const term = terms.add('orval')
    expect(terms.spot(lattice)).toMatchObject([{ term, cost: 0 }])
  })
})
