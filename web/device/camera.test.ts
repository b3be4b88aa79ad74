import fc from 'fast-check'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { spec } from '#testing/spec.ts'
import { installCamera } from '#web/testing/fake-camera.ts'
import { aimOf } from './aim.ts'
import { createCamera } from './camera.ts'
import { type CameraEvent, type CameraState, nextCameraState, troubleOf } from './camera-state.ts'
import { chosenLens } from './camera-stream.ts'
import { framePoint } from './track-controls.ts'

const EVENTS: CameraEvent[] = [
  { type: 'requested' },
  { type: 'started' },
  { type: 'stopped' },
  { type: 'permitted' },
  { type: 'failed', because: 'denied' },
  { type: 'failed', because: 'busy' },
  { type: 'failed', because: 'missing' },
]

describe('the states of the camera', () => {
  it('turn live only after the browser granted access', spec('6.10'), () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...EVENTS)), (events) => {
        let state: CameraState = 'off'
        for (const event of events) {
          const before = state
          state = nextCameraState(state, event)
          if (state === 'live' && before !== 'live') expect(before).toBe('asking')
        }
      }),
    )
  })

  it('stay denied until the user changes the permission', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...EVENTS.filter(({ type }) => type !== 'permitted'))), (events) => {
        expect(events.reduce<CameraState>(nextCameraState, 'denied')).toBe('denied')
      }),
    )
    expect(nextCameraState('denied', { type: 'permitted' })).toBe('off')
  })

  it.each([
    ['NotAllowedError', 'denied'],
    ['NotFoundError', 'missing'],
    ['NotReadableError', 'busy'],
    ['AbortError', 'busy'],
  ])('map %s to %s', (name, trouble) => {
    expect(troubleOf(new DOMException('', name))).toBe(trouble)
  })
})

function setVisibility(state: 'visible' | 'hidden'): void {
  Object.defineProperty(document, 'visibilityState', { value: state, configurable: true })
  document.dispatchEvent(new Event('visibilitychange'))
}

describe('the camera', () => {
  afterEach(() => setVisibility('visible'))

  it('asks once however often it is started', async () => {
    const fake = installCamera()
    const camera = createCamera()
    await Promise.all([camera.start(), camera.start()])
    await camera.start()
    expect(fake.requests()).toBe(1)
    expect(camera.state()).toBe('live')
    camera.stop()
    expect(fake.running()).toBe(0)
  })

  it('never asks again after a denial', async () => {
    const fake = installCamera({ error: 'NotAllowedError' })
    const camera = createCamera()
    await camera.start()
    await camera.start()
    expect(camera.state()).toBe('denied')
    expect(fake.requests()).toBe(1)
  })

  it('takes any camera when none meets the constraints', async () => {
    const fake = installCamera()
    vi.mocked(navigator.mediaDevices.getUserMedia).mockRejectedValueOnce(new DOMException('', 'OverconstrainedError'))
    const camera = createCamera()
    await camera.start()
    expect(camera.state()).toBe('live')
    expect(fake.requests()).toBe(2)
    camera.stop()
  })

  it('releases the device while the page is hidden, and resumes afterwards', async () => {
    const fake = installCamera()
    const camera = createCamera()
    await camera.start()
    setVisibility('hidden')
    expect(fake.running()).toBe(0)
    expect(camera.state()).toBe('off')
    setVisibility('visible')
    await vi.waitFor(() => expect(camera.state()).toBe('live'))
    camera.stop()
  })

  it('does not resume once it was stopped while the page was hidden', async () => {
    const fake = installCamera()
    const camera = createCamera()
    await camera.start()
    setVisibility('hidden')
    camera.stop()
    setVisibility('visible')
    await new Promise((resolve) => setTimeout(resolve))
    expect(fake.requests()).toBe(1)
    expect(camera.state()).toBe('off')
  })

  it('does not go live in a page that was hidden while the device started', async () => {
    const fake = installCamera()
    const camera = createCamera()
    const started = camera.start()
    setVisibility('hidden')
    await started
    expect(fake.requests()).toBe(1)
    expect(fake.running()).toBe(0)
    expect(camera.state()).toBe('off')
    setVisibility('visible')
    await vi.waitFor(() => expect(camera.state()).toBe('live'))
    camera.stop()
  })

  it('reports an insecure page instead of asking', async () => {
    const fake = installCamera()
    Object.defineProperty(window, 'isSecureContext', { value: false, configurable: true })
    const camera = createCamera()
    await camera.start()
    expect(camera.state()).toBe('insecure')
    expect(fake.requests()).toBe(0)
  })

  it('is ready for a picture only when the video has a size', spec('5.6'), async () => {
    installCamera({ width: 0 })
    const camera = createCamera()
    camera.attach(document.createElement('video'))
    await camera.start()
    expect(camera.isReady()).toBe(false)
    camera.stop()
  })

  it('offers torch, zoom and focus only where the camera has them', async () => {
    const plain = installCamera()
    const without = createCamera()
    await without.start()
    expect(without.controls()).toMatchObject({ zoom: null, canFocus: false })
    expect(without.hasTorch()).toBe(false)
    without.stop()
    expect(plain.applied()).toEqual([])

    const fake = installCamera({
      capabilities: { torch: true, zoom: { min: 1, max: 8, step: 0.1 }, focusMode: ['continuous', 'single-shot'] },
    })
    const camera = createCamera()
    const video = document.createElement('video')
    video.getBoundingClientRect = () => DOMRect.fromRect({ x: 0, y: 0, width: 390, height: 844 })
    camera.attach(video)
    await camera.start()
    expect(camera.controls()).toMatchObject({ zoom: { min: 1, max: 8, step: 0.1, value: 1 }, canFocus: true })
    await camera.toggleTorch()
    await camera.zoomTo(2.5)
    expect(camera.controls().zoom?.value).toBe(2.5)
    await camera.focusAt()
    expect(fake.applied()).toEqual([
      { torch: true },
      { zoom: 2.5 },
      { focusMode: 'single-shot', pointsOfInterest: [{ x: 0.5, y: 0.5 }] },
    ])
    camera.stop()
    expect(camera.isTorchOn()).toBe(false)
  })

  it('knows whether the torch is on after two taps at once, and after it has stopped', async () => {
    const fake = installCamera({ capabilities: { torch: true } })
    const camera = createCamera()
    await camera.start()
    await Promise.all([camera.toggleTorch(), camera.toggleTorch()])
    expect(fake.applied()).toEqual([{ torch: true }, { torch: true }])
    expect(camera.isTorchOn()).toBe(true)
    const off = camera.toggleTorch()
    camera.stop()
    await off
    expect(camera.isTorchOn()).toBe(false)
  })

  it('passes over a lens that another program uses, and does not ask for it again', async () => {
    installCamera({ lenses: ['wide', 'infrared', 'macro'], busyLens: 'infrared' })
    const camera = createCamera()
    await camera.start()
    await camera.switchLens()
    expect(camera.state()).toBe('live')
    expect(camera.controls().lenses).toEqual(['wide', 'macro'])
    await camera.switchLens()
    expect(camera.state()).toBe('live')
    expect(chosenLens.get()).toBe('macro')
    camera.stop()
  })

  it('cycles through the lenses, remembers the choice, and ignores it when that lens is gone', async () => {
    const fake = installCamera({ lenses: ['wide', 'macro'] })
    const camera = createCamera()
    await camera.start()
    expect(camera.controls().lenses).toEqual(['wide', 'macro'])
    await camera.switchLens()
    expect(fake.running()).toBe(1)
    expect(vi.mocked(navigator.mediaDevices.getUserMedia).mock.lastCall?.[0]).toMatchObject({
      video: { deviceId: { exact: 'macro' } },
    })
    camera.stop()

    const reloaded = createCamera()
    await reloaded.start()
    expect(vi.mocked(navigator.mediaDevices.getUserMedia).mock.lastCall?.[0]).toMatchObject({
      video: { deviceId: { exact: 'macro' } },
    })
    reloaded.stop()

    const other = installCamera({ lenses: ['another'] })
    const elsewhere = createCamera()
    await elsewhere.start()
    expect(elsewhere.state()).toBe('live')
    expect(other.requests()).toBe(2)
    elsewhere.stop()
  })

  it('shows what would make a photo unreadable', async () => {
    installCamera({ brightness: 12 })
    const camera = createCamera()
    const video = document.createElement('video')
    camera.attach(video)
    await camera.start()
    expect(await aimOf(video)).toBe('dark')
    camera.stop()
    installCamera()
    await camera.start()
    expect(await aimOf(video)).toBeNull()
    camera.stop()
  })
})

describe('a tap on the picture', () => {
  const box = { width: 390, height: 844 }
  const frame = { width: 1280, height: 720 }
  it.each([
    [
      { x: 195, y: 422 },
      { x: 0.5, y: 0.5 },
    ],
    [
      { x: 195, y: 0 },
      { x: 0.5, y: 0 },
    ],
    // A tall box crops the sides of a wide frame, so its left edge is not the frame's.
    [
      { x: 0, y: 844 },
      { x: 0.37, y: 1 },
    ],
  ])('at %o is %o of the frame', (tap, point) => {
    const found = framePoint(tap, box, frame)
    expect(found.x).toBeCloseTo(point.x, 2)
    expect(found.y).toBeCloseTo(point.y, 2)
  })
})
