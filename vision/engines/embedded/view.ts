/** One way of looking at a photo: a part of it, larger, or turned. It knows how to lead every place back to the photo. */
import type { Ask, Photo, Region } from '../../engine.ts'
import type { Corners, Point } from '../../reading.ts'
import { decode, type Raster, turned } from './raster.ts'
import type { Pixel, Quad } from './rotated-rect.ts'

const WHOLE: Region = { x: 0, y: 0, width: 100, height: 100 }

export interface View {
  raster: Raster
  /** Degrees clockwise. */
  turned: number
  /** Corners on the raster -> percent of the upright photo, within 0-100. */
  cornersOf(quad: Quad): Corners
}

/** Opens the photo as asked; the long side is measured before turning. */
export async function openView(photo: Photo, ask: Pick<Ask, 'region' | 'turned'>, longSide: number): Promise<View> {
  const region = ask.region ?? WHOLE
  const degrees = ask.turned ?? 0
  const upright = await decode(photo, longSide, ask.region)
  const raster = degrees === 0 ? upright : await turned(upright, degrees)
  const place = (pixel: Pixel): Point => {
    const { x, y } = degrees === 0 ? pixel : turnedBack(pixel, raster, upright, degrees)
    return {
      x: percent(region.x + (x / upright.width) * region.width),
      y: percent(region.y + (y / upright.height) * region.height),
    }
  }
  return {
    raster,
    turned: degrees,
    cornersOf: ([a, b, c, d]) => [place(a), place(b), place(c), place(d)],
  }
}

interface Size {
  width: number
  height: number
}

/** A place on the canvas `from`, which shows `to` turned clockwise about its centre, as a place on `to`. */
export function turnedBack(pixel: Pixel, from: Size, to: Size, degrees: number): Pixel {
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
