/**
 * Detects the formats of photos by their magic numbers. It reads the first bytes and nothing else: a file from outside must not
 * be parsed by a process that others depend on.
 */
import { UnreadablePicture } from './unreadable-picture.ts'

export type PictureType =
  | 'image/jpeg'
  | 'image/png'
  | 'image/webp'
  | 'image/avif'
  | 'image/heic'
  | 'image/gif'
  | 'image/tiff'

/** In hexadecimal; a dot is any digit. AVIF and HEIC are ISO base media files whose brand follows `ftyp`. */
const MAGIC_NUMBERS: readonly [pattern: string, type: PictureType][] = [
  ['ffd8ff', 'image/jpeg'],
  ['89504e470d0a1a0a', 'image/png'],
  [`${hex('RIFF')}........${hex('WEBP')}`, 'image/webp'],
  ...['avif', 'avis'].map((brand): [string, PictureType] => [`........${hex(`ftyp${brand}`)}`, 'image/avif']),
  ...['heic', 'heix', 'hevc', 'hevx', 'mif1', 'msf1'].map((brand): [string, PictureType] => [
    `........${hex(`ftyp${brand}`)}`,
    'image/heic',
  ]),
  [hex('GIF87a'), 'image/gif'],
  [hex('GIF89a'), 'image/gif'],
  ['49492a00', 'image/tiff'],
  ['4d4d002a', 'image/tiff'],
]
const HEAD_BYTES = 12

/** Returns undefined for anything that is not a photo, SVG and PDF included. */
export function pictureTypeOf(bytes: Uint8Array): PictureType | undefined {
  const head = Buffer.from(bytes.subarray(0, HEAD_BYTES)).toString('hex')
  return MAGIC_NUMBERS.find(([pattern]) => matches(head, pattern))?.[1]
}

/** @throws UnreadablePicture `not_an_image` unless the bytes start like a picture. */
export function assertPicture(bytes: Uint8Array): void {
  if (!pictureTypeOf(bytes)) throw new UnreadablePicture('The file is not an image', 'not_an_image')
}

function matches(head: string, pattern: string): boolean {
  return head.length >= pattern.length && [...pattern].every((digit, at) => digit === '.' || digit === head[at])
}

function hex(ascii: string): string {
  return Buffer.from(ascii, 'latin1').toString('hex')
}
