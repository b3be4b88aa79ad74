/** A fake camera: counts the requests, and every frame is the same small JPEG. */
import { vi } from 'vitest'

export interface FakeCamera {
  /** The number of getUserMedia calls. */
  requests: () => number
  /** The number of running tracks. */
  running: () => number
  /** The constraints applied to the running track, in order. */
  applied: () => unknown[]
}

interface FakeCameraOptions {
  /** The name of the DOMException that getUserMedia throws. */
  error?: string
  width?: number
  /** The level of every pixel, 0-255. */
  brightness?: number
  /** The page reads random pixels from every canvas. */
  hidesPixels?: boolean
  /** The result of getCapabilities. */
  capabilities?: object
  /** The device ids of the cameras. */
  lenses?: readonly string[]
  /** One of them that another program uses. */
  busyLens?: string
}

/** Installs the fake in this browser. */
export function installCamera(options: FakeCameraOptions = {}): FakeCamera {
  const width = options.width ?? 1280
  let running = 0
  const applied: unknown[] = []
  const lenses = options.lenses ?? ['only']
  const getUserMedia = vi.fn(async ({ video: constraints }: MediaStreamConstraints) => {
    if (options.error) throw new DOMException('denied by the test', options.error)
    const exact =
      typeof constraints === 'object' && (constraints.deviceId as ConstrainDOMStringParameters | undefined)?.exact
    const lens = typeof exact === 'string' ? exact : lenses[0]
    if (lens === undefined || !lenses.includes(lens)) throw new DOMException('no such lens', 'OverconstrainedError')
    if (lens === options.busyLens) throw new DOMException('in use', 'NotReadableError')
    running += 1
    let isRunning = true
    const track = Object.assign(new EventTarget(), {
      getCapabilities: () => options.capabilities ?? {},
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
  vi.spyOn(canvas, 'getContext').mockImplementation(() => {
    let level = options.hidesPixels ? 170 : 0
    const drawImage = () => {
      level = options.brightness ?? 128
    }
    const getImageData = (_x: number, _y: number, width: number, height: number) => ({
      data: new Uint8ClampedArray(width * height * 4).fill(level),
    })
    return { drawImage, getImageData } as unknown as null
  })
  vi.spyOn(canvas, 'toBlob').mockImplementation((done) =>
    done(new Blob([new Uint8Array([0xff, 0xd8])], { type: 'image/jpeg' })),
  )
  return { requests: () => getUserMedia.mock.calls.length, running: () => running, applied: () => applied }
}
