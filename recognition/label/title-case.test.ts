import { expect, test } from 'vitest'
import { inTitleCase } from './title-case.ts'

test.each([
  ['WORKING HORSE', 'Working Horse'],
  ["MOORHEN'S NEST", "Moorhen's Nest"],
  ['HARBOUR IPA', 'Harbour IPA'],
  ['KÖNIGSRÄUBER', 'Königsräuber'],
  ['Zwarte gans', 'Zwarte gans'],
  ['McHeron', 'McHeron'],
  ['TAP 5', 'Tap 5'],
])('writes %s as %s', (printed, written) => {
  expect(inTitleCase(printed)).toBe(written)
})
