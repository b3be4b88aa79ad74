import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { spec } from '#testing/spec.ts'
import { installCamera } from '#web/testing/fake-camera.ts'
import { createCamera } from './camera.ts'
import { readyToSend } from './photo.ts'

beforeEach(() => void installCamera({ width: 1280 }))
afterEach(() => {
  vi.unstubAllGlobals()
})

/** Type and quality of the last encoded picture. */
const encoded = () => vi.mocked(HTMLCanvasElement.prototype.toBlob).mock.lastCall?.slice(1)

describe('the camera', () => {
  it('requests the rear camera at 1280x720, at least 640x480', spec('4.1.3', '9.2.8', '9.2.9'), async () => {
    const camera = createCamera()
    await camera.start()
    expect(vi.mocked(navigator.mediaDevices.getUserMedia).mock.lastCall).toEqual([
      {
        video: {
          facingMode: { ideal: 'environment' },
          width: { ideal: 1280, min: 640 },
          height: { ideal: 720, min: 480 },
        },
        audio: false,
      },
    ])
    camera.stop()
  })

  it('takes stills at quality 0.9', spec('9.2.7'), async () => {
    const camera = createCamera()
    camera.attach(document.createElement('video'))
    await camera.start()
    expect(await camera.still()).toBeInstanceOf(Blob)
    expect(encoded()).toEqual(['image/jpeg', 0.9])
    camera.stop()
  })

  it.each([
    [900, 'the photo', 0.8],
    [1_100, 'the frame', 0.9],
  ])('that needs %d ms for a photo returns %s', spec('10.2.2'), async (ms, _what, quality) => {
    vi.useFakeTimers()
    const photo = new Blob(['a photo'])
    class ImageCapture {
      takePhoto = () => new Promise<Blob>((resolve) => setTimeout(() => resolve(photo), ms))
    }
    vi.stubGlobal('ImageCapture', ImageCapture)
    const camera = createCamera()
    camera.attach(document.createElement('video'))
    await camera.start()
    const still = camera.still()
    await vi.advanceTimersByTimeAsync(1_200)
    expect(await still).toBeInstanceOf(Blob)
    expect(encoded()).toEqual(['image/jpeg', quality])
    vi.useRealTimers()
    camera.stop()
  })
})

describe('a picture', () => {
  it('is sent at quality 0.8', spec('9.2.6', '10.2.1'), async () => {
    vi.stubGlobal('createImageBitmap', async () => ({ width: 4_000, height: 3_000, close: () => undefined }))
    const sent = await readyToSend(new Blob([new Uint8Array([0xff, 0xd8, 0xff, 0xd9])], { type: 'image/png' }))
    expect(sent.type).toBe('image/jpeg')
    expect(encoded()).toEqual(['image/jpeg', 0.8])
    const canvas = vi.mocked(HTMLCanvasElement.prototype.toBlob).mock.contexts.at(-1) as HTMLCanvasElement
    expect([canvas.width, canvas.height]).toEqual([2_560, 1_920])
  })
})
