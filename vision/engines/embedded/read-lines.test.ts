import { expect, it } from 'vitest'
import { toBatches } from './read-lines.ts'
import type { Quad } from './rotated-rect.ts'

function lineOf(width: number): { quad: Quad } {
  return {
    quad: [
      { x: 0, y: 0 },
      { x: width, y: 0 },
      { x: width, y: 48 },
      { x: 0, y: 48 },
    ],
  }
}

it('puts every line into one batch with lines of similar width', () => {
  const lines = [400, 30, 70, 410, 60, 65, 5000].map(lineOf)
  const batches = toBatches(lines)
  expect(batches.flat().map(({ line }) => line)).toHaveLength(lines.length)
  expect(new Set(batches.flat().map(({ line }) => line))).toEqual(new Set(lines))
  for (const batch of batches) expect(new Set(batch.map(({ paddedWidth }) => paddedWidth)).size).toBe(1)
})

it('compresses a line that is too long', () => {
  const [[job] = []] = toBatches([lineOf(5000)])
  expect(job?.width).toBe(2560)
})

it('limits the size of a batch', () => {
  const batches = toBatches(Array.from({ length: 40 }, () => lineOf(640)))
  for (const batch of batches) expect(batch.length * 640).toBeLessThanOrEqual(2560)
})
