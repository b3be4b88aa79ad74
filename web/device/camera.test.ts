import fc from 'fast-check'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { installCamera } from '#web/testing/fake-camera.ts'
import { createCamera } from './camera.ts'
import { type CameraEvent, type CameraState, nextCameraState, troubleOf } from './camera-state.ts'

const EVENTS: CameraEvent[] = [
  { type: 'asked' },
  { type: 'started' },
  { type: 'stopped' },
  { type: 'permitted' },
  { type: 'failed', because: 'denied' },
  { type: 'failed', because: 'busy' },
  { type: 'failed', because: 'missing' },
]

describe('the states of the camera', () => {
  it('are live only after the browser was asked and said yes', () => {
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
  ])('call %s %s', (name, trouble) => {
    expect(troubleOf(new DOMException('', name))).toBe(trouble)
  })
})

function seen(state: 'visible' | 'hidden'): void {
  Object.defineProperty(document, 'visibilityState', { value: state, configurable: true })
  document.dispatchEvent(new Event('visibilitychange'))
}

describe('the camera', () => {
  afterEach(() => seen('visible'))

  it('asks once however often it is started', async () => {
    const fake = installCamera()
    const camera = createCamera()
    await Promise.all([camera.start(), camera.start()])
    await camera.start()
    expect(fake.asked()).toBe(1)
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
    expect(fake.asked()).toBe(1)
  })

  it('takes any camera when none meets the wishes', async () => {
    const fake = installCamera()
    vi.mocked(navigator.mediaDevices.getUserMedia).mockRejectedValueOnce(new DOMException('', 'OverconstrainedError'))
    const camera = createCamera()
    await camera.start()
    expect(camera.state()).toBe('live')
    expect(fake.asked()).toBe(2)
    camera.stop()
  })

  it('lets go of the device while the page is hidden, and resumes when it is seen again', async () => {
    const fake = installCamera()
    const camera = createCamera()
    await camera.start()
    seen('hidden')
    expect(fake.running()).toBe(0)
    expect(camera.state()).toBe('off')
    seen('visible')
    await vi.waitFor(() => expect(camera.state()).toBe('live'))
    camera.stop()
  })

  it('says that the page is not secure instead of asking', async () => {
    const fake = installCamera()
    Object.defineProperty(window, 'isSecureContext', { value: false, configurable: true })
    const camera = createCamera()
    await camera.start()
    expect(camera.state()).toBe('insecure')
    expect(fake.asked()).toBe(0)
  })

  it('is ready for a picture only when the video has a size', async () => {
    installCamera({ width: 0 })
    const camera = createCamera()
    camera.attach(document.createElement('video'))
    await camera.start()
    expect(camera.isReady()).toBe(false)
    camera.stop()
  })
})
