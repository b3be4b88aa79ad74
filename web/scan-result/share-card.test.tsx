import { act, renderHook, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { spec } from '#testing/spec.ts'
import { aSightedBeer } from '#web/testing/builders.ts'
import { stubCanvas } from '#web/testing/canvas.ts'
import { ToastProvider } from '#web/ui/toast.tsx'
import { drawBeerCard, drawListCard } from './share-card.tsx'
import { useShare } from './use-share.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

it('a card is 1,080 by 1,350 px and shows the best five of a menu', spec('10.4.4', '10.4.5', '10.4.6'), async () => {
  const drawn = stubCanvas()
  const beers = [70, 95, 60, 90, 85, 65, 80].map((rating) => aSightedBeer({ name: `Rated ${rating}`, rating }))
  await drawListCard({ kind: 'menu', title: 'Tonight', readAt: '2026-03-01T20:00:00.000Z', beers })
  expect(drawn.size).toEqual([1_080, 1_350])
  const names = drawn.texts.filter((text) => text.startsWith('Rated '))
  expect(names).toEqual(['Rated 95', 'Rated 90', 'Rated 85', 'Rated 80', 'Rated 70'])
})

it('draws no card where the browser hides what it draws: it would be noise', async () => {
  stubCanvas({ hidesPixels: true })
  await expect(drawBeerCard(aSightedBeer(), null)).rejects.toThrow('no 2D canvas')
})

it('a card marks the ratings that people have not decided', async () => {
  const drawn = stubCanvas()
  const rated = { rating: 73, ratingRange: { low: 66, high: 80 } }
  const beers = [
    aSightedBeer({ rating: 90, ratingOrigin: 'community' }),
    aSightedBeer({ ...rated, ratingOrigin: 'expected' }),
    aSightedBeer({ ...rated, ratingOrigin: 'style' }),
  ]
  await drawListCard({ kind: 'menu', title: 'Tonight', readAt: '2026-03-01T20:00:00.000Z', beers })
  const ratings = drawn.texts.filter((text) => /^\/?\d+(-\d+)?$|^(expected|typical)/u.test(text))
  expect(ratings).toEqual(['/100', '90', '/100', '73', 'expected 66-80', '/100', '66-80', 'typical'])
})

it('the card of one beer says that one rating leaves it mostly an estimate', async () => {
  const drawn = stubCanvas()
  await drawBeerCard(aSightedBeer({ ratingOrigin: 'expected', ratingCount: 1 }), null)
  expect(drawn.texts.join(' ')).toContain('mostly an estimate, 1 rating')
})

it('the card of one beer has the own rating of who shares it, if there is one', async () => {
  const drawn = stubCanvas()
  await drawBeerCard(aSightedBeer({ rating: 82 }), null)
  expect(drawn.texts.join(' ')).not.toContain('My rating')
  await drawBeerCard(aSightedBeer({ rating: 82 }), 91.5)
  expect(drawn.texts).toContain('My rating: 91.5')
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
  ])('waits a second at most: a picture that takes %d ms gives %d files', spec('10.4.7'), async (ms, files) => {
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

  it('draws a picture again that could not be drawn the first time', async () => {
    const picture = new File(['png'], 'beer.png', { type: 'image/png' })
    const draw = vi.fn(async () => picture).mockRejectedValueOnce(new Error('the code did not load'))
    const { result } = renderHook(() => useShare('beer', draw), { wrapper: ToastProvider })
    const tap = () =>
      act(() => result.current.share(() => ({ title: 'Orval', text: 'A beer', url: 'https://beer.test/' })))
    await tap()
    await tap()
    expect(vi.mocked(navigator.share).mock.calls.map(([given]) => given?.files?.length ?? 0)).toEqual([0, 1])
  })
})

describe('without a share sheet, as on an iPhone over plain http', () => {
  it.each([
    ['Link copied', async () => undefined],
    ["Can't share from here", () => Promise.reject(new DOMException('', 'NotAllowedError'))],
  ])('a browser that copies only right on a tap is given another one: %s', async (end, onNextTap) => {
    const user = userEvent.setup()
    vi.spyOn(navigator.clipboard, 'writeText')
      .mockRejectedValueOnce(new DOMException('', 'NotAllowedError'))
      .mockImplementationOnce(onNextTap)
    const draw = async () => new File(['png'], 'beer.png', { type: 'image/png' })
    const { result } = renderHook(() => useShare('beer', draw), { wrapper: ToastProvider })
    await act(() => result.current.share(() => ({ title: 'Orval', text: 'A beer', url: 'https://beer.test/' })))
    await user.click(await screen.findByRole('button', { name: 'Share now' }))
    expect(await screen.findByText(end)).toBeVisible()
  })
})
