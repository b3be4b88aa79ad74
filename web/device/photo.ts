/** Pictures before they leave the device: upright, small enough, without metadata. */
import { CAMERA_JPEG_QUALITY, CAPTURE_JPEG_QUALITY, PHOTO_MAX_SIDE_PX, UPLOAD_MAX_PIXELS } from '#contracts'
import type { GreyFrame } from './aim.ts'

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

/** A file that cannot be sent. The message says why, for people. */
export class UnusablePhoto extends Error {
  override readonly name = 'UnusablePhoto'
}

/**
 * A chosen or taken picture made ready to send: upright, at most 2560 px, re-encoded and so free of EXIF and GPS. What
 * this browser cannot decode is refused with the reason: sent as it is, it would take its metadata along.
 */
export async function readyToSend(picture: Blob): Promise<Blob> {
  if (picture.size === 0) throw new UnusablePhoto('This file is empty.')
  if ((await pixelsOf(picture)) > UPLOAD_MAX_PIXELS) {
    throw new UnusablePhoto('This picture is too large: 100 megapixels are the most.')
  }
  const bitmap = await decoded(picture)
  try {
    const size = { maxWidth: PHOTO_MAX_SIDE_PX, maxHeight: PHOTO_MAX_SIDE_PX, quality: CAPTURE_JPEG_QUALITY }
    const jpeg = await jpegOf(bitmap, size)
    if (!jpeg) throw new UnusablePhoto('This browser could not draw the picture.')
    return jpeg
  } finally {
    bitmap.close()
  }
}

/** The part of a picture around a place (percent), ready to be read by itself: a container wide, and taller than wide. */
export async function partOf(picture: Blob, { x, y }: { x: number; y: number }): Promise<Blob> {
  const whole = await decoded(picture)
  const width = Math.round(whole.width * PART_WIDTH)
  const height = Math.round(Math.min(whole.height * PART_HEIGHT_MAX, width * PART_TALLNESS))
  const left = within((x / 100) * whole.width - width / 2, whole.width - width)
  const top = within((y / 100) * whole.height - height / 2, whole.height - height)
  whole.close()
  const part = await createImageBitmap(picture, left, top, width, height, { imageOrientation: 'from-image' })
  try {
    const size = { maxWidth: PHOTO_MAX_SIDE_PX, maxHeight: PHOTO_MAX_SIDE_PX, quality: CAMERA_JPEG_QUALITY }
    const jpeg = await jpegOf(part, size)
    if (!jpeg) throw new UnusablePhoto('This browser could not draw the picture.')
    return jpeg
  } finally {
    part.close()
  }
}

/** Shares of the picture: about one container, without the shelves above and below. */
const PART_WIDTH = 0.22
const PART_HEIGHT_MAX = 0.4
const PART_TALLNESS = 1.5
const within = (value: number, most: number) => Math.round(Math.min(most, Math.max(0, value)))

async function decoded(picture: Blob): Promise<ImageBitmap> {
  try {
    return await createImageBitmap(picture, { imageOrientation: 'from-image' })
  } catch (cause) {
    throw new UnusablePhoto(WHY_NOT[await formatOf(picture)], { cause })
  }
}

const WHY_NOT = {
  heic: 'This browser cannot open HEIC photos. Choose a JPEG, or let the phone’s camera save “Most Compatible” ones.',
  picture: 'This picture could not be read: it is damaged or cut off.',
  other: 'This is not a picture that this browser can open.',
} as const

/** What the bytes say; names and types of files are often wrong. */
async function formatOf(file: Blob): Promise<keyof typeof WHY_NOT> {
  const head = String.fromCharCode(...new Uint8Array(await file.slice(0, 16).arrayBuffer()))
  if (/^....ftyp(hei|hev|mif1|msf1)/s.test(head)) return 'heic'
  return /^(\xff\xd8\xff|\x89PNG|GIF8|BM|RIFF....WEBP|....ftypavi)/s.test(head) ? 'picture' : 'other'
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
  const whole = { x: 0, y: 0, width: video.videoWidth, height: video.videoHeight }
  return greyOf(video, whole, PRINT_WIDTH, PRINT_HEIGHT)?.levels
}

const WHOLE_WIDTH = 64
const WHOLE_HEIGHT = 48
const CENTRE_SIDE = 160

/** The whole frame made small, and its middle in full detail. */
export function greyFrames(video: HTMLVideoElement): { whole: GreyFrame; centre: GreyFrame } | undefined {
  const { videoWidth: width, videoHeight: height } = video
  const side = Math.min(CENTRE_SIDE, width, height)
  const whole = greyOf(video, { x: 0, y: 0, width, height }, WHOLE_WIDTH, WHOLE_HEIGHT)
  const middle = { x: (width - side) / 2, y: (height - side) / 2, width: side, height: side }
  const centre = greyOf(video, middle, side, side)
  return whole && centre && { whole, centre }
}

/** A part of the frame in grey, drawn into the given size. */
function greyOf(
  video: HTMLVideoElement,
  part: { x: number; y: number; width: number; height: number },
  width: number,
  height: number,
): GreyFrame | undefined {
  if (video.videoWidth === 0) return undefined
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (!context) return undefined
  context.drawImage(video, part.x, part.y, part.width, part.height, 0, 0, width, height)
  const { data } = context.getImageData(0, 0, width, height)
  const levels = new Uint8Array(width * height)
  // The first look runs before the browser has made this loop fast: nothing is allocated in it.
  for (let pixel = 0, at = 0; pixel < levels.length; pixel += 1, at += 4) {
    levels[pixel] = ((data[at] ?? 0) * 2 + (data[at + 1] ?? 0) * 5 + (data[at + 2] ?? 0)) >> 3
  }
  return { width, height, levels }
}

/** True when the pictures differ by more than sensor noise: mean difference of grey levels, 0-255. */
export function hasChanged(before: Uint8Array, after: Uint8Array): boolean {
  const sum = after.reduce((total, level, pixel) => total + Math.abs(level - (before[pixel] ?? 0)), 0)
  return sum / after.length > CHANGED_BY
}
