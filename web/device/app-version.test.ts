import { afterEach, expect, it, vi } from 'vitest'
import { TAKE_OVER } from './worker-messages.ts'

class FakeWorker extends EventTarget {
  state: ServiceWorkerState = 'installed'
  messages: unknown[] = []
  postMessage(message: unknown): void {
    this.messages.push(message)
  }
}

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** A page under control of one worker, with the next one waiting. */
async function aPage() {
  vi.useFakeTimers()
  const waiting = new FakeWorker()
  const registration = Object.assign(new EventTarget(), { waiting, installing: null })
  const serviceWorker = Object.assign(new EventTarget(), { controller: {}, register: async () => registration })
  vi.stubGlobal('navigator', { ...navigator, serviceWorker })
  vi.stubGlobal('isSecureContext', true)
  vi.resetModules()
  const { applyNewVersion, registerServiceWorker } = await import('./app-version.ts')
  await registerServiceWorker()
  return { waiting, applyNewVersion }
}

it('asks the waiting worker to take over until it does', async () => {
  const { waiting, applyNewVersion } = await aPage()
  expect(waiting.messages).toEqual([])
  applyNewVersion()
  applyNewVersion()
  expect(waiting.messages).toEqual([TAKE_OVER, TAKE_OVER])
  await vi.advanceTimersByTimeAsync(10_000)
  expect(waiting.messages).toHaveLength(4)
  waiting.state = 'activating'
  await vi.advanceTimersByTimeAsync(60_000)
  expect(waiting.messages).toHaveLength(4)
})
