/**
 * Finds the lines of text on a raster with the DBNet detector of PP-OCRv4.
 * Input `[1, 3, H, W]`, H and W multiples of 32, channels in the order B, G, R (PaddleOCR trains on what OpenCV decodes),
 * scaled to 0-1 and normalised with the ImageNet means and deviations, which PaddleOCR applies in R, G, B order to B, G, R
 * data. Output `[1, 1, H, W]`: the probability of text.
 */
import { type Arc, scaledArc } from './arc.ts'
import type { Network } from './models.ts'
import { type Raster, resized } from './raster.ts'
import { type Pixel, type Quad, readingQuad } from './rotated-rect.ts'
import { type ProbabilityMap, REGION_RULES, type RegionRules, textRegions } from './text-regions.ts'

const STRIDE = 32
const MEAN = [0.485, 0.456, 0.406] as const
const DEVIATION = [0.229, 0.224, 0.225] as const

export interface FoundLine {
  /** In pixels of the raster. */
  quad: Quad
  /** 0-1: how sure the detector is that this is text. */
  score: number
  /** How it runs, when it is bent: in pixels of the raster. */
  arc?: Arc
}

/**
 * The detector's working memory grows with the area it sees (about 0.3 GB a megapixel), so a large input is seen in bands of
 * rows. Each band sees this many more rows on either side than it answers for: enough for the same answer as in one piece.
 */
const BAND_AREA_MAX = 520_000
const BAND_MARGIN_PX = 32

/** Looks at the raster scaled to `longSide` px (never enlarged); the answer is in pixels of the raster itself. */
export async function detectText(
  detector: Network,
  raster: Raster,
  longSide: number,
  rules: RegionRules = REGION_RULES,
): Promise<FoundLine[]> {
  const scale = Math.min(1, longSide / Math.max(raster.width, raster.height))
  const input = await resized(raster, strideMultiple(raster.width * scale), strideMultiple(raster.height * scale))
  const toRaster = { x: raster.width / input.width, y: raster.height / input.height }
  return textRegions(await textProbability(detector, input), rules).map(({ rect, score, arc }) => {
    const [a, b, c, d] = readingQuad(rect)
    const place = (point: Pixel) => ({ x: point.x * toRaster.x, y: point.y * toRaster.y })
    return { quad: [place(a), place(b), place(c), place(d)], score, ...(arc && { arc: scaledArc(arc, toRaster) }) }
  })
}

async function textProbability(detector: Network, input: Raster): Promise<ProbabilityMap> {
  const { width, height } = input
  const data = new Float32Array(width * height)
  await Promise.all(
    bandsOf(width, height).map(async ({ from, to, seenFrom, seenTo }) => {
      const [seen] = await detector(normalised(input, seenFrom, seenTo), [1, 3, seenTo - seenFrom, width])
      data.set(seen.data.subarray((from - seenFrom) * width, (to - seenFrom) * width), from * width)
    }),
  )
  return { data, width, height }
}

/** Rows `from` up to `to` are answered from a look at rows `seenFrom` up to `seenTo`; all are multiples of the stride. */
interface Band {
  from: number
  to: number
  seenFrom: number
  seenTo: number
}

/** Bands of nearly equal height that together answer for every row once. */
export function bandsOf(width: number, height: number): Band[] {
  const count = Math.ceil((width * height) / BAND_AREA_MAX)
  const rows = Math.ceil(height / count / STRIDE) * STRIDE
  return Array.from({ length: Math.ceil(height / rows) }, (_, index) => {
    const from = index * rows
    const to = Math.min(height, from + rows)
    return { from, to, seenFrom: Math.max(0, from - BAND_MARGIN_PX), seenTo: Math.min(height, to + BAND_MARGIN_PX) }
  })
}

function strideMultiple(pixels: number): number {
  return Math.max(STRIDE, Math.round(pixels / STRIDE) * STRIDE)
}

/** The rows `from` up to `to` as the network's input. */
function normalised({ data, width }: Raster, from: number, to: number): Float32Array {
  const area = width * (to - from)
  const start = from * width * 3
  const input = new Float32Array(3 * area)
  for (let channel = 0; channel < 3; channel++) {
    const scale = 1 / (255 * (DEVIATION[channel] ?? 1))
    const shift = (MEAN[channel] ?? 0) / (DEVIATION[channel] ?? 1)
    const plane = channel * area
    // Channel 0 of the network is blue, which is byte 2 of a pixel.
    for (let pixel = 0, byte = start + 2 - channel; pixel < area; pixel++, byte += 3) {
      input[plane + pixel] = (data[byte] ?? 0) * scale - shift
    }
  }
  return input
}
