/** A camera for a browser that has none: each start is counted, every frame is the same small JPEG. */
import { vi } from 'vitest'

export interface FakeCamera {
  /** How often the page asked for the camera. */
  asked: () => number
  /** Tracks that still run. */
  running: () => number
}

/** Installs it; an error stands for what the browser answers instead. */
export function installCamera(answer: { error?: string; width?: number } = {}): FakeCamera {
  const width = answer.width ?? 1280
  let running = 0
  const getUserMedia = vi.fn(async () => {
    if (answer.error) throw new DOMException('refused by the test', answer.error)
    running += 1
    let isRunning = true
    const track = Object.assign(new EventTarget(), {
      getCapabilities: () => ({}),
      stop: () => {
        if (isRunning) running -= 1
        isRunning = false
      },
    })
    return { getTracks: () => [track], getVideoTracks: () => [track] }
  })
  vi.stubGlobal('isSecureContext', true)
  Object.defineProperty(window, 'isSecureContext', { value: true, configurable: true })
  Object.defineProperty(navigator, 'mediaDevices', { value: { getUserMedia }, configurable: true })
  const video = HTMLVideoElement.prototype
  Object.defineProperty(video, 'srcObject', { value: null, writable: true, configurable: true })
  Object.defineProperty(video, 'videoWidth', { get: () => width, configurable: true })
  Object.defineProperty(video, 'videoHeight', { get: () => Math.round((width * 9) / 16), configurable: true })
  video.play = async () => undefined
  const canvas = HTMLCanvasElement.prototype
  const context = { drawImage: () => undefined, getImageData: () => ({ data: new Uint8ClampedArray(16 * 12 * 4) }) }
  vi.spyOn(canvas, 'getContext').mockReturnValue(context as unknown as null)
  vi.spyOn(canvas, 'toBlob').mockImplementation((done) =>
    done(new Blob([new Uint8Array([0xff, 0xd8])], { type: 'image/jpeg' })),
  )
  return { asked: () => getUserMedia.mock.calls.length, running: () => running }
}
