import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { getUser, listFavorites, listScans } from '#contracts'
import { spec } from '#testing/spec.ts'
import { openApp } from '#web/testing/app.tsx'
import { hangs, refuses, requestsTo } from '#web/testing/network.ts'

it("shows 'Loading...' until the user is known", spec('2.2.2'), async () => {
  hangs(getUser)
  openApp('/')
  expect(await screen.findByText('Loading...')).toBeVisible()
  expect(screen.queryByRole('navigation')).toBeNull()
})

it(
  'shows visitors the landing page at every address, with the return path in the sign-in link',
  spec('2.2.1', '6.2', '6.4'),
  async () => {
    refuses(getUser, 'unauthenticated', 'Please sign in')
    const requests = requestsTo(listScans)
    openApp('/menu/abc?x=1#top')
    const start = await screen.findByRole('link', { name: 'Get Started' })
    expect(start).toHaveAttribute('href', '/api/login?returnTo=%2Fmenu%2Fabc%3Fx%3D1%23top')
    for (const claim of ['AI recognition', '100-point rating system', 'Menu scanning']) {
      expect(screen.getByText(claim)).toBeVisible()
    }
    expect(screen.queryByRole('navigation')).toBeNull()
    expect(requests).toHaveLength(0)
  },
)

it('shows signed-in users four tabs and marks the current one', spec('2.2.3'), async () => {
  const { user } = openApp('/')
  const tabs = await screen.findAllByRole('link', { name: /^(Scan|Search|Favorites|Profile)$/ })
  expect(tabs.map((tab) => tab.getAttribute('href'))).toEqual(['/', '/search', '/favorites', '/profile'])
  await user.click(screen.getByRole('link', { name: 'Favorites' }))
  expect(await screen.findByRole('heading', { name: 'Favorites' })).toBeVisible()
  expect(screen.getByRole('link', { name: 'Favorites' })).toHaveAttribute('aria-current', 'page')
})

it('marks the tab that the history belongs to', async () => {
  openApp('/history')
  expect(await screen.findByRole('link', { name: 'Search' })).toHaveAttribute('aria-current', 'true')
})

it('offers a retry when the user call fails', async () => {
  refuses(getUser, 'unavailable', 'The kitchen is busy')
  openApp('/')
  expect(await screen.findByRole('alert')).toHaveTextContent('The kitchen is busy')
  expect(screen.getByRole('button', { name: 'Try again' })).toBeVisible()
})

it('asks who is signed in when Back brings the page out of the memory of the browser', async () => {
  openApp('/favorites')
  await screen.findByText('No favorites yet')
  refuses(getUser, 'unauthenticated', 'Please sign in')
  window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }))
  expect(await screen.findByRole('link', { name: 'Get Started' })).toBeVisible()
})

it('shows the landing page when the session ends', spec('6.1'), async () => {
  openApp('/favorites')
  await screen.findByText('No favorites yet')
  refuses(getUser, 'unauthenticated', 'Please sign in')
  refuses(listFavorites, 'unauthenticated', 'Please sign in')
  refuses(listScans, 'unauthenticated', 'Please sign in')
  screen.getByRole('link', { name: 'Profile' }).click()
  expect(await screen.findByRole('link', { name: 'Get Started' })).toBeVisible()
})

it('redirects /camera to the scan home, and shows 404 at unknown addresses', spec('2.1.20'), async () => {
  const { user } = openApp('/camera')
  expect(await screen.findByRole('button', { name: /^Capture/ })).toBeVisible()
  expect(location.pathname).toBe('/')
  window.history.pushState(null, '', '/no/such/place')
  window.dispatchEvent(new PopStateEvent('popstate'))
  expect(await screen.findByRole('heading', { name: '404 Page Not Found', level: 1 })).toBeVisible()
  await user.click(screen.getByRole('link', { name: 'Back to the camera' }))
  await expect.poll(() => location.pathname).toBe('/')
})
