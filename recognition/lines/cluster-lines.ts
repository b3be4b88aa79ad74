/** Groups the text lines that are close enough to belong to one label. */
import { isUpright, overlapX, overlapY, type PlacedLine } from './layout.ts'

export interface ClusterLimits {
  /** Minimum horizontal overlap of lines above each other, as a share of the narrower line. */
  overlapMin: number
  /** Maximum gap between lines above each other, in text heights. */
  gapMax: number
  /** Maximum gap between lines side by side, in text heights. */
  sideGapMax: number
  /** Maximum width of a cluster in pixels. */
  widthMax: number
}

/** Two clusters may become this much wider than the wider one, whatever the limit. */
const SLACK = 1.05
/** Lines side by side: minimum overlap and minimum ratio of their heights. */
const BESIDE = { overlapMin: 0.5, heightMin: 0.5 }

/**
 * Groups lines that are close together: single-linkage clustering, except that no two clusters are merged into one wider than a
 * container. Otherwise a chain of neighbours across a shelf would become one cluster.
 */
export function clusterLines(lines: readonly PlacedLine[], limits: ClusterLimits): PlacedLine[][] {
  const pairs: { a: number; b: number; gap: number }[] = []
  for (const [a, line] of lines.entries()) {
    for (const [b, other] of lines.entries()) {
      if (b <= a) continue
      const gap = gapBetween(line, other, limits)
      if (gap !== null) pairs.push({ a, b, gap })
    }
  }
  const clusters = new Map(
    lines.map((line, index) => [index, { left: line.left, right: line.right, members: [index] }]),
  )
  const clusterOf = lines.map((_, index) => index)
  for (const { a, b } of pairs.sort((p, q) => p.gap - q.gap || p.a - q.a || p.b - q.b)) {
    const [target, source] = [clusterOf[a], clusterOf[b]]
    if (target === undefined || source === undefined || target === source) continue
    const [into, from] = [clusters.get(target), clusters.get(source)]
    if (!into || !from) continue
    const left = Math.min(into.left, from.left)
    const right = Math.max(into.right, from.right)
    const widest = Math.max(into.right - into.left, from.right - from.left)
    if (right - left > Math.max(limits.widthMax, widest * SLACK)) continue
    clusters.set(target, { left, right, members: [...into.members, ...from.members] })
    clusters.delete(source)
    for (const member of from.members) clusterOf[member] = target
  }
  return [...clusters.values()].map(({ members }) =>
    members
      .sort((p, q) => p - q)
      .flatMap((index) => lines[index] ?? [])
      .sort((p, q) => p.y - q.y || p.x - q.x),
  )
}

/** The gap between two lines in text heights; null if they do not belong together. */
function gapBetween(a: PlacedLine, b: PlacedLine, limits: ClusterLimits): number | null {
  const height = (a.height + b.height) / 2
  const inColumn = {
    overlap: overlapX(a, b),
    gap: Math.max(0, Math.max(a.top, b.top) - Math.min(a.bottom, b.bottom)) / height,
  }
  const inRow = {
    overlap: overlapY(a, b),
    gap: Math.max(0, Math.max(a.left, b.left) - Math.min(a.right, b.right)) / height,
  }
  // Lines that run upwards, as on the handle of a tap, follow each other sideways.
  const [above, beside] = isUpright(a) && isUpright(b) ? [inRow, inColumn] : [inColumn, inRow]
  if (above.overlap >= limits.overlapMin && above.gap <= limits.gapMax) return above.gap
  const smaller = Math.min(a.height, b.height)
  const isBeside = beside.overlap >= BESIDE.overlapMin && smaller > BESIDE.heightMin * Math.max(a.height, b.height)
  return isBeside && beside.gap <= limits.sideGapMax ? beside.gap : null
}
