/** Finds the part of a photo that deserves a closer look: the label of a bottle that is small in the frame. */
import type { Region } from '#vision'
import { clusterLines } from '../lines/cluster-lines.ts'
import { boundsOf, type Frame, type PlacedLine } from '../lines/layout.ts'

/** Text of one label, however loosely it is set; a label may be as wide as the photo. */
const LABEL = { overlapMin: 0.2, gapMax: 3, sideGapMax: 2 }
/** Margin around the text, as a share of the longer side of its bounding box: lines that were not detected are near it. */
const MARGIN = 0.5
/** A larger region, as a share of the photo's longer side, shows little that the whole photo does not. */
const SIDE_MAX = 0.75
/** Without any text, the middle of the photo is the best guess. */
const MIDDLE: Region = { x: 22, y: 15, width: 56, height: 70 }

/** Returns the part of the photo around its largest block of text, in percent; undefined if that is nearly all of it. */
export function labelRegion(lines: readonly PlacedLine[], frame: Frame): Region | undefined {
  const clusters = clusterLines(lines, { ...LABEL, widthMax: frame.width })
  const areaOf = (cluster: readonly PlacedLine[]) => cluster.reduce((sum, { width, height }) => sum + width * height, 0)
  const [largest] = clusters.sort((a, b) => areaOf(b) - areaOf(a))
  if (!largest) return MIDDLE
  const { left, right, top, bottom } = boundsOf(largest)
  const margin = MARGIN * Math.max(right - left, bottom - top)
  const [x, y] = [Math.max(0, left - margin), Math.max(0, top - margin)]
  const width = Math.min(frame.width, right + margin) - x
  const height = Math.min(frame.height, bottom + margin) - y
  if (Math.max(width, height) > SIDE_MAX * Math.max(frame.width, frame.height)) return undefined
  const percent = (value: number, whole: number) => Math.round((1000 * value) / whole) / 10
  return {
    x: percent(x, frame.width),
    y: percent(y, frame.height),
    width: percent(width, frame.width),
    height: percent(height, frame.height),
  }
}
