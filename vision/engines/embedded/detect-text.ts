/**
 * Detects text lines with the DBNet detector of PP-OCRv4.
 * Input `[1, 3, H, W]`, H and W multiples of 32, channels in B, G, R order (PaddleOCR trains on images decoded by OpenCV),
 * scaled to 0-1 and normalised as (value - mean) / std with the ImageNet statistics, which PaddleOCR applies in R, G, B order
 * to B, G, R data. Output `[1, 1, H, W]`: the probability of text.
 */
import { type CurvedLine, scaleCurvedLine } from './curved-line.ts'
import type { Network } from './models.ts'
import { type Raster, resize } from './raster.ts'
import { type Pixel, type Quad, readingQuad } from './rotated-rect.ts'
import { DB_OPTIONS, type DbOptions, type ProbabilityMap, textRegions } from './text-regions.ts'

const STRIDE = 32
const MEAN = [0.485, 0.456, 0.406] as const
const STD = [0.229, 0.224, 0.225] as const

export interface DetectedLine {
  /** In pixels of the raster. */
  quad: Quad
  /** 0-1: mean probability of text. */
  score: number
  /** The centre line in pixels of the raster, if the line is curved. */
  curve?: CurvedLine
}

/**
 * The detector's working memory grows with its input (about 0.3 GB per megapixel), so a large input is processed in tiles of
 * whole rows. Each tile includes a margin of rows on either side whose output is discarded; with this margin the result
 * equals that of one piece.
 */
const TILE_AREA_MAX = 520_000
const TILE_MARGIN_PX = 32

/** Detects on the raster scaled down to `longSide` px; quads and curves are in pixels of the raster itself. */
export async function detectText(
  detector: Network,
  raster: Raster,
  longSide: number,
  options: DbOptions = DB_OPTIONS,
): Promise<DetectedLine[]> {
  const scale = Math.min(1, longSide / Math.max(raster.width, raster.height))
  const input = await resize(raster, toStride(raster.width * scale), toStride(raster.height * scale))
  const toRaster = { x: raster.width / input.width, y: raster.height / input.height }
  return textRegions(await textProbability(detector, input), options).map(({ rect, score, curve }) => {
    const [a, b, c, d] = readingQuad(rect)
    const place = (point: Pixel) => ({ x: point.x * toRaster.x, y: point.y * toRaster.y })
    return {
      quad: [place(a), place(b), place(c), place(d)],
      score,
      ...(curve && { curve: scaleCurvedLine(curve, toRaster) }),
    }
  })
}

async function textProbability(detector: Network, input: Raster): Promise<ProbabilityMap> {
  const { width, height } = input
  const data = new Float32Array(width * height)
  for (const { from, to, inputFrom, inputTo } of tilesOf(width, height)) {
    const [output] = await detector(normalise(input, inputFrom, inputTo), [1, 3, inputTo - inputFrom, width])
    data.set(output.data.subarray((from - inputFrom) * width, (to - inputFrom) * width), from * width)
  }
  return { data, width, height }
}

/** Output rows `from` up to `to` are computed from input rows `inputFrom` up to `inputTo`; all are multiples of the stride. */
interface Tile {
  from: number
  to: number
  inputFrom: number
  inputTo: number
}

/** Tiles of nearly equal height that together cover every row once. */
export function tilesOf(width: number, height: number): Tile[] {
  const count = Math.ceil((width * height) / TILE_AREA_MAX)
  const rows = Math.ceil(height / count / STRIDE) * STRIDE
  return Array.from({ length: Math.ceil(height / rows) }, (_, index) => {
    const from = index * rows
    const to = Math.min(height, from + rows)
    return { from, to, inputFrom: Math.max(0, from - TILE_MARGIN_PX), inputTo: Math.min(height, to + TILE_MARGIN_PX) }
  })
}

function toStride(pixels: number): number {
  return Math.max(STRIDE, Math.round(pixels / STRIDE) * STRIDE)
}

/** The network's input for rows `from` up to `to`. */
function normalise({ data, width }: Raster, from: number, to: number): Float32Array {
  const area = width * (to - from)
  const start = from * width * 3
  const input = new Float32Array(3 * area)
  for (let channel = 0; channel < 3; channel++) {
    const scale = 1 / (255 * (STD[channel] ?? 1))
    const shift = (MEAN[channel] ?? 0) / (STD[channel] ?? 1)
    const plane = channel * area
    // Channel 0 of the network is blue, which is byte 2 of a pixel.
    for (let pixel = 0, byte = start + 2 - channel; pixel < area; pixel++, byte += 3) {
      input[plane + pixel] = (data[byte] ?? 0) * scale - shift
    }
  }
  return input
}
