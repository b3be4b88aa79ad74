/**
 * Reads found lines with the CRNN recogniser of PP-OCRv4. Input `[N, 3, 48, W]`, B, G, R in -1..1, shorter lines of a batch
 * padded with 0 on the right; output `[N, T, classes]`, probabilities for CTC.
 */
import { type Arc, arcWidth } from './arc.ts'
import { type DecodedText, decodeCtc } from './ctc.ts'
import { LINE_HEIGHT_PX } from './line-height.ts'
import type { Network } from './models.ts'
import type { Raster } from './raster.ts'
import { cropArc, cropLine, lineWidth } from './rotated-crop.ts'
import type { Quad } from './rotated-rect.ts'

/** Widths are rounded up to this, so that lines of like length share a batch and a buffer. */
const WIDTH_STEP_PX = 32
const WIDTH_MIN_PX = 64
/** A longer line is squeezed: 2,560 px hold over 100 characters. */
const WIDTH_MAX_PX = 2_560
/** Padding costs time, large batches cost memory. */
const BATCH_WIDTH_MAX_PX = 2_560
const BATCH_LINES_MAX = 8

/** Where a line runs: along its arc, when it is read as one. */
interface Shape {
  quad: Quad
  arc?: Arc
}

interface Job<T> {
  line: T
  width: number
  padded: number
}

/** Lines of like width that are read together. */
export type Batch<T> = readonly Job<T>[]

/** Groups lines by width, shortest first, so that a batch wastes little on padding. */
export function inBatches<T extends Shape>(lines: readonly T[]): Batch<T>[] {
  const jobs = lines
    .map((line) => {
      const width = Math.min(WIDTH_MAX_PX, line.arc ? arcWidth(line.arc) : lineWidth(line.quad))
      return { line, width, padded: Math.max(WIDTH_MIN_PX, Math.ceil(width / WIDTH_STEP_PX) * WIDTH_STEP_PX) }
    })
    .sort((a, b) => a.padded - b.padded)
  const batches: Job<T>[][] = []
  for (const job of jobs) {
    const batch = batches.at(-1)
    const fits =
      batch?.[0]?.padded === job.padded &&
      batch.length < BATCH_LINES_MAX &&
      (batch.length + 1) * job.padded <= BATCH_WIDTH_MAX_PX
    if (batch && fits) batch.push(job)
    else batches.push([job])
  }
  return batches
}

/** The texts of a batch, in its order. */
export async function readBatch<T extends Shape>(
  recogniser: Network,
  characters: readonly string[],
  raster: Raster,
  batch: Batch<T>,
): Promise<{ line: T; decoded: DecodedText }[]> {
  const padded = Math.max(...batch.map((job) => job.padded))
  const size = 3 * LINE_HEIGHT_PX * padded
  const input = new Float32Array(batch.length * size)
  batch.forEach(({ line, width }, index) => {
    if (line.arc) cropArc(raster, line.arc, width, input, index * size, padded)
    else cropLine(raster, line.quad, width, input, index * size, padded)
  })
  const [{ data, shape }] = await recogniser(input, [batch.length, 3, LINE_HEIGHT_PX, padded])
  const steps = shape[1] ?? 0
  return batch.map(({ line }, index) => ({
    line,
    decoded: decodeCtc({ data, offset: index * steps * characters.length, steps }, characters),
  }))
}
