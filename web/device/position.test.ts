import { afterEach, expect, it, vi } from 'vitest'
import { currentPosition } from './position.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('stops waiting for a user who does not answer the prompt', async () => {
  vi.useFakeTimers()
  vi.stubGlobal('navigator', { geolocation: { getCurrentPosition: () => undefined } })
  const position = currentPosition()
  await vi.advanceTimersByTimeAsync(30_000)
  expect(await position).toBeNull()
})
