/** Pictures before they leave the device: upright, small enough, without metadata. */
import { CAPTURE_JPEG_QUALITY, PHOTO_MAX_SIDE_PX, UPLOAD_MAX_PIXELS } from '#contracts'

/** The part of a picture source that drawing needs. */
type Source = HTMLVideoElement | ImageBitmap

export interface FrameSize {
  maxWidth: number
  maxHeight: number
  quality: number
}

/** The picture as a JPEG that fits into the size; undefined when the browser cannot draw it. */
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
  context.drawImage(source, 0, 0, canvas.width, canvas.height)
  return new Promise((resolve) => canvas.toBlob((blob) => resolve(blob ?? undefined), 'image/jpeg', size.quality))
}

/**
 * A chosen or taken picture made ready to send: upright, at most 2560 px, re-encoded and so free of EXIF and GPS. What
 * this browser cannot decode goes as it is: the server may know the format, and says what is wrong when it does not.
 */
export async function readyToSend(picture: Blob): Promise<Blob> {
  if (picture.size === 0 || (await pixelsOf(picture)) > UPLOAD_MAX_PIXELS) return picture
  let bitmap: ImageBitmap
  try {
    bitmap = await createImageBitmap(picture, { imageOrientation: 'from-image' })
  } catch {
    return picture
  }
  try {
    const size = { maxWidth: PHOTO_MAX_SIDE_PX, maxHeight: PHOTO_MAX_SIDE_PX, quality: CAPTURE_JPEG_QUALITY }
    return (await jpegOf(bitmap, size)) ?? picture
  } finally {
    bitmap.close()
  }
}

/** How many pixels a PNG or JPEG claims to hold, from its header: a hostile one must not be decoded to find out. */
export async function pixelsOf(picture: Blob): Promise<number> {
  const head = new DataView(await picture.slice(0, 256 * 1024).arrayBuffer())
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

const PRINT_WIDTH = 16
const PRINT_HEIGHT = 12
const CHANGED_BY = 6

/** A tiny grey picture of the frame, to tell whether anything moved. */
export function thumbprint(video: HTMLVideoElement): Uint8Array | undefined {
  if (video.videoWidth === 0) return undefined
  const canvas = document.createElement('canvas')
  canvas.width = PRINT_WIDTH
  canvas.height = PRINT_HEIGHT
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (!context) return undefined
  context.drawImage(video, 0, 0, PRINT_WIDTH, PRINT_HEIGHT)
  const { data } = context.getImageData(0, 0, PRINT_WIDTH, PRINT_HEIGHT)
  return Uint8Array.from({ length: PRINT_WIDTH * PRINT_HEIGHT }, (_, pixel) => {
    const [red = 0, green = 0, blue = 0] = data.subarray(pixel * 4, pixel * 4 + 3)
    return (red * 2 + green * 5 + blue) >> 3
  })
}

/** True when the pictures differ by more than sensor noise: mean difference of grey levels, 0-255. */
export function hasChanged(before: Uint8Array, after: Uint8Array): boolean {
  const sum = after.reduce((total, level, pixel) => total + Math.abs(level - (before[pixel] ?? 0)), 0)
  return sum / after.length > CHANGED_BY
}
