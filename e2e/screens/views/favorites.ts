/** The two lists of a user: saved beers, and beers to try. */
import { expect } from '@playwright/test'
import { type Beer, getTaste, listFavorites, listWants, removeFavorite } from '#contracts'
import { answers } from '../answers.ts'
import type { View } from '../stage.ts'
import { open } from './acts.ts'
import { HARD_NAMES, hardNames } from './hard-names.ts'
import { statesOf } from './states.ts'
import { LIKES } from './taste.ts'

const HOUR_MS = 3_600_000

/** A few days before today. */
const dayOf = (index: number) => new Date(Date.now() - index * 31 * HOUR_MS).toISOString()

const favoriteOf = (beer: Beer, index = 0) => ({
  id: index + 1,
  beerId: beer.id,
  beer,
  favoritedAt: dayOf(index),
})

const saved = statesOf({ screen: 'Favorites', path: '/favorites', route: listFavorites })
const wanted = statesOf({ screen: 'Want to try', path: '/favorites?show=wants', route: listWants })

export const FAVORITES: readonly View[] = [
  {
    screen: 'Favorites',
    state: 'many',
    as: 'regular',
    async draw(page) {
      await open(page, '/favorites', 'Favorites')
      await expect(page.getByRole('article').first()).toBeVisible()
    },
  },
  {
    screen: 'Favorites',
    state: 'one',
    as: 'regular',
    async draw(page, { data }) {
      await answers(page, listFavorites, { status: 200, body: data.beers.slice(0, 1).map(favoriteOf) })
      await open(page, '/favorites', 'Favorites')
      await expect(page.getByRole('article')).toHaveCount(1)
    },
  },
  {
    screen: 'Favorites',
    state: HARD_NAMES,
    as: 'regular',
    async draw(page, { data }) {
      await answers(page, listFavorites, { status: 200, body: hardNames(data.beers).map(favoriteOf) })
      await open(page, '/favorites', 'Favorites')
      await expect(page.getByRole('article').first()).toBeVisible()
    },
  },
  {
    screen: 'Favorites',
    state: 'with ratings for you',
    as: 'regular',
    async draw(page) {
      await answers(page, getTaste, { status: 200, body: LIKES })
      await open(page, '/favorites', 'Favorites')
      await page.getByRole('combobox', { name: 'Sort' }).selectOption('For you')
    },
  },
  {
    screen: 'Favorites',
    state: 'removed, with undo',
    as: 'regular',
    async draw(page, { data }) {
      await answers(page, removeFavorite, { status: 204, body: null })
      await open(page, '/favorites', 'Favorites')
      await expect(page.getByRole('article').first()).toBeVisible()
      const others = [...data.beers].reverse().slice(1)
      await answers(page, listFavorites, { status: 200, body: others.map(favoriteOf) })
      await page
        .getByRole('button', { name: /^Remove/ })
        .first()
        .click()
      await page.getByRole('button', { name: 'Undo' }).hover()
    },
  },
  saved.empty('No favorites yet'),
  saved.loading('Loading favorites'),
  saved.failed('Failed to fetch favorites'),
  {
    screen: 'Want to try',
    state: 'regular',
    as: 'regular',
    async draw(page, { data }) {
      const body = data.beers.slice(0, 4).map((beer, index) => ({ beerId: beer.id, beer, wantedAt: dayOf(index) }))
      await answers(page, listWants, { status: 200, body })
      await open(page, '/favorites?show=wants', 'Want to Try')
      await expect(page.getByRole('article').first()).toBeVisible()
    },
  },
  wanted.empty('No beers to try yet'),
  wanted.loading('Loading your list to try'),
  wanted.failed("Couldn't load your list to try"),
]
