import { renderHook, waitFor } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { detectContext } from '#contracts'
import { spec } from '#testing/spec.ts'
import { camera } from '#web/device/camera.ts'
import { installCamera } from '#web/testing/fake-camera.ts'
import { answers, requestsTo } from '#web/testing/network.ts'
import { useScene } from './use-scene.ts'

it.each([
  [1280, 720, 640, 360],
  [720, 1280, 270, 480],
  [320, 240, 320, 240],
])(
  'of %d x %d is sent at %d x %d, quality 0.6',
  spec('9.2.2', '9.2.3'),
  async (width, height, sentWidth, sentHeight) => {
    installCamera({ width })
    Object.defineProperty(HTMLVideoElement.prototype, 'videoHeight', { get: () => height, configurable: true })
    answers(detectContext, { status: 200, body: { context: 'menu', confidence: 0.8, beerCount: 0, textContent: true } })
    const asked = requestsTo(detectContext)
    camera.attach(document.createElement('video'))
    await camera.start()
    const { unmount } = renderHook(() => useScene(true, () => undefined))
    await waitFor(() => expect(asked).toHaveLength(1))
    const encode = vi.mocked(HTMLCanvasElement.prototype.toBlob).mock
    expect(encode.lastCall?.slice(1)).toEqual(['image/jpeg', 0.6])
    const canvas = encode.contexts.at(-1) as HTMLCanvasElement
    expect([canvas.width, canvas.height]).toEqual([sentWidth, sentHeight])
    unmount()
  },
)
