/**
 * Untrusted bytes -> Photo: upright, in sRGB, free of metadata, no larger than asked. The type is detected from the bytes and
 * the size is read from the header, so that neither a renamed file nor a decompression bomb reaches a decoder.
 */

import type { Metadata, Sharp } from 'sharp'
import { UPLOAD_MAX_PIXELS } from '#contracts'
import type { Photo } from './engine.ts'
import { assertPicture } from './picture-format.ts'
import { damagedPicture, UnreadablePicture } from './unreadable-picture.ts'

/** 0-100: high enough that small print survives the second encoding. */
const JPEG_QUALITY = 90
/** 0-100, best first. */
const THUMBNAIL_QUALITIES = [80, 60, 40]

/**
 * Decodes an image of any common format (JPEG, PNG, WebP, AVIF, GIF, TIFF) into an upright JPEG without metadata. Its long
 * side is at most `maxSide` px; a smaller image is not enlarged. Transparency becomes white. Of an animation only the first
 * frame is used.
 * @throws UnreadablePicture `not_an_image` when the bytes are something else (SVG and PDF count as such), `too_large` when
 * the header announces more than UPLOAD_MAX_PIXELS, `unreadable_image` when the bytes are truncated, corrupt or HEIC, which
 * cannot be decoded.
 */
export async function preparePhoto(bytes: Uint8Array, maxSide: number): Promise<Photo> {
  return await encoded(bytes, maxSide, (picture) => picture.jpeg({ quality: JPEG_QUALITY }))
}

/**
 * A small WebP of an image that `preparePhoto` would decode, of at most `maxBytes`: as good as they allow, and smaller than `maxSide`
 * if they allow no more.
 * @throws UnreadablePicture like `preparePhoto`
 */
export async function thumbnailOf(bytes: Uint8Array, maxSide: number, maxBytes: number): Promise<Photo> {
  for (let side = maxSide; ; side = Math.ceil(side / 2)) {
    for (const quality of THUMBNAIL_QUALITIES) {
      const thumbnail = await encoded(bytes, side, (picture) => picture.webp({ quality }))
      if (thumbnail.bytes.length <= maxBytes || side === 1) return thumbnail
    }
  }
}

async function encoded(bytes: Uint8Array, maxSide: number, encode: (picture: Sharp) => Sharp): Promise<Photo> {
  assertPicture(bytes)
  const sharp = await loadSharp()
  const { width, height } = await readHeader(bytes)
  if (width * height > UPLOAD_MAX_PIXELS) throw new UnreadablePicture('The picture has too many pixels', 'too_large')
  try {
    const upright = sharp(bytes, { limitInputPixels: UPLOAD_MAX_PIXELS, failOn: 'error' })
      .autoOrient()
      .resize(maxSide, maxSide, { fit: 'inside', withoutEnlargement: true })
      .flatten({ background: 'white' })
    const { data, info } = await encode(upright).toBuffer({ resolveWithObject: true })
    return { bytes: data, width: info.width, height: info.height }
  } catch (cause) {
    throw damagedPicture(cause)
  }
}

/** Imported at first use, so that a process that only needs the types of this folder loads no native code. */
export async function loadSharp(): Promise<typeof import('sharp').default> {
  const { default: sharp } = await import('sharp')
  sharp.cache(false)
  sharp.concurrency(1)
  return sharp
}

async function readHeader(bytes: Uint8Array): Promise<Metadata> {
  const sharp = await loadSharp()
  try {
    return await sharp(bytes, { limitInputPixels: false }).metadata()
  } catch (cause) {
    throw damagedPicture(cause)
  }
}
