import { renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { detectContext } from '#contracts'
import { spec } from '#testing/spec.ts'
import { camera } from '#web/device/camera.ts'
import { installCamera } from '#web/testing/fake-camera.ts'
import { answers, refuses, requestsTo } from '#web/testing/network.ts'
import { useScene } from './use-scene.ts'

// From the specification, not imported.
const SCENE_INTERVAL_MS = 5_000

const onScene = vi.fn()
let grey = 0
let asked: Request[]

beforeEach(async () => {
  grey = 0
  installCamera({
    get brightness() {
      return grey
    },
  })
  onScene.mockReset()
  camera.attach(document.createElement('video'))
  await camera.start()
  asked = requestsTo(detectContext)
  answers(detectContext, { status: 200, body: { context: 'menu', confidence: 0.8, beerCount: 0, textContent: true } })
  vi.useFakeTimers({ shouldAdvanceTime: true })
})
afterEach(() => vi.useRealTimers())

async function anInterval(): Promise<void> {
  await vi.advanceTimersByTimeAsync(SCENE_INTERVAL_MS)
}

it('detects soon after the start, then every five seconds while the view changes', spec('4.3.1', '9.2.1'), async () => {
  renderHook(() => useScene(true, onScene))
  await vi.advanceTimersByTimeAsync(1_000)
  const scene = expect.objectContaining({ context: 'menu' })
  await vi.waitFor(() => expect(onScene).toHaveBeenCalledWith(scene, expect.any(Blob)))
  expect(asked).toHaveLength(1)
  grey = 90
  await vi.advanceTimersByTimeAsync(SCENE_INTERVAL_MS - 1_500)
  expect(asked).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(1_500)
  await vi.waitFor(() => expect(asked).toHaveLength(2))
})

it('skips an unchanged view', async () => {
  renderHook(() => useScene(true, onScene))
  await vi.advanceTimersByTimeAsync(1_000)
  await vi.waitFor(() => expect(onScene).toHaveBeenCalled())
  await anInterval()
  await anInterval()
  expect(asked).toHaveLength(1)
})

it('retries an unchanged view after a failure, and assumes one beer meanwhile', async () => {
  refuses(detectContext, 'unavailable', 'busy')
  renderHook(() => useScene(true, onScene))
  await vi.advanceTimersByTimeAsync(1_000)
  await vi.waitFor(() =>
    expect(onScene.mock.lastCall?.[0]).toMatchObject({ context: 'single_beer', confidence: 0.7, isFallback: true }),
  )
  await anInterval()
  await vi.waitFor(() => expect(asked).toHaveLength(2))
})

it('pauses in a hidden tab, during a capture and behind an overlay', async () => {
  const { rerender } = renderHook(({ active }) => useScene(active, onScene), { initialProps: { active: true } })
  await vi.advanceTimersByTimeAsync(1_000)
  await vi.waitFor(() => expect(asked).toHaveLength(1))
  rerender({ active: false })
  grey = 90
  await anInterval()
  await anInterval()
  expect(asked).toHaveLength(1)
})
