/** The last week of a user, and breweries for the next. */
import { expect } from '@playwright/test'
import { type Beer, getWeek, type RecommendedBrewery, recommendBreweries } from '#contracts'
import { answers } from '../answers.ts'
import type { View } from '../stage.ts'
import { statesOf } from './states.ts'

const recommended = (beers: readonly Beer[]): RecommendedBrewery[] => [
  { brewery: aBrewery(1, 'Brauerei und Gasthof Donaudampfschifffahrtsgesellschaft'), beers: beers.slice(0, 3) },
  { brewery: aBrewery(2, 'Cantillon'), beers: beers.slice(3, 4) },
]
const aBrewery = (id: number, name: string) => ({
  id,
  name,
  city: 'Brussels',
  state: null,
  country: 'Belgium',
  founded: 1900,
  closed: null,
  owner: null,
  website: null,
  description: null,
  imageUrl: null,
  beerCount: 12,
  isStoreBrand: false,
})

const week = statesOf({ screen: 'Your week', path: '/profile/week', route: getWeek })
const breweries = statesOf({ screen: 'Breweries to try', path: '/profile/breweries', route: recommendBreweries })

export const WEEK: readonly View[] = [
  {
    screen: 'Your week',
    state: 'regular',
    as: 'regular',
    async draw(page, { data }) {
      const [first, second, third] = data.beers
      if (!first || !second || !third) throw new Error('too few beers')
      await answers(page, recommendBreweries, { status: 200, body: recommended(data.beers) })
      const had = [
        { beer: first, times: 2, rating: 91 },
        { beer: second, times: 1, rating: null },
      ]
      const counts = { entries: 3, beers: 2, newBeers: 1, newStyle: first.style }
      const days = { from: '2026-04-27', to: '2026-05-03' }
      await answers(page, getWeek, {
        status: 200,
        body: { ...days, ...counts, had, favorites: [third], want: second },
      })
      await page.goto('/profile/week')
      await expect(page.getByRole('heading', { name: 'What you had' })).toBeVisible()
      await expect(page.getByRole('heading', { name: 'Breweries to try' })).toBeVisible()
    },
  },
  week.empty('A quiet week'),
  week.loading('Looking back at your week'),
  week.failed("Couldn't load your week"),
  {
    screen: 'Breweries to try',
    state: 'regular',
    as: 'regular',
    async draw(page, { data }) {
      await answers(page, recommendBreweries, { status: 200, body: recommended(data.beers) })
      await page.goto('/profile/breweries')
      await expect(page.getByRole('article').first()).toBeVisible()
    },
  },
  breweries.empty('Not enough to go on yet'),
  breweries.loading('Looking for breweries'),
  breweries.failed("Couldn't load breweries"),
]
