/** A brewery and its beers. */
import { expect } from '@playwright/test'
import { getBrewery } from '#contracts'
import type { View } from '../stage.ts'
import { open } from './acts.ts'
import { statesOf } from './states.ts'

const { loading, failed } = statesOf({ screen: 'Brewery', path: '/brewery/1', route: getBrewery })

export const BREWERY: readonly View[] = [
  {
    screen: 'Brewery',
    state: 'with beers',
    as: 'regular',
    async draw(page, { data }) {
      await page.goto(`/brewery/${data.beers.at(-1)?.breweryId}`)
      await expect(page.getByRole('heading', { name: /^Beers \(/ })).toBeVisible()
    },
  },
  loading('Loading brewery'),
  failed('Failed to fetch brewery'),
  {
    screen: 'Brewery',
    state: 'not found',
    as: 'regular',
    draw: (page) => open(page, '/brewery/2147483000', 'Brewery Not Found'),
  },
]
