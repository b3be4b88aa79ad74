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
  const spoken = kept
    .filter(({ line }) => !COLUMN_HEADER.test(line.text))
    .map((line) => ({ line, facts: printedFacts(line.line.text) }))
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
  const columns = columnsOf(rows, kept)
  return inPrintedOrder(rows.map((row) => rowOf(row, columns)))
}

/** A list is photographed askew: its lines are parallel, or drawn together towards one side, the more the further down. */
function levelled(lines: PlacedLine[], frame: Frame): PlacedLine[] {
  const slant = median(lines.filter(isLong).map((line) => line.slant))
  if (Math.abs(slant) > SLANT_MAX) return lines
  return drawnApart(turned(lines, slant, frame), frame)
}

const SLANT_MAX = 30

function isLong({ width, height }: PlacedLine): boolean {
  return width > 4 * height
}

function turned(lines: PlacedLine[], slant: number, frame: Frame): PlacedLine[] {
  if (Math.abs(slant) < 0.3) return lines
  const angle = (-slant * Math.PI) / 180
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
  return lines.map((line) => {
    const dx = line.x - frame.width / 2
    const dy = line.y - frame.height / 2
    return placedAt(line, dx * cos - dy * sin + frame.width / 2, dx * sin + dy * cos + frame.height / 2, slant)
  })
}

/** So many long lines tell how the slant changes down the page, and pairs of them that stand this far apart, of its height. */
const CHANGE_LINES_MIN = 8
const CHANGE_APART_MIN = 0.2

/** Seen from one side the slant of a page changes evenly from its top to its foot: Theil and Sen's line through the slants. */
function drawnApart(lines: PlacedLine[], frame: Frame): PlacedLine[] {
  const long = lines.filter((line) => isLong(line) && Math.abs(line.slant) < SLANT_MAX)
  if (long.length < CHANGE_LINES_MIN) return lines
  const pairs = long.flatMap((a, index) =>
    long.slice(index + 1).flatMap((b) => {
      const apart = b.y - a.y
      return Math.abs(apart) >= frame.height * CHANGE_APART_MIN ? [(b.slant - a.slant) / apart] : []
    }),
  )
  const change = median(pairs)
  const slantAt = (y: number) => start + change * y
  const start = median(long.map(({ slant, y }) => slant - change * y))
  return lines.map((line) => {
    const slant = slantAt(line.y)
    const lifted = line.y - Math.tan((slant * Math.PI) / 180) * (line.x - frame.width / 2)
    return placedAt(line, line.x, lifted, slant)
  })
}

/** The line with its middle here, its own slant less that of its surroundings. */
function placedAt(line: PlacedLine, x: number, y: number, slant: number): PlacedLine {
  const own = ((line.slant - slant) * Math.PI) / 180
  const halfWidth = (line.width * Math.abs(Math.cos(own)) + line.height * Math.abs(Math.sin(own))) / 2
  const halfHeight = (line.width * Math.abs(Math.sin(own)) + line.height * Math.abs(Math.cos(own))) / 2
  const box = { left: x - halfWidth, right: x + halfWidth, top: y - halfHeight, bottom: y + halfHeight }
  return { ...line, ...box, x, y, slant: line.slant - slant }
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

/**
 * The row figures belong to: in the nearest column to their left the row at their height, else to their right, else the
 * nearest above. A name may be shorter than the line below it: how far to the side a row ends says only in which column it is.
 */
function beside(figure: PlacedLine, rows: readonly Gathered[]): Gathered | undefined {
  const level = rows.filter(({ segments }) => segments.some((line) => overlapY(line, figure) >= 0.3))
  const gapTo = ({ segments }: Gathered, towardsLeft: boolean) =>
    Math.min(...segments.map((line) => (towardsLeft ? figure.left - line.right : line.left - figure.right)))
  const apart = ({ segments }: Gathered) => Math.min(...segments.map((line) => Math.abs(line.y - figure.y)))
  const nearest = (towardsLeft: boolean) => {
    const onSide = level.filter((row) => gapTo(row, towardsLeft) >= -figure.height)
    const closest = onSide.sort((a, b) => gapTo(a, towardsLeft) - gapTo(b, towardsLeft))[0]
    return onSide.filter((row) => closest && isOneColumn(row, closest)).sort((a, b) => apart(a) - apart(b))[0]
  }
  return nearest(true) ?? nearest(false) ?? above(figure, rows)
}

function isOneColumn(a: Gathered, b: Gathered): boolean {
  return a.segments.some((line) => b.segments.some((other) => overlapX(line, other) > 0.3))
}

function above(figure: PlacedLine, rows: readonly Gathered[]): Gathered | undefined {
  return rows
    .flatMap((row) => row.segments.map((line) => ({ row, line, gap: figure.top - line.bottom })))
    .filter(({ line, gap }) => overlapX(line, figure) > 0.3 && gap > -figure.height && gap < figure.height * 1.5)
    .sort((a, b) => a.gap - b.gap)[0]?.row
}

/** What stands over a column of figures, and nothing else. */
const COLUMN_HEADER = /^[\s.:%]*(?:abv|alc|alk|vol|ibu|price|preis|prix|precio|prezzo)[\s.:%]*$/iu
/** A column headed like this holds bare strengths: '5.0'. */
const STRENGTH_HEADER = /^(?:abv|alc|alk|vol)\b/iu
const LEADING_STRENGTH = /^\s*([\dZSBGO]{1,2}[.,]\d)\s*(?=\p{L})/u
/** Capitals that a figure is read as. */
const FIGURES: Readonly<Record<string, string>> = { Z: '7', S: '5', B: '8', G: '6', O: '0' }
/** '6.4' without its point. */
const POINTLESS_STRENGTH = /^\s*([2-9]\d)\s+(?=\p{L}{2})/u
/** A price without its currency: '7', or of two sizes '6/18'. Before it stands a word, or a bracket that is closed. */
const BARE_PRICE = /(?<=[\p{L}\])】）][\s.]{0,9}|^\s*)(\d{1,3}(?:\s?[/|]\s?\d{1,3}){0,3})\s*$/u
/** So many rows, and this share of them all, end in bare numbers where those are the prices. */
const BARE_PRICES_MIN = 4
const BARE_PRICES_SHARE = 0.25

/** What the figures mean that say nothing themselves. */
interface Columns {
  /** A row may begin with its strength. */
  strengths: boolean
  /** Enough rows do for a lost point to be told. */
  leadingStrengths: boolean
  /** A whole number at the end of a row is its price. */
  prices: boolean
}

function columnsOf(rows: readonly Gathered[], all: readonly PlacedLine[]): Columns {
  const texts = rows.map(({ segments }) => textOf(segments))
  const bare = rows.filter((row) => barePriceOf(row) !== null).length
  const told = rows.filter(({ segments, figures }) => printedFacts(textOf([...segments, ...figures])).price !== null)
  const strengths = all.some(({ line }) => STRENGTH_HEADER.test(line.text))
  return {
    strengths,
    leadingStrengths: strengths && texts.filter((text) => LEADING_STRENGTH.test(text)).length >= BARE_PRICES_MIN,
    prices: bare >= Math.max(BARE_PRICES_MIN, rows.length * BARE_PRICES_SHARE, told.length * 2),
  }
}

function barePriceOf({ segments, figures }: Gathered): string | null {
  const [figure] = [...figures].sort((a, b) => b.right - a.right)
  return BARE_PRICE.exec(figure ? textOf([figure]) : textOf(segments))?.[1] ?? null
}

/** Leader dots run into the price at their end: '.9..80', '3.9.5'. Its last two figures are the hundredths. */
const DOTTED_PRICE = /^[\s.·…]*(?:\d[\s.·…]*){3,4}$/u
const PLAIN_PRICE = /^\s*\d{1,3}[.,]\d{2}\s*$|^\s*\d+\s*$/u

function figureOf(text: string): string {
  if (!DOTTED_PRICE.test(text) || PLAIN_PRICE.test(text)) return text
  const figures = text.replace(/\D/gu, '')
  return `${figures.slice(0, -2)}.${figures.slice(-2)}`
}

function textOf(lines: readonly PlacedLine[]): string {
  return lines.map(({ line }) => figureOf(line.text)).join(' ')
}

function rowOf({ segments, figures }: Gathered, columns: Columns): Omit<MenuRow, 'block'> {
  const barePrice = columns.prices ? barePriceOf({ segments, figures }) : null
  const ended = textOf(segments)
  const [wording, strength] = takeStrength(
    barePrice && figures.length === 0 ? ended.replace(BARE_PRICE, '') : ended,
    columns,
  )
  const words = printedFacts(wording)
  const beside = printedFacts(textOf([...figures].sort((a, b) => a.left - b.left)))
  const bare = figures
    .map((figure) => takeStrength(`${textOf([figure])} x`, columns)[1])
    .find((value) => value !== null)
  return {
    text: words.rest,
    facts: {
      rest: words.rest,
      abv: words.abv ?? beside.abv ?? strength ?? bare ?? null,
      ibu: words.ibu ?? beside.ibu,
      price: [words.price, beside.price].filter((price) => price !== null).join(' / ') || barePrice,
      size: words.size ?? beside.size,
    },
    confidence: Math.min(...segments.map((line) => line.line.confidence * shareRead(line))),
    height: median(segments.map(({ height }) => height)),
    left: Math.min(...segments.map((line) => line.left)),
    right: Math.max(...segments.map((line) => line.right)),
    top: Math.min(...segments.map((line) => line.top)),
    bottom: Math.max(...segments.map((line) => line.bottom)),
    read: [...segments, ...figures].map(({ line }) => line.text),
  }
}

/** Where there is room for so many times the letters that were read, the reader passed over some: a script it does not know. */
const ROOM_MAX = 1.3
/** Usual widths in text heights. */
const FULL_WIDTH = /[\u2e80-\u9fff\uac00-\ud7af]/u

function shareRead({ line, width, height }: PlacedLine): number {
  const letters = [...line.text.normalize('NFKC')]
  const filled = letters.reduce((sum, letter) => {
    if (FULL_WIDTH.test(letter)) return sum + 1
    return sum + (/[\p{Lu}\p{N}]/u.test(letter) ? 0.6 : /\p{L}/u.test(letter) ? 0.5 : 0.35)
  }, 0)
  return letters.length < 4 ? 1 : Math.min(1, (ROOM_MAX * filled * height) / width)
}

/** In a list with a column of strengths a row may begin with its own. */
function takeStrength(text: string, { strengths, leadingStrengths }: Columns): [rest: string, strength: number | null] {
  const found = strengths ? LEADING_STRENGTH.exec(text) : null
  if (found?.[1]) {
    const figures = found[1].replace(/[ZSBGO]/gu, (letter) => FIGURES[letter] ?? letter).replace(',', '.')
    return [text.slice(found[0].length), Number(figures)]
  }
  const pointless = leadingStrengths ? POINTLESS_STRENGTH.exec(text) : null
  if (pointless?.[1]) return [text.slice(pointless[0].length), Number(pointless[1]) / 10]
  return [text, null]
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
