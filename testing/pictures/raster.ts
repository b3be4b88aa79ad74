/**
 * Pixel buffers and camera effects: perspective projection, lighting, blur, noise and JPEG. Shapes and text are drawn as SVG;
 * only what SVG cannot do is computed per pixel.
 */
import sharp from 'sharp'
import type { Random } from './random.ts'

/** RGBA, 4 bytes per pixel, row by row. */
export interface Raster {
  data: Buffer
  width: number
  height: number
}

type Corner = readonly [x: number, y: number]
/** Clockwise from the top left. */
export type Quad = readonly [Corner, Corner, Corner, Corner]

export async function rasterOf(svg: string): Promise<Raster> {
  const { data, info } = await sharp(Buffer.from(svg)).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height }
}

export function createRaster(width: number, height: number): Raster {
  return { data: Buffer.alloc(width * height * 4), width, height }
}

/** Writes the bilinearly interpolated RGBA value at (x, y) to `out`; transparent outside the raster. */
export function sample({ data, width, height }: Raster, x: number, y: number, out: number[]): void {
  const left = Math.floor(x)
  const top = Math.floor(y)
  out[0] = out[1] = out[2] = out[3] = 0
  if (left < 0 || top < 0 || left >= width - 1 || top >= height - 1) return
  const fx = x - left
  const fy = y - top
  const at = (top * width + left) * 4
  const below = at + width * 4
  for (let channel = 0; channel < 4; channel++) {
    const upper = (data[at + channel] ?? 0) * (1 - fx) + (data[at + 4 + channel] ?? 0) * fx
    const lower = (data[below + channel] ?? 0) * (1 - fx) + (data[below + 4 + channel] ?? 0) * fx
    out[channel] = upper * (1 - fy) + lower * fy
  }
}

/** Projects the raster in perspective: maps its corners to `quad` in an otherwise transparent frame. */
export function project(source: Raster, quad: Quad, width: number, height: number): Raster {
  const toSource = invert(squareToQuad(quad))
  const target = createRaster(width, height)
  const pixel = [0, 0, 0, 0]
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const depth = toSource[6] * x + toSource[7] * y + toSource[8]
      const u = (toSource[0] * x + toSource[1] * y + toSource[2]) / depth
      const v = (toSource[3] * x + toSource[4] * y + toSource[5]) / depth
      if (u < 0 || v < 0 || u > 1 || v > 1) continue
      sample(source, u * (source.width - 1), v * (source.height - 1), pixel)
      const at = (y * width + x) * 4
      for (let channel = 0; channel < 4; channel++) target.data[at + channel] = pixel[channel] ?? 0
    }
  }
  return target
}

/** Applies lighting, blur and sensor noise to the scene and encodes it as JPEG. Shades `scene` in place. */
export async function photograph(
  scene: Raster,
  random: Random,
  quality: { blur: number; noise: number },
): Promise<Buffer> {
  shade(scene, random)
  const blurred = await sharp(scene.data, { raw: { width: scene.width, height: scene.height, channels: 4 } })
    .flatten({ background: '#20201e' })
    .blur(Math.max(0.3, quality.blur))
    .raw()
    .toBuffer()
  for (let at = 0; at < blurred.length; at++) {
    const grain = (random.between(-1, 1) + random.between(-1, 1)) * quality.noise
    blurred[at] = Math.max(0, Math.min(255, (blurred[at] ?? 0) + grain))
  }
  return await sharp(blurred, { raw: { width: scene.width, height: scene.height, channels: 3 } })
    .jpeg({ quality: random.whole(72, 88) })
    .toBuffer()
}

/** Applies a linear light falloff from a random side, with a random warm or cool tint. */
function shade({ data, width, height }: Raster, random: Random): void {
  const angle = random.between(0, 2 * Math.PI)
  const falloff = random.between(0.08, 0.3)
  const warmth = random.between(-0.05, 0.07)
  const light = [1 + warmth, 1, 1 - warmth]
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const along = (x / width - 0.5) * Math.cos(angle) + (y / height - 0.5) * Math.sin(angle)
      const at = (y * width + x) * 4
      for (let channel = 0; channel < 3; channel++) {
        data[at + channel] = Math.min(
          255,
          (data[at + channel] ?? 0) * (1 + 2 * falloff * along) * (light[channel] ?? 1),
        )
      }
    }
  }
}

type Matrix = readonly [number, number, number, number, number, number, number, number, number]

/** The homography from the unit square to the quad (Heckbert 1989). */
function squareToQuad([[x0, y0], [x1, y1], [x2, y2], [x3, y3]]: Quad): Matrix {
  const dx1 = x1 - x2
  const dx2 = x3 - x2
  const dy1 = y1 - y2
  const dy2 = y3 - y2
  const sx = x0 - x1 + x2 - x3
  const sy = y0 - y1 + y2 - y3
  const determinant = dx1 * dy2 - dx2 * dy1
  const g = (sx * dy2 - dx2 * sy) / determinant
  const h = (dx1 * sy - sx * dy1) / determinant
  return [x1 - x0 + g * x1, x3 - x0 + h * x3, x0, y1 - y0 + g * y1, y3 - y0 + h * y3, y0, g, h, 1]
}

/** The adjugate: the inverse up to a scale factor, which homogeneous coordinates ignore. */
function invert([a, b, c, d, e, f, g, h, i]: Matrix): Matrix {
  return [
    e * i - f * h,
    c * h - b * i,
    b * f - c * e,
    f * g - d * i,
    a * i - c * g,
    c * d - a * f,
    d * h - e * g,
    b * g - a * h,
    a * e - b * d,
  ]
}
