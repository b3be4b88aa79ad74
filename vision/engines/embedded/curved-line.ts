/**
 * Curved text lines, such as around a crest or a bottle's neck. The centre line is modelled as a parabola
 * y = a·x² + b·x + c, fitted by least squares to the middles of a component's columns; the crop follows it.
 */
import { LINE_HEIGHT_PX } from './models.ts'
import type { Pixel } from './rotated-rect.ts'

/** The centre line y = a·x² + b·x + c for `from` <= x <= `to`. Pixels, y downwards. */
export interface CurvedLine {
  a: number
  b: number
  c: number
  from: number
  to: number
  /** Height of the text perpendicular to the centre line. */
  thickness: number
}

const MIN_COLUMNS = 12
/** A line whose sagitta is below this share of its height is read as well when cropped straight. */
const MIN_SAGITTA = 0.35
/** Maximum root-mean-square distance from the parabola, in text heights. */
const MAX_RESIDUAL = 0.3
/** A line that is steeper than this at one of its ends runs vertically. */
const MAX_SLOPE = 2
/** A component that is shorter than this many text heights is no line. */
const MIN_ASPECT = 2.5
/** Number of segments for measuring arc length. */
const SEGMENTS = 64

/**
 * Fits a curved line to a component of text pixels, given by the first and last row of each column. Returns undefined when
 * the line is straight, steep or no line. It is expanded by `unclipRatio` like a straight line.
 */
export function fitCurvedLine(
  columns: ReadonlyMap<number, { top: number; bottom: number }>,
  unclipRatio: number,
): CurvedLine | undefined {
  if (columns.size < MIN_COLUMNS) return undefined
  const points = [...columns].map(([x, { top, bottom }]) => ({
    x: x + 0.5,
    y: (top + bottom + 1) / 2,
    height: bottom - top + 1,
  }))
  const from = Math.min(...columns.keys())
  const to = Math.max(...columns.keys()) + 1
  const middle = (from + to) / 2
  // Centred on x = 0, which keeps the normal equations well conditioned.
  const fitted = fitParabola(points.map(({ x, y }) => ({ x: x - middle, y })))
  if (!fitted) return undefined
  const { a, b, c } = fitted
  const halfWidth = (to - from) / 2
  const steepest = Math.abs(b) + 2 * Math.abs(a) * halfWidth
  // The height of a column, projected onto the normal of the curve.
  const heights = points
    .map(({ x, height }) => height / Math.hypot(1, b + 2 * a * (x - middle)))
    .sort((one, other) => one - other)
  const coreHeight = heights[heights.length >> 1] ?? 0
  const residual = Math.sqrt(
    points.reduce((sum, { x, y }) => {
      const offset = x - middle
      return sum + (a * offset * offset + b * offset + c - y) ** 2
    }, 0) / points.length,
  )
  const isCurved = Math.abs(a) * halfWidth * halfWidth >= MIN_SAGITTA * coreHeight
  const isShort = to - from < MIN_ASPECT * coreHeight
  if (!isCurved || residual > MAX_RESIDUAL * coreHeight || steepest > MAX_SLOPE || isShort) return undefined
  const margin = (coreHeight * (to - from) * unclipRatio) / (2 * (coreHeight + to - from))
  return {
    a,
    b: b - 2 * a * middle,
    c: c - b * middle + a * middle * middle,
    from: from - margin,
    to: to + margin,
    thickness: coreHeight + 2 * margin,
  }
}

/** The same curve on a raster scaled by `by.x` and `by.y`. */
export function scaleCurvedLine({ a, b, c, from, to, thickness }: CurvedLine, by: Pixel): CurvedLine {
  return {
    a: (a * by.y) / (by.x * by.x),
    b: (b * by.y) / by.x,
    c: c * by.y,
    from: from * by.x,
    to: to * by.x,
    thickness: thickness * by.y,
  }
}

/** Least-squares parabola by Cramer's rule on the normal equations. Undefined when they are singular. */
function fitParabola(points: readonly Pixel[]): { a: number; b: number; c: number } | undefined {
  let [n, x1, x2, x3, x4, y0, y1, y2] = [0, 0, 0, 0, 0, 0, 0, 0]
  for (const { x, y } of points) {
    const square = x * x
    n += 1
    x1 += x
    x2 += square
    x3 += square * x
    x4 += square * square
    y0 += y
    y1 += x * y
    y2 += square * y
  }
  const determinant = n * (x2 * x4 - x3 * x3) - x1 * (x1 * x4 - x2 * x3) + x2 * (x1 * x3 - x2 * x2)
  if (Math.abs(determinant) < 1e-9) return undefined
  const c = (y0 * (x2 * x4 - x3 * x3) - x1 * (y1 * x4 - x3 * y2) + x2 * (y1 * x3 - x2 * y2)) / determinant
  const b = (n * (y1 * x4 - x3 * y2) - y0 * (x1 * x4 - x2 * x3) + x2 * (x1 * y2 - y1 * x2)) / determinant
  const a = (n * (x2 * y2 - y1 * x3) - x1 * (x1 * y2 - y1 * x2) + y0 * (x1 * x3 - x2 * x2)) / determinant
  return { a, b, c }
}

/** `count` points at equal steps of arc length, each with the unit normal that points down. */
export function pointsAlong(line: CurvedLine, count: number): { x: number; y: number; downX: number; downY: number }[] {
  const { a, b, c, from, to } = line
  const at = (x: number) => a * x * x + b * x + c
  const lengths = [0]
  for (let segment = 1; segment <= SEGMENTS; segment++) {
    const [start, end] = [from + ((to - from) * (segment - 1)) / SEGMENTS, from + ((to - from) * segment) / SEGMENTS]
    lengths.push((lengths.at(-1) ?? 0) + Math.hypot(end - start, at(end) - at(start)))
  }
  const total = lengths.at(-1) ?? 0
  let segment = 1
  return Array.from({ length: count }, (_, index) => {
    const length = ((index + 0.5) / count) * total
    while (segment < SEGMENTS && (lengths[segment] ?? 0) < length) segment++
    const [before, after] = [lengths[segment - 1] ?? 0, lengths[segment] ?? 0]
    const share = after > before ? (length - before) / (after - before) : 0
    const x = from + ((to - from) * (segment - 1 + share)) / SEGMENTS
    const slope = 2 * a * x + b
    const norm = Math.hypot(1, slope)
    return { x, y: at(x), downX: -slope / norm, downY: 1 / norm }
  })
}

/** Width in pixels of the straightened line when scaled to LINE_HEIGHT_PX. */
export function curvedLineWidth(line: CurvedLine): number {
  const points = pointsAlong(line, SEGMENTS)
  let length = 0
  for (const [index, { x, y }] of points.entries()) {
    const before = points[index - 1]
    if (before) length += Math.hypot(x - before.x, y - before.y)
  }
  return Math.max(
    1,
    Math.round((((length * SEGMENTS) / (SEGMENTS - 1)) * LINE_HEIGHT_PX) / Math.max(1, line.thickness)),
  )
}
