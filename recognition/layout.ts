/** Where lines stand to each other: boxes in pixels, clusters of lines that share a label. Geometry alone, no words. */
import type { Point, TextLine } from '#vision'

/** A line and its upright bounding box in pixels; `height` and `width` are those of the text itself, whatever its slant. */
export interface PlacedLine {
  line: TextLine
  left: number
  right: number
  top: number
  bottom: number
  x: number
  y: number
  width: number
  height: number
  /** Slant in degrees, clockwise; 0 is level. */
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

/** The middle of the lines in percent of the frame; null without lines. */
export function centreIn(frame: Frame, lines: readonly PlacedLine[]): Point | null {
  if (lines.length === 0) return null
  const { left, right, top, bottom } = boundsOf(lines)
  return { x: ((left + right) / 2 / frame.width) * 100, y: ((top + bottom) / 2 / frame.height) * 100 }
}

/** The middle of the lines in percent of the frame, each as heavy as its letters are large; null without lines. */
export function weightedCentreIn(frame: Frame, lines: readonly PlacedLine[]): Point | null {
  const total = lines.reduce((sum, { height }) => sum + height, 0)
  if (total === 0) return null
  const mean = (of: (line: PlacedLine) => number) =>
    lines.reduce((sum, line) => sum + of(line) * line.height, 0) / total
  return { x: (mean(({ x }) => x) / frame.width) * 100, y: (mean(({ y }) => y) / frame.height) * 100 }
}

/** Share of the narrower extent on which two lines stand one above the other, 0-1. */
export function overlapX(a: PlacedLine, b: PlacedLine): number {
  return overlap(a.left, a.right, b.left, b.right)
}

/** Share of the lower extent on which two lines stand side by side, 0-1. */
export function overlapY(a: PlacedLine, b: PlacedLine): number {
  return overlap(a.top, a.bottom, b.top, b.bottom)
}

/** Share of the smaller of two extents that they have in common, 0-1. */
export function overlap(aLow: number, aHigh: number, bLow: number, bHigh: number): number {
  const shared = Math.min(aHigh, bHigh) - Math.max(aLow, bLow)
  const smaller = Math.min(aHigh - aLow, bHigh - bLow)
  return smaller <= 0 ? 0 : Math.max(0, shared / smaller)
}

export interface ClusterLimits {
  /** Shared width, as a share of the narrower line, from which on lines stand one above the other. */
  overlapMin: number
  /** Greatest gap between lines one above the other, in text heights. */
  gapMax: number
  /** Greatest gap between lines side by side, in text heights. */
  sideGapMax: number
  /** Greatest width of a cluster, pixels. */
  widthMax: number
}

/**
 * Groups lines that stand close together, the closest pairs first (single linkage). A union that would be wider than a
 * container is refused, so that a chain of neighbours never becomes one.
 */
export function clusterLines(lines: readonly PlacedLine[], limits: ClusterLimits): PlacedLine[][] {
  const pairs: { a: number; b: number; gap: number }[] = []
  for (const [a, one] of lines.entries()) {
    for (const [b, other] of lines.entries()) {
      if (b <= a) continue
      const gap = closeness(one, other, limits)
      if (gap !== null) pairs.push({ a, b, gap })
    }
  }
  const clusters = new Map(
    lines.map((line, index) => [index, { left: line.left, right: line.right, members: [index] }]),
  )
  const home = lines.map((_, index) => index)
  for (const { a, b } of pairs.sort((p, q) => p.gap - q.gap || p.a - q.a || p.b - q.b)) {
    const [keep, give] = [home[a], home[b]]
    if (keep === undefined || give === undefined || keep === give) continue
    const [into, from] = [clusters.get(keep), clusters.get(give)]
    if (!into || !from) continue
    const left = Math.min(into.left, from.left)
    const right = Math.max(into.right, from.right)
    const widest = Math.max(into.right - into.left, from.right - from.left)
    if (right - left > Math.max(limits.widthMax, widest * 1.05)) continue
    clusters.set(keep, { left, right, members: [...into.members, ...from.members] })
    clusters.delete(give)
    for (const member of from.members) home[member] = keep
  }
  return [...clusters.values()].map(({ members }) =>
    members
      .sort((p, q) => p - q)
      .flatMap((index) => lines[index] ?? [])
      .sort((p, q) => p.y - q.y || p.x - q.x),
  )
}

/** The gap between two lines in text heights, or null when they do not belong together. */
function closeness(a: PlacedLine, b: PlacedLine, limits: ClusterLimits): number | null {
  const height = (a.height + b.height) / 2
  const gapY = Math.max(0, Math.max(a.top, b.top) - Math.min(a.bottom, b.bottom)) / height
  const gapX = Math.max(0, Math.max(a.left, b.left) - Math.min(a.right, b.right)) / height
  if (overlapX(a, b) >= limits.overlapMin && gapY <= limits.gapMax) return gapY
  const smaller = Math.min(a.height, b.height)
  if (overlapY(a, b) >= 0.5 && smaller / Math.max(a.height, b.height) > 0.5 && gapX <= limits.sideGapMax) return gapX
  return null
}

/** Share of a line's area inside a bigger line from which on both are the same text, read in two looks or in pieces. */
const SAME_TEXT_MIN = 0.75

/** The lines without those that repeat a bigger one, or a surer one of about its size. */
export function withoutDuplicates(lines: readonly PlacedLine[]): PlacedLine[] {
  const weight = ({ line, width, height }: PlacedLine) => width * height * line.confidence ** 4
  const kept: PlacedLine[] = []
  for (const line of [...lines].sort((a, b) => weight(b) - weight(a))) {
    if (!kept.some((other) => shareInside(line, other) >= SAME_TEXT_MIN)) kept.push(line)
  }
  return kept.sort((a, b) => a.top - b.top || a.left - b.left)
}

function shareInside(inner: PlacedLine, outer: PlacedLine): number {
  const width = Math.min(inner.right, outer.right) - Math.max(inner.left, outer.left)
  const height = Math.min(inner.bottom, outer.bottom) - Math.max(inner.top, outer.top)
  if (width <= 0 || height <= 0) return 0
  return (width * height) / ((inner.right - inner.left) * (inner.bottom - inner.top))
}

/** The middle value; 0 of nothing. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? 0
}

export function boundsOf(lines: readonly PlacedLine[]) {
  return {
    left: Math.min(...lines.map((line) => line.left)),
    right: Math.max(...lines.map((line) => line.right)),
    top: Math.min(...lines.map((line) => line.top)),
    bottom: Math.max(...lines.map((line) => line.bottom)),
  }
}

function distance(a: { x: number; y: number }, b: { x: number; y: number }): number {
  return Math.hypot(a.x - b.x, a.y - b.y)
}
