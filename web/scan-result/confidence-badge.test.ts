import { expect, it } from 'vitest'
import { spec } from '#testing/spec.ts'
import { confidenceLevel } from './confidence-badge.tsx'

it.each([
  [80, 'green'],
  [79.9, 'yellow'],
  [60, 'yellow'],
  [59.9, 'red'],
] as const)('shows a confidence of %d percent as %s', spec('9.1.2', '9.1.3', '9.1.4'), (percent, level) => {
  expect(confidenceLevel(percent)).toBe(level)
})
