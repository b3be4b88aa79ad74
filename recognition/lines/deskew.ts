/** Straightens the lines of a page that was photographed at an angle. */
import { type Frame, median, type PlacedLine } from './layout.ts'

/** Rotates the lines of a page until they are level, then corrects its keystone distortion. */
export function deskewed(lines: PlacedLine[], frame: Frame): PlacedLine[] {
  const skew = median(lines.filter(isLong).map((line) => line.skew))
  if (Math.abs(skew) > SKEW_MAX) return lines
  return keystoneCorrected(rotated(lines, skew, frame), frame)
}

/** Degrees. A page that is skewed more is none; one that is skewed less is level. */
const SKEW_MAX = 30
const SKEW_MIN = 0.3

function isLong({ width, height }: PlacedLine): boolean {
  return width > 4 * height
}

function rotated(lines: PlacedLine[], skew: number, frame: Frame): PlacedLine[] {
  if (Math.abs(skew) < SKEW_MIN) return lines
  const angle = (-skew * Math.PI) / 180
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
  return lines.map((line) => {
    const dx = line.x - frame.width / 2
    const dy = line.y - frame.height / 2
    return placedAt(line, dx * cos - dy * sin + frame.width / 2, dx * sin + dy * cos + frame.height / 2, skew)
  })
}

/** Minimum number of long lines for an estimate, and minimum distance within a pair of them as a share of the page height. */
const KEYSTONE_LINES_MIN = 8
const PAIR_DISTANCE_MIN = 0.2

/** Seen at an angle, the skew of the lines changes linearly down the page: skew(y) = intercept + slope · y, a Theil-Sen fit. */
function keystoneCorrected(lines: PlacedLine[], frame: Frame): PlacedLine[] {
  const long = lines.filter((line) => isLong(line) && Math.abs(line.skew) < SKEW_MAX)
  if (long.length < KEYSTONE_LINES_MIN) return lines
  const pairs = long.flatMap((a, index) =>
    long.slice(index + 1).flatMap((b) => {
      const distance = b.y - a.y
      return Math.abs(distance) >= frame.height * PAIR_DISTANCE_MIN ? [(b.skew - a.skew) / distance] : []
    }),
  )
  const slope = median(pairs)
  const intercept = median(long.map(({ skew, y }) => skew - slope * y))
  return lines.map((line) => {
    const skew = intercept + slope * line.y
    const y = line.y - Math.tan((skew * Math.PI) / 180) * (line.x - frame.width / 2)
    return placedAt(line, line.x, y, skew)
  })
}

/** Moves the centre of a line to (x, y) and subtracts the skew of the page around it. */
function placedAt(line: PlacedLine, x: number, y: number, skew: number): PlacedLine {
  const angle = ((line.skew - skew) * Math.PI) / 180
  const halfWidth = (line.width * Math.abs(Math.cos(angle)) + line.height * Math.abs(Math.sin(angle))) / 2
  const halfHeight = (line.width * Math.abs(Math.sin(angle)) + line.height * Math.abs(Math.cos(angle))) / 2
  const box = { left: x - halfWidth, right: x + halfWidth, top: y - halfHeight, bottom: y + halfHeight }
  return { ...line, ...box, x, y, skew: line.skew - skew }
}
