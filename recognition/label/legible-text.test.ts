import { expect, test } from 'vitest'
import { isUnpronounceable, legibleText } from './legible-text.ts'

test('drops what no label prints: stray characters, consonants, and lines that were hardly read', () => {
  const read = ['UNFILTERED WHEATBIER', '啪!', '究', 'HRD', 'IPA', '東京ブラック', '5,2 % vol', '1862', 'Ú Fleků']
  const lines = read.map((text) => ({ text, confidence: 0.9 }))
  const faint = { text: 'aurelocicn', confidence: 0.62 }
  expect(legibleText([...lines, faint])).toEqual([
    'UNFILTERED WHEATBIER',
    'IPA',
    '東京ブラック',
    '5,2 % vol',
    '1862',
    'Ú Fleků',
  ])
})

test.each(['HERBSTGLUT', 'Weihnachtstrunk', 'Mönchsbrunn', 'Feldschlüssel', 'Lammsbrand', 'Hawaiian', 'Sequoia'])(
  'can pronounce %s',
  (word) => {
    expect(isUnpronounceable(word)).toBe(false)
  },
)

test.each(['XKVRTZ', 'Aqvrzbl', 'uoua'])('cannot pronounce %s', (word) => {
  expect(isUnpronounceable(word)).toBe(true)
})
