/**
 * The geometry of a printed list: lines are levelled, those without words (prices, strengths, sizes) are given to the row
 * they stand beside, and rows are put in the order in which a person reads them, column by column.
 */
import type { TextLine } from '#vision'
import { type Frame, median, overlapX, overlapY, type PlacedLine, placeLines, withoutRepetitions } from './layout.ts'
import { type PrintedFacts, printedFacts } from './printed-facts.ts'

/** Lines that the reader is less sure of are smudges. */
const CONFIDENCE_MIN = 0.5
const SAME_ROW_MIN = 0.5
/** Headings are set at least this much taller than the usual row. */
export const HEADING_HEIGHT = 1.35

export interface MenuRow {
  /** The words of the row, figures taken out. */
  text: string
  facts: PrintedFacts
  /** 0-1: the least sure of its lines. */
  confidence: number
  /** Text height in pixels. */
  height: number
  left: number
  right: number
  top: number
  bottom: number
  /** Rows of one block stand close below each other. */
  block: number
  /** The lines as read. */
  read: string[]
}

/** The rows of a list in printed order. */
export function menuRows(lines: readonly TextLine[], frame: Frame): MenuRow[] {
  const level = levelled(placeLines(lines, frame), frame).filter(({ line }) => line.confidence >= CONFIDENCE_MIN)
  const kept = withoutRepetitions(level)
  const spoken = kept.map((line) => ({ line, facts: printedFacts(line.line.text) }))
  const strengths = kept.some(({ line }) => STRENGTH_HEADER.test(line.text))
  const worded = spoken.filter(({ facts }) => /\p{L}{2}/u.test(facts.rest))
  const figures = spoken.filter(({ facts }) => !/\p{L}{2}/u.test(facts.rest))
  const rows = joinSegments(worded.map(({ line }) => line)).map((segments) => ({
    segments,
    figures: [] as PlacedLine[],
  }))
  const words = worded.map(({ line }) => line)
  for (const run of inRuns(
    figures.map(({ line }) => line),
    words,
  ))
    beside(run, rows)?.figures.push(...run.figures)
  return inPrintedOrder(rows.map((row) => rowOf(row, strengths)))
}

/** Turns all boxes so that the usual line is level. A list is photographed askew, its lines are parallel. */
function levelled(lines: PlacedLine[], frame: Frame): PlacedLine[] {
  const slant = median(lines.filter(({ width, height }) => width > 4 * height).map((line) => line.slant))
  if (Math.abs(slant) < 0.3 || Math.abs(slant) > 30) return lines
  const angle = (-slant * Math.PI) / 180
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
  return lines.map((line) => {
    const dx = line.x - frame.width / 2
    const dy = line.y - frame.height / 2
    const x = dx * cos - dy * sin + frame.width / 2
    const y = dx * sin + dy * cos + frame.height / 2
    const own = ((line.slant - slant) * Math.PI) / 180
    const halfWidth = (line.width * Math.abs(Math.cos(own)) + line.height * Math.abs(Math.sin(own))) / 2
    const halfHeight = (line.width * Math.abs(Math.sin(own)) + line.height * Math.abs(Math.cos(own))) / 2
    const box = { left: x - halfWidth, right: x + halfWidth, top: y - halfHeight, bottom: y + halfHeight }
    return { ...line, ...box, x, y, slant: line.slant - slant }
  })
}

/** Pieces of one printed line: side by side, of one height, hardly a space apart. */
function joinSegments(lines: readonly PlacedLine[]): PlacedLine[][] {
  const rows: PlacedLine[][] = []
  for (const line of [...lines].sort((a, b) => a.left - b.left)) {
    const row = rows.find((segments) => {
      const last = segments.at(-1)
      return last !== undefined && continues(last, line)
    })
    if (row) row.push(line)
    else rows.push([line])
  }
  return rows
}

function continues(last: PlacedLine, next: PlacedLine): boolean {
  const gap = next.left - last.right
  const sizes = Math.min(last.height, next.height) / Math.max(last.height, next.height)
  return overlapY(last, next) >= SAME_ROW_MIN && sizes > 0.7 && gap < Math.min(last.height, next.height) * 0.4
}

interface Gathered {
  segments: PlacedLine[]
  figures: PlacedLine[]
}

/** Figures side by side with no words between them: three prices for three sizes belong to one row. */
interface Run extends PlacedLine {
  figures: PlacedLine[]
}

function inRuns(figures: readonly PlacedLine[], words: readonly PlacedLine[]): Run[] {
  const runs: Run[] = []
  for (const figure of [...figures].sort((a, b) => a.left - b.left)) {
    const run = runs.find(
      (held) =>
        overlapY(held, figure) >= SAME_ROW_MIN &&
        !words.some((word) => word.left < figure.left && word.right > held.right && overlapY(word, figure) > 0),
    )
    if (run) {
      run.figures.push(figure)
      run.right = Math.max(run.right, figure.right)
      run.x = (run.left + run.right) / 2
    } else runs.push({ ...figure, figures: [figure] })
  }
  return runs
}

/** The row figures belong to: the nearest to their left at their height, else to their right, else the nearest above. */
function beside(figure: PlacedLine, rows: readonly Gathered[]): Gathered | undefined {
  const level = rows.filter(({ segments }) => segments.some((line) => overlapY(line, figure) >= 0.3))
  const distance = ({ segments }: Gathered, towardsLeft: boolean) => {
    const gap = Math.min(...segments.map((line) => (towardsLeft ? figure.left - line.right : line.left - figure.right)))
    const apart = Math.min(...segments.map((line) => Math.abs(line.y - figure.y)))
    return gap < -figure.height ? Number.POSITIVE_INFINITY : Math.max(0, gap) + apart * 2
  }
  const nearest = (towardsLeft: boolean) =>
    level
      .map((row) => ({ row, far: distance(row, towardsLeft) }))
      .filter(({ far }) => Number.isFinite(far))
      .sort((a, b) => a.far - b.far)[0]?.row
  return nearest(true) ?? nearest(false) ?? above(figure, rows)
}

function above(figure: PlacedLine, rows: readonly Gathered[]): Gathered | undefined {
  return rows
    .flatMap((row) => row.segments.map((line) => ({ row, line, gap: figure.top - line.bottom })))
    .filter(({ line, gap }) => overlapX(line, figure) > 0.3 && gap > -figure.height && gap < figure.height * 1.5)
    .sort((a, b) => a.gap - b.gap)[0]?.row
}

/** A column headed like this holds bare strengths: '5.0'. */
const STRENGTH_HEADER = /^(?:abv|alc|alk|vol)\b/iu
const LEADING_STRENGTH = /^\s*(\d{1,2}[.,]\d)\s*(?=\p{L})/u

function rowOf({ segments, figures }: Gathered, hasStrengths: boolean): Omit<MenuRow, 'block'> {
  const read = (lines: readonly PlacedLine[]) => lines.map(({ line }) => line.text).join(' ')
  const [wording, strength] = takeStrength(read(segments), hasStrengths)
  const words = printedFacts(wording)
  const beside = printedFacts(read([...figures].sort((a, b) => a.left - b.left)))
  const bare = figures
    .map((figure) => takeStrength(`${read([figure])} x`, hasStrengths)[1])
    .find((value) => value !== null)
  return {
    text: words.rest,
    facts: {
      rest: words.rest,
      abv: words.abv ?? beside.abv ?? strength ?? bare ?? null,
      ibu: words.ibu ?? beside.ibu,
      price: [words.price, beside.price].filter((price) => price !== null).join(' / ') || null,
      size: words.size ?? beside.size,
    },
    confidence: Math.min(...segments.map(({ line }) => line.confidence)),
    height: median(segments.map(({ height }) => height)),
    left: Math.min(...segments.map((line) => line.left)),
    right: Math.max(...segments.map((line) => line.right)),
    top: Math.min(...segments.map((line) => line.top)),
    bottom: Math.max(...segments.map((line) => line.bottom)),
    read: [...segments, ...figures].map(({ line }) => line.text),
  }
}

/** In a list with a column of strengths a row may begin with its own. */
function takeStrength(text: string, hasStrengths: boolean): [rest: string, strength: number | null] {
  const found = hasStrengths ? LEADING_STRENGTH.exec(text) : null
  if (!found?.[1]) return [text, null]
  return [text.slice(found[0].length), Number(found[1].replace(',', '.'))]
}

/** Rows that stand close below each other are blocks; blocks above each other are columns; columns go left to right. */
function inPrintedOrder(rows: readonly Omit<MenuRow, 'block'>[]): MenuRow[] {
  const headingMin = median(rows.map(({ height }) => height)) * HEADING_HEIGHT
  const blocks: Omit<MenuRow, 'block'>[][] = []
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

function follows(last: Omit<MenuRow, 'block'>, row: Omit<MenuRow, 'block'>): boolean {
  const height = Math.max(last.height, row.height)
  const gap = row.top - last.bottom
  const shared = Math.min(last.right, row.right) - Math.max(last.left, row.left)
  const narrower = Math.min(last.right - last.left, row.right - row.left)
  return gap > -0.6 * height && gap < 2.2 * height && shared / narrower > 0.4
}

interface Extent {
  left: number
  right: number
  top: number
  bottom: number
}

/**
 * Recursive cuts: a clear line down the page separates columns, a clear line across it what is above and below. A column
 * without a heading beside one with several is the second half of one of their sections: there the bands come first.
 */
function ordered(blocks: Omit<MenuRow, 'block'>[][], headingMin: number): Omit<MenuRow, 'block'>[][] {
  if (blocks.length < 2) return blocks
  const extents = blocks.map((members) => ({ members, ...extentOf(members) }))
  const columns = split(extents, 'left', 'right')
  const bands = split(extents, 'top', 'bottom')
  const headings = columns.map(
    (column) => column.flatMap(({ members }) => members).filter(({ height }) => height >= headingMin).length,
  )
  const isHalved = bands.length > 1 && Math.max(...headings) > 1 && headings.slice(1).includes(0)
  const parts = columns.length > 1 && !isHalved ? columns : bands
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

function extentOf(rows: readonly Omit<MenuRow, 'block'>[]): Extent {
  return {
    left: Math.min(...rows.map((row) => row.left)),
    right: Math.max(...rows.map((row) => row.right)),
    top: Math.min(...rows.map((row) => row.top)),
    bottom: Math.max(...rows.map((row) => row.bottom)),
  }
}
