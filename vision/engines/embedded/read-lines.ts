/**
 * Recognises detected lines with the recogniser of PP-OCRv4 mobile (SVTR_LCNet with a CTC head). Input `[N, 3, 48, W]`,
 * B, G, R in -1..1, the shorter lines of a batch padded with 0 on the right; output `[N, T, classes]`, probabilities for CTC.
 */
import { type DecodedText, decodeCtc } from './ctc.ts'
import { type CurvedLine, curvedLineWidth } from './curved-line.ts'
import { LINE_HEIGHT_PX, type Network } from './models.ts'
import type { Raster } from './raster.ts'
import { cropCurvedLine, cropLine, lineWidth } from './rotated-crop.ts'
import type { Quad } from './rotated-rect.ts'

/** Widths are rounded up to this, so that lines of similar length share a batch and a buffer. */
const WIDTH_STEP_PX = 32
const WIDTH_MIN_PX = 64
/** Longer lines are squeezed: 2,560 px hold over 100 characters. */
const WIDTH_MAX_PX = 2_560
/** Padding costs time, large batches cost memory. */
const BATCH_WIDTH_MAX_PX = 2_560
const BATCH_LINES_MAX = 8

/** Where to crop a line: along its curve if it has one, else from its quad. */
interface Shape {
  quad: Quad
  curve?: CurvedLine
}

interface Crop<T> {
  line: T
  width: number
  paddedWidth: number
}

/** Lines of similar width that are recognised together. */
export type Batch<T> = readonly Crop<T>[]

/** Groups lines by width, shortest first, which wastes little on padding. */
export function toBatches<T extends Shape>(lines: readonly T[]): Batch<T>[] {
  const crops = lines
    .map((line) => {
      const width = Math.min(WIDTH_MAX_PX, line.curve ? curvedLineWidth(line.curve) : lineWidth(line.quad))
      return { line, width, paddedWidth: Math.max(WIDTH_MIN_PX, Math.ceil(width / WIDTH_STEP_PX) * WIDTH_STEP_PX) }
    })
    .sort((a, b) => a.paddedWidth - b.paddedWidth)
  const batches: Crop<T>[][] = []
  for (const crop of crops) {
    const batch = batches.at(-1)
    const fits =
      batch?.[0]?.paddedWidth === crop.paddedWidth &&
      batch.length < BATCH_LINES_MAX &&
      (batch.length + 1) * crop.paddedWidth <= BATCH_WIDTH_MAX_PX
    if (batch && fits) batch.push(crop)
    else batches.push([crop])
  }
  return batches
}

/** Recognises a batch; the texts are in its order. */
export async function recogniseBatch<T extends Shape>(
  recogniser: Network,
  characters: readonly string[],
  raster: Raster,
  batch: Batch<T>,
): Promise<{ line: T; decoded: DecodedText }[]> {
  const paddedWidth = Math.max(...batch.map((crop) => crop.paddedWidth))
  const size = 3 * LINE_HEIGHT_PX * paddedWidth
  const input = new Float32Array(batch.length * size)
  batch.forEach(({ line, width }, index) => {
    if (line.curve) cropCurvedLine(raster, line.curve, width, input, index * size, paddedWidth)
    else cropLine(raster, line.quad, width, input, index * size, paddedWidth)
  })
  const [{ data, shape }] = await recogniser(input, [batch.length, 3, LINE_HEIGHT_PX, paddedWidth])
  const steps = shape[1] ?? 0
  return batch.map(({ line }, index) => ({
    line,
    decoded: decodeCtc({ data, offset: index * steps * characters.length, steps }, characters),
  }))
}
