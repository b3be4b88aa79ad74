import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { containerAt, cropOf, partOfLabel } from './label-crop.ts'

const percent = fc.integer({ min: 0, max: 100 })
const sides = fc.tuple(percent, percent).map((ends) => [Math.min(...ends), Math.max(...ends)] as const)
const boxes = fc
  .tuple(sides, sides)
  .map(([[left, right], [top, bottom]]) => ({ x: left, y: top, width: right - left, height: bottom - top }))

it('shows the box of a label as it is', () => {
  const box = { x: 30, y: 20, width: 40, height: 40 }
  expect(cropOf({ box, position: { x: 1, y: 1 } }, 1)).toEqual(box)
})

it('shows a line of a menu with the lines around it', () => {
  expect(cropOf({ box: { x: 10, y: 49, width: 72, height: 2 } }, 0.75)).toEqual({ x: 10, y: 35, width: 72, height: 30 })
})

it('shows the surroundings of a position, or the whole photo if nothing is known', () => {
  expect(cropOf({ box: null, position: { x: 90, y: 50 } }, 1)).toEqual({ x: 48, y: 24, width: 52, height: 52 })
  expect(cropOf({}, 1)).toEqual({ x: 0, y: 0, width: 100, height: 100 })
})

it('contains the box of the label and stays inside the photo', () => {
  fc.assert(
    fc.property(boxes, fc.double({ min: 0.3, max: 3, noNaN: true }), (box, ratio) => {
      const crop = cropOf({ box }, ratio)
      const slack = 1e-9
      expect(crop.x).toBeLessThanOrEqual(box.x + slack)
      expect(crop.y).toBeLessThanOrEqual(box.y + slack)
      expect(crop.x + crop.width).toBeGreaterThanOrEqual(box.x + box.width - slack)
      expect(crop.y + crop.height).toBeGreaterThanOrEqual(box.y + box.height - slack)
      for (const [start, side] of [
        [crop.x, crop.width],
        [crop.y, crop.height],
      ] as const) {
        expect(start).toBeGreaterThanOrEqual(0)
        expect(start + side).toBeLessThanOrEqual(100 + slack)
        expect(side).toBeGreaterThanOrEqual(12)
      }
    }),
  )
})

describe('the part to read of a container among others', () => {
  it('is about as large as a bottle, whatever the shape of the photo', () => {
    expect(containerAt({ x: 50, y: 50 }, 1)).toEqual({ x: 39, y: 33.5, width: 22, height: 33 })
  })

  it('never includes the shelves above and below', () => {
    expect(containerAt({ x: 50, y: 50 }, 3)).toMatchObject({ height: 40 })
  })

  it('stays on the photo', () => {
    expect(containerAt({ x: 99, y: 2 }, 1)).toMatchObject({ x: 78, y: 0 })
  })
})

it('is never the whole photo, which was read before', () => {
  expect(partOfLabel({})).toEqual({ x: 20, y: 20, width: 60, height: 60 })
  expect(partOfLabel({ box: { x: 10, y: 10, width: 30, height: 40 } })).toEqual({ x: 10, y: 10, width: 30, height: 40 })
})
