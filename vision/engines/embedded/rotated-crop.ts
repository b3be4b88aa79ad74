/**
 * Crops a text line out of a raster into the recogniser's input: straightened, by bilinear sampling of the raw pixels. Values
 * are B, G, R planes scaled to -1..1; the recogniser pads with 0.
 */
import { type CurvedLine, pointsAlong } from './curved-line.ts'
import { LINE_HEIGHT_PX } from './models.ts'
import type { Raster } from './raster.ts'
import { distance, type Quad } from './rotated-rect.ts'

/** Samples per pixel and direction at most: large letters are averaged rather than thinned out. */
const SAMPLES_MAX = 4

/** Width in pixels of the line when scaled to LINE_HEIGHT_PX. */
export function lineWidth([topLeft, topRight, , bottomLeft]: Quad): number {
  const height = Math.max(1, distance(topLeft, bottomLeft))
  return Math.max(1, Math.round((distance(topLeft, topRight) / height) * LINE_HEIGHT_PX))
}

/**
 * Writes the line, `width` px wide, into `target` from `offset` on: 3 planes of LINE_HEIGHT_PX rows of `stride` values. Parts
 * of the quad outside the raster repeat its border.
 */
export function cropLine(
  raster: Raster,
  [topLeft, topRight, , bottomLeft]: Quad,
  width: number,
  target: Float32Array,
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
  cropColumns(raster, columns, target, offset, stride)
}

/** Where a column of the crop begins on the raster, and the steps to the next pixel along and across the line. */
interface Column {
  x: number
  y: number
  alongX: number
  alongY: number
  acrossX: number
  acrossY: number
}

/** Like `cropLine`, along a curve. */
export function cropCurvedLine(
  raster: Raster,
  line: CurvedLine,
  width: number,
  target: Float32Array,
  offset: number,
  stride: number,
): void {
  const points = pointsAlong(line, width)
  const across = line.thickness / LINE_HEIGHT_PX
  const columns = points.map(({ x, y, downX, downY }, index) => {
    const next = points[index + 1] ?? { x: 2 * x - (points[index - 1]?.x ?? x), y: 2 * y - (points[index - 1]?.y ?? y) }
    const [alongX, alongY] = [next.x - x, next.y - y]
    return {
      x: x - (downX * line.thickness) / 2 - alongX / 2,
      y: y - (downY * line.thickness) / 2 - alongY / 2,
      alongX,
      alongY,
      acrossX: downX * across,
      acrossY: downY * across,
    }
  })
  cropColumns(raster, columns, target, offset, stride)
}

function cropColumns(
  raster: Raster,
  columns: readonly Column[],
  target: Float32Array,
  offset: number,
  stride: number,
): void {
  const [first] = columns
  if (!first) return
  const samples = Math.min(SAMPLES_MAX, Math.max(1, Math.round(Math.hypot(first.acrossX, first.acrossY))))
  // 0..255 -> -1..1, averaged over samples².
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
      target[at] = (sum[2] ?? 0) * weight - 1
      target[at + plane] = (sum[1] ?? 0) * weight - 1
      target[at + 2 * plane] = (sum[0] ?? 0) * weight - 1
    }
  }
}

/** Adds the bilinearly interpolated R, G, B at (x, y); integers are pixel centres. */
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
