/** Views around the screens: landing, sign-in, loading, and notices on top of everything. */
import { expect } from '@playwright/test'
import { getUser } from '#contracts'
import { hangs, refuses } from '../answers.ts'
import type { View } from '../stage.ts'
import { open } from './acts.ts'

export const FRONT: readonly View[] = [
  {
    screen: 'Landing',
    state: 'visitor',
    as: 'visitor',
    async draw(page) {
      await page.goto('/')
      await expect(page.getByRole('link', { name: 'Get Started' })).toBeVisible()
    },
  },
  {
    screen: 'Landing',
    state: 'account deleted',
    as: 'visitor',
    async draw(page) {
      await page.goto('/#account-deleted')
      await expect(page.getByText(/^Your account and everything in it have been deleted/)).toBeVisible()
    },
  },
  {
    screen: 'Sign-in',
    state: 'embedded provider',
    as: 'visitor',
    async draw(page) {
      await page.goto('/')
      await page.getByRole('link', { name: 'Get Started' }).click()
      await expect(page.getByLabel('First name')).toBeVisible()
    },
  },
  {
    screen: 'Start',
    state: 'loading',
    as: 'regular',
    async draw(page) {
      await hangs(page, getUser)
      await page.goto('/')
      await expect(page.getByText('Loading...')).toBeVisible()
    },
  },
  {
    screen: 'Start',
    state: 'failed',
    as: 'regular',
    async draw(page) {
      await refuses(page, getUser, 'unavailable', 'The database is starting.')
      await page.goto('/')
      await expect(page.getByRole('heading', { name: 'Failed to fetch user' })).toBeVisible()
    },
  },
]

export const NOTICES: readonly View[] = [
  {
    screen: 'Not found',
    state: '404',
    as: 'regular',
    draw: (page) => open(page, '/no/such/place', '404 Page Not Found'),
  },
  {
    screen: 'Crash',
    state: 'files are gone',
    as: 'regular',
    async draw(page) {
      await page.route(/\/assets\/about-screen/, (route) => route.abort())
      await open(page, '/about', 'Oops, we spilled this one')
    },
  },
  {
    screen: 'Offline',
    state: 'favorites from the device',
    as: 'regular',
    withServiceWorker: true,
    async draw(page) {
      await open(page, '/favorites', 'Favorites')
      await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated')
      await page.reload()
      await expect(page.getByRole('article').first()).toBeVisible()
      await page.context().setOffline(true)
      await expect(page.getByText(/^Offline/)).toBeVisible()
    },
  },
  {
    screen: 'Update',
    state: 'a new version waits',
    as: 'regular',
    withServiceWorker: true,
    async draw(page) {
      await open(page, '/profile', 'Jana Nováková')
      await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated')
      // To the browser, another script URL is another version.
      await page.evaluate(() => navigator.serviceWorker.register('/sw.js?next'))
      await expect(page.getByRole('button', { name: 'Reload for the new version' })).toBeVisible()
    },
  },
  {
    screen: 'History',
    state: 'photos wait',
    as: 'newcomer',
    withServiceWorker: true,
    async draw(page, { pictures }) {
      await page.goto('/')
      await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated')
      await page.goto('/history')
      await expect(page.getByRole('heading', { name: 'No scan history yet' })).toBeVisible()
      await page.getByRole('link', { name: 'Scan', exact: true }).click()
      await page.context().setOffline(true)
      const chooser = page.getByLabel('Photo to upload')
      for (const buffer of [pictures.menu, pictures.beer]) {
        await chooser.setInputFiles({ name: 'photo.jpg', mimeType: 'image/jpeg', buffer })
        await expect(page.getByRole('heading', { name: 'Saved for later' })).toBeVisible()
        await page.getByRole('link', { name: 'Scan', exact: true }).click()
      }
      await page.getByRole('link', { name: /Scan history/ }).click()
      await expect(page.getByRole('list', { name: 'Photos waiting to be sent' }).getByRole('listitem')).toHaveCount(2)
    },
  },
  {
    screen: 'Scan status',
    state: 'waits to be sent',
    as: 'newcomer',
    withServiceWorker: true,
    async draw(page, { pictures }) {
      await page.goto('/')
      await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated')
      await page.context().setOffline(true)
      await page
        .getByLabel('Photo to upload')
        .setInputFiles({ name: 'photo.jpg', mimeType: 'image/jpeg', buffer: pictures.beer })
      await expect(page.getByRole('heading', { name: 'Saved for later' })).toBeVisible()
      const id = await page.evaluate(() => history.state?.scanId ?? '')
      await page.evaluate((path) => history.pushState(null, '', path), `/scan/${id}`)
      await expect(page.getByRole('heading', { name: 'Waiting to be sent' })).toBeVisible()
    },
  },
]
