/** The rectangle that a user drags on a photo. Everything is in percent of the photo. */
import type { LabelBox, Position } from '#contracts'

/** Smallest side: less holds no label. */
const SIDE_MIN = 6
/** A key press moves the rectangle or its corner this far. */
const STEP = 3

/** What is dragged: the rectangle, one of its corners, or a new rectangle. */
export type Grip = 'whole' | 'new' | Corner
export const CORNERS = ['top-left', 'top-right', 'bottom-left', 'bottom-right'] as const
export type Corner = (typeof CORNERS)[number]

/** The rectangle after a drag that began at `from` with the rectangle `start`. */
export function dragged(grip: Grip, start: LabelBox, from: Position, to: Position): LabelBox {
  const [dx, dy] = [to.x - from.x, to.y - from.y]
  if (grip === 'new') return between(from, to)
  if (grip === 'whole') return moved(start, dx, dy)
  const { fixed, free } = cornersOf(start, grip)
  return between(fixed, { x: free.x + dx, y: free.y + dy })
}

/** The rectangle after an arrow key, which moves it or, with Shift, its bottom right corner; undefined for other keys. */
export function afterKey(key: string, isShift: boolean, box: LabelBox): LabelBox | undefined {
  const direction = ARROWS[key]
  if (!direction) return undefined
  const by = { x: direction.x * STEP, y: direction.y * STEP }
  return dragged(isShift ? 'bottom-right' : 'whole', box, { x: 0, y: 0 }, by)
}

const ARROWS: Record<string, Position> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
}

function moved(box: LabelBox, dx: number, dy: number): LabelBox {
  return { ...box, x: within(box.x + dx, 0, 100 - box.width), y: within(box.y + dy, 0, 100 - box.height) }
}

function cornersOf({ x, y, width, height }: LabelBox, corner: Corner): { fixed: Position; free: Position } {
  const isTop = corner.startsWith('top')
  const isLeft = corner.endsWith('left')
  return {
    fixed: { x: isLeft ? x + width : x, y: isTop ? y + height : y },
    free: { x: isLeft ? x : x + width, y: isTop ? y : y + height },
  }
}

/** The rectangle between two points, inside the photo and not too small. */
function between(fixed: Position, free: Position): LabelBox {
  const [x, width] = span(fixed.x, free.x)
  const [y, height] = span(fixed.y, free.y)
  return { x, y, width, height }
}

function span(fixed: number, free: number): [start: number, length: number] {
  const start = within(Math.min(fixed, free), 0, 100 - SIDE_MIN)
  return [start, Math.max(SIDE_MIN, within(Math.max(fixed, free), 0, 100) - start)]
}

const within = (value: number, min: number, max: number) => Math.min(max, Math.max(min, value))
