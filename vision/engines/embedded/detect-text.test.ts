import { describe, expect, it } from 'vitest'
import { bandsOf, detectText } from './detect-text.ts'
import type { Network } from './models.ts'
import { distance } from './rotated-rect.ts'

describe('bandsOf', () => {
  it.each([
    [640, 480],
    [1600, 1216],
    [1216, 1600],
    [2400, 1824],
    [32, 32],
  ])('answers once for every row of %i x %i and sees no more than it should', (width, height) => {
    const bands = bandsOf(width, height)
    expect(bands.at(0)?.from).toBe(0)
    expect(bands.at(-1)?.to).toBe(height)
    bands.forEach((band, index) => {
      if (index > 0) expect(band.from).toBe(bands[index - 1]?.to)
      expect(band.seenFrom).toBeLessThanOrEqual(band.from)
      expect(band.seenTo).toBeGreaterThanOrEqual(band.to)
      expect((band.seenTo - band.seenFrom) % 32).toBe(0)
      expect((band.seenTo - band.seenFrom) * width).toBeLessThan(1_000_000)
    })
  })
})

/** Marks as text what is brighter than grey. */
const brightIsText: Network = async (input, [, , height = 0, width = 0]) => [
  {
    data: Float32Array.from(input.subarray(0, width * height), (value) => (value > 0 ? 0.9 : 0)),
    shape: [1, 1, height, width],
  },
]

it('gives places in pixels of the raster, also across bands', async () => {
  const [width, height] = [1600, 1200]
  const data = new Uint8Array(width * height * 3)
  for (let y = 380; y < 440; y++) data.fill(255, (y * width + 200) * 3, (y * width + 1000) * 3)
  const [line, ...others] = await detectText(brightIsText, { data, width, height }, 1600)
  expect(others).toEqual([])
  const [topLeft, topRight, , bottomLeft] = line?.quad ?? expect.fail('no line')
  const margin = (800 * 60 * 1.8) / (2 * 860)
  expect(topLeft.x).toBeCloseTo(200 - margin, -1)
  expect(topLeft.y).toBeCloseTo(380 - margin, -1)
  expect(distance(topLeft, topRight) / (800 + 2 * margin)).toBeCloseTo(1, 1)
  expect(distance(topLeft, bottomLeft) / (60 + 2 * margin)).toBeCloseTo(1, 1)
})
