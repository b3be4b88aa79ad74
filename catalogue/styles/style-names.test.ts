import { expect, it } from 'vitest'
import { styleName } from './style-names.ts'

it.each([
  ['Wheat Beer', 'de', 'Weizenbier'],
  ['Wheat Beer', 'en', 'Wheat Beer'],
  ['A style of tomorrow', 'de', 'A style of tomorrow'],
  ['constructor', 'de', 'constructor'],
] as const)('names %s in %s: %s', (style, language, name) => {
  expect(styleName(style, language)).toBe(name)
})
