/** The order in which found lines are read: strip by strip, so that the first answers come while the rest is still read. */
import type { Ask } from '../../engine.ts'
import type { Quad } from './rotated-rect.ts'

/** A strip of fewer lines would leave the batches half empty. */
const STRIP_LINES_MIN = 12
/** More strips would be told apart by nobody. */
const STRIPS_MAX = 8

/**
 * Menus are read from top to bottom, groups from left to right, container by container: no line of a later strip begins
 * before the last one of an earlier strip does. One beer is read as a whole.
 */
export function inStrips<T extends { quad: Quad }>(lines: readonly T[], context: Ask['context']): T[][] {
  if (context === 'single') return [[...lines]]
  const start = ({ quad }: T) => Math.min(...quad.map(({ x, y }) => (context === 'menu' ? y : x)))
  const sorted = [...lines].sort((a, b) => start(a) - start(b))
  const size = Math.max(STRIP_LINES_MIN, Math.ceil(lines.length / STRIPS_MAX))
  return Array.from({ length: Math.ceil(sorted.length / size) }, (_, index) =>
    sorted.slice(index * size, (index + 1) * size),
  )
}
