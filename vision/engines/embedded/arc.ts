/**
 * Lines of text that are bent, as round a crest or a bottle's neck: a parabola through the middle of the line, along which it
 * is cut out straight.
 */
import { LINE_HEIGHT_PX } from './line-height.ts'
import type { Pixel } from './rotated-rect.ts'

/** The middle of the line at x is `bend * x² + slope * x + start`, between `from` and `to`. Pixels. */
export interface Arc {
  bend: number
  slope: number
  start: number
  from: number
  to: number
  /** Height of the text across its direction. */
  thickness: number
}

const COLUMNS_MIN = 12
/** A line that leaves the straight by less than this share of its height is read as well without. */
const SAGITTA_MIN = 0.35
/** What is further from its parabola, in heights, is no bent line. */
const OFF_MAX = 0.3
/** At its ends a line that rises more than this for each pixel to the right stands rather than runs. */
const SLOPE_MAX = 2
/** Width in thicknesses from which a shape is a line. */
const LENGTH_MIN = 2.5
/** Straight pieces by which the length of an arc is measured. */
const SLICES = 64

/**
 * The arc through a component of text pixels, given by the first and last row of its columns, or undefined when the line is
 * straight, steep or no line. `unclip` grows it as straight lines grow.
 */
export function arcThrough(
  columns: ReadonlyMap<number, { top: number; bottom: number }>,
  unclip: number,
): Arc | undefined {
  if (columns.size < COLUMNS_MIN) return undefined
  const points = [...columns].map(([x, { top, bottom }]) => ({
    x: x + 0.5,
    y: (top + bottom + 1) / 2,
    tall: bottom - top + 1,
  }))
  const from = Math.min(...columns.keys())
  const to = Math.max(...columns.keys()) + 1
  const middle = (from + to) / 2
  const fitted = parabola(points.map(({ x, y }) => ({ x: x - middle, y })))
  if (!fitted) return undefined
  const { bend, slope, start } = fitted
  const reach = (to - from) / 2
  const steepest = Math.abs(slope) + 2 * Math.abs(bend) * reach
  const talls = points.map(({ x, tall }) => tall / Math.hypot(1, slope + 2 * bend * (x - middle))).sort((a, b) => a - b)
  const core = talls[talls.length >> 1] ?? 0
  const off = Math.sqrt(
    points.reduce((sum, { x, y }) => {
      const away = x - middle
      return sum + (bend * away * away + slope * away + start - y) ** 2
    }, 0) / points.length,
  )
  const isBent = Math.abs(bend) * reach * reach >= SAGITTA_MIN * core
  if (!isBent || off > OFF_MAX * core || steepest > SLOPE_MAX || to - from < LENGTH_MIN * core) return undefined
  const margin = (core * (to - from) * unclip) / (2 * (core + to - from))
  return {
    bend,
    slope: slope - 2 * bend * middle,
    start: start - slope * middle + bend * middle * middle,
    from: from - margin,
    to: to + margin,
    thickness: core + 2 * margin,
  }
}

/** The same arc on a raster that is so many times as large. */
export function scaledArc({ bend, slope, start, from, to, thickness }: Arc, by: Pixel): Arc {
  return {
    bend: (bend * by.y) / (by.x * by.x),
    slope: (slope * by.y) / by.x,
    start: start * by.y,
    from: from * by.x,
    to: to * by.x,
    thickness: thickness * by.y,
  }
}

/** Least squares. Undefined when the points do not settle a parabola. */
function parabola(points: readonly Pixel[]): { bend: number; slope: number; start: number } | undefined {
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
  const start = (y0 * (x2 * x4 - x3 * x3) - x1 * (y1 * x4 - x3 * y2) + x2 * (y1 * x3 - x2 * y2)) / determinant
  const slope = (n * (y1 * x4 - x3 * y2) - y0 * (x1 * x4 - x2 * x3) + x2 * (x1 * y2 - y1 * x2)) / determinant
  const bend = (n * (x2 * y2 - y1 * x3) - x1 * (x1 * y2 - y1 * x2) + y0 * (x1 * x3 - x2 * x2)) / determinant
  return { bend, slope, start }
}

/** Places along the arc at equal steps of its length. */
export function stepsAlong(arc: Arc, count: number): { x: number; y: number; downX: number; downY: number }[] {
  const { bend, slope, start, from, to } = arc
  const at = (x: number) => bend * x * x + slope * x + start
  const lengths = [0]
  for (let slice = 1; slice <= SLICES; slice++) {
    const [a, b] = [from + ((to - from) * (slice - 1)) / SLICES, from + ((to - from) * slice) / SLICES]
    lengths.push((lengths.at(-1) ?? 0) + Math.hypot(b - a, at(b) - at(a)))
  }
  const whole = lengths.at(-1) ?? 0
  let slice = 1
  return Array.from({ length: count }, (_, index) => {
    const length = ((index + 0.5) / count) * whole
    while (slice < SLICES && (lengths[slice] ?? 0) < length) slice++
    const [before, after] = [lengths[slice - 1] ?? 0, lengths[slice] ?? 0]
    const share = after > before ? (length - before) / (after - before) : 0
    const x = from + ((to - from) * (slice - 1 + share)) / SLICES
    const rise = 2 * bend * x + slope
    const norm = Math.hypot(1, rise)
    return { x, y: at(x), downX: -rise / norm, downY: 1 / norm }
  })
}

/** Width in pixels of the line, cut straight, when its height is LINE_HEIGHT_PX. */
export function arcWidth(arc: Arc): number {
  const steps = stepsAlong(arc, SLICES)
  let length = 0
  for (const [index, { x, y }] of steps.entries()) {
    const before = steps[index - 1]
    if (before) length += Math.hypot(x - before.x, y - before.y)
  }
  return Math.max(1, Math.round((((length * SLICES) / (SLICES - 1)) * LINE_HEIGHT_PX) / Math.max(1, arc.thickness)))
}
