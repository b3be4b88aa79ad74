import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { getBeer, similarBeers } from '#contracts'
import { spec } from '#testing/spec.ts'
import { openApp } from '#web/testing/app.tsx'
import { aBeer } from '#web/testing/builders.ts'
import { answers } from '#web/testing/network.ts'

it.each([
  ['/', 'Scan · BeerGoggles'],
  ['/search', 'Search · BeerGoggles'],
  ['/results?beer=3', 'Orval · BeerGoggles'],
  ['/history', 'Scan History · BeerGoggles'],
  ['/favorites', 'Favorites · BeerGoggles'],
  ['/profile', 'Profile · BeerGoggles'],
  ['/profile/beers', 'Your beers · BeerGoggles'],
  ['/menu-view', 'Scanned Results · BeerGoggles'],
  ['/refresh', 'Image Refresh · BeerGoggles'],
  ['/notification-preferences', 'Notification Preferences · BeerGoggles'],
  ['/export-data', 'Export Data · BeerGoggles'],
  ['/about', 'About · BeerGoggles'],
  ['/privacy', 'Privacy Policy · BeerGoggles'],
  ['/terms', 'Terms of Service · BeerGoggles'],
])(
  'opens %s: %s',
  spec('2.1.1', '2.1.2', '2.1.3', '2.1.5', '2.1.6', '2.1.7', '2.1.8', '2.1.15', '2.1.16', '2.1.17', '2.1.18', '2.1.19'),
  async (address, title) => {
    answers(getBeer, { status: 200, body: aBeer({ id: 3, name: 'Orval' }) })
    answers(similarBeers, { status: 200, body: [] })
    openApp(address)
    await expect.poll(() => document.title).toBe(title)
    expect(screen.getByRole('main')).toBeVisible()
  },
)

it.each([
  ['Scan', '/'],
  ['Search', '/search'],
  ['Favorites', '/favorites'],
  ['Profile', '/profile'],
])("has a tab '%s' that leads to %s", spec('2.2.4', '2.2.5', '2.2.6', '2.2.7'), async (name, path) => {
  const { user } = openApp(path === '/' ? '/about' : '/')
  const bar = await screen.findByRole('navigation', { name: 'Main' })
  const tab = Array.from(bar.querySelectorAll('a')).find((link) => link.textContent === name)
  if (!tab) throw new Error(`there is no tab ${name}`)
  await user.click(tab)
  await expect.poll(() => location.pathname).toBe(path)
})
