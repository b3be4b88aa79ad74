/**
 * Cuts a line of text out of a raster, straightened, into the recogniser's input: own bilinear sampling from the raw pixels.
 * Values are B, G, R in planes, scaled to -1..1; the recogniser's padding is 0.
 */
import type { Raster } from './raster.ts'
import { distance, type Quad } from './rotated-rect.ts'

export const LINE_HEIGHT_PX = 48

/** At most this many samples a pixel and direction, so that large letters are averaged instead of thinned out. */
const SAMPLES_MAX = 4

/** The width in pixels of the line when its height is LINE_HEIGHT_PX. */
export function lineWidth([topLeft, topRight, , bottomLeft]: Quad): number {
  const height = Math.max(1, distance(topLeft, bottomLeft))
  return Math.max(1, Math.round((distance(topLeft, topRight) / height) * LINE_HEIGHT_PX))
}

/**
 * Writes the line, `width` px wide, into `into` at `offset`, which is laid out as 3 planes of LINE_HEIGHT_PX rows of
 * `stride` values. What the quad covers outside of the raster repeats the border.
 */
export function cropLine(
  raster: Raster,
  [topLeft, topRight, , bottomLeft]: Quad,
  width: number,
  into: Float32Array,
  offset: number,
  stride: number,
): void {
  const alongX = (topRight.x - topLeft.x) / width
  const alongY = (topRight.y - topLeft.y) / width
  const acrossX = (bottomLeft.x - topLeft.x) / LINE_HEIGHT_PX
  const acrossY = (bottomLeft.y - topLeft.y) / LINE_HEIGHT_PX
  const samples = Math.min(SAMPLES_MAX, Math.max(1, Math.round(Math.hypot(acrossX, acrossY))))
  const weight = 2 / (255 * samples * samples)
  const plane = LINE_HEIGHT_PX * stride
  const sum = new Float64Array(3)
  for (let row = 0; row < LINE_HEIGHT_PX; row++) {
    for (let column = 0; column < width; column++) {
      sum.fill(0)
      for (let j = 0; j < samples; j++) {
        const down = row + (j + 0.5) / samples
        for (let i = 0; i < samples; i++) {
          const right = column + (i + 0.5) / samples
          addSample(
            raster,
            topLeft.x + right * alongX + down * acrossX - 0.5,
            topLeft.y + right * alongY + down * acrossY - 0.5,
            sum,
          )
        }
      }
      const at = offset + row * stride + column
      into[at] = (sum[2] ?? 0) * weight - 1
      into[at + plane] = (sum[1] ?? 0) * weight - 1
      into[at + 2 * plane] = (sum[0] ?? 0) * weight - 1
    }
  }
}

/** Adds the bilinear value at a place whose integers are pixel centres. */
function addSample({ data, width, height }: Raster, x: number, y: number, sum: Float64Array): void {
  const inX = Math.min(width - 1, Math.max(0, x))
  const inY = Math.min(height - 1, Math.max(0, y))
  const left = Math.floor(inX)
  const top = Math.floor(inY)
  const right = Math.min(width - 1, left + 1)
  const bottom = Math.min(height - 1, top + 1)
  const shareRight = inX - left
  const shareBottom = inY - top
  const a = (top * width + left) * 3
  const b = (top * width + right) * 3
  const c = (bottom * width + left) * 3
  const d = (bottom * width + right) * 3
  for (let channel = 0; channel < 3; channel++) {
    const above = (data[a + channel] ?? 0) * (1 - shareRight) + (data[b + channel] ?? 0) * shareRight
    const below = (data[c + channel] ?? 0) * (1 - shareRight) + (data[d + channel] ?? 0) * shareRight
    sum[channel] = (sum[channel] ?? 0) + above * (1 - shareBottom) + below * shareBottom
  }
}
