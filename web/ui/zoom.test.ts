import fc from 'fast-check'
import { expect, it } from 'vitest'
import { centred, clamped, SCALE_MAX, WHOLE, zoomed } from './zoom.ts'

const place = fc.record({
  x: fc.double({ min: 0, max: 100, noNaN: true }),
  y: fc.double({ min: 0, max: 100, noNaN: true }),
})
const point = fc.record({
  x: fc.double({ min: -200, max: 200, noNaN: true }),
  y: fc.double({ min: -200, max: 200, noNaN: true }),
})
const scale = fc.double({ min: 1, max: SCALE_MAX, noNaN: true })
const picture = { width: 300, height: 400 }
const frame = { width: 350, height: 350 }

/** The point of the picture (in its own pixels, from its centre) shown at a point of the frame. */
const seenAt = (view: typeof WHOLE, at: { x: number; y: number }) => ({
  x: (at.x - view.x) / view.scale,
  y: (at.y - view.y) / view.scale,
})

it('keeps the point under the finger in place', () => {
  fc.assert(
    fc.property(scale, scale, point, (from, to, at) => {
      const before = zoomed(WHOLE, from, { x: 10, y: -20 })
      const after = zoomed(before, to, at)
      expect(seenAt(after, at).x).toBeCloseTo(seenAt(before, at).x, 6)
      expect(seenAt(after, at).y).toBeCloseTo(seenAt(before, at).y, 6)
    }),
  )
})

it('limits the scale between the whole picture and the maximum', () => {
  expect(zoomed(WHOLE, 0.2).scale).toBe(1)
  expect(zoomed(WHOLE, 99).scale).toBe(SCALE_MAX)
})

it('centres a position, as far as the edge of the picture allows', () => {
  fc.assert(
    fc.property(scale, place, (from, at) => {
      const view = clamped(centred(zoomed(WHOLE, from), at, picture), picture, frame)
      const wanted = { x: (at.x / 100 - 0.5) * picture.width, y: (at.y / 100 - 0.5) * picture.height }
      const seen = { x: view.x + wanted.x * view.scale, y: view.y + wanted.y * view.scale }
      expect(Math.abs(seen.x)).toBeLessThanOrEqual(frame.width / 2 + 1e-6)
      expect(Math.abs(seen.y)).toBeLessThanOrEqual(frame.height / 2 + 1e-6)
    }),
  )
})

it('leaves no gap beside a large picture, and centres a small one', () => {
  fc.assert(
    fc.property(point, (move) => {
      const view = clamped({ scale: 3, x: move.x * 10, y: move.y * 10 }, picture, frame)
      expect(Math.abs(view.x)).toBeLessThanOrEqual((picture.width * 3 - frame.width) / 2)
      expect(Math.abs(view.y)).toBeLessThanOrEqual((picture.height * 3 - frame.height) / 2)
    }),
  )
  expect(clamped({ scale: 1, x: 40, y: 90 }, picture, frame)).toEqual({ scale: 1, x: 0, y: 25 })
})
