/**
 * Post-processing of DBNet ("Real-time Scene Text Detection with Differentiable Binarization", Liao et al. 2020): the map of
 * text probability becomes one rotated rectangle per line of text. The network marks the shrunken core of a line, so each
 * rectangle is grown again ("unclip").
 */
import { type Arc, arcThrough } from './arc.ts'
import { grown, type Pixel, type RotatedRect, smallestRect } from './rotated-rect.ts'

/** Probability of text per pixel, row by row. */
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
  /** How the line runs, when it is bent. */
  arc: Arc | undefined
}

export interface RegionRules {
  /** A pixel counts as text from this probability on. */
  pixelMin: number
  /** A region counts from this mean probability on. */
  scoreMin: number
  /** Area times this, divided by the perimeter, is the margin by which a core grows. */
  unclip: number
  /** Cores whose short side is under this many pixels are noise. */
  sideMin: number
  /** No more regions than this are returned, the most probable first. */
  countMax: number
}

export const REGION_RULES: RegionRules = { pixelMin: 0.3, scoreMin: 0.3, unclip: 1.8, sideMin: 3, countMax: 400 }

/** The lines of text on the map, from top to bottom by the first row of their cores. */
export function textRegions(map: ProbabilityMap, rules: RegionRules = REGION_RULES): TextRegion[] {
  const regions: TextRegion[] = []
  for (const { outline, columns } of components(map, rules.pixelMin)) {
    const core = smallestRect(outline)
    if (Math.min(core.width, core.height) < rules.sideMin) continue
    const score = meanWithin(map, core)
    if (score < rules.scoreMin) continue
    const margin = (core.width * core.height * rules.unclip) / (2 * (core.width + core.height))
    regions.push({ rect: grown(core, margin), score, arc: arcThrough(columns, rules.unclip) })
  }
  if (regions.length <= rules.countMax) return regions
  const kept = new Set(regions.toSorted((a, b) => b.score - a.score).slice(0, rules.countMax))
  return regions.filter((region) => kept.has(region))
}

interface Component {
  /** The outer pixel corners of its rows, sorted by y, then x: all that its convex hull needs. */
  outline: Pixel[]
  /** Its first and last row in each column. */
  columns: ReadonlyMap<number, { top: number; bottom: number }>
}

/** The 8-connected components of text pixels. */
function* components({ data, width, height }: ProbabilityMap, pixelMin: number): Iterable<Component> {
  const waiting = Uint8Array.from(data, (probability) => (probability > pixelMin ? 1 : 0))
  const stack: number[] = []
  for (let seed = waiting.indexOf(1); seed !== -1; seed = waiting.indexOf(1, seed + 1)) {
    const rows = new Map<number, { left: number; right: number }>()
    const columns = new Map<number, { top: number; bottom: number }>()
    waiting[seed] = 0
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
          if (waiting[neighbour] !== 1) continue
          waiting[neighbour] = 0
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

/** Mean probability of the pixels whose centre lies within the rectangle. */
function meanWithin({ data, width, height }: ProbabilityMap, rect: RotatedRect): number {
  const cos = Math.cos(rect.angle)
  const sin = Math.sin(rect.angle)
  const reachX = (Math.abs(cos) * rect.width + Math.abs(sin) * rect.height) / 2
  const reachY = (Math.abs(sin) * rect.width + Math.abs(cos) * rect.height) / 2
  let sum = 0
  let count = 0
  for (let y = rowFrom(rect.centre.y - reachY); y < Math.min(height, rect.centre.y + reachY); y++) {
    for (let x = rowFrom(rect.centre.x - reachX); x < Math.min(width, rect.centre.x + reachX); x++) {
      const dx = x + 0.5 - rect.centre.x
      const dy = y + 0.5 - rect.centre.y
      if (Math.abs(dx * cos + dy * sin) > rect.width / 2 || Math.abs(dy * cos - dx * sin) > rect.height / 2) continue
      sum += data[y * width + x] ?? 0
      count++
    }
  }
  return count === 0 ? 0 : sum / count
}

function rowFrom(position: number): number {
  return Math.max(0, Math.floor(position))
}
