/**
 * What keeps a picture from being read, seen in the camera's frame before it is taken: too dark, blurred, too far away.
 * Plain arithmetic on grey levels. Each answer needs clear evidence; without it there is no hint.
 */

/** Grey levels 0-255, row by row. */
export interface GreyFrame {
  width: number
  height: number
  levels: Uint8Array
}

export type AimProblem = 'dark' | 'blurred' | 'far'

/** A frame is dark when even its bright tenth is below this level. */
const DARK_BELOW = 60
/** Below this variance a crop shows nothing that could be sharp or not. */
const PLAIN_BELOW = 120
/** Sharp print has fine detail of about a third of its contrast; out of focus it has a hundredth. */
const BLURRED_BELOW = 0.02
/** An edge differs from its neighbour by this many levels at least. */
const EDGE_FROM = 14
/** Fewer edges than this share of the frame are no subject. */
const SUBJECT_FROM = 0.004
/** Nine tenths of the edges within this share of the frame: a small subject before a plain ground. */
const FAR_BELOW = 0.1

/** What is wrong with the view, worst first. `whole` is the frame made small, `centre` its middle in full detail. */
export function aimProblem(whole: GreyFrame, centre: GreyFrame): AimProblem | null {
  if (brightTenth(whole) < DARK_BELOW) return 'dark'
  if (subjectShare(whole) < FAR_BELOW) return 'far'
  if (sharpness(centre) < BLURRED_BELOW) return 'blurred'
  return null
}

/** The level that a tenth of the frame reaches. */
export function brightTenth({ levels }: GreyFrame): number {
  const counts = new Uint32Array(256)
  for (const level of levels) counts[level] = (counts[level] ?? 0) + 1
  let left = levels.length / 10
  let level = 255
  while (level > 0 && left > 0) {
    left -= counts[level] ?? 0
    level -= 1
  }
  return level
}

/** Variance of the Laplacian over the variance of the levels; Infinity where there is nothing to be sharp. */
export function sharpness({ width, height, levels }: GreyFrame): number {
  const contrast = variance(levels)
  if (contrast < PLAIN_BELOW) return Number.POSITIVE_INFINITY
  const detail = new Int16Array((width - 2) * (height - 2))
  let next = 0
  for (let y = 1; y < height - 1; y += 1) {
    for (let at = y * width + 1; at < (y + 1) * width - 1; at += 1) {
      const beside = (levels[at - 1] ?? 0) + (levels[at + 1] ?? 0)
      const above = (levels[at - width] ?? 0) + (levels[at + width] ?? 0)
      detail[next] = beside + above - 4 * (levels[at] ?? 0)
      next += 1
    }
  }
  return variance(detail) / contrast
}

/** How much of the frame the subject takes: the box that holds nine tenths of the edges; 1 where there is no subject. */
export function subjectShare({ width, height, levels }: GreyFrame): number {
  const columns = new Array<number>(width).fill(0)
  const rows = new Array<number>(height).fill(0)
  let edges = 0
  for (let y = 0; y < height - 1; y += 1) {
    for (let x = 0; x < width - 1; x += 1) {
      const here = levels[y * width + x] ?? 0
      const right = Math.abs(here - (levels[y * width + x + 1] ?? 0))
      const below = Math.abs(here - (levels[(y + 1) * width + x] ?? 0))
      if (Math.max(right, below) < EDGE_FROM) continue
      columns[x] = (columns[x] ?? 0) + 1
      rows[y] = (rows[y] ?? 0) + 1
      edges += 1
    }
  }
  if (edges < width * height * SUBJECT_FROM) return 1
  return (middle(columns, edges) / width) * (middle(rows, edges) / height)
}

/** How many places hold the middle nine tenths. */
function middle(counts: readonly number[], total: number): number {
  let seen = 0
  let from = -1
  for (const [place, count] of counts.entries()) {
    seen += count
    if (from < 0 && seen > total * 0.05) from = place
    if (seen >= total * 0.95) return place - from + 1
  }
  return counts.length
}

function variance(values: ArrayLike<number>): number {
  let sum = 0
  let squares = 0
  for (let at = 0; at < values.length; at += 1) {
    const value = values[at] ?? 0
    sum += value
    squares += value * value
  }
  const mean = sum / values.length
  return squares / values.length - mean * mean
}
