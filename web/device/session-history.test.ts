import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { navigate } from 'wouter/use-browser-location'
import { forgetHistory, goBack, goBackToAnotherPath, lastAddressOf, previousPath } from './session-history.ts'

/** How far the page is scrolled, and how far its content lets it. */
let top = 0
let height = 5_000
const scrollTo = window.scrollTo
const frame = () => new Promise((resolve) => requestAnimationFrame(() => resolve(undefined)))

beforeEach(() => {
  height = 5_000
  window.scrollTo = ((to: ScrollToOptions) => {
    top = Math.min(to.top ?? 0, height)
  }) as typeof window.scrollTo
  Object.defineProperty(window, 'scrollY', { get: () => top, configurable: true })
  navigate('/start')
  scrollBy(0)
})
afterEach(() => {
  window.scrollTo = scrollTo
})

function scrollBy(to: number): void {
  top = to
  document.dispatchEvent(new Event('scroll'))
}

it('opens a screen at its top, and returns to the place of the one before', async () => {
  navigate('/history')
  scrollBy(1_200)
  navigate('/scan/7')
  expect(top).toBe(0)
  scrollBy(300)
  expect(goBack()).toBe(true)
  await vi.waitFor(() => expect(top).toBe(1_200))
  window.history.go(1)
  await vi.waitFor(() => expect(top).toBe(300))
})

it('waits for a list that is not long enough yet, and says how long it has to be', async () => {
  const { dataset } = document.documentElement
  navigate('/history')
  scrollBy(1_200)
  navigate('/scan/7')
  height = 0
  goBack()
  expect(dataset.returnsTo).toBe('1200')
  await frame()
  expect(top).toBe(0)
  height = 5_000
  await vi.waitFor(() => expect(top).toBe(1_200))
  expect(dataset).not.toHaveProperty('returnsTo')
})

it('goes on waiting as long as the list grows', async () => {
  let now = Date.now()
  vi.spyOn(Date, 'now').mockImplementation(() => now)
  navigate('/history')
  scrollBy(1_200)
  navigate('/scan/7')
  height = 0
  goBack()
  for (const grown of [300, 600]) {
    now += 4_000
    height = grown
    await vi.waitFor(() => expect(top).toBe(grown))
  }
  now += 4_000
  await frame()
  height = 5_000
  await vi.waitFor(() => expect(top).toBe(1_200))
})

it('goes on waiting for rows that a slow phone is still drawing, and no longer than until the last of them', async () => {
  let now = Date.now()
  vi.spyOn(Date, 'now').mockImplementation(() => now)
  const { dataset } = document.documentElement
  navigate('/history')
  scrollBy(1_200)
  navigate('/scan/7')
  height = 0
  document.body.innerHTML = '<ul></ul><div data-more-rows></div>'
  goBack()
  for (let waits = 0; waits < 3; waits++) {
    now += 60_000
    await frame()
    expect(dataset.returnsTo).toBe('1200')
  }
  document.body.innerHTML = '<ul></ul>'
  now += 60_000
  await frame()
  await frame()
  expect(dataset).not.toHaveProperty('returnsTo')
})

it('leaves the page to a user who scrolls before the list has loaded', async () => {
  navigate('/history')
  scrollBy(1_200)
  navigate('/scan/7')
  height = 0
  goBack()
  window.dispatchEvent(new Event('wheel'))
  height = 5_000
  await frame()
  await frame()
  expect(top).toBe(0)
})

it('keeps the place when the address of a screen changes', async () => {
  navigate('/history')
  scrollBy(900)
  navigate('/history?kind=menu', { replace: true, state: window.history.state })
  navigate('/scan/7')
  goBack()
  await vi.waitFor(() => expect(top).toBe(900))
})

it('knows what a tab last showed, and goes back past the screens between', async () => {
  navigate('/search?q=orval')
  scrollBy(700)
  navigate('/results?beer=1')
  navigate('/results?beer=2')
  expect(lastAddressOf('/search')).toBe('/search?q=orval')
  expect(goBackToAnotherPath()).toBe(true)
  await vi.waitFor(() => expect(top).toBe(700))
  expect(location.search).toBe('?q=orval')
})

it('knows the path of the entry before', () => {
  navigate('/search?q=orval')
  navigate('/processing')
  expect(previousPath()).toBe('/search')
})

it.each([
  ['for a reload', () => window.dispatchEvent(new Event('pagehide'))],
  [
    'when the page is hidden, as a phone says nothing before it discards the page',
    () => {
      vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
      document.dispatchEvent(new Event('visibilitychange'))
    },
  ],
])('stores the places %s', (_, leave) => {
  sessionStorage.clear()
  navigate('/history')
  scrollBy(1_200)
  leave()
  const stored: unknown = JSON.parse(sessionStorage.getItem('beergoggles.entries') ?? '[]')
  expect(stored).toContainEqual({ address: '/history', top: 1_200 })
})

it.each([
  ['/history', 1_200],
  ['/profile', 0],
])('returns to the place of the page that is loaded again, and to no other: %s', async (loaded, expected) => {
  sessionStorage.setItem('beergoggles.entries', JSON.stringify([{ address: '/history', top: 1_200 }]))
  window.history.replaceState({ entry: 0 }, '', loaded)
  vi.resetModules()
  await import('./session-history.ts')
  await frame()
  await frame()
  expect(top).toBe(expected)
})

it('stores nothing once it is forgotten', () => {
  const setItem = vi.fn()
  vi.stubGlobal('sessionStorage', { setItem })
  const stores = () => {
    setItem.mockClear()
    window.dispatchEvent(new Event('pagehide'))
    return setItem.mock.calls.length
  }
  // The modules of earlier test files still listen.
  const before = stores()
  forgetHistory()
  const after = stores()
  vi.unstubAllGlobals()
  expect(after).toBe(before - 1)
})
