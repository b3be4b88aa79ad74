import { describe, expect, it } from 'vitest'
import { readingQuad } from './rotated-rect.ts'
import { DB_OPTIONS, type ProbabilityMap, textRegions } from './text-regions.ts'

/** A probability map with `inside` within the shape and 0 elsewhere. */
function mapOf(width: number, height: number, isText: (x: number, y: number) => boolean, inside = 0.9): ProbabilityMap {
  const data = new Float32Array(width * height)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) data[y * width + x] = isText(x, y) ? inside : 0
  }
  return { data, width, height }
}

const bar = (left: number, top: number, right: number, bottom: number) => (x: number, y: number) =>
  x >= left && x < right && y >= top && y < bottom

describe('textRegions', () => {
  it('finds nothing on an empty map', () => {
    expect(textRegions(mapOf(64, 64, () => false))).toEqual([])
  })

  it('expands an upright core by its area divided by its perimeter', () => {
    const [region, ...others] = textRegions(mapOf(200, 100, bar(50, 40, 150, 60)), { ...DB_OPTIONS, unclipRatio: 1.5 })
    expect(others).toEqual([])
    const margin = (100 * 20 * 1.5) / 240
    expect(region?.score).toBeCloseTo(0.9)
    const quad = readingQuad(region?.rect ?? expect.fail('no region'))
    const expected = [
      { x: 50 - margin, y: 40 - margin },
      { x: 150 + margin, y: 40 - margin },
      { x: 150 + margin, y: 60 + margin },
      { x: 50 - margin, y: 60 + margin },
    ]
    quad.forEach((corner, index) => {
      expect(corner.x).toBeCloseTo(expected[index]?.x ?? Number.NaN)
      expect(corner.y).toBeCloseTo(expected[index]?.y ?? Number.NaN)
    })
  })

  it('follows a slanted line', () => {
    const angle = 0.3
    const slanted = (x: number, y: number) => {
      const [dx, dy] = [x - 150, y - 100]
      const along = dx * Math.cos(angle) + dy * Math.sin(angle)
      const across = dy * Math.cos(angle) - dx * Math.sin(angle)
      return Math.abs(along) < 80 && Math.abs(across) < 10
    }
    const [region] = textRegions(mapOf(300, 200, slanted))
    const [topLeft, topRight] = readingQuad(region?.rect ?? expect.fail('no region'))
    expect(Math.atan2(topRight.y - topLeft.y, topRight.x - topLeft.x)).toBeCloseTo(angle, 1)
  })

  it('separates two lines and joins pixels that touch at a corner', () => {
    const lines = (x: number, y: number) => bar(10, 10, 60, 20)(x, y) || bar(10, 30, 60, 40)(x, y)
    expect(textRegions(mapOf(100, 60, lines))).toHaveLength(2)
    const touching = (x: number, y: number) => bar(10, 10, 40, 20)(x, y) || bar(40, 20, 70, 30)(x, y)
    expect(textRegions(mapOf(100, 60, touching), { ...DB_OPTIONS, boxThreshold: 0 })).toHaveLength(1)
  })

  it('drops specks and regions of low probability', () => {
    expect(textRegions(mapOf(64, 64, bar(10, 10, 12, 12)))).toEqual([])
    const faint = mapOf(64, 64, bar(10, 10, 50, 20), 0.4)
    expect(textRegions(faint, { ...DB_OPTIONS, boxThreshold: 0.5 })).toEqual([])
  })

  it('keeps the most probable regions when there are too many', () => {
    const map = mapOf(100, 60, bar(10, 10, 60, 20))
    for (let y = 30; y < 40; y++) map.data.fill(0.5, y * 100 + 10, y * 100 + 60)
    const regions = textRegions(map, { ...DB_OPTIONS, maxCandidates: 1 })
    expect(regions.map((region) => region.rect.centre.y)).toEqual([15])
  })

  it('finds text at the edges of the map', () => {
    expect(textRegions(mapOf(64, 32, bar(0, 0, 64, 32)))).toHaveLength(1)
  })
})
