import { expect, test } from 'vitest'
import { inStrips } from './strips.ts'

/** Forty lines all over a page, each with its own corner. */
const lines = Array.from({ length: 40 }, (_, index) => {
  const [x, y] = [(index * 37) % 400, (index * 53) % 700]
  return {
    quad: [
      { x, y },
      { x: x + 90, y },
      { x: x + 90, y: y + 12 },
      { x, y: y + 12 },
    ] as const,
  }
})
const startsOf = (strip: typeof lines, axis: 'x' | 'y') => strip.map(({ quad }) => quad[0][axis])

test.each([
  ['menu', 'y'],
  ['group', 'x'],
] as const)('a %s is read strip by strip along its %s axis, and no line is left out', (context, axis) => {
  const strips = inStrips(lines, context)
  expect(strips.length).toBeGreaterThan(2)
  expect(strips.flat()).toHaveLength(lines.length)
  expect(new Set(strips.flat()).size).toBe(lines.length)
  for (const [index, strip] of strips.entries()) {
    const next = strips[index + 1]
    if (next) expect(Math.max(...startsOf(strip, axis))).toBeLessThanOrEqual(Math.min(...startsOf(next, axis)))
  }
})

test('one beer is read as a whole', () => {
  expect(inStrips(lines, 'single')).toEqual([lines])
})
