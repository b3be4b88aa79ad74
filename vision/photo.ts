/**
 * Foreign bytes -> Photo: upright, in sRGB, free of metadata, no larger than asked. The type is told by the bytes alone and
 * the size by the header, so that neither a renamed file nor a decompression bomb gets as far as a decoder.
 */

import type { Metadata } from 'sharp'
import { UPLOAD_MAX_PIXELS } from '#contracts'
import type { Photo } from './engine.ts'
import { imageLibrary } from './image-library.ts'
import { UnreadablePicture } from './unreadable-picture.ts'

/** 0-100: high enough that small print survives a second encoding. */
const JPEG_QUALITY = 90

/**
 * Decodes a picture of any usual format (JPEG, PNG, WebP, AVIF, GIF, TIFF) into an upright JPEG without metadata. Its long
 * side is at most `maxSide` px; a smaller picture is never enlarged. Transparent parts become white. Of an animation only
 * the first frame counts.
 * @throws UnreadablePicture `not_an_image` when the bytes are something else (an SVG or a PDF is), `too_large` when the
 * header announces more than UPLOAD_MAX_PIXELS, `unreadable_image` when the bytes are cut off, broken or of a format that
 * cannot be decoded.
 */
export async function preparePhoto(bytes: Uint8Array, maxSide: number): Promise<Photo> {
  await assertImage(bytes)
  const sharp = await imageLibrary()
  const { width, height } = await readHeader(bytes)
  if (width * height > UPLOAD_MAX_PIXELS) throw new UnreadablePicture('The picture has too many pixels', 'too_large')
  try {
    const { data, info } = await sharp(bytes, { limitInputPixels: UPLOAD_MAX_PIXELS, failOn: 'error' })
      .autoOrient()
      .resize(maxSide, maxSide, { fit: 'inside', withoutEnlargement: true })
      .flatten({ background: 'white' })
      .jpeg({ quality: JPEG_QUALITY })
      .toBuffer({ resolveWithObject: true })
    return { bytes: data, width: info.width, height: info.height }
  } catch (cause) {
    throw unreadable(cause)
  }
}

async function assertImage(bytes: Uint8Array): Promise<void> {
  const { fileTypeFromBuffer } = await import('file-type')
  const type = await fileTypeFromBuffer(bytes)
  if (!type?.mime.startsWith('image/')) throw new UnreadablePicture('The file is not an image', 'not_an_image')
}

async function readHeader(bytes: Uint8Array): Promise<Metadata> {
  const sharp = await imageLibrary()
  try {
    return await sharp(bytes, { limitInputPixels: false }).metadata()
  } catch (cause) {
    throw unreadable(cause)
  }
}

function unreadable(cause: unknown): UnreadablePicture {
  return new UnreadablePicture('The picture is damaged or cannot be read', 'unreadable_image', { cause })
}
