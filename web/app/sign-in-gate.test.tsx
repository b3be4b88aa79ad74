import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { getUser, listFavorites, listScans } from '#contracts'
import { openApp } from '#web/testing/app.tsx'
import { hangs, refuses, requestsTo } from '#web/testing/network.ts'

it("shows 'Loading...' until it is known who is there", async () => {
  hangs(getUser)
  openApp('/')
  expect(await screen.findByText('Loading...')).toBeVisible()
  expect(screen.queryByRole('navigation')).toBeNull()
})

it('shows a visitor the landing page at every address, and signs in with the way back', async () => {
  refuses(getUser, 'unauthenticated', 'Please sign in')
  const asked = requestsTo(listScans)
  openApp('/menu/abc?x=1#top')
  const start = await screen.findByRole('link', { name: 'Get Started' })
  expect(start).toHaveAttribute('href', '/api/login?returnTo=%2Fmenu%2Fabc%3Fx%3D1%23top')
  for (const claim of ['AI recognition', '100-point rating system', 'Menu scanning']) {
    expect(screen.getByText(claim)).toBeVisible()
  }
  expect(screen.queryByRole('navigation')).toBeNull()
  expect(asked).toHaveLength(0)
})

it('gives a signed-in user four tabs and marks the current one', async () => {
  const { user } = openApp('/')
  const tabs = await screen.findAllByRole('link', { name: /^(Scan|Search|Favorites|Profile)$/ })
  expect(tabs.map((tab) => tab.getAttribute('href'))).toEqual(['/', '/search', '/favorites', '/profile'])
  await user.click(screen.getByRole('link', { name: 'Favorites' }))
  expect(await screen.findByRole('heading', { name: 'Favorites' })).toBeVisible()
  expect(screen.getByRole('link', { name: 'Favorites' })).toHaveAttribute('aria-current', 'page')
})

it('offers to try again when the user call fails', async () => {
  refuses(getUser, 'unavailable', 'The kitchen is busy')
  openApp('/')
  expect(await screen.findByRole('alert')).toHaveTextContent('The kitchen is busy')
  expect(screen.getByRole('button', { name: 'Try again' })).toBeVisible()
})

it('shows the landing page when the session ends in between', async () => {
  openApp('/favorites')
  await screen.findByText('No favorites yet')
  refuses(getUser, 'unauthenticated', 'Please sign in')
  refuses(listFavorites, 'unauthenticated', 'Please sign in')
  refuses(listScans, 'unauthenticated', 'Please sign in')
  screen.getByRole('link', { name: 'Profile' }).click()
  expect(await screen.findByRole('link', { name: 'Get Started' })).toBeVisible()
})

it('leads from /camera to the scan home, and says 404 at unknown addresses', async () => {
  const { user } = openApp('/camera')
  expect(await screen.findByRole('button', { name: /^Capture/ })).toBeVisible()
  expect(location.pathname).toBe('/')
  window.history.pushState(null, '', '/no/such/place')
  window.dispatchEvent(new PopStateEvent('popstate'))
  expect(await screen.findByRole('heading', { name: '404 Page Not Found' })).toBeVisible()
  await user.click(screen.getByRole('link', { name: 'Back to the camera' }))
  expect(location.pathname).toBe('/')
})
