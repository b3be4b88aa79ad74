import fc from 'fast-check'
import { expect, it } from 'vitest'
import { fitText } from './fit-text.ts'

/** Every character is one wide. */
const widthOf = (text: string) => [...text].length

it('breaks at spaces and fills each line', () => {
  expect(fitText('Old Engine Oil Special Reserve', 14, 3, widthOf)).toEqual({
    lines: ['Old Engine Oil', 'Special', 'Reserve'],
    isWhole: true,
  })
})

it('breaks a word that is too long for a line, and text without spaces, between characters', () => {
  expect(fitText('Donaudampfschifffahrt', 10, 3, widthOf).lines).toEqual(['Donaudampf', 'schifffahr', 't'])
  expect(fitText('東京ブラックポーター', 4, 3, widthOf).lines).toEqual(['東京ブラ', 'ックポー', 'ター'])
})

it('truncates with an ellipsis', () => {
  expect(fitText('Świętokrzyskie Jasne Pełne', 16, 1, widthOf)).toEqual({ lines: ['Świętokrzyskie…'], isWhole: false })
})

it('keeps combining accents on their letters', () => {
  const decomposed = 'Žžž'.normalize('NFD')
  expect(fitText(decomposed, 2, 3, widthOf).lines).toEqual([...'Žžž'].map((letter) => letter.normalize('NFD')))
})

it('never exceeds the width, and reports every truncation', () => {
  const words = fc.array(fc.constantFrom('Žatec', '東京', 'IPA', 'Świętokrzyskie', '&', 'Gose'), { maxLength: 12 })
  fc.assert(
    fc.property(words, fc.integer({ min: 2, max: 20 }), fc.integer({ min: 1, max: 4 }), (given, width, linesMax) => {
      const text = given.join(' ')
      const { lines, isWhole } = fitText(text, width, linesMax, widthOf)
      expect(lines.length).toBeLessThanOrEqual(linesMax)
      for (const line of lines) expect(widthOf(line)).toBeLessThanOrEqual(width)
      const plain = (words: string) => words.replaceAll(' ', '')
      if (isWhole) expect(plain(lines.join(''))).toBe(plain(text))
      else {
        expect(lines.at(-1)).toMatch(/…$/)
        expect(plain(text).startsWith(plain(lines.join('').slice(0, -1)))).toBe(true)
      }
    }),
  )
})
