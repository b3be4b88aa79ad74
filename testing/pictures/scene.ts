/** Backgrounds and compositing. */
import type { Random } from './random.ts'
import { type Raster, rasterOf } from './raster.ts'

export interface Size {
  width: number
  height: number
}

/** Draws a room out of focus: a wall, a table and a few blurred shapes, nothing that resembles text. */
export function drawRoom({ width, height }: Size, random: Random): Promise<Raster> {
  const wall = random.pick(['#8d8376', '#5f6b6d', '#a48f70', '#48525c', '#b9b2a4'])
  const table = random.pick(['#6b4a2c', '#3d2c20', '#8a6a45', '#55504a'])
  const horizon = height * random.between(0.62, 0.78)
  const shapes = Array.from({ length: 7 }, () => {
    const tone = random.pick(['#d8cdb8', '#2f3a35', '#7b5d43', '#93a3a6', '#c9a25c'])
    const radius = random.between(0.05, 0.16) * width
    return `<ellipse cx="${random.between(0, width)}" cy="${random.between(0, horizon)}" rx="${radius}" ry="${radius * random.between(0.5, 1.4)}" fill="${tone}" opacity="0.45" filter="url(#soft)"/>`
  })
  return rasterOf(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
      <filter id="soft" x="-50%" y="-50%" width="200%" height="200%"><feGaussianBlur stdDeviation="${width / 40}"/></filter>
      <rect width="${width}" height="${height}" fill="${wall}"/>${shapes.join('')}
      <rect y="${horizon}" width="${width}" height="${height - horizon}" fill="${table}"/></svg>`,
  )
}

/** Composites a picture onto the background with its top left corner at (left, top), rounded to whole pixels. */
export function place(background: Raster, picture: Raster, left: number, top: number): void {
  const originX = Math.round(left)
  const originY = Math.round(top)
  for (let y = Math.max(0, -originY); y < picture.height && originY + y < background.height; y++) {
    for (let x = Math.max(0, -originX); x < picture.width && originX + x < background.width; x++) {
      const from = (y * picture.width + x) * 4
      const alpha = (picture.data[from + 3] ?? 0) / 255
      if (alpha === 0) continue
      const to = ((originY + y) * background.width + originX + x) * 4
      for (let channel = 0; channel < 3; channel++) {
        const under = background.data[to + channel] ?? 0
        background.data[to + channel] = under + ((picture.data[from + channel] ?? 0) - under) * alpha
      }
    }
  }
}

/** Returns a quad that moves each corner inwards at random, by up to `inset` of the size. */
export function tiltedQuad({ width, height }: Size, inset: number, random: Random) {
  const offset = (span: number) => span * random.between(0, inset)
  return [
    [offset(width), offset(height)],
    [width - offset(width), offset(height)],
    [width - offset(width), height - offset(height)],
    [offset(width), height - offset(height)],
  ] as const
}
