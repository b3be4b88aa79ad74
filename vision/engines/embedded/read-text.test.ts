import { expect, it } from 'vitest'
import type { TextLine } from '../../reading.ts'
import { toStrips, withoutDuplicates } from './read-text.ts'

function lineAt(
  text: string,
  [left, top, right, bottom]: [number, number, number, number],
  confidence = 0.9,
): TextLine {
  return {
    text,
    confidence,
    rotation: 0,
    corners: [
      { x: left, y: top },
      { x: right, y: top },
      { x: right, y: bottom },
      { x: left, y: bottom },
    ],
  }
}

it('keeps the more confident of two readings at one position', () => {
  const lines = withoutDuplicates([lineAt('DUVE1', [10, 10, 50, 20], 0.7), lineAt('DUVEL', [11, 10, 51, 20], 0.95)])
  expect(lines.map((line) => line.text)).toEqual(['DUVEL'])
})

it('keeps a word next to the long line that contains it', () => {
  const lines = withoutDuplicates([lineAt('BELGIAN GOLDEN ALE', [10, 10, 90, 20]), lineAt('ALE', [75, 10, 90, 20])])
  expect(lines).toHaveLength(2)
})

it('keeps the same word at two positions', () => {
  const lines = withoutDuplicates([lineAt('ALE', [10, 10, 30, 20]), lineAt('ALE', [40, 10, 60, 20])])
  expect(lines).toHaveLength(2)
})

it('sorts from top to bottom, then from left to right', () => {
  const lines = withoutDuplicates([
    lineAt('third', [10, 30, 30, 40]),
    lineAt('second', [50, 10, 70, 20]),
    lineAt('first', [10, 10, 30, 20]),
  ])
  expect(lines.map((line) => line.text)).toEqual(['first', 'second', 'third'])
})

/** Forty lines scattered over a page. */
const spread = Array.from({ length: 40 }, (_, index) => {
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
const startsOf = (strip: typeof spread, axis: 'x' | 'y') => strip.map(({ quad }) => quad[0][axis])

it.each([
  ['menu', 'y'],
  ['group', 'x'],
] as const)('splits a %s into strips along its %s axis without losing a line', (context, axis) => {
  const strips = toStrips(spread, context)
  expect(strips.length).toBeGreaterThan(2)
  expect(strips.flat()).toHaveLength(spread.length)
  expect(new Set(strips.flat()).size).toBe(spread.length)
  for (const [index, strip] of strips.entries()) {
    const next = strips[index + 1]
    if (next) expect(Math.max(...startsOf(strip, axis))).toBeLessThanOrEqual(Math.min(...startsOf(next, axis)))
  }
})

it('does not split the photo of a single beer', () => {
  expect(toStrips(spread, 'single')).toEqual([spread])
})
