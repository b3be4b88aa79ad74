import { expect, it } from 'vitest'
import { wordSize } from './word-size.ts'

it.each([
  ['Hopsecutioner IPA', 'min(1.85rem, (100vw - 44px) / 7.7)'],
  ['MMXXVI', 'min(1.85rem, (100vw - 44px) / 5.2)'],
  // Words between hyphens go to lines of their own.
  ['Schwarz-Weiss', 'min(1.85rem, (100vw - 44px) / 4.6)'],
  ['Donaudampfschifffahrtsgesellschaftsbier', 'min(1.85rem, (100vw - 44px) / 12)'],
  ['', 'min(1.85rem, (100vw - 44px) / 1)'],
])('leaves room for the longest word of %j', (name, size) => {
  expect(wordSize(name, 1.85, '100vw - 44px')).toBe(size)
})
