import { expect, it } from 'vitest'
import { LINE_HEIGHT_PX } from './models.ts'
import type { Raster } from './raster.ts'
import { cropLine, lineWidth } from './rotated-crop.ts'
import type { Quad } from './rotated-rect.ts'

/** Red increases to the right, green downwards; blue is constant. */
function gradient(width: number, height: number): Raster {
  const data = new Uint8Array(width * height * 3)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) data.set([x, y, 255], (y * width + x) * 3)
  }
  return { data, width, height }
}

function crop(raster: Raster, quad: Quad) {
  const width = lineWidth(quad)
  const into = new Float32Array(3 * LINE_HEIGHT_PX * width)
  cropLine(raster, quad, width, into, 0, width)
  const byte = (plane: number, x: number, y: number) =>
    (((into[(plane * LINE_HEIGHT_PX + y) * width + x] ?? Number.NaN) + 1) / 2) * 255
  return { width, blue: byte.bind(null, 0), green: byte.bind(null, 1), red: byte.bind(null, 2) }
}

const box = (left: number, top: number, right: number, bottom: number): Quad => [
  { x: left, y: top },
  { x: right, y: top },
  { x: right, y: bottom },
  { x: left, y: bottom },
]

it('crops a horizontal line pixel by pixel, blue plane first', () => {
  const line = crop(gradient(200, 100), box(20, 10, 120, 58))
  expect(line.width).toBe(100)
  expect(line.blue(3, 4)).toBeCloseTo(255, 0)
  expect(line.red(0, 0)).toBeCloseTo(20, 3)
  expect(line.red(99, 0)).toBeCloseTo(119, 3)
  expect(line.green(0, 47)).toBeCloseTo(57, 3)
})

it('averages pixels of a large line instead of skipping them', () => {
  const stripes: Raster = { data: new Uint8Array(400 * 192 * 3), width: 400, height: 192 }
  for (let index = 0; index < 400 * 192; index++) stripes.data.fill(index % 2 === 0 ? 255 : 0, index * 3, index * 3 + 3)
  const line = crop(stripes, box(0, 0, 400, 192))
  expect(line.red(50, 20)).toBeGreaterThan(100)
  expect(line.red(50, 20)).toBeLessThan(155)
})

it('rotates vertical text to horizontal', () => {
  const [topLeft, topRight, bottomRight, bottomLeft] = box(50, 0, 98, 96)
  const line = crop(gradient(200, 100), [topRight, bottomRight, bottomLeft, topLeft])
  expect(line.width).toBe(96)
  expect(line.green(0, 10)).toBeCloseTo(0, 3)
  expect(line.green(95, 10)).toBeCloseTo(95, 3)
  expect(line.red(0, 0)).toBeCloseTo(97, 3)
})

it('repeats the border outside the raster', () => {
  const line = crop(gradient(100, 100), box(-48, 0, 48, 48))
  expect(line.red(0, 0)).toBeCloseTo(0, 3)
})

it('never returns a crop without width', () => {
  expect(lineWidth(box(5, 5, 5, 30))).toBe(1)
})
