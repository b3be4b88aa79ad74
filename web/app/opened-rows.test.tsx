import { act, cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import {
  AUTO_FRAME_INTERVAL_MS,
  detectContext,
  getBeer,
  getScan,
  identifyBeer,
  listFavorites,
  listPictures,
  listScans,
  shareScan,
  similarBeers,
} from '#contracts'
import { openApp } from '#web/testing/app.tsx'
import { aBeer, aFavorite, aMenuScan, aSightedBeer, aSingleAnswer } from '#web/testing/builders.ts'
import { installCamera } from '#web/testing/fake-camera.ts'
import { answers, hangs, refuses } from '#web/testing/network.ts'
// Loaded here, so that no test waits for them.
import '#web/features/beer-page/beer-screen.tsx'
import '#web/features/favorites/favorites-screen.tsx'
import '#web/features/history/history-screen.tsx'
import '#web/features/menu/stored-menu-screen.tsx'
import '#web/features/profile/profile-screen.tsx'

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  Reflect.deleteProperty(document, 'startViewTransition')
})

const orval = aBeer({ name: 'Orval', brewery: "Brasserie d'Orval", style: 'Trappist', abv: 6.2, rating: 94 })

async function tapFavorite(): Promise<void> {
  answers(listFavorites, { status: 200, body: [aFavorite({ beer: orval })] })
  hangs(similarBeers)
  const { user } = openApp('/favorites')
  await user.click(await screen.findByRole('link', { name: 'Orval' }))
}

async function openFavorite() {
  await tapFavorite()
  return screen.findByRole('heading', { name: 'Orval', level: 1 })
}

it('shows on the page of a beer at once what its row showed', async () => {
  hangs(getBeer)
  expect(await openFavorite()).toBeVisible()
  expect(screen.getByRole('link', { name: "Brasserie d'Orval" })).toBeVisible()
  expect(within(screen.getByRole('list', { name: 'At a glance' })).getByText('Trappist')).toBeVisible()
  expect(screen.getByText('6.2%')).toBeVisible()
  expect(screen.getByText('94')).toBeVisible()
})

it('keeps what the row showed when the details cannot be loaded, and says so', async () => {
  refuses(getBeer, 'unavailable', 'The kitchen is busy')
  await openFavorite()
  expect(await screen.findByRole('alert')).toHaveTextContent('The kitchen is busy')
  expect(screen.getByText('6.2%')).toBeVisible()
})

it('shows no beer that is gone', async () => {
  refuses(getBeer, 'not_found', 'No such beer')
  await tapFavorite()
  expect(await screen.findByText('Beer Not Found')).toBeVisible()
  expect(screen.queryByText('6.2%')).toBeNull()
})

it('shows the beers of a menu at once that the history knows', async () => {
  const menu = aMenuScan([aSightedBeer({ name: 'Orval' }), aSightedBeer({ name: 'Westmalle Tripel' })])
  answers(listScans, { status: 200, body: [menu] })
  hangs(getScan)
  const { user } = openApp('/history')
  await user.click(await screen.findByRole('link', { name: /Orval/ }))
  expect(await screen.findByRole('heading', { name: 'Westmalle Tripel' })).toBeVisible()
})

/** A browser that can move pictures. `named` are the names of the picture before and after. */
function movesPictures() {
  const named: (string | undefined)[] = []
  const nameOf = (mark: string) =>
    document.querySelector<HTMLElement>(`[${mark}]`)?.style.getPropertyValue('view-transition-name')
  const startViewTransition = vi.fn((change: () => void) => {
    named.push(nameOf('data-picture'))
    change()
    named.push(nameOf('data-picture-place'))
    return { ready: Promise.resolve(), finished: new Promise(() => undefined) }
  })
  Object.assign(document, { startViewTransition })
  return { named, startViewTransition }
}

describe('the picture album', () => {
  const pictures = [{ id: crypto.randomUUID(), beerId: orval.id, name: 'Orval' }]

  async function tapPicture() {
    answers(listPictures, { status: 200, body: { isKept: true, pictures, count: 1, bytes: 30_000 } })
    hangs(similarBeers)
    const { user } = openApp('/profile')
    await user.click(await screen.findByRole('button', { name: /Your pictures/ }))
    await user.click(await screen.findByRole('link', { name: 'Orval' }))
    return user
  }

  it('opens the page of a beer with its picture and name at once', async () => {
    const { named } = movesPictures()
    hangs(getBeer)
    const user = await tapPicture()
    expect(await screen.findByRole('heading', { name: 'Orval', level: 1 })).toBeVisible()
    expect(screen.getByRole('img', { name: 'Your picture of Orval' })).toBeVisible()
    expect(named).toEqual(['moving-picture', 'moving-picture'])
    await user.click(screen.getByRole('button', { name: 'Back' }))
    await expect.poll(() => location.pathname).toBe('/profile')
  })

  it('keeps the name when the details cannot be loaded, and says so', async () => {
    refuses(getBeer, 'unavailable', 'The kitchen is busy')
    await tapPicture()
    expect(await screen.findByRole('alert')).toHaveTextContent('The kitchen is busy')
    expect(screen.getByRole('heading', { name: 'Orval', level: 1 })).toBeVisible()
  })
})

it('opens the page of the beer that auto-scan identified with its picture at once', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  localStorage.setItem('beergoggles.auto-scan', 'true')
  installCamera()
  const scene = { context: 'single_beer', confidence: 0.9, beerCount: 1, textContent: true } as const
  answers(detectContext, { status: 200, body: scene })
  answers(identifyBeer, { status: 200, body: aSingleAnswer({ beer: orval }) })
  hangs(getBeer)
  hangs(similarBeers)
  const { named } = movesPictures()
  const { user } = openApp('/')
  await user.click(await screen.findByRole('button', { name: /^Capture/ }))
  await screen.findByText('CAM ACTIVE')
  await act(() => vi.advanceTimersByTimeAsync(AUTO_FRAME_INTERVAL_MS))
  await user.click(await screen.findByRole('link', { name: 'View Full Details' }))
  expect(await screen.findByRole('heading', { name: 'Orval', level: 1 })).toBeVisible()
  expect(named).toEqual(['moving-picture', 'moving-picture'])
})

it('opens a row once that is tapped again before its picture moves', async () => {
  const changes: (() => void)[] = []
  const startViewTransition = (change: () => void) => {
    changes.push(change)
    return { ready: Promise.resolve(), finished: new Promise(() => undefined) }
  }
  Object.assign(document, { startViewTransition })
  hangs(getBeer)
  answers(listFavorites, { status: 200, body: [aFavorite({ beer: orval })] })
  hangs(similarBeers)
  const { user } = openApp('/favorites')
  const pushed = vi.spyOn(history, 'pushState')
  await user.dblClick(await screen.findByRole('link', { name: 'Orval' }))
  act(() => {
    for (const change of changes) change()
  })
  expect(await screen.findByRole('heading', { name: 'Orval', level: 1 })).toBeVisible()
  expect(changes).toHaveLength(2)
  expect(pushed).toHaveBeenCalledTimes(1)
})

it('leaves a link to the browser that is opened in another tab', async () => {
  const { startViewTransition } = movesPictures()
  answers(listFavorites, { status: 200, body: [aFavorite({ beer: orval })] })
  openApp('/favorites')
  const isLeft = fireEvent.click(await screen.findByRole('link', { name: 'Orval' }), { ctrlKey: true })
  expect(isLeft).toBe(true)
  expect(startViewTransition).not.toHaveBeenCalled()
  expect(location.pathname).toBe('/favorites')
})

it('shows that a menu is shared, even if an earlier answer about it arrives later', async () => {
  const menu = aMenuScan([aSightedBeer({ name: 'Orval' }), aSightedBeer({ name: 'Westmalle Tripel' })])
  answers(listScans, { status: 200, body: [menu] })
  answers(shareScan, { status: 200, body: { token: 'the-token' } })
  let arrive = (): void => undefined
  const held = new Promise<void>((resolve) => {
    arrive = resolve
  })
  answers(getScan, async () => {
    await held
    return { status: 200 as const, body: menu }
  })
  const { user } = openApp('/history')
  await user.click(await screen.findByRole('link', { name: /Orval/ }))
  await user.click(await screen.findByRole('button', { name: 'Share this menu' }))
  expect(await screen.findByText('Shared')).toBeVisible()
  arrive()
  // Its answer would take as long as that of another call.
  await user.click(screen.getByRole('button', { name: 'Filter' }))
  await user.click(await screen.findByRole('button', { name: 'Close' }))
  expect(screen.getByText('Shared')).toBeVisible()
})

it('moves the picture of the row into its place, but not for users who want less motion', async () => {
  const { named, startViewTransition } = movesPictures()
  hangs(getBeer)
  await openFavorite()
  expect(named).toEqual(['moving-picture', 'moving-picture'])

  const { matchMedia } = window
  vi.stubGlobal('matchMedia', (query: string) =>
    query.includes('reduced-motion') ? { ...matchMedia(query), matches: true } : matchMedia(query),
  )
  cleanup()
  await openFavorite()
  expect(startViewTransition).toHaveBeenCalledTimes(1)
})
