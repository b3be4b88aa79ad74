import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { resize } from './raster.ts'
import type { Pixel, Quad } from './rotated-rect.ts'
import { openView, rotateBack } from './view.ts'

const at = (x: number, y: number): Pixel => ({ x, y })
const quad = (point: Pixel): Quad => [point, point, point, point]

/** A black photo with one white square; x and y are its centre in percent. */
async function photoWithSquare(width: number, height: number, x: number, y: number) {
  const side = 12
  const square = await sharp({ create: { width: side, height: side, channels: 3, background: '#fff' } })
    .png()
    .toBuffer()
  const left = Math.round((x / 100) * width - side / 2)
  const top = Math.round((y / 100) * height - side / 2)
  const bytes = await sharp({ create: { width, height, channels: 3, background: '#000' } })
    .composite([{ input: square, left, top }])
    .png()
    .toBuffer()
  return { bytes, width, height }
}

function brightest({ data, width }: { data: Uint8Array; width: number }): Pixel {
  let [sumX, sumY, sum] = [0, 0, 0]
  for (let index = 0; index < data.length / 3; index++) {
    if ((data[index * 3] ?? 0) < 200) continue
    sumX += (index % width) + 0.5
    sumY += Math.floor(index / width) + 0.5
    sum++
  }
  return at(sumX / sum, sumY / sum)
}

describe('a view', () => {
  it.each([
    ['the whole photo', {}],
    ['the photo rotated by 15 degrees', { rotation: 15 }],
    ['the photo rotated by -15 degrees', { rotation: -15 }],
    ['the photo rotated by 90 degrees', { rotation: 90 }],
    ['the photo rotated by 180 degrees', { rotation: 180 }],
    ['a region', { region: { x: 20, y: 10, width: 60, height: 50 } }],
    ['a rotated region', { region: { x: 20, y: 10, width: 60, height: 50 }, rotation: 15 }],
  ])('maps positions on %s back to the upright photo', async (_name, ask) => {
    const photo = await photoWithSquare(400, 300, 40, 25)
    const view = await openView(photo, ask, 400)
    const [corner] = view.cornersOf(quad(brightest(view.raster)))
    expect(corner.x).toBeCloseTo(40, 0)
    expect(corner.y).toBeCloseTo(25, 0)
  })

  it('enlarges a region by at most a factor of two and never enlarges a whole photo', async () => {
    const photo = await photoWithSquare(400, 300, 40, 25)
    expect((await openView(photo, {}, 1280)).raster.width).toBe(400)
    const region = { x: 0, y: 0, width: 50, height: 50 }
    expect((await openView(photo, { region }, 1280)).raster).toMatchObject({ width: 400, height: 300 })
  })

  it('clamps positions to the photo', async () => {
    const view = await openView(await photoWithSquare(400, 300, 40, 25), {}, 400)
    expect(view.cornersOf([at(-9, -9), at(500, -9), at(500, 400), at(-9, 400)])).toEqual([
      { x: 0, y: 0 },
      { x: 100, y: 0 },
      { x: 100, y: 100 },
      { x: 0, y: 100 },
    ])
  })

  it('decodes a grey picture to three channels', async () => {
    const bytes = await sharp({ create: { width: 30, height: 20, channels: 3, background: '#777' } })
      .toColourspace('b-w')
      .png()
      .toBuffer()
    const { raster } = await openView({ bytes, width: 30, height: 20 }, {}, 30)
    expect(raster.data).toHaveLength(30 * 20 * 3)
    expect((await resize(raster, 15, 10)).data).toHaveLength(15 * 10 * 3)
  })
})

it('rotates about the centre', () => {
  const back = rotateBack(at(60, 50), { width: 100, height: 100 }, { width: 100, height: 100 }, 90)
  expect(back.x).toBeCloseTo(50)
  expect(back.y).toBeCloseTo(40)
})
