/** Decoded pixels, the input of every stage of this engine. */
import sharp from 'sharp'
import type { Photo, Region } from '../../engine.ts'
import { damagedPicture } from '../../unreadable-picture.ts'

// Reader processes are long-lived and decode each picture once: a cache or more threads would only cost memory.
sharp.cache(false)
sharp.concurrency(1)

/** Interleaved 8-bit R, G, B; `data.length` is width * height * 3. */
export interface Raster {
  data: Uint8Array
  width: number
  height: number
}

/** Maximum enlargement of a region: beyond it, more pixels add no detail. */
const REGION_SCALE_MAX = 2

/**
 * Decodes the photo, or a region of it, with a long side of at most `longSide` px. A whole photo is never enlarged, a region
 * at most by REGION_SCALE_MAX.
 * @throws UnreadablePicture when the bytes cannot be decoded.
 */
export async function decode(photo: Photo, longSide: number, region?: Region): Promise<Raster> {
  const source = region ? toPixels(photo, region) : { left: 0, top: 0, width: photo.width, height: photo.height }
  const scale = Math.min(region ? REGION_SCALE_MAX : 1, longSide / Math.max(source.width, source.height))
  const size = { width: atLeastOne(source.width * scale), height: atLeastOne(source.height * scale) }
  const pipeline = sharp(photo.bytes, { failOn: 'error' })
  if (region) pipeline.extract(source)
  pipeline.resize(size.width, size.height, { fit: 'fill' }).flatten({ background: 'white' }).toColourspace('srgb')
  try {
    return toRaster(await pipeline.raw().toBuffer({ resolveWithObject: true }))
  } catch (cause) {
    throw damagedPicture(cause)
  }
}

/** Scales the raster to exactly this size, ignoring its aspect ratio. */
export async function resize(raster: Raster, width: number, height: number): Promise<Raster> {
  if (raster.width === width && raster.height === height) return raster
  return toRaster(
    await sharp(raster.data, { raw: rawOf(raster) })
      .resize(width, height, { fit: 'fill', kernel: 'cubic' })
      .raw()
      .toBuffer({ resolveWithObject: true }),
  )
}

/** Rotates clockwise about the centre, onto a canvas that holds the whole raster; the added corners are grey. */
export async function rotate(raster: Raster, degrees: number): Promise<Raster> {
  return toRaster(
    await sharp(raster.data, { raw: rawOf(raster) })
      .rotate(degrees, { background: '#808080' })
      .raw()
      .toBuffer({ resolveWithObject: true }),
  )
}

function rawOf(raster: Raster) {
  return { width: raster.width, height: raster.height, channels: 3 } as const
}

function toRaster({
  data,
  info,
}: {
  data: Uint8Array
  info: { width: number; height: number; channels: number }
}): Raster {
  if (info.channels === 3) return { data, width: info.width, height: info.height }
  // A greyscale picture keeps its single channel in raw output.
  const rgb = new Uint8Array(info.width * info.height * 3)
  for (let pixel = 0; pixel < info.width * info.height; pixel++) {
    rgb.fill(data[pixel * info.channels] ?? 0, pixel * 3, pixel * 3 + 3)
  }
  return { data: rgb, width: info.width, height: info.height }
}

function toPixels(photo: Photo, region: Region) {
  const left = Math.min(photo.width - 1, Math.max(0, Math.round((region.x / 100) * photo.width)))
  const top = Math.min(photo.height - 1, Math.max(0, Math.round((region.y / 100) * photo.height)))
  return {
    left,
    top,
    width: Math.min(photo.width - left, atLeastOne((region.width / 100) * photo.width)),
    height: Math.min(photo.height - top, atLeastOne((region.height / 100) * photo.height)),
  }
}

function atLeastOne(pixels: number): number {
  return Math.max(1, Math.round(pixels))
}
