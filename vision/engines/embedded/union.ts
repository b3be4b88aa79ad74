/** Several looks at one picture find the same lines again: of two readings of one place the more confident one stays. */
import type { TextLine } from '../../reading.ts'

/** Intersection over union of the bounding boxes from which on two lines are the same place. */
const SAME_PLACE_MIN = 0.5

/** The lines without repetitions, in reading order: from top to bottom, then from left to right. */
export function unionOfLines(lines: readonly TextLine[]): TextLine[] {
  const kept: { line: TextLine; box: Box }[] = []
  for (const line of lines.toSorted((a, b) => b.confidence - a.confidence)) {
    const box = boxOf(line)
    if (!kept.some((other) => overlap(box, other.box) >= SAME_PLACE_MIN)) kept.push({ line, box })
  }
  return kept.sort((a, b) => a.box.top - b.box.top || a.box.left - b.box.left).map(({ line }) => line)
}

interface Box {
  left: number
  top: number
  right: number
  bottom: number
}

function boxOf({ corners }: TextLine): Box {
  const xs = corners.map((corner) => corner.x)
  const ys = corners.map((corner) => corner.y)
  return { left: Math.min(...xs), top: Math.min(...ys), right: Math.max(...xs), bottom: Math.max(...ys) }
}

function overlap(a: Box, b: Box): number {
  const width = Math.min(a.right, b.right) - Math.max(a.left, b.left)
  const height = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top)
  if (width <= 0 || height <= 0) return 0
  return (width * height) / (areaOf(a) + areaOf(b) - width * height)
}

function areaOf(box: Box): number {
  return (box.right - box.left) * (box.bottom - box.top)
}
