import { expect, it } from 'vitest'
import { decodeCtc } from './ctc.ts'

const CHARACTERS = ['', 'A', 'L', 'E', '5', '.', ' ']

/** One row per step: the class has the given probability, a space its own, the others share the rest. */
function stepsOf(...steps: (readonly [character: string, probability: number, space?: number])[]) {
  const data = new Float32Array(steps.length * CHARACTERS.length)
  steps.forEach(([character, probability, space = 0], step) => {
    CHARACTERS.forEach((other, index) => {
      const rest = (1 - probability - space) / (CHARACTERS.length - 2)
      data[step * CHARACTERS.length + index] = other === character ? probability : other === ' ' ? space : rest
    })
  })
  return { data, offset: 0, steps: steps.length }
}

it('merges repeats, drops blanks and keeps letters repeated across a blank', () => {
  const steps = stepsOf(['', 0.9], ['A', 0.9], ['A', 0.8], ['L', 0.9], ['', 0.9], ['L', 0.9], ['E', 0.9], ['', 0.9])
  expect(decodeCtc(steps, CHARACTERS).text).toBe('ALLE')
})

it('averages the confidence of the characters, without blanks', () => {
  const { confidence } = decodeCtc(stepsOf(['A', 0.9], ['', 0.4], ['L', 0.7]), CHARACTERS)
  expect(confidence).toBeCloseTo(0.8)
})

it('returns an empty text for blanks', () => {
  expect(decodeCtc(stepsOf(['', 0.9], ['', 0.8]), CHARACTERS)).toMatchObject({ text: '', confidence: 0 })
})

/** A path whose blanks have a probability of a space: 'A _:0.03 L'. */
const pathOf = (path: string) =>
  path.split(' ').map((step) => {
    const [character = '', space = '0'] = step.split(':')
    return [character === '_' ? '' : character, 0.9, Number(space)] as const
  })

it.each([
  ['between words', 'A _:0.03 _:0.03 L', 'A L'],
  ['not within a word', 'A _:0.02 _:0.02 L', 'AL'],
  ['not around a text', '_:0.06 A L _:0.06', 'AL'],
  ['not in a number', '5 . _:0.06 5', '5.5'],
  ['behind the end of a sentence', 'A . _:0.06 5', 'A. 5'],
])('finds spaces that are less probable than blanks: %s', (_where, path, text) => {
  expect(decodeCtc(stepsOf(...pathOf(path)), CHARACTERS).text).toBe(text)
})

it('adds none to a space', () => {
  const steps = stepsOf(['A', 0.9], ['', 0.9, 0.06], [' ', 0.6], ['', 0.9, 0.06], ['L', 0.9])
  expect(decodeCtc(steps, CHARACTERS).text).toBe('A L')
})

it('decodes the given line of a batch', () => {
  const { data } = stepsOf(['A', 0.9], ['L', 0.9], ['E', 0.9], ['', 0.9])
  expect(decodeCtc({ data, offset: 2 * CHARACTERS.length, steps: 2 }, CHARACTERS).text).toBe('E')
})

it.each([
  ['ø', 'o'],
  ['Ł', 'l'],
  ['đ', 'd'],
  ['ı', 'i'],
  ['Ż', 'z'],
  ['ß', '?'],
  ['ж', '?'],
])('keeps %s as %s', (character, symbol) => {
  const { text, lattice } = decodeCtc({ data: Float32Array.of(0, 1), offset: 0, steps: 1 }, ['', character])
  expect(text).toBe(character)
  expect(lattice.costs[lattice.symbols.indexOf(symbol)]).toBe(0)
})

it('keeps the other symbols of each step, without case and accents', () => {
  const characters = ['', 'e', 'É', 'ß', '-', ' ']
  const data = Float32Array.of(0.5, 0.125, 0.125, 0, 0.25, 0)
  const { lattice } = decodeCtc({ data, offset: 0, steps: 1 }, characters)
  const cost = (symbol: string) => lattice.costs[lattice.symbols.indexOf(symbol)]
  const sixteenths = (probability: number) => Math.round(-16 * Math.log(probability))
  expect([cost('_'), cost('e'), cost('?')]).toEqual([sixteenths(0.5), sixteenths(0.25), sixteenths(0.25)])
  expect([cost(' '), cost('x')]).toEqual([255, 255])
})
