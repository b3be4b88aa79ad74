/** Before each file of the web tests: matchers, the answering network, and what the tests' browser lacks. */
import '@testing-library/jest-dom/vitest'
import { cleanup, configure } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, vi } from 'vitest'
import { camera } from '#web/device/camera.ts'
import { handoff } from '#web/handoff/handoff.ts'
import { network } from './network.ts'

configure({ asyncUtilTimeout: 4_000 })
vi.stubGlobal('__APP_VERSION__', '2.0.0')
vi.stubGlobal('__APP_COMMIT__', 'abc1234')
window.scrollTo = () => undefined

beforeAll(() => network.listen({ onUnhandledRequest: 'error' }))
afterEach(() => {
  cleanup()
  camera.stop()
  handoff.clear()
  network.resetHandlers()
  localStorage.clear()
})
afterAll(() => network.close())
