import fc from 'fast-check'
import { expect, it } from 'vitest'
import { expand, minAreaRect, readingQuad, runsDownwards, turnedRound } from './rotated-rect.ts'

const byRow = (a: { x: number; y: number }, b: { x: number; y: number }) => a.y - b.y || a.x - b.x

it('contains every point', () => {
  const point = fc.record({ x: fc.integer({ min: 0, max: 500 }), y: fc.integer({ min: 0, max: 500 }) })
  fc.assert(
    fc.property(fc.array(point, { minLength: 3, maxLength: 40 }), (points) => {
      const { centre, width, height, angle } = minAreaRect(points.toSorted(byRow))
      for (const { x, y } of points) {
        const along = (x - centre.x) * Math.cos(angle) + (y - centre.y) * Math.sin(angle)
        const across = (y - centre.y) * Math.cos(angle) - (x - centre.x) * Math.sin(angle)
        expect(Math.abs(along)).toBeLessThanOrEqual(width / 2 + 1e-6)
        expect(Math.abs(across)).toBeLessThanOrEqual(height / 2 + 1e-6)
      }
    }),
  )
})

it('is never larger than the upright box', () => {
  const points = [
    { x: 10, y: 0 },
    { x: 0, y: 10 },
    { x: 110, y: 100 },
    { x: 100, y: 110 },
  ].sort(byRow)
  const rect = minAreaRect(points)
  expect(rect.width * rect.height).toBeCloseTo(Math.hypot(100, 100) * Math.hypot(10, 10))
})

it('starts the corners at the top left of level text', () => {
  const rect = { centre: { x: 50, y: 20 }, width: 80, height: 20, angle: Math.PI }
  const corners = readingQuad(rect).map(({ x, y }) => [Math.round(x), Math.round(y)])
  expect(corners).toEqual([
    [10, 10],
    [90, 10],
    [90, 30],
    [10, 30],
  ])
})

it('treats a tall rectangle as vertical text', () => {
  const rect = { centre: { x: 20, y: 50 }, width: 20, height: 80, angle: 0 }
  const [start, end] = readingQuad(rect)
  expect(start).toEqual({ x: 30, y: 10 })
  expect(end).toEqual({ x: 30, y: 90 })
})

it('reads a vertical line from its other end, too', () => {
  const upright = readingQuad({ centre: { x: 20, y: 50 }, width: 20, height: 80, angle: 0 })
  expect(runsDownwards(upright)).toBe(true)
  const [start, end] = turnedRound(upright)
  expect(start).toEqual({ x: 10, y: 90 })
  expect(end).toEqual({ x: 10, y: 10 })
  expect(runsDownwards(readingQuad({ centre: { x: 50, y: 20 }, width: 80, height: 20, angle: 0 }))).toBe(false)
})

it('expands on every side', () => {
  const rect = { centre: { x: 0, y: 0 }, width: 10, height: 4, angle: 1 }
  expect(expand(rect, 3)).toEqual({ ...rect, width: 16, height: 10 })
})
