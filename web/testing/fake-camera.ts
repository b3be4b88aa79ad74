/** A camera for a browser that has none: each start is counted, every frame is the same small JPEG. */
import { vi } from 'vitest'

export interface FakeCamera {
  /** How often the page asked for the camera. */
  asked: () => number
  /** Tracks that still run. */
  running: () => number
  /** What was asked of the running camera besides pictures, in order. */
  applied: () => unknown[]
}

interface FakeAnswer {
  error?: string
  width?: number
  /** Of every pixel, 0-255. */
  brightness?: number
  /** What the camera says that it can do. */
  capabilities?: object
  /** The ids of the cameras there are. */
  lenses?: readonly string[]
}

/** Installs it; an error stands for what the browser answers instead. */
export function installCamera(answer: FakeAnswer = {}): FakeCamera {
  const width = answer.width ?? 1280
  let running = 0
  const applied: unknown[] = []
  const lenses = answer.lenses ?? ['only']
  const getUserMedia = vi.fn(async ({ video: wished }: MediaStreamConstraints) => {
    if (answer.error) throw new DOMException('refused by the test', answer.error)
    const exact = typeof wished === 'object' && (wished.deviceId as ConstrainDOMStringParameters | undefined)?.exact
    const lens = typeof exact === 'string' ? exact : lenses[0]
    if (lens === undefined || !lenses.includes(lens)) throw new DOMException('no such lens', 'OverconstrainedError')
    running += 1
    let isRunning = true
    const track = Object.assign(new EventTarget(), {
      getCapabilities: () => answer.capabilities ?? {},
      getSettings: () => ({ deviceId: lens, width, height: Math.round((width * 9) / 16) }),
      applyConstraints: async ({ advanced }: MediaTrackConstraints) => void applied.push(...(advanced ?? [])),
      stop: () => {
        if (isRunning) running -= 1
        isRunning = false
      },
    })
    return { getTracks: () => [track], getVideoTracks: () => [track] }
  })
  const enumerateDevices = async () => lenses.map((deviceId) => ({ kind: 'videoinput', deviceId, label: deviceId }))
  vi.stubGlobal('isSecureContext', true)
  Object.defineProperty(window, 'isSecureContext', { value: true, configurable: true })
  Object.defineProperty(navigator, 'mediaDevices', { value: { getUserMedia, enumerateDevices }, configurable: true })
  const video = HTMLVideoElement.prototype
  Object.defineProperty(video, 'srcObject', { value: null, writable: true, configurable: true })
  Object.defineProperty(video, 'videoWidth', { get: () => width, configurable: true })
  Object.defineProperty(video, 'videoHeight', { get: () => Math.round((width * 9) / 16), configurable: true })
  video.play = async () => undefined
  const canvas = HTMLCanvasElement.prototype
  const getImageData = (_x: number, _y: number, width: number, height: number) => ({
    data: new Uint8ClampedArray(width * height * 4).fill(answer.brightness ?? 128),
  })
  const context = { drawImage: () => undefined, getImageData }
  vi.spyOn(canvas, 'getContext').mockReturnValue(context as unknown as null)
  vi.spyOn(canvas, 'toBlob').mockImplementation((done) =>
    done(new Blob([new Uint8Array([0xff, 0xd8])], { type: 'image/jpeg' })),
  )
  return { asked: () => getUserMedia.mock.calls.length, running: () => running, applied: () => applied }
}
