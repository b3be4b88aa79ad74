/** Prepares pictures before they leave the device: upright, small enough, without metadata. */
import { CAPTURE_JPEG_QUALITY, PHOTO_MAX_SIDE_PX, UPLOAD_MAX_PIXELS } from '#contracts'
import { hidesPixels } from './canvas-pixels.ts'
import { t } from './texts.ts'

type Source = HTMLVideoElement | ImageBitmap

export interface FrameSize {
  maxWidth: number
  maxHeight: number
  quality: number
}

/**
 * Returns the picture as a JPEG within the given size; undefined when the browser cannot draw it.
 * @throws UnusablePhoto if the browser hides what it has drawn.
 */
export async function jpegOf(source: Source, size: FrameSize): Promise<Blob | undefined> {
  const width = source instanceof HTMLVideoElement ? source.videoWidth : source.width
  const height = source instanceof HTMLVideoElement ? source.videoHeight : source.height
  if (width === 0 || height === 0) return undefined
  const scale = Math.min(1, size.maxWidth / width, size.maxHeight / height)
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(width * scale))
  canvas.height = Math.max(1, Math.round(height * scale))
  const context = canvas.getContext('2d')
  if (!context) return undefined
  if (hidesPixels()) throw new UnusablePhoto(t('hidden'))
  context.drawImage(source, 0, 0, canvas.width, canvas.height)
  return new Promise((resolve) => canvas.toBlob((blob) => resolve(blob ?? undefined), 'image/jpeg', size.quality))
}

/** A file that cannot be sent. The message tells the user why. */
export class UnusablePhoto extends Error {
  override readonly name = 'UnusablePhoto'
}

/**
 * Returns a picture ready to send: upright, at most `maxSide` px, re-encoded and so free of EXIF and GPS. Throws
 * `UnusablePhoto` for what the browser cannot read or decode: sent unchanged, it would keep its metadata.
 */
export async function readyToSend(picture: Blob, maxSide: number = PHOTO_MAX_SIDE_PX): Promise<Blob> {
  if (picture.size === 0) throw new UnusablePhoto(t('empty'))
  if ((await pixelsOf(picture)) > UPLOAD_MAX_PIXELS) {
    throw new UnusablePhoto(t('tooLarge'))
  }
  const bitmap = await decoded(picture)
  try {
    return await sendable(bitmap, maxSide, CAPTURE_JPEG_QUALITY)
  } finally {
    bitmap.close()
  }
}

/** @throws UnusablePhoto if the browser cannot draw it. */
export async function sendable(bitmap: ImageBitmap, maxSide: number, quality: number): Promise<Blob> {
  const jpeg = await jpegOf(bitmap, { maxWidth: maxSide, maxHeight: maxSide, quality })
  if (!jpeg) throw new UnusablePhoto(t('unopened'))
  return jpeg
}

/**
 * Upright, as is the default everywhere: naming it is a TypeError in Safari before 17.2.
 * @throws UnusablePhoto
 */
export async function decoded(picture: Blob): Promise<ImageBitmap> {
  try {
    return await createImageBitmap(picture)
  } catch (cause) {
    throw new UnusablePhoto(t(`undecoded.${await formatOf(picture)}`), { cause })
  }
}

/** Detected from the first bytes; names and types of files are often wrong. */
async function formatOf(file: Blob): Promise<'heic' | 'picture' | 'other'> {
  const head = String.fromCharCode(...new Uint8Array(await firstBytes(file, 16)))
  if (/^....ftyp(hei|hev|mif1|msf1)/s.test(head)) return 'heic'
  return /^(\xff\xd8\xff|\x89PNG|GIF8|BM|RIFF....WEBP|....ftypavi)/s.test(head) ? 'picture' : 'other'
}

/** A folder that was dropped, or a picture that only the cloud has, cannot be read. */
async function firstBytes(file: Blob, count: number): Promise<ArrayBuffer> {
  try {
    return await file.slice(0, count).arrayBuffer()
  } catch (cause) {
    throw new UnusablePhoto(t('unread'), { cause })
  }
}

/** The pixel count in a PNG or JPEG header, 0 if unknown: a decompression bomb must not be decoded to find out. */
export async function pixelsOf(picture: Blob): Promise<number> {
  const head = new DataView(await firstBytes(picture, 256 * 1024))
  if (head.byteLength >= 24 && head.getUint32(0) === 0x89504e47) return head.getUint32(16) * head.getUint32(20)
  if (head.byteLength < 4 || head.getUint16(0) !== 0xffd8) return 0
  let at = 2
  while (at + 9 < head.byteLength && head.getUint8(at) === 0xff) {
    const marker = head.getUint8(at + 1)
    const isFrame = marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc
    if (isFrame) return head.getUint16(at + 5) * head.getUint16(at + 7)
    at += 2 + head.getUint16(at + 2)
  }
  return 0
}
