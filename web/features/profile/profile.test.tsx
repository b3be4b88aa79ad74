import { screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { listFavorites, listScans } from '#contracts'
import { spec } from '#testing/spec.ts'
import { openApp } from '#web/testing/app.tsx'
import { aBeer, aFavorite, aScan, aSightedBeer } from '#web/testing/builders.ts'
import { answers, hangs } from '#web/testing/network.ts'

afterEach(() => vi.unstubAllGlobals())

const stat = (term: string) => screen.getByText(term, { selector: 'dt' }).parentElement?.querySelector('dd')

it('counts scans, favorites and their average rating', spec('2.10.4', '2.10.5', '2.10.6'), async () => {
  answers(listScans, { status: 200, body: [aScan(), aScan(), aScan()] })
  const rated = [94.2, 80].map((rating) => aFavorite({ beer: aBeer({ rating }) }))
  answers(listFavorites, { status: 200, body: rated })
  openApp('/profile')
  expect(await screen.findByText('87.1')).toBeVisible()
  expect(stat('Total Scans')).toHaveTextContent(/^3$/)
  expect(stat('Favorite Beers')).toHaveTextContent(/^2$/)
  expect(stat('Avg Rating')).toHaveTextContent(/^87\.1$/)
})

it('shows a dash where there is no rating to average', async () => {
  answers(listScans, { status: 200, body: [] })
  answers(listFavorites, { status: 200, body: [aFavorite({ beer: aBeer({ rating: 0 }) })] })
  openApp('/profile')
  expect(await screen.findByText('–')).toBe(stat('Avg Rating'))
})

it('marks an average that people have not decided', async () => {
  answers(listScans, { status: 200, body: [] })
  const beers = ['expected', 'style'].map((ratingOrigin) => aBeer({ rating: 80, ratingOrigin }))
  answers(listFavorites, { status: 200, body: beers.map((beer) => aFavorite({ beer })) })
  openApp('/profile')
  expect(await screen.findByText('80.0')).toHaveTextContent(/^80\.0expected$/)
})

it(
  "shows the latest five scans under 'Recent Activity', and the rest on demand",
  spec('2.10.7', '9.1.10'),
  async () => {
    const scans = Array.from({ length: 6 }, (_, n) => aScan({ beer: aSightedBeer({ name: `Scan ${n}` }) }))
    answers(listScans, { status: 200, body: scans })
    const { user } = openApp('/profile')
    const section = (await screen.findByRole('heading', { name: 'Recent Activity' })).closest('section')
    await screen.findByRole('link', { name: 'Scan 0' })
    const rows = () => section?.querySelectorAll('li')
    expect(rows()).toHaveLength(5)
    await user.click(screen.getByRole('button', { name: 'See More (1 more)' }))
    expect(rows()).toHaveLength(6)
  },
)

it('draws of a long history on demand what is near the screen', async () => {
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      observe = () => {}
      disconnect = () => {}
    },
  )
  answers(listScans, { status: 200, body: Array.from({ length: 60 }, () => aScan({ beer: aSightedBeer() })) })
  const { user } = openApp('/profile')
  await user.click(await screen.findByRole('button', { name: 'See More (55 more)' }))
  const rows = screen.getByRole('heading', { name: 'Recent Activity' }).closest('section')?.querySelectorAll('li')
  expect(rows).toHaveLength(12)
})

it('links to notification preferences, export and about', spec('2.10.8', '2.10.9', '2.10.10'), async () => {
  openApp('/profile')
  expect(await screen.findByRole('link', { name: 'Notification preferences' })).toHaveAttribute(
    'href',
    '/notification-preferences',
  )
  expect(screen.getByRole('link', { name: 'Export data' })).toHaveAttribute('href', '/export-data')
  expect(screen.getByRole('link', { name: 'About' })).toHaveAttribute('href', '/about')
})

it('has a red sign-out link', spec('2.10.12'), async () => {
  openApp('/profile')
  const out = await screen.findByRole('link', { name: 'Sign Out' })
  expect(out).toHaveAttribute('href', '/api/logout')
  expect(out).toHaveClass('text-danger')
})

it('forgets at the sign-out what was typed about journal entries', async () => {
  sessionStorage.setItem('beergoggles.entry-drafts', '{}')
  const { user } = openApp('/profile')
  const out = await screen.findByRole('link', { name: 'Sign Out' })
  out.addEventListener('click', (event) => event.preventDefault())
  await user.click(out)
  expect(sessionStorage.getItem('beergoggles.entry-drafts')).toBeNull()
})

it('shows the settings and Sign Out although the scans take long', async () => {
  hangs(listScans)
  openApp('/profile')
  expect(await screen.findByRole('link', { name: 'Sign Out' }, { timeout: 15_000 })).toBeVisible()
  expect(screen.getByRole('link', { name: 'Export data' })).toBeVisible()
})
