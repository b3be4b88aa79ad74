import { describe, expect, it } from 'vitest'
import { aTextLine } from '#testing/text-line.ts'
import { placeLines } from '../lines/layout.ts'
import { labelRegion } from './closer-look.ts'

const FRAME = { width: 1_000, height: 2_000 }
const regionOf = (...lines: Parameters<typeof aTextLine>[]) =>
  labelRegion(
    placeLines(
      lines.map((line) => aTextLine(...line)),
      FRAME,
    ),
    FRAME,
  )

describe('labelRegion', () => {
  it('surrounds the text of a small label', () => {
    const region = regionOf(['HARBOUR', 40, 50, { width: 20 }], ['LANTERN', 40, 53, { width: 20 }])
    if (!region) throw new Error('a small label has a region')
    expect([region.x, region.x + region.width]).toEqual([30, 70])
    expect(region.y).toBeGreaterThan(30)
    expect(region.y).toBeLessThan(50)
    expect(region.y + region.height).toBeGreaterThan(55)
  })

  it('prefers the largest block of text to words elsewhere', () => {
    const region = regionOf(
      ['HARBOUR', 60, 70, { width: 20, height: 3 }],
      ['LANTERN', 60, 74, { width: 20, height: 3 }],
      ['exit', 2, 3, { height: 1 }],
    )
    expect(region?.x).toBeGreaterThan(40)
    expect(region?.y).toBeGreaterThan(50)
  })

  it('stays inside the photo', () => {
    const region = regionOf(['HARBOUR', 0, 0, { width: 20 }])
    expect(region).toMatchObject({ x: 0, y: 0 })
  })

  it('is the middle of a photo without text', () => {
    expect(regionOf()).toEqual({ x: 22, y: 15, width: 56, height: 70 })
  })

  it('is undefined if the label fills the photo', () => {
    expect(
      regionOf(['HARBOUR', 10, 10, { width: 80, height: 40 }], ['LANTERN', 10, 52, { width: 80, height: 40 }]),
    ).toBeUndefined()
  })
})
