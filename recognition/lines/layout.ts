/** The geometry of text lines in pixels: boxes, overlaps, centres, duplicates. */
import { LABEL_BOX_MARGIN, type LabelBox } from '#contracts'
import { type Box, containment, nonMaxSuppression, type Point, type TextLine } from '#vision'

/** A line and its axis-aligned bounding box in pixels. */
export interface PlacedLine extends Box {
  line: TextLine
  /** Centre of the box. */
  x: number
  y: number
  /** Size of the text itself, along and across its skew. */
  width: number
  height: number
  /** Degrees, clockwise; 0 is level. */
  skew: number
}

export interface Frame {
  width: number
  height: number
}

export function placeLines(lines: readonly TextLine[], frame: Frame): PlacedLine[] {
  return lines.map((line) => {
    const points = line.corners.map(({ x, y }) => ({ x: (x / 100) * frame.width, y: (y / 100) * frame.height }))
    const xs = points.map((point) => point.x)
    const ys = points.map((point) => point.y)
    const [a, b, c, d] = points
    if (!a || !b || !c || !d) throw new Error('A line has four corners')
    const box = { left: Math.min(...xs), right: Math.max(...xs), top: Math.min(...ys), bottom: Math.max(...ys) }
    return {
      line,
      ...box,
      x: (box.left + box.right) / 2,
      y: (box.top + box.bottom) / 2,
      width: (distance(a, b) + distance(d, c)) / 2,
      height: (distance(a, d) + distance(b, c)) / 2,
      skew: (Math.atan2(b.y - a.y, b.x - a.x) * 180) / Math.PI,
    }
  })
}

/** Degrees. */
const UPRIGHT_TOLERANCE = 25

/** True for a line that runs up or down the photo. */
export function isUpright({ skew }: PlacedLine): boolean {
  return Math.abs(Math.abs(skew) - 90) < UPRIGHT_TOLERANCE
}

/** The centre of the lines in percent of the frame; null without lines. */
export function centreIn(frame: Frame, lines: readonly PlacedLine[]): Point | null {
  if (lines.length === 0) return null
  const { left, right, top, bottom } = boundsOf(lines)
  return { x: ((left + right) / 2 / frame.width) * 100, y: ((top + bottom) / 2 / frame.height) * 100 }
}

/** The bounding box of the lines with a margin, in percent of the frame; null without lines inside it. */
export function boxIn(frame: Frame, lines: readonly Box[]): LabelBox | null {
  if (lines.length === 0) return null
  const { left, right, top, bottom } = boundsOf(lines)
  const margin = LABEL_BOX_MARGIN * Math.max(right - left, bottom - top)
  const [x, y] = [percentOf(left - margin, frame.width), percentOf(top - margin, frame.height)]
  const width = percentOf(right + margin, frame.width) - x
  const height = percentOf(bottom + margin, frame.height) - y
  return width > 0 && height > 0 ? { x, y, width, height } : null
}

/** A part in percent of the whole, 0-100 even where it goes beyond. */
export function percentOf(value: number, whole: number): number {
  return Math.min(100, Math.max(0, (value / whole) * 100))
}

/** The centre of the lines in percent of the frame, weighted by text height; null without lines. */
export function weightedCentreIn(frame: Frame, lines: readonly PlacedLine[]): Point | null {
  const total = lines.reduce((sum, { height }) => sum + height, 0)
  if (total === 0) return null
  const mean = (of: (line: PlacedLine) => number) =>
    lines.reduce((sum, line) => sum + of(line) * line.height, 0) / total
  return { x: (mean(({ x }) => x) / frame.width) * 100, y: (mean(({ y }) => y) / frame.height) * 100 }
}

/** Horizontal overlap as a share of the narrower line, 0-1. */
export function overlapX(a: PlacedLine, b: PlacedLine): number {
  return overlap(a.left, a.right, b.left, b.right)
}

/** Vertical overlap as a share of the lower line, 0-1. */
export function overlapY(a: PlacedLine, b: PlacedLine): number {
  return overlap(a.top, a.bottom, b.top, b.bottom)
}

/** Overlap of two intervals as a share of the smaller one, 0-1. */
export function overlap(aLow: number, aHigh: number, bLow: number, bHigh: number): number {
  const shared = Math.min(aHigh, bHigh) - Math.max(aLow, bLow)
  const smaller = Math.min(aHigh - aLow, bHigh - bLow)
  return smaller <= 0 ? 0 : Math.max(0, shared / smaller)
}

/** Minimum share of a line's area inside a larger line for both to be the same text, read in two passes or in pieces. */
const SAME_TEXT_MIN = 0.75

/** The lines, top to bottom, without those that repeat a larger line, or a more confident one of about its size. */
export function withoutDuplicates(lines: readonly PlacedLine[]): PlacedLine[] {
  return nonMaxSuppression(
    lines,
    ({ line, width, height }) => width * height * line.confidence ** 4,
    (line, better) => containment(line, better) >= SAME_TEXT_MIN,
  ).sort((a, b) => a.top - b.top || a.left - b.left)
}

/** The upper median; 0 for an empty list. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? 0
}

export function boundsOf(lines: readonly Box[]): Box {
  return {
    left: Math.min(...lines.map((line) => line.left)),
    right: Math.max(...lines.map((line) => line.right)),
    top: Math.min(...lines.map((line) => line.top)),
    bottom: Math.max(...lines.map((line) => line.bottom)),
  }
}

function distance(a: Point, b: Point): number {
  return Math.hypot(a.x - b.x, a.y - b.y)
}
