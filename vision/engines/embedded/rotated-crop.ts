/**
 * Cuts a line of text out of a raster, straightened, into the recogniser's input: own bilinear sampling from the raw pixels.
 * Values are B, G, R in planes, scaled to -1..1; the recogniser's padding is 0.
 */
import { type Arc, stepsAlong } from './arc.ts'
import { LINE_HEIGHT_PX } from './line-height.ts'
import type { Raster } from './raster.ts'
import { distance, type Quad } from './rotated-rect.ts'

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
  const columns = Array.from({ length: width }, (_, column) => ({
    x: topLeft.x + column * alongX,
    y: topLeft.y + column * alongY,
    alongX,
    alongY,
    acrossX,
    acrossY,
  }))
  cropColumns(raster, columns, into, offset, stride)
}

/** Where a column of the crop begins on the raster, and its steps to the right and downwards. */
interface Column {
  x: number
  y: number
  alongX: number
  alongY: number
  acrossX: number
  acrossY: number
}

/** Writes a line that is bent, straightened, as `cropLine` writes a straight one. */
export function cropArc(
  raster: Raster,
  arc: Arc,
  width: number,
  into: Float32Array,
  offset: number,
  stride: number,
): void {
  const steps = stepsAlong(arc, width)
  const across = arc.thickness / LINE_HEIGHT_PX
  const columns = steps.map(({ x, y, downX, downY }, index) => {
    const next = steps[index + 1] ?? { x: 2 * x - (steps[index - 1]?.x ?? x), y: 2 * y - (steps[index - 1]?.y ?? y) }
    const [alongX, alongY] = [next.x - x, next.y - y]
    return {
      x: x - (downX * arc.thickness) / 2 - alongX / 2,
      y: y - (downY * arc.thickness) / 2 - alongY / 2,
      alongX,
      alongY,
      acrossX: downX * across,
      acrossY: downY * across,
    }
  })
  cropColumns(raster, columns, into, offset, stride)
}

function cropColumns(
  raster: Raster,
  columns: readonly Column[],
  into: Float32Array,
  offset: number,
  stride: number,
): void {
  const [first] = columns
  if (!first) return
  const samples = Math.min(SAMPLES_MAX, Math.max(1, Math.round(Math.hypot(first.acrossX, first.acrossY))))
  const weight = 2 / (255 * samples * samples)
  const plane = LINE_HEIGHT_PX * stride
  const sum = new Float64Array(3)
  for (let row = 0; row < LINE_HEIGHT_PX; row++) {
    for (const [column, { x, y, alongX, alongY, acrossX, acrossY }] of columns.entries()) {
      sum.fill(0)
      for (let j = 0; j < samples; j++) {
        const down = row + (j + 0.5) / samples
        for (let i = 0; i < samples; i++) {
          const right = (i + 0.5) / samples
          addSample(raster, x + right * alongX + down * acrossX - 0.5, y + right * alongY + down * acrossY - 0.5, sum)
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
