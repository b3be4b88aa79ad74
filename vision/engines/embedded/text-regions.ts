/**
 * Post-processing of DBNet ("Real-time Scene Text Detection with Differentiable Binarization", Liao et al. 2020): turns the
 * probability map into one rotated rectangle per text line. The network marks a shrunken core of each line, so rectangles
 * are expanded again ("unclip") by the margin area · unclipRatio / perimeter.
 */
import { type CurvedLine, fitCurvedLine } from './curved-line.ts'
import { expand, minAreaRect, type Pixel, type RotatedRect } from './rotated-rect.ts'

/** Probability of text per pixel, row-major. */
export interface ProbabilityMap {
  data: Float32Array
  width: number
  height: number
}

export interface TextRegion {
  /** In pixels of the map. */
  rect: RotatedRect
  /** Mean probability within the core of the line, 0-1. */
  score: number
  /** The centre line, if the line is curved. */
  curve: CurvedLine | undefined
}

/** Named as in PaddleOCR's DBPostProcess. */
export interface DbOptions {
  /** Pixels above this probability are text. */
  binThreshold: number
  /** Minimum mean probability of a region. */
  boxThreshold: number
  unclipRatio: number
  /** Cores with a shorter side, in pixels, are noise. */
  minSize: number
  /** Of more regions only the most probable are returned. */
  maxCandidates: number
}

export const DB_OPTIONS: DbOptions = {
  binThreshold: 0.3,
  boxThreshold: 0.3,
  unclipRatio: 1.8,
  minSize: 3,
  maxCandidates: 400,
}

/** The text lines on the map, from top to bottom by the first row of their cores. */
export function textRegions(map: ProbabilityMap, options: DbOptions = DB_OPTIONS): TextRegion[] {
  const { binThreshold, boxThreshold, unclipRatio, minSize, maxCandidates } = options
  const regions: TextRegion[] = []
  for (const { outline, columns } of components(map, binThreshold)) {
    const core = minAreaRect(outline)
    if (Math.min(core.width, core.height) < minSize) continue
    const score = meanInside(map, core)
    if (score < boxThreshold) continue
    const margin = (core.width * core.height * unclipRatio) / (2 * (core.width + core.height))
    regions.push({ rect: expand(core, margin), score, curve: fitCurvedLine(columns, unclipRatio) })
  }
  if (regions.length <= maxCandidates) return regions
  const best = new Set(regions.toSorted((a, b) => b.score - a.score).slice(0, maxCandidates))
  return regions.filter((region) => best.has(region))
}

interface Component {
  /** The outer pixel corners of its rows, sorted by y, then x: they include the vertices of its convex hull. */
  outline: Pixel[]
  /** Its first and last row in each column. */
  columns: ReadonlyMap<number, { top: number; bottom: number }>
}

/** The 8-connected components of text pixels, by flood fill. */
function* components({ data, width, height }: ProbabilityMap, binThreshold: number): Iterable<Component> {
  // `Uint8Array.from` with a function would take 36 ms of a detection.
  const unvisited = new Uint8Array(data.length)
  for (let at = 0; at < data.length; at++) unvisited[at] = (data[at] ?? 0) > binThreshold ? 1 : 0
  const stack: number[] = []
  for (let seed = unvisited.indexOf(1); seed !== -1; seed = unvisited.indexOf(1, seed + 1)) {
    const rows = new Map<number, { left: number; right: number }>()
    const columns = new Map<number, { top: number; bottom: number }>()
    unvisited[seed] = 0
    stack.push(seed)
    for (let at = stack.pop(); at !== undefined; at = stack.pop()) {
      const y = Math.floor(at / width)
      const x = at - y * width
      const row = rows.get(y)
      if (row === undefined) rows.set(y, { left: x, right: x })
      else if (x < row.left) row.left = x
      else if (x > row.right) row.right = x
      const column = columns.get(x)
      if (column === undefined) columns.set(x, { top: y, bottom: y })
      else if (y < column.top) column.top = y
      else if (y > column.bottom) column.bottom = y
      for (let ny = Math.max(0, y - 1); ny <= Math.min(height - 1, y + 1); ny++) {
        for (let nx = Math.max(0, x - 1); nx <= Math.min(width - 1, x + 1); nx++) {
          const neighbour = ny * width + nx
          if (unvisited[neighbour] !== 1) continue
          unvisited[neighbour] = 0
          stack.push(neighbour)
        }
      }
    }
    yield { outline: outlineOf(rows), columns }
  }
}

function outlineOf(rows: ReadonlyMap<number, { left: number; right: number }>): Pixel[] {
  const corners: Pixel[] = []
  for (const [y, { left, right }] of rows) {
    corners.push({ x: left, y }, { x: right + 1, y }, { x: left, y: y + 1 }, { x: right + 1, y: y + 1 })
  }
  return corners.sort((a, b) => a.y - b.y || a.x - b.x)
}

/** Mean probability of the pixels whose centre lies inside the rectangle. */
function meanInside({ data, width, height }: ProbabilityMap, rect: RotatedRect): number {
  const cos = Math.cos(rect.angle)
  const sin = Math.sin(rect.angle)
  const reachX = (Math.abs(cos) * rect.width + Math.abs(sin) * rect.height) / 2
  const reachY = (Math.abs(sin) * rect.width + Math.abs(cos) * rect.height) / 2
  let sum = 0
  let count = 0
  for (let y = firstPixel(rect.centre.y - reachY); y < Math.min(height, rect.centre.y + reachY); y++) {
    for (let x = firstPixel(rect.centre.x - reachX); x < Math.min(width, rect.centre.x + reachX); x++) {
      const dx = x + 0.5 - rect.centre.x
      const dy = y + 0.5 - rect.centre.y
      if (Math.abs(dx * cos + dy * sin) > rect.width / 2 || Math.abs(dy * cos - dx * sin) > rect.height / 2) continue
      sum += data[y * width + x] ?? 0
      count++
    }
  }
  return count === 0 ? 0 : sum / count
}

function firstPixel(position: number): number {
  return Math.max(0, Math.floor(position))
}
