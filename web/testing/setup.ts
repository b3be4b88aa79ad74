/** Setup of the web tests: matchers, the mock network, and what happy-dom lacks. */
import '@testing-library/jest-dom/vitest'
// Before the app, so that it sees each navigation first.
import './session-history.ts'
// The app loads these after the first paint; loaded here, so that no test waits for them.
import '#web/app/signed-in.tsx'
import '#web/features/landing/landing-screen.tsx'
import '#web/features/scan/camera/live-view.tsx'
import '#web/outbox/deliver.ts'
import '#web/ui/toast-list.tsx'
import { cleanup, configure } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, beforeEach, vi } from 'vitest'
import { camera } from '#web/device/camera.ts'
import { handoff } from '#web/handoff/handoff.ts'
import { FakeUpload } from './fake-upload.ts'
import { network } from './network.ts'
import { PHONE_WIDTH_PX, viewportWidth } from './viewport.ts'

// A busy machine must not fail a test that is merely slow.
configure({ asyncUtilTimeout: 15_000 })
vi.stubGlobal('__APP_VERSION__', '2.0.0')
vi.stubGlobal('__APP_COMMIT__', 'abc1234')
window.scrollTo = () => undefined
// No screen is loaded ahead: a test needs few, and loading the others takes longer than most tests.
Object.defineProperty(navigator, 'connection', { value: { saveData: true }, configurable: true })
viewportWidth(PHONE_WIDTH_PX)
// Safari before 17 lacks it.
Reflect.deleteProperty(URLSearchParams.prototype, 'size')
// The test browser neither decodes nor draws: every picture is 4x3 pixels, and its JPEG has two bytes.
const draw = { drawImage: () => undefined, getImageData: () => ({ data: new Uint8ClampedArray() }) }
HTMLCanvasElement.prototype.getContext = (() => draw) as unknown as HTMLCanvasElement['getContext']
HTMLCanvasElement.prototype.toBlob = (done, type = 'image/jpeg') =>
  done(new Blob([new Uint8Array([0xff, 0xd8])], { type }))

beforeEach(() => {
  vi.stubGlobal('XMLHttpRequest', FakeUpload)
  vi.stubGlobal('createImageBitmap', async () => ({ width: 4, height: 3, close: () => undefined }))
})
beforeAll(() => network.listen({ onUnhandledRequest: 'error' }))
afterEach(() => {
  cleanup()
  camera.stop()
  handoff.clear()
  network.resetHandlers()
  localStorage.clear()
  // Here, so that a test that fails leaves none of its spies to the others.
  vi.restoreAllMocks()
})
afterAll(() => {
  // What can still be undone is sent now, and not during the tests of a later file.
  window.dispatchEvent(new Event('pagehide'))
  network.close()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  document.head.innerHTML = ''
  document.body.innerHTML = ''
  sessionStorage.clear()
  // Modules hold what belongs to a page: the camera, photos on their way, a reload that has begun.
  vi.resetModules()
})
