import { cleanup, screen, within } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { getBeer, getScan, listFavorites, listScans, similarBeers } from '#contracts'
import { openApp } from '#web/testing/app.tsx'
import { aBeer, aFavorite, aMenuScan, aSightedBeer } from '#web/testing/builders.ts'
import { answers, hangs, refuses } from '#web/testing/network.ts'
// Loaded here, so that no test waits for them.
import '#web/features/beer-page/beer-screen.tsx'
import '#web/features/favorites/favorites-screen.tsx'
import '#web/features/history/history-screen.tsx'
import '#web/features/menu/stored-menu-screen.tsx'

afterEach(() => {
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

it('moves the picture of the row into its place, but not for users who want less motion', async () => {
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
