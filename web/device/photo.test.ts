import { afterEach, describe, expect, it, vi } from 'vitest'
import { spec } from '#testing/spec.ts'
import { installCamera } from '#web/testing/fake-camera.ts'
import { hasChanged } from './grey-frames.ts'
import { pixelsOf, readyToSend, UnusablePhoto } from './photo.ts'
import { partOf } from './photo-part.ts'

function png(width: number, height: number): Blob {
  const head = new DataView(new ArrayBuffer(32))
  head.setUint32(0, 0x89504e47)
  head.setUint32(16, width)
  head.setUint32(20, height)
  return new Blob([head.buffer])
}

function unreadable(): Blob {
  const file = new Blob(['picture'])
  file.slice = () =>
    Object.assign(new Blob(), { arrayBuffer: () => Promise.reject(new DOMException('', 'NotReadableError')) })
  return file
}

const bytes = (text: string) => new Blob([Uint8Array.from(text, (letter) => letter.charCodeAt(0))])

describe('a picture made ready to send', () => {
  afterEach(() => vi.unstubAllGlobals())

  it('is a new JPEG: nothing of the file that was chosen leaves the device', async () => {
    installCamera()
    const close = vi.fn()
    vi.stubGlobal('createImageBitmap', async () => ({ width: 4000, height: 3000, close }))
    const chosen = new Blob([new Uint8Array([0xff, 0xd8, 0xff, 0xe1]), 'Exif GPS 48.1 N 11.5 E'], {
      type: 'image/jpeg',
    })
    const sent = await readyToSend(chosen)
    expect(sent).not.toBe(chosen)
    expect(sent.type).toBe('image/jpeg')
    expect(await sent.text()).not.toContain('Exif')
    expect(close).toHaveBeenCalledTimes(1)
  })

  it('is rejected without decoding when its header claims too many pixels', async () => {
    const decode = vi.fn()
    vi.stubGlobal('createImageBitmap', decode)
    const bomb = png(20_000, 20_000)
    expect(await pixelsOf(bomb)).toBe(400_000_000)
    await expect(readyToSend(bomb)).rejects.toThrow('100 megapixels')
    expect(decode).not.toHaveBeenCalled()
  })

  it('is accepted up to 100 megapixels', spec('10.2.5'), async () => {
    await expect(readyToSend(png(10_000, 10_000))).resolves.toBeInstanceOf(Blob)
    await expect(readyToSend(png(10_001, 10_000))).rejects.toThrow('100 megapixels')
  })

  it.each([
    ['an empty file', new Blob([]), 'This file is empty.'],
    ['a HEIC', bytes('\0\0\0\x18ftypheic\0\0\0\0'), 'This browser can’t open HEIC photos.'],
    ['a HEIC by its general brand', bytes('\0\0\0\x18ftypmif1\0\0\0\0'), 'This browser can’t open HEIC photos.'],
    ['a JPEG cut off', bytes('\xff\xd8\xff\xe0\0\x10JFIF'), 'damaged or incomplete'],
    ['a text called .jpg', new Blob(['no picture'], { type: 'image/jpeg' }), 'isn’t a picture'],
    ['a folder, or a picture in the cloud', unreadable(), "couldn't read this file"],
  ])('is rejected with the reason: %s', async (_what, file, reason) => {
    vi.stubGlobal('createImageBitmap', () => Promise.reject(new DOMException('', 'InvalidStateError')))
    const refused = readyToSend(file)
    await expect(refused).rejects.toThrow(UnusablePhoto)
    await expect(refused).rejects.toThrow(reason)
  })

  it('is rejected where the browser hides what it draws: it would be noise', async () => {
    installCamera({ hidesPixels: true })
    vi.stubGlobal('createImageBitmap', async () => ({ width: 4000, height: 3000, close: () => undefined }))
    const refused = readyToSend(bytes('\xff\xd8\xff\xe0'))
    await expect(refused).rejects.toThrow(UnusablePhoto)
    await expect(refused).rejects.toThrow('Your browser hides pictures')
  })

  it('counts the pixels of a JPEG from its frame header', async () => {
    const bytes = [0xff, 0xd8, 0xff, 0xe0, 0, 4, 0, 0, 0xff, 0xc0, 0, 11, 8, 0x02, 0xd0, 0x05, 0x00, 1, 1, 17, 0]
    expect(await pixelsOf(new Blob([new Uint8Array(bytes)]))).toBe(720 * 1280)
  })
})

it('ignores sensor noise and detects motion', () => {
  const still = new Uint8Array(192).fill(100)
  expect(
    hasChanged(
      still,
      still.map((level, at) => level + (at % 3)),
    ),
  ).toBe(false)
  expect(
    hasChanged(
      still,
      still.map((level, at) => (at < 64 ? 160 : level)),
    ),
  ).toBe(true)
})

it('is decoded by a Safari that does not know the orientation from-image', async () => {
  vi.stubGlobal('createImageBitmap', async (_picture: Blob, ...rest: unknown[]) => {
    if (rest.some((one) => typeof one === 'object')) throw new TypeError('Type error')
    return { width: 4, height: 3, close: () => undefined }
  })
  expect((await readyToSend(png(4, 3))).type).toBe('image/jpeg')
  expect((await partOf(png(4, 3), { x: 0, y: 0, width: 50, height: 50 })).type).toBe('image/jpeg')
  vi.unstubAllGlobals()
})

it('cuts out a part of a picture by its place in percent', async () => {
  const cut: number[][] = []
  vi.stubGlobal('createImageBitmap', async (_picture: Blob, ...rest: unknown[]) => {
    const numbers = rest.filter((one): one is number => typeof one === 'number')
    if (numbers.length > 0) cut.push(numbers)
    return { width: 1_000, height: 960, close: () => undefined }
  })
  const part = { x: 39, y: 31.25, width: 22, height: 50 }
  expect((await partOf(new Blob(['jpeg']), part)).type).toBe('image/jpeg')
  expect(cut).toEqual([[390, 300, 220, 480]])
  vi.unstubAllGlobals()
})
