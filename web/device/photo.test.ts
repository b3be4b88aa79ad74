import { describe, expect, it } from 'vitest'
import { hasChanged, pixelsOf, readyToSend } from './photo.ts'

function png(width: number, height: number): Blob {
  const head = new DataView(new ArrayBuffer(32))
  head.setUint32(0, 0x89504e47)
  head.setUint32(16, width)
  head.setUint32(20, height)
  return new Blob([head.buffer])
}

describe('a picture made ready to send', () => {
  it('goes as it is when it claims more pixels than anybody takes', async () => {
    const bomb = png(20_000, 20_000)
    expect(await pixelsOf(bomb)).toBe(400_000_000)
    expect(await readyToSend(bomb)).toBe(bomb)
  })

  it('goes as it is when this browser cannot decode it, so that the server says why', async () => {
    const text = new Blob(['not a picture'], { type: 'image/jpeg' })
    expect(await readyToSend(text)).toBe(text)
  })

  it('counts the pixels of a JPEG from its frame header', async () => {
    const bytes = [0xff, 0xd8, 0xff, 0xe0, 0, 4, 0, 0, 0xff, 0xc0, 0, 11, 8, 0x02, 0xd0, 0x05, 0x00, 1, 1, 17, 0]
    expect(await pixelsOf(new Blob([new Uint8Array(bytes)]))).toBe(720 * 1280)
  })
})

it('takes noise for the same picture and a movement for another', () => {
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
