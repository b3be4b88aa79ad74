/** What the profile links to: preferences, export, pictures, and the pages about the product. */
import { expect } from '@playwright/test'
import { updateBeerImages } from '#contracts'
import { refuses } from '../answers.ts'
import type { View } from '../stage.ts'
import { open } from './acts.ts'

export const SETTINGS: readonly View[] = [
  {
    screen: 'Preferences',
    state: 'defaults',
    as: 'regular',
    async draw(page) {
      await page.goto('/notification-preferences')
      await expect(page.getByRole('switch').first()).toBeVisible()
    },
  },
  {
    screen: 'Export',
    state: 'ready',
    as: 'regular',
    async draw(page) {
      await page.goto('/export-data')
      await expect(page.getByRole('definition').filter({ hasText: /^[1-9]/ })).toHaveCount(3)
    },
  },
  {
    screen: 'Export',
    state: 'nothing yet',
    as: 'newcomer',
    async draw(page) {
      await page.goto('/export-data')
      await expect(page.getByRole('definition').filter({ hasText: '0' })).toHaveCount(5)
    },
  },
  { screen: 'Refresh', state: 'idle', as: 'regular', draw: (page) => open(page, '/refresh', 'Image Refresh') },
  {
    screen: 'Refresh',
    state: 'done',
    as: 'regular',
    async draw(page) {
      await page.goto('/refresh')
      await page.getByRole('main').getByRole('button').last().click()
      await expect(page.getByText(/no image source is configured/i)).toBeVisible()
    },
  },
  {
    screen: 'Refresh',
    state: 'refused',
    as: 'regular',
    async draw(page) {
      await refuses(page, updateBeerImages, 'too_many_requests', 'Try again in a minute.')
      await page.goto('/refresh')
      await page.getByRole('main').getByRole('button').last().click()
      await page.getByText('Error updating images').first().hover()
    },
  },
  { screen: 'About', state: 'top', as: 'regular', draw: (page) => open(page, '/about', 'About') },
  { screen: 'Privacy', state: 'top', as: 'regular', draw: (page) => open(page, '/privacy', 'Privacy Policy') },
  { screen: 'Terms', state: 'top', as: 'regular', draw: (page) => open(page, '/terms', 'Terms of Service') },
]
