import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createIdleTracker, IDLE_MS, IDLE_TIMEOUT_MS } from './when-idle.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** How long whenIdle takes with requests at these times, in milliseconds. */
async function idleAfter(...times: number[]): Promise<number> {
  const tracker = createIdleTracker()
  tracker.requested()
  await vi.advanceTimersByTimeAsync(60_000)
  const begun = Date.now()
  for (const time of times) setTimeout(tracker.requested, time)
  const idle = tracker.whenIdle().then(() => Date.now() - begun)
  await vi.advanceTimersByTimeAsync(60_000)
  return idle
}

it('waits even after a long time without requests', async () => {
  expect(await idleAfter()).toBe(IDLE_MS)
})

it('waits until the last request is old enough', async () => {
  expect(await idleAfter(100, 550, 1_000)).toBe(1_000 + IDLE_MS)
  expect(await idleAfter(100, 100 + IDLE_MS + 1)).toBe(100 + IDLE_MS)
})

it('gives up waiting for pages that never stop sending requests', async () => {
  expect(await idleAfter(...Array.from({ length: 200 }, (_, index) => index * 100))).toBe(IDLE_TIMEOUT_MS)
})
