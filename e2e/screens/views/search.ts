/** The search for beers and breweries. */
import { expect, type Page } from '@playwright/test'
import { type Beer, search } from '#contracts'
import { answers, cutsOff, hangs } from '../answers.ts'
import type { Cast } from '../cast.ts'
import type { View } from '../stage.ts'
import { open } from './acts.ts'

async function searchFor(page: Page, words: string): Promise<void> {
  await page.goto('/search')
  await page.getByRole('searchbox').fill(words)
}

/** Beers as a source returns them, one of them with few facts. */
function found([model]: Cast['data']['beers'], provisional: Beer['provisional']): Beer[] {
  if (!model) return []
  const facts = { imageUrl: null, ratingOrigin: 'style', ratingCount: null, standing: null, breweryId: null }
  const beer = { ...model, ...facts, provisional, brewery: 'Brauerei Waldquell', description: null }
  const kellerbier = { style: 'Kellerbier', abv: 5.1, rating: 68.4, ratingRange: { low: 63, high: 74 } }
  const cider = { style: null, abv: null, srm: null, rating: 60, ratingRange: { low: 53, high: 67 } }
  return [
    { ...beer, ...kellerbier, id: 900_001, name: 'Waldquell Kellerbier' },
    { ...beer, ...cider, kind: 'cider', id: 900_002, name: 'Waldquell Apfelwein' },
  ]
}

export const SEARCH: readonly View[] = [
  {
    screen: 'Search',
    state: 'recent',
    as: 'regular',
    async draw(page) {
      await open(page, '/search', 'Recent Searches')
      await expect(page.getByRole('heading', { name: 'Recent Scans' })).toBeVisible()
    },
  },
  {
    screen: 'Search',
    state: 'new',
    as: 'newcomer',
    async draw(page) {
      await page.goto('/search')
      await expect(page.getByText('No scan history yet')).toBeVisible()
    },
  },
  {
    screen: 'Search',
    state: 'too short',
    as: 'regular',
    async draw(page) {
      await searchFor(page, 'or')
      await expect(page.getByText('Type at least three letters.')).toBeVisible()
    },
  },
  {
    screen: 'Search',
    state: 'searching',
    as: 'regular',
    async draw(page) {
      await hangs(page, search)
      await searchFor(page, 'orv')
      await expect(page.getByText('Searching database...').first()).toBeVisible()
    },
  },
  {
    screen: 'Search',
    state: 'discovering',
    as: 'regular',
    async draw(page) {
      await hangs(page, search)
      await searchFor(page, 'orval')
      await expect(page.getByText('Discovering new beers...').first()).toBeVisible()
    },
  },
  {
    screen: 'Search',
    state: 'answer',
    as: 'regular',
    async draw(page) {
      await searchFor(page, 'schneider')
      await expect(page.getByRole('heading', { name: 'Search Results' })).toBeVisible()
    },
  },
  {
    screen: 'Search',
    state: 'nothing found',
    as: 'regular',
    async draw(page) {
      await searchFor(page, 'xylophone soup')
      await expect(page.getByRole('heading', { name: /No results found/ })).toBeVisible()
    },
  },
  {
    screen: 'Search',
    state: 'adding a beer',
    as: 'regular',
    async draw(page) {
      await searchFor(page, 'Höhlengruit')
      await page.getByRole('button', { name: 'Add it yourself' }).click()
      await expect(page.getByRole('dialog', { name: 'Add a beer' })).toBeVisible()
    },
  },
  {
    screen: 'Search',
    state: 'discovered',
    as: 'regular',
    async draw(page, { data }) {
      const beers = found(data.beers, { source: 'open-food-facts', licence: 'ODbL 1.0, contents DbCL 1.0' })
      await answers(page, search, { status: 200, body: { breweries: [], beers, discovery: 'found' } })
      await searchFor(page, 'waldquell')
      await expect(page.getByText('New to us, found just now.')).toBeVisible()
    },
  },
  {
    screen: 'Search',
    state: 'sources silent',
    as: 'regular',
    async draw(page) {
      await answers(page, search, { status: 200, body: { breweries: [], beers: [], discovery: 'unavailable' } })
      await searchFor(page, 'waldquell')
      await expect(page.getByText(/Can't search online right now/)).toBeVisible()
    },
  },
  {
    screen: 'Search',
    state: 'failed',
    as: 'regular',
    async draw(page) {
      await cutsOff(page, search)
      await searchFor(page, 'orval')
      await expect(page.getByRole('heading', { name: 'Search failed. Please try again.' })).toBeVisible()
    },
  },
]
