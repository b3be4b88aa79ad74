/**
 * Finds the lines of text on a raster with the DBNet detector of PP-OCRv4.
 * Input `[1, 3, H, W]`, H and W multiples of 32, channels in the order B, G, R (PaddleOCR trains on what OpenCV decodes),
 * scaled to 0-1 and normalised with the ImageNet means and deviations, which PaddleOCR applies in R, G, B order to B, G, R
 * data. Output `[1, 1, H, W]`: the probability of text.
 */
import type { Network } from './models.ts'
import { type Raster, resized } from './raster.ts'
import { type Quad, readingQuad } from './rotated-rect.ts'
import { REGION_RULES, type RegionRules, textRegions } from './text-regions.ts'

const STRIDE = 32
const MEAN = [0.485, 0.456, 0.406] as const
const DEVIATION = [0.229, 0.224, 0.225] as const

export interface FoundLine {
  /** In pixels of the raster. */
  quad: Quad
  /** 0-1: how sure the detector is that this is text. */
  score: number
}

/** Looks at the raster scaled to `longSide` px (never enlarged); the answer is in pixels of the raster itself. */
export async function detectText(
  detector: Network,
  raster: Raster,
  longSide: number,
  rules: RegionRules = REGION_RULES,
): Promise<FoundLine[]> {
  const scale = Math.min(1, longSide / Math.max(raster.width, raster.height))
  const input = await resized(raster, strideMultiple(raster.width * scale), strideMultiple(raster.height * scale))
  const { data } = await detector(normalised(input), [1, 3, input.height, input.width])
  const toRaster = { x: raster.width / input.width, y: raster.height / input.height }
  return textRegions({ data, width: input.width, height: input.height }, rules).map(({ rect, score }) => {
    const [a, b, c, d] = readingQuad(rect)
    const place = (point: { x: number; y: number }) => ({ x: point.x * toRaster.x, y: point.y * toRaster.y })
    return { quad: [place(a), place(b), place(c), place(d)], score }
  })
}

function strideMultiple(pixels: number): number {
  return Math.max(STRIDE, Math.round(pixels / STRIDE) * STRIDE)
}

function normalised({ data, width, height }: Raster): Float32Array {
  const area = width * height
  const input = new Float32Array(3 * area)
  for (let channel = 0; channel < 3; channel++) {
    const scale = 1 / (255 * (DEVIATION[channel] ?? 1))
    const shift = (MEAN[channel] ?? 0) / (DEVIATION[channel] ?? 1)
    const plane = channel * area
    // Channel 0 of the network is blue, which is byte 2 of a pixel.
    for (let pixel = 0, byte = 2 - channel; pixel < area; pixel++, byte += 3) {
      input[plane + pixel] = (data[byte] ?? 0) * scale - shift
    }
  }
  return input
}
