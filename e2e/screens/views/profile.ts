/** The profile. */
import { expect } from '@playwright/test'
import type { View } from '../stage.ts'
import { open } from './acts.ts'

export const PROFILE: readonly View[] = [
  {
    screen: 'Profile',
    state: 'regular',
    as: 'regular',
    async draw(page) {
      await open(page, '/profile', 'Jana Nováková')
      await expect(page.getByRole('article').first()).toBeVisible()
    },
  },
  {
    screen: 'Profile',
    state: 'new',
    as: 'newcomer',
    async draw(page) {
      await page.goto('/profile')
      await expect(page.getByText('No scan history yet')).toBeVisible()
    },
  },
  {
    screen: 'Profile',
    state: 'delete account',
    as: 'regular',
    async draw(page) {
      await open(page, '/profile', 'Jana Nováková')
      await page.getByRole('button', { name: 'Delete account' }).click()
      await expect(page.getByRole('dialog').getByRole('button', { name: 'Delete everything' })).toBeVisible()
    },
  },
]
