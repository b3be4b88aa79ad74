/** The raster for one pass over a photo: all of it or a region, upright or rotated, with the mapping back to the photo. */
import type { Ask, Photo, Region } from '../../engine.ts'
import type { Corners, Point } from '../../reading.ts'
import { decode, type Raster, rotate } from './raster.ts'
import type { Pixel, Quad } from './rotated-rect.ts'

const WHOLE: Region = { x: 0, y: 0, width: 100, height: 100 }

export interface View {
  raster: Raster
  /** Degrees clockwise. */
  rotation: number
  /** Maps corners on the raster to percent of the upright photo, clamped to 0-100. */
  cornersOf(quad: Quad): Corners
}

/** Decodes the photo as asked; `longSide` applies before rotation. */
export async function openView(photo: Photo, ask: Pick<Ask, 'region' | 'rotation'>, longSide: number): Promise<View> {
  const region = ask.region ?? WHOLE
  const rotation = ask.rotation ?? 0
  const upright = await decode(photo, longSide, ask.region)
  const raster = rotation === 0 ? upright : await rotate(upright, rotation)
  const place = (pixel: Pixel): Point => {
    const { x, y } = rotation === 0 ? pixel : rotateBack(pixel, raster, upright, rotation)
    return {
      x: percent(region.x + (x / upright.width) * region.width),
      y: percent(region.y + (y / upright.height) * region.height),
    }
  }
  return {
    raster,
    rotation,
    cornersOf: ([a, b, c, d]) => [place(a), place(b), place(c), place(d)],
  }
}

interface Size {
  width: number
  height: number
}

/** Maps a pixel of the canvas `from`, which shows `to` rotated clockwise about its centre, to a pixel of `to`. */
export function rotateBack(pixel: Pixel, from: Size, to: Size, degrees: number): Pixel {
  const angle = (-degrees * Math.PI) / 180
  const x = pixel.x - from.width / 2
  const y = pixel.y - from.height / 2
  return {
    x: x * Math.cos(angle) - y * Math.sin(angle) + to.width / 2,
    y: x * Math.sin(angle) + y * Math.cos(angle) + to.height / 2,
  }
}

function percent(value: number): number {
  return Math.min(100, Math.max(0, value))
}
