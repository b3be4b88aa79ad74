import { describe, expect, it } from 'vitest'
import { detectText, tilesOf } from './detect-text.ts'
import type { Network } from './models.ts'
import { distance } from './rotated-rect.ts'

describe('tilesOf', () => {
  it.each([
    [640, 480],
    [1600, 1216],
    [1216, 1600],
    [2400, 1824],
    [32, 32],
  ])('covers every row of %i x %i once with inputs of limited size', (width, height) => {
    const tiles = tilesOf(width, height)
    expect(tiles.at(0)?.from).toBe(0)
    expect(tiles.at(-1)?.to).toBe(height)
    tiles.forEach((tile, index) => {
      if (index > 0) expect(tile.from).toBe(tiles[index - 1]?.to)
      expect(tile.inputFrom).toBeLessThanOrEqual(tile.from)
      expect(tile.inputTo).toBeGreaterThanOrEqual(tile.to)
      expect((tile.inputTo - tile.inputFrom) % 32).toBe(0)
      expect((tile.inputTo - tile.inputFrom) * width).toBeLessThan(1_000_000)
    })
  })
})

/** Reports bright pixels as text. */
const brightIsText: Network = async (input, [, , height = 0, width = 0]) => [
  {
    data: Float32Array.from(input.subarray(0, width * height), (value) => (value > 0 ? 0.9 : 0)),
    shape: [1, 1, height, width],
  },
]

it('returns positions in pixels of the raster, even across tiles', async () => {
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
