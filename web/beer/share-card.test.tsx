import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { aBeer } from '#web/testing/builders.ts'
import { ToastProvider } from '#web/ui/toast.tsx'
import { drawListCard } from './share-card.tsx'
import { useShare } from './use-share.ts'

const drawn = vi.hoisted(() => ({ size: [] as number[], words: [] as string[] }))
// This browser draws nothing: what is asked of the canvas is noted instead.
vi.mock('./card-canvas.tsx', () => ({
  cardCanvas: (...size: number[]) => {
    drawn.size = size
    const anything: unknown = new Proxy(() => anything, { get: () => anything, set: () => true })
    return {
      context: anything,
      token: () => '#000',
      widthOf: () => 10,
      loadFonts: async () => undefined,
      write: (text: string) => void drawn.words.push(text),
      fit: (text: string, _width: number, _lines: number, _face: string, px: number) => ({ lines: [text], px }),
      panel: () => undefined,
      draw: async () => undefined,
      toPng: async () => new Blob(['png']),
    }
  },
}))

it('a card is 1,080 by 1,350 px and shows the best five of a menu', async () => {
  const beers = [70, 95, 60, 90, 85, 65, 80].map((rating) => aBeer({ name: `Rated ${rating}`, rating }))
  await drawListCard({ kind: 'menu', title: 'Tonight', readAt: '2026-03-01T20:00:00.000Z', beers })
  expect(drawn.size).toEqual([1_080, 1_350])
  const names = drawn.words.filter((word) => word.startsWith('Rated '))
  expect(names).toEqual(['Rated 95', 'Rated 90', 'Rated 85', 'Rated 80', 'Rated 70'])
})

describe('a tap on share', () => {
  beforeEach(() => {
    vi.useFakeTimers()
    Object.assign(navigator, { share: vi.fn(async () => undefined), canShare: () => true })
  })
  afterEach(() => {
    vi.useRealTimers()
    Reflect.deleteProperty(navigator, 'share')
    Reflect.deleteProperty(navigator, 'canShare')
  })

  it.each([
    [900, 1],
    [1_100, 0],
  ])('goes after a second at most: a picture that needs %d ms makes %d files', async (ms, files) => {
    const picture = new File(['png'], 'beer.png', { type: 'image/png' })
    const draw = () => new Promise<File>((resolve) => setTimeout(() => resolve(picture), ms))
    const { result } = renderHook(() => useShare('beer', draw), { wrapper: ToastProvider })
    await act(async () => {
      const shared = result.current.share(() => ({ title: 'Orval', text: 'A beer', url: 'https://beer.test/' }))
      await vi.advanceTimersByTimeAsync(1_050)
      await shared
    })
    const given = vi.mocked(navigator.share).mock.lastCall?.[0]
    expect(given?.files ?? []).toHaveLength(files)
  })
})
