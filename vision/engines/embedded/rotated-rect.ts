/** Minimum-area rotated rectangles: the oriented box of a text line. */

/** Pixels, y downwards. */
export interface Pixel {
  x: number
  y: number
}

/** Corners clockwise from the top left of the text, in reading direction. Pixels. */
export type Quad = readonly [Pixel, Pixel, Pixel, Pixel]

/** `angle` in radians is the direction of the side `width`. */
export interface RotatedRect {
  centre: Pixel
  width: number
  height: number
  angle: number
}

/** A box at least this much taller than wide holds text that runs from top to bottom. */
const VERTICAL_ASPECT = 1.5

/**
 * The minimum-area rectangle around the points, by rotating calipers (Freeman and Shapira 1975): one of its sides lies on
 * an edge of the convex hull. `points` must be sorted by y, then x, and span at least two rows and columns.
 */
export function minAreaRect(points: readonly Pixel[]): RotatedRect {
  const hull = convexHull(points)
  let best: RotatedRect | undefined
  hull.forEach((start, index) => {
    const end = hull[(index + 1) % hull.length] ?? start
    const rect = rectAlong(hull, Math.atan2(end.y - start.y, end.x - start.x))
    if (best === undefined || rect.width * rect.height < best.width * best.height) best = rect
  })
  return best ?? rectAlong(points, 0)
}

/** Adds `margin` px on every side. */
export function expand(rect: RotatedRect, margin: number): RotatedRect {
  return { ...rect, width: rect.width + 2 * margin, height: rect.height + 2 * margin }
}

/** Corners in reading direction: text is assumed to run to the right, or downwards in a tall rectangle. */
export function readingQuad(rect: RotatedRect): Quad {
  const along = { x: (Math.cos(rect.angle) * rect.width) / 2, y: (Math.sin(rect.angle) * rect.width) / 2 }
  const across = { x: (-Math.sin(rect.angle) * rect.height) / 2, y: (Math.cos(rect.angle) * rect.height) / 2 }
  const { x, y } = rect.centre
  const corners = [
    { x: x - along.x - across.x, y: y - along.y - across.y },
    { x: x + along.x - across.x, y: y + along.y - across.y },
    { x: x + along.x + across.x, y: y + along.y + across.y },
    { x: x - along.x + across.x, y: y - along.y + across.y },
  ].sort((a, b) => a.x - b.x)
  const [a, b, c, d] = corners
  if (!a || !b || !c || !d) throw new Error('A rectangle has four corners')
  const [topLeft, bottomLeft] = a.y <= b.y ? [a, b] : [b, a]
  const [topRight, bottomRight] = c.y <= d.y ? [c, d] : [d, c]
  const isTall = distance(topLeft, bottomLeft) >= VERTICAL_ASPECT * distance(topLeft, topRight)
  return isTall ? [topRight, bottomRight, bottomLeft, topLeft] : [topLeft, topRight, bottomRight, bottomLeft]
}

/** True for a line whose text is assumed to run downwards. */
export function runsDownwards([start, end]: Quad): boolean {
  return Math.abs(end.y - start.y) > Math.abs(end.x - start.x)
}

/** The same line read from its other end, as on the handles of taps, where text runs upwards. */
export function turnedRound([a, b, c, d]: Quad): Quad {
  return [c, d, a, b]
}

export function distance(a: Pixel, b: Pixel): number {
  return Math.hypot(a.x - b.x, a.y - b.y)
}

/** Andrew's monotone chain over points sorted by y, then x. */
function convexHull(points: readonly Pixel[]): Pixel[] {
  const halfOf = (ordered: readonly Pixel[]) => {
    const half: Pixel[] = []
    for (const point of ordered) {
      while (half.length >= 2 && cross(half.at(-2), half.at(-1), point) <= 0) half.pop()
      half.push(point)
    }
    half.pop()
    return half
  }
  return [...halfOf(points), ...halfOf(points.toReversed())]
}

/** The cross product (b - a) × (c - a): its sign is the direction of the turn from a over b to c, 0 if collinear. */
function cross(a: Pixel | undefined, b: Pixel | undefined, c: Pixel): number {
  return a && b ? (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x) : 0
}

function rectAlong(points: readonly Pixel[], angle: number): RotatedRect {
  const cos = Math.cos(angle)
  const sin = Math.sin(angle)
  let [left, right, top, bottom] = [Infinity, -Infinity, Infinity, -Infinity]
  for (const { x, y } of points) {
    const along = x * cos + y * sin
    const across = y * cos - x * sin
    left = Math.min(left, along)
    right = Math.max(right, along)
    top = Math.min(top, across)
    bottom = Math.max(bottom, across)
  }
  const [along, across] = [(left + right) / 2, (top + bottom) / 2]
  return {
    centre: { x: along * cos - across * sin, y: along * sin + across * cos },
    width: right - left,
    height: bottom - top,
    angle,
  }
}
