/**
 * Detects in the live frame what would make a photo unreadable: too dark, blurred, too far away. Plain arithmetic on grey
 * levels; each problem needs clear evidence, otherwise there is no hint.
 */
import { frameCentre, type GreyFrame, wholeFrame } from './grey-frames.ts'

export type AimProblem = 'dark' | 'blurred' | 'far'

/** A frame is dark when even its brightest tenth is below this level. */
const DARK_LEVEL = 60
/** Below this variance a crop is too plain to be judged sharp or blurred. */
const MIN_CONTRAST = 120
/** Sharpness is about 0.3 for sharp print and 0.01 out of focus. */
const MIN_SHARPNESS = 0.02
/** Minimum difference between neighbouring levels at an edge. */
const MIN_EDGE = 14
/** Below this share of edge pixels the frame has no subject. */
const MIN_EDGE_SHARE = 0.004
/** 90 % of the edges within this share of the frame: a small subject on a plain background. */
const MIN_SUBJECT_SHARE = 0.1

/** What would make a photo of this view unreadable; null without clear evidence. */
export async function aimOf(video: HTMLVideoElement): Promise<AimProblem | null> {
  const whole = wholeFrame(video)
  if (!whole) return null
  const problem = viewProblem(whole)
  if (problem) return problem
  // Drawing a frame takes 20 ms on a slow phone: a tap can come between the two.
  await new Promise((resolve) => setTimeout(resolve))
  const centre = frameCentre(video)
  return centre && isBlurred(centre) ? 'blurred' : null
}

/** Returns the worst problem that shows in the whole frame scaled down, null without one. */
export function viewProblem(whole: GreyFrame): AimProblem | null {
  if (brightTenth(whole) < DARK_LEVEL) return 'dark'
  if (subjectShare(whole) < MIN_SUBJECT_SHARE) return 'far'
  return null
}

/** Judges the centre of the frame at full resolution. */
export const isBlurred = (centre: GreyFrame): boolean => sharpness(centre) < MIN_SHARPNESS

/** The 90th percentile of the levels. */
function brightTenth({ levels }: GreyFrame): number {
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

/** Variance of the Laplacian divided by the variance of the levels; Infinity without contrast. */
export function sharpness({ width, height, levels }: GreyFrame): number {
  const contrast = variance(levels)
  if (contrast < MIN_CONTRAST) return Number.POSITIVE_INFINITY
  const detail = new Int16Array((width - 2) * (height - 2))
  let next = 0
  for (let y = 1; y < height - 1; y += 1) {
    for (let at = y * width + 1; at < (y + 1) * width - 1; at += 1) {
      const horizontal = (levels[at - 1] ?? 0) + (levels[at + 1] ?? 0)
      const vertical = (levels[at - width] ?? 0) + (levels[at + width] ?? 0)
      detail[next] = horizontal + vertical - 4 * (levels[at] ?? 0)
      next += 1
    }
  }
  return variance(detail) / contrast
}

/** The share of the frame that the subject fills: the box around the middle 90 % of the edges; 1 without a subject. */
export function subjectShare({ width, height, levels }: GreyFrame): number {
  const columns = new Array<number>(width).fill(0)
  const rows = new Array<number>(height).fill(0)
  let edges = 0
  for (let y = 0; y < height - 1; y += 1) {
    for (let x = 0; x < width - 1; x += 1) {
      const here = levels[y * width + x] ?? 0
      const right = Math.abs(here - (levels[y * width + x + 1] ?? 0))
      const below = Math.abs(here - (levels[(y + 1) * width + x] ?? 0))
      if (Math.max(right, below) < MIN_EDGE) continue
      columns[x] = (columns[x] ?? 0) + 1
      rows[y] = (rows[y] ?? 0) + 1
      edges += 1
    }
  }
  if (edges < width * height * MIN_EDGE_SHARE) return 1
  return (middleSpan(columns, edges) / width) * (middleSpan(rows, edges) / height)
}

/** How many bins the middle 90 % of the counts spread over. */
function middleSpan(counts: readonly number[], total: number): number {
  let seen = 0
  let from = -1
  for (const [index, count] of counts.entries()) {
    seen += count
    if (from < 0 && seen > total * 0.05) from = index
    if (seen >= total * 0.95) return index - from + 1
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
