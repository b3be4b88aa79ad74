/** Backgrounds, and putting pictures on them. */
import type { Random } from './random.ts'
import { type Raster, rasterOf } from './raster.ts'

export interface Size {
  width: number
  height: number
}

/** A room out of focus: wall, table and a few soft shapes; nothing on it reads as text. */
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

/** Puts a picture on the ground with its top left corner at (left, top), in whole pixels. */
export function place(ground: Raster, picture: Raster, left: number, top: number): void {
  const originX = Math.round(left)
  const originY = Math.round(top)
  for (let y = Math.max(0, -originY); y < picture.height && originY + y < ground.height; y++) {
    for (let x = Math.max(0, -originX); x < picture.width && originX + x < ground.width; x++) {
      const from = (y * picture.width + x) * 4
      const alpha = (picture.data[from + 3] ?? 0) / 255
      if (alpha === 0) continue
      const to = ((originY + y) * ground.width + originX + x) * 4
      for (let channel = 0; channel < 3; channel++) {
        const under = ground.data[to + channel] ?? 0
        ground.data[to + channel] = under + ((picture.data[from + channel] ?? 0) - under) * alpha
      }
    }
  }
}

/** The picture seen slightly from the side and not quite level: a quad inside the frame. */
export function tilted({ width, height }: Size, inset: number, random: Random) {
  const off = (span: number) => span * random.between(0, inset)
  return [
    [off(width), off(height)],
    [width - off(width), off(height)],
    [width - off(width), height - off(height)],
    [off(width), height - off(height)],
  ] as const
}
