/**
 * The features that scenes are classified by: the layout of the text, and the detector's feature map. Text alone does not
 * suffice, since distant bottles carry no readable text; the backbone responds to glass, rows and shelves, too.
 */
import type { DetectedLine } from './detect-text.ts'
import type { NetworkOutput } from './models.ts'
import { distance } from './rotated-rect.ts'

/** How the text is laid out; the fit gives both kinds of features the same total weight. */
export const LAYOUT_FEATURES = [
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
  'mainBlockWidth',
  'linesPerBlock',
  'listArea',
] as const
/** The channels of the feature map, in their order. */
export const BACKBONE_FEATURES = Array.from({ length: 192 }, (_, channel) => `backbone${channel}`)

export type SceneFeatures = Readonly<Record<string, number>>

/** `lines` are in pixels of a frame of this size; `featureMap` is the detector's second output for it. */
export function sceneFeatures(
  lines: readonly DetectedLine[],
  frame: { width: number; height: number },
  featureMap: NetworkOutput,
): SceneFeatures {
  const means = channelMeans(featureMap).map((value, channel) => [`backbone${channel}`, value] as const)
  return { ...layoutFeatures(lines.map((line) => boxOf(line, frame))), ...Object.fromEntries(means) }
}

/**
 * Groups lines into blocks of text by union-find: lines one above the other (overlapping by over a third of the narrower, at
 * most 1.6 line heights apart) belong together. On bottles in a row this gives about one block per bottle.
 */
export function blocksOf(boxes: readonly TextBox[]): TextBox[][] {
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
  const blocks = new Map<number, TextBox[]>()
  boxes.forEach((box, index) => {
    blocks.set(root(index), [...(blocks.get(root(index)) ?? []), box])
  })
  return [...blocks.values()]
}

/** A line in shares of the frame, 0-1. `height` is that of its letters, `slope` its direction in radians. */
export interface TextBox {
  left: number
  right: number
  top: number
  bottom: number
  height: number
  area: number
  slope: number
}

/** The upright box of a line, in shares of the frame, 0-1. */
export function boxOf({ quad }: DetectedLine, { width, height }: { width: number; height: number }): TextBox {
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

function layoutFeatures(boxes: readonly TextBox[]): Record<(typeof LAYOUT_FEATURES)[number], number> {
  const heights = boxes.map((box) => box.height).sort((a, b) => a - b)
  const tallest = heights.at(-1) ?? 0
  const median = heights[heights.length >> 1] ?? 0
  const area = total(boxes.map((box) => box.area))
  const x = weightedStats(boxes, (box) => (box.left + box.right) / 2)
  const y = weightedStats(boxes, (box) => (box.top + box.bottom) / 2)
  const blocks = blocksOf(boxes)
  const alignedShare = share(boxes, (box) => boxes.filter((other) => isAligned(box, other)).length >= 3)
  const levelShare = share(boxes, (box) => Math.abs(box.slope) < 0.05)
  return {
    isTextless: boxes.length === 0 ? 1 : 0,
    textLines: Math.log1p(boxes.length),
    alignedShare,
    tallestLine: Math.sqrt(tallest),
    medianLine: Math.sqrt(median),
    tallestToMedian: median === 0 ? 0 : Math.log(tallest / median),
    textArea: Math.sqrt(area),
    textSpreadX: x.std,
    textSpreadY: y.std,
    textOffCentre: boxes.length === 0 ? 0 : Math.abs(x.mean - 0.5),
    levelShare,
    textBlocks: Math.log1p(blocks.length),
    mainBlockWidth: widthOf(mainOf(blocks)),
    linesPerBlock: blocks.length === 0 ? 0 : Math.log(boxes.length / blocks.length),
    listArea: alignedShare * levelShare * Math.sqrt(area),
  }
}

/** The block with the largest text area: of one bottle the whole label, of a row of bottles one of many. */
function mainOf(blocks: readonly TextBox[][]): TextBox[] {
  const areaOf = (block: readonly TextBox[]) => total(block.map((box) => box.area))
  return blocks.reduce((main, block) => (areaOf(block) > areaOf(main) ? block : main), [])
}

function widthOf(block: readonly TextBox[]): number {
  if (block.length === 0) return 0
  return Math.max(...block.map((box) => box.right)) - Math.min(...block.map((box) => box.left))
}

/** The cue of a list: another line of similar height that is flush on the left or right. */
function isAligned(box: TextBox, other: TextBox): boolean {
  if (box === other) return false
  const hasSimilarHeight = Math.abs(Math.log(box.height / other.height)) < 0.4
  const isFlush = Math.abs(box.left - other.left) < 0.015 || Math.abs(box.right - other.right) < 0.015
  return hasSimilarHeight && isFlush
}

/** Global average pooling: the mean of each channel. */
function channelMeans({ data, shape: [, channels = 0, rows = 0, columns = 0] }: NetworkOutput): number[] {
  const area = rows * columns
  return Array.from({ length: channels }, (_, channel) => mean(data.subarray(channel * area, (channel + 1) * area)))
}

/** Mean and standard deviation of a coordinate, weighted by area. */
function weightedStats(boxes: readonly TextBox[], coordinateOf: (box: TextBox) => number) {
  const weight = total(boxes.map((box) => box.area))
  if (weight === 0) return { mean: 0, std: 0 }
  const centre = total(boxes.map((box) => coordinateOf(box) * box.area)) / weight
  return {
    mean: centre,
    std: Math.sqrt(total(boxes.map((box) => (coordinateOf(box) - centre) ** 2 * box.area)) / weight),
  }
}

function share<T>(items: readonly T[], has: (item: T) => boolean): number {
  return items.length === 0 ? 0 : items.filter(has).length / items.length
}

function mean(values: Float32Array): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length
}

function total(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0)
}
