import { expect, it } from 'vitest'
import { lineSize, wordSize } from './word-size.ts'

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

it('makes a line smaller before it becomes two', () => {
  const size = 'min(min(1.4rem, (100cqw) / 4.3), max(1.15rem, (100cqw) / 7.4))'
  expect(lineSize('Scanned Menu', 1.4, 1.15, '100cqw')).toBe(size)
})
