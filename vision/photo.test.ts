import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { PICTURE_MAX_BYTES, PICTURE_MAX_SIDE_PX } from '#contracts'
import { spec } from '#testing/spec.ts'
import { preparePhoto, thumbnailOf } from './photo.ts'

function picture(width: number, height: number) {
  return sharp({ create: { width, height, channels: 3, background: '#a06020' } })
}

/** A valid PNG header with this size, without pixel data. */
async function pngHeaderOf(width: number, height: number): Promise<Buffer> {
  const png = await picture(8, 8).png().toBuffer()
  png.writeUInt32BE(width, 16)
  png.writeUInt32BE(height, 20)
  png.writeUInt32BE(crc32(png.subarray(12, 29)), 29)
  return png
}

function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1
  }
  return (crc ^ 0xffffffff) >>> 0
}

describe('preparePhoto', () => {
  it('rotates the picture upright and drops its metadata', async () => {
    const bytes = await picture(40, 20)
      .withExif({ IFD0: { ImageDescription: 'where it was taken' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer()
    const photo = await preparePhoto(bytes, 100)
    expect(photo).toMatchObject({ width: 20, height: 40 })
    const metadata = await sharp(photo.bytes).metadata()
    expect(metadata).toMatchObject({ format: 'jpeg', width: 20, height: 40 })
    expect(metadata.exif).toBeUndefined()
    expect(metadata.orientation).toBeUndefined()
  })

  it('scales a large picture down and does not enlarge a small one', async () => {
    const large = await picture(400, 100).webp().toBuffer()
    expect(await preparePhoto(large, 200)).toMatchObject({ width: 200, height: 50 })
    expect(await preparePhoto(large, 1000)).toMatchObject({ width: 400, height: 100 })
  })

  it('fills transparent parts with white', async () => {
    const clear = await sharp({ create: { width: 8, height: 8, channels: 4, background: '#00000000' } })
      .png()
      .toBuffer()
    const photo = await preparePhoto(clear, 100)
    const { dominant } = await sharp(photo.bytes).stats()
    expect(dominant.r + dominant.g + dominant.b).toBeGreaterThan(3 * 240)
  })

  it.each([
    ['nothing', Buffer.alloc(0)],
    ['text', Buffer.from('a pale ale')],
    ['a drawing', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')],
    ['a document', Buffer.from('%PDF-1.7\n%âãÏÓ\n')],
  ])('rejects %s as not an image', async (_what, bytes) => {
    await expect(preparePhoto(bytes, 100)).rejects.toMatchObject({ reason: 'not_an_image' })
  })

  it('rejects a truncated picture', async () => {
    const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const
    const noisy = sharp({ create: { width: 300, height: 300, channels: 3, background: '#000', noise } })
    for (const bytes of [await noisy.jpeg().toBuffer(), await noisy.png().toBuffer(), await noisy.webp().toBuffer()]) {
      await expect(preparePhoto(bytes.subarray(0, bytes.length / 2), 100)).rejects.toMatchObject({
        reason: 'unreadable_image',
      })
    }
  })

  it.each([
    ['TIFF', Buffer.from('49492a0008000000ffff', 'hex')],
    ['TIFF of 4 bytes', Buffer.from('4d4d002a', 'hex')],
    ['WebP', Buffer.from('RIFF\xff\xff\xff\xffWEBPVP8 ', 'latin1')],
    ['AVIF', Buffer.from('\0\0\0\x18ftypavif\0\0\0\0mif1', 'latin1')],
    ['HEIC', Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1', 'latin1')],
    ['GIF', Buffer.from('GIF89a')],
  ])('rejects the beginning of a %s', async (_what, bytes) => {
    await expect(preparePhoto(bytes, 100)).rejects.toMatchObject({ reason: 'unreadable_image' })
  })

  it('rejects a picture with a broken header', async () => {
    const bytes = await picture(20, 20).jpeg().toBuffer()
    await expect(preparePhoto(bytes.subarray(0, 24), 100)).rejects.toMatchObject({ reason: 'unreadable_image' })
  })

  it('rejects a picture of 20,000 by 20,000 pixels by its header alone', async () => {
    const bytes = await pngHeaderOf(20_000, 20_000)
    expect(bytes.length).toBeLessThan(1000)
    await expect(preparePhoto(bytes, 100)).rejects.toMatchObject({ reason: 'too_large' })
  })

  it('does not expose messages of the decoder', async () => {
    const bytes = await picture(20, 20).jpeg().toBuffer()
    const error: unknown = await preparePhoto(bytes.subarray(0, 24), 100).catch((reason: unknown) => reason)
    expect(error).toMatchObject({ name: 'UnreadablePicture', message: 'The picture is damaged or cannot be read' })
  })
})

describe('a thumbnail', () => {
  it('is a small upright WebP without metadata', spec('10.1.18'), async () => {
    const bytes = await picture(1_200, 900)
      .withExif({ IFD0: { ImageDescription: 'where it was taken' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer()
    const thumbnail = await thumbnailOf(bytes, PICTURE_MAX_SIDE_PX, PICTURE_MAX_BYTES)
    expect(thumbnail.bytes.length).toBeLessThanOrEqual(60 * 1024)
    expect(thumbnail).toMatchObject({ width: 480, height: 640 })
    const metadata = await sharp(thumbnail.bytes).metadata()
    expect(metadata).toMatchObject({ format: 'webp', width: 480, height: 640 })
    expect(metadata.exif).toBeUndefined()
  })

  it('is never larger than allowed, whatever it shows', async () => {
    const noise = { type: 'gaussian', mean: 128, sigma: 90 } as const
    const bytes = await sharp({ create: { width: 640, height: 640, channels: 3, background: '#888', noise } })
      .png()
      .toBuffer()
    const maxBytes = 20 * 1024
    const thumbnail = await thumbnailOf(bytes, 640, maxBytes)
    expect(thumbnail.bytes.length).toBeLessThanOrEqual(maxBytes)
    expect(thumbnail.width).toBe(thumbnail.height)
  })

  it('is made of pictures alone', async () => {
    await expect(thumbnailOf(Buffer.from('a pale ale'), 640, 60_000)).rejects.toMatchObject({ reason: 'not_an_image' })
    await expect(thumbnailOf(await pngHeaderOf(20_000, 20_000), 640, 60_000)).rejects.toMatchObject({
      reason: 'too_large',
    })
  })
})
