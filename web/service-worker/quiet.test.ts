import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createQuiet, QUIET_AT_LATEST_MS, QUIET_MS } from './quiet.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** How long it takes to be quiet when something is asked at these times, in milliseconds from the beginning. */
async function quietAfter(...times: number[]): Promise<number> {
  const quiet = createQuiet()
  quiet.asked()
  await vi.advanceTimersByTimeAsync(60_000)
  const begun = Date.now()
  for (const time of times) setTimeout(quiet.asked, time)
  const came = quiet.come().then(() => Date.now() - begun)
  await vi.advanceTimersByTimeAsync(60_000)
  return came
}

it('waits a moment although nothing was asked for long', async () => {
  expect(await quietAfter()).toBe(QUIET_MS)
})

it('waits until the last request is a moment ago', async () => {
  expect(await quietAfter(100, 550, 1_000)).toBe(1_000 + QUIET_MS)
  expect(await quietAfter(100, 100 + QUIET_MS + 1)).toBe(100 + QUIET_MS)
})

it('is held back only for so long by pages that never stop asking', async () => {
  expect(await quietAfter(...Array.from({ length: 200 }, (_, index) => index * 100))).toBe(QUIET_AT_LATEST_MS)
})
