/**
 * What tells scenes apart at a glance: where the text stands and how the picture is lit and structured. Text alone cannot
 * do it, since far bottles carry no readable text, so a thumbnail's colours, edges and symmetry speak too.
 */
import type { FoundLine } from './detect-text.ts'
import type { Raster } from './raster.ts'
import { distance } from './rotated-rect.ts'

/** Width and height in px of the thumbnail that the features of the picture are measured on. */
export const THUMBNAIL = { width: 64, height: 48 } as const

export const SCENE_FEATURES = [
  'isTextless',
  'textLines',
  'alignedShare',
  'tallestLine',
  'medianLine',
  'tallestToMedian',
  'textArea',
  'textSpreadX',
  'textSpreadY',
  'textOffCentre',
  'levelShare',
  'textBlocks',
  'linesPerBlock',
  'listArea',
  'whiteShare',
  'darkShare',
  'brightness',
  'contrast',
  'saturation',
  'amberShare',
  'verticalEdges',
  'edgeDensity',
  'mirrorSymmetry',
  'columnRepetition',
  'centreContrast',
] as const

export type SceneFeature = (typeof SCENE_FEATURES)[number]
export type SceneFeatures = Record<SceneFeature, number>

/** `lines` in pixels of a frame of this size; `thumbnail` is the same frame at the size THUMBNAIL. */
export function sceneFeatures(
  lines: readonly FoundLine[],
  frame: { width: number; height: number },
  thumbnail: Raster,
): SceneFeatures {
  const boxes = lines.map((line) => boxOf(line, frame))
  return { ...layoutFeatures(boxes), ...pictureFeatures(thumbnail) }
}

/**
 * How many separate blocks of text there are: lines that stand above each other (overlapping by over a third of the
 * narrower, at most 1.6 line heights apart) belong together. On bottles in a row, about one block a bottle.
 */
export function countBlocks(boxes: readonly TextBox[]): number {
  const blockOf = boxes.map((_, index) => index)
  const root = (index: number): number => {
    const parent = blockOf[index] ?? index
    return parent === index ? index : root(parent)
  }
  boxes.forEach((a, i) => {
    boxes.slice(i + 1).forEach((b, offset) => {
      const overlap = Math.min(a.right, b.right) - Math.max(a.left, b.left)
      const gap = Math.max(a.top, b.top) - Math.min(a.bottom, b.bottom)
      const isAbove = overlap > 0.35 * Math.min(a.right - a.left, b.right - b.left)
      if (isAbove && gap < 1.6 * Math.max(a.height, b.height)) blockOf[root(i + 1 + offset)] = root(i)
    })
  })
  return blockOf.filter((parent, index) => parent === index).length
}

/** A line in shares of the frame: 0-1. `height` is the height of its letters, `slope` its direction in radians. */
export interface TextBox {
  left: number
  right: number
  top: number
  bottom: number
  height: number
  area: number
  slope: number
}

export function boxOf({ quad }: FoundLine, { width, height }: { width: number; height: number }): TextBox {
  const xs = quad.map((corner) => corner.x / width)
  const ys = quad.map((corner) => corner.y / height)
  const [topLeft, topRight, , bottomLeft] = quad
  const tall = distance(topLeft, bottomLeft)
  return {
    left: Math.min(...xs),
    right: Math.max(...xs),
    top: Math.min(...ys),
    bottom: Math.max(...ys),
    height: tall / height,
    area: (distance(topLeft, topRight) * tall) / (width * height),
    slope: Math.atan2(topRight.y - topLeft.y, topRight.x - topLeft.x),
  }
}

function layoutFeatures(boxes: readonly TextBox[]) {
  const heights = boxes.map((box) => box.height).sort((a, b) => a - b)
  const tallest = heights.at(-1) ?? 0
  const median = heights[heights.length >> 1] ?? 0
  const area = total(boxes.map((box) => box.area))
  const x = weighted(boxes, (box) => (box.left + box.right) / 2)
  const y = weighted(boxes, (box) => (box.top + box.bottom) / 2)
  const blocks = countBlocks(boxes)
  const alignedShare = share(boxes, (box) => boxes.filter((other) => standsBelow(box, other)).length >= 3)
  const levelShare = share(boxes, (box) => Math.abs(box.slope) < 0.05)
  return {
    isTextless: boxes.length === 0 ? 1 : 0,
    textLines: Math.log1p(boxes.length),
    alignedShare,
    tallestLine: Math.sqrt(tallest),
    medianLine: Math.sqrt(median),
    tallestToMedian: median === 0 ? 0 : Math.log(tallest / median),
    textArea: Math.sqrt(area),
    textSpreadX: x.deviation,
    textSpreadY: y.deviation,
    textOffCentre: boxes.length === 0 ? 0 : Math.abs(x.middle - 0.5),
    levelShare,
    textBlocks: Math.log1p(blocks),
    linesPerBlock: blocks === 0 ? 0 : Math.log(boxes.length / blocks),
    listArea: alignedShare * levelShare * Math.sqrt(area),
  }
}

/** The cue of a list: another line of like height that begins or ends at the same place. */
function standsBelow(box: TextBox, other: TextBox): boolean {
  if (box === other) return false
  const isLikeHeight = Math.abs(Math.log(box.height / other.height)) < 0.4
  const isFlush = Math.abs(box.left - other.left) < 0.015 || Math.abs(box.right - other.right) < 0.015
  return isLikeHeight && isFlush
}

function pictureFeatures({ data, width, height }: Raster) {
  const pixels = Array.from({ length: width * height }, (_, index) => {
    const [r, g, b] = [data[index * 3] ?? 0, data[index * 3 + 1] ?? 0, data[index * 3 + 2] ?? 0]
    const high = Math.max(r, g, b)
    return {
      value: high / 255,
      grey: (0.3 * r + 0.59 * g + 0.11 * b) / 255,
      saturation: high === 0 ? 0 : 1 - Math.min(r, g, b) / high,
      isAmber: r > g && g > b && r - b > 60,
    }
  })
  const grey = pixels.map((pixel) => pixel.grey)
  const at = (x: number, y: number) => grey[y * width + x] ?? 0
  const brightness = mean(grey)
  let across = 0
  let down = 0
  for (let y = 0; y + 1 < height; y++) {
    for (let x = 0; x + 1 < width; x++) {
      across += Math.abs(at(x + 1, y) - at(x, y))
      down += Math.abs(at(x, y + 1) - at(x, y))
    }
  }
  const isCentre = (_: unknown, index: number) => Math.abs((index % width) - width / 2) < width / 6
  const centre = mean(grey.filter(isCentre))
  return {
    whiteShare: share(pixels, (pixel) => pixel.value > 0.78 && pixel.saturation < 0.2),
    darkShare: share(pixels, (pixel) => pixel.value < 0.2),
    brightness,
    contrast: Math.sqrt(mean(grey.map((value) => (value - brightness) ** 2))),
    saturation: mean(pixels.map((pixel) => pixel.saturation)),
    amberShare: share(pixels, (pixel) => pixel.isAmber),
    verticalEdges: across / (across + down + 1e-6),
    edgeDensity: (across + down) / grey.length,
    mirrorSymmetry: mirrorSymmetry(at, width, height),
    columnRepetition: columnRepetition(at, width, height),
    centreContrast: Math.abs(centre - mean(grey.filter((value, index) => !isCentre(value, index)))),
  }
}

/** How well the middle of the picture mirrors itself about its best upright axis: one bottle does, 0-1. */
function mirrorSymmetry(at: (x: number, y: number) => number, width: number, height: number): number {
  const reach = Math.floor(width / 6)
  let best = Infinity
  for (let axis = Math.floor(width * 0.35); axis <= width * 0.65; axis++) {
    let difference = 0
    let spread = 1e-6
    for (let y = 0; y < height; y++) {
      for (let offset = 1; offset <= reach; offset++) {
        difference += Math.abs(at(axis - offset, y) - at(axis + offset, y))
        spread += Math.abs(at(axis - offset, y) - at(axis, y)) + Math.abs(at(axis + offset, y) - at(axis, y))
      }
    }
    best = Math.min(best, difference / spread)
  }
  return 1 - Math.min(1, best)
}

/** The strongest repetition along the columns' edge profile at a sixteenth to a third of the width: bottles in a row, -1..1. */
function columnRepetition(at: (x: number, y: number) => number, width: number, height: number): number {
  const profile = Array.from({ length: width - 1 }, (_, x) => {
    let edges = 0
    for (let y = 0; y < height; y++) edges += Math.abs(at(x + 1, y) - at(x, y))
    return edges
  })
  const level = mean(profile)
  const swing = profile.map((value) => value - level)
  const energy = total(swing.map((value) => value * value)) + 1e-9
  let best = -1
  for (let lag = Math.floor(width / 16); lag <= width / 3; lag++) {
    const match = total(swing.slice(lag).map((value, index) => value * (swing[index] ?? 0)))
    best = Math.max(best, match / energy)
  }
  return best
}

function weighted(boxes: readonly TextBox[], placeOf: (box: TextBox) => number) {
  const weight = total(boxes.map((box) => box.area))
  if (weight === 0) return { middle: 0, deviation: 0 }
  const centre = total(boxes.map((box) => placeOf(box) * box.area)) / weight
  return {
    middle: centre,
    deviation: Math.sqrt(total(boxes.map((box) => (placeOf(box) - centre) ** 2 * box.area)) / weight),
  }
}

function share<T>(items: readonly T[], has: (item: T) => boolean): number {
  return items.length === 0 ? 0 : items.filter(has).length / items.length
}

function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : total(values) / values.length
}

function total(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0)
}
