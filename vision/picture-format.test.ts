import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { cpuMs } from '#testing/growth.ts'
import { zipBomb } from '#testing/zip-bomb.ts'
import { pictureTypeOf } from './picture-format.ts'

const picture = sharp({ create: { width: 8, height: 8, channels: 3, background: '#a06020' } })

describe('the type of a picture', () => {
  it.each(['jpeg', 'png', 'webp', 'avif', 'gif', 'tiff'] as const)(
    'is detected from the first bytes: %s',
    async (format) => {
      const bytes = await picture.clone().toFormat(format).toBuffer()
      expect(pictureTypeOf(bytes)).toBe(`image/${format}`)
      expect(pictureTypeOf(bytes.subarray(0, 12))).toBe(`image/${format}`)
    },
  )

  it('is detected for photos that no decoder here reads', () => {
    expect(pictureTypeOf(Buffer.from('\0\0\0\x18ftypheic\0\0\0\0', 'latin1'))).toBe('image/heic')
  })

  it.each([
    ['nothing', ''],
    ['a drawing', '<svg xmlns="http://www.w3.org/2000/svg"/>'],
    ['a document', '%PDF-1.7\n'],
    ['a sound', 'RIFF\0\0\0\0WAVE'],
    ['a film', '\0\0\0\x18ftypisom\0\0\0\0'],
    ['the first byte of a JPEG', '\xff'],
    ['a film of another kind', '\x30\x26\xb2\x75\x8e\x66\xcf\x11\xa6\xd9\x00\xaa\x00\x62\xce\x6c'],
  ])('is unknown for %s', (_what, text) => {
    expect(pictureTypeOf(Buffer.from(text, 'latin1'))).toBeUndefined()
  })

  it('is decided without opening an archive', async () => {
    const archive = zipBomb(2_048)
    expect(await cpuMs(() => expect(pictureTypeOf(archive)).toBeUndefined())).toBeLessThan(100)
  })
})
