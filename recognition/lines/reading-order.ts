/** The reading order of a page: rows form blocks, blocks form columns and bands. */
import { median } from './layout.ts'

/** Minimum height of a heading, as a multiple of the usual row height. */
const HEADING_HEIGHT = 1.35
/** A row follows another one within these gaps, in row heights, and with this much of the narrower one's width in common. */
const FOLLOWS = { gapMin: -0.6, gapMax: 2.2, sharedMin: 0.4 }

interface Extent {
  left: number
  right: number
  top: number
  bottom: number
}

interface Row extends Extent {
  height: number
}

/** The rows column by column, left to right, each with the number of its block: rows directly below each other. */
export function inReadingOrder<R extends Row>(rows: readonly R[]): (R & { block: number })[] {
  const headingMin = median(rows.map(({ height }) => height)) * HEADING_HEIGHT
  const blocks: R[][] = []
  for (const row of [...rows].sort((a, b) => a.top - b.top)) {
    const block = blocks
      .map((members) => ({ members, last: members.at(-1) }))
      .filter(({ last }) => last !== undefined && follows(last, row))
      .filter(({ last }) => row.height < headingMin || (last?.height ?? 0) >= headingMin)
      .sort((a, b) => Math.abs((a.last?.left ?? 0) - row.left) - Math.abs((b.last?.left ?? 0) - row.left))[0]
    if (block) block.members.push(row)
    else blocks.push([row])
  }
  return ordered(blocks, headingMin).flatMap((members, block) => members.map((row) => ({ ...row, block })))
}

function follows(last: Row, row: Row): boolean {
  const height = Math.max(last.height, row.height)
  const gap = row.top - last.bottom
  const shared = Math.min(last.right, row.right) - Math.max(last.left, row.left)
  const narrower = Math.min(last.right - last.left, row.right - row.left)
  const isNear = gap > FOLLOWS.gapMin * height && gap < FOLLOWS.gapMax * height
  return isNear && shared > FOLLOWS.sharedMin * narrower
}

/**
 * Recursive XY-cut: empty vertical strips separate columns, empty horizontal strips separate bands. A column without a
 * heading beside one with several continues a section of that column; such a page is cut into bands first.
 */
function ordered<R extends Row>(blocks: R[][], headingMin: number): R[][] {
  if (blocks.length < 2) return blocks
  const extents = blocks.map((members) => ({ members, ...extentOf(members) }))
  const columns = split(extents, 'left', 'right')
  const bands = split(extents, 'top', 'bottom')
  const headings = columns.map(
    (column) => column.flatMap(({ members }) => members).filter(({ height }) => height >= headingMin).length,
  )
  const isContinued = bands.length > 1 && Math.max(...headings) > 1 && headings.slice(1).includes(0)
  const parts = columns.length > 1 && !isContinued ? columns : bands
  if (parts.length > 1)
    return parts.flatMap((part) =>
      ordered(
        part.map(({ members }) => members),
        headingMin,
      ),
    )
  return extents.sort((a, b) => a.top - b.top || a.left - b.left).map(({ members }) => members)
}

function split<T extends Extent>(extents: T[], low: 'left' | 'top', high: 'right' | 'bottom'): T[][] {
  const parts: T[][] = []
  let end = Number.NEGATIVE_INFINITY
  for (const extent of [...extents].sort((a, b) => a[low] - b[low])) {
    const part = parts.at(-1)
    if (part && extent[low] < end) part.push(extent)
    else parts.push([extent])
    end = Math.max(end, extent[high])
  }
  return parts
}

function extentOf(rows: readonly Row[]): Extent {
  return {
    left: Math.min(...rows.map((row) => row.left)),
    right: Math.max(...rows.map((row) => row.right)),
    top: Math.min(...rows.map((row) => row.top)),
    bottom: Math.max(...rows.map((row) => row.bottom)),
  }
}
