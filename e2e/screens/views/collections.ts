/** History, favourites, search, breweries, profile, settings and the static pages. */
import { expect, type Page } from '@playwright/test'
import {
  type Beer,
  getBrewery,
  getJournalSummary,
  getTaste,
  getWeek,
  type JournalSummary,
  listFavorites,
  listJournal,
  listScans,
  listTasteCards,
  listTasteSuggestions,
  type RecommendedBrewery,
  recommendBreweries,
  removeFavorite,
  type Scan,
  search,
  type Taste,
  type TriedEntry,
  updateBeerImages,
} from '#contracts'
import { answers, cutsOff, hangs, refuses } from '../answers.ts'
import type { Cast } from '../cast.ts'
import type { View } from '../stage.ts'
import { open } from './acts.ts'

const as = 'regular'
const HOUR_MS = 3_600_000

/** The regular's scans over several nights, one of them processing and one failed. */
async function manyNights(page: Page, { data }: Cast): Promise<void> {
  const hoursAgo = [0, 1, 26, 27, 52, 75, 76, 170]
  const body = hoursAgo.flatMap((hours, index): Scan[] => {
    const scan = data.scans[index % data.scans.length]
    if (!scan) return []
    const scannedAt = new Date(Date.now() - hours * HOUR_MS).toISOString()
    const id = `00000000-0000-4000-8000-00000000000${index}`
    const empty = { beer: null, beerId: null, menuData: null }
    if (index === 0) return [{ ...scan, ...empty, id, scannedAt, status: 'processing', stage: 'finding the label' }]
    if (index === 5) return [{ ...scan, ...empty, id, scannedAt, status: 'failed', failure: 'The reader stopped.' }]
    return [{ ...scan, id, scannedAt }]
  })
  await answers(page, listScans, { status: 200, body })
}

/** Two nights; some entries have a rating, a place and a note. */
function entriesOf(beers: readonly Beer[]): TriedEntry[] {
  return beers.map((beer, index) => ({
    id: index + 1,
    beerId: beer.id,
    beer,
    triedAt: new Date(Date.now() - (index < 3 ? index : 24 + index) * HOUR_MS).toISOString(),
    rating: index % 2 === 0 ? 84.5 + index : null,
    note: index === 1 ? 'On cask, poured slowly. Better than in the bottle.' : null,
    place: index % 3 === 1 ? 'The Anchor, back room' : null,
    position: null,
    source: 'beergoggles',
    sourceId: String(index),
  }))
}

const HISTORY: readonly View[] = [
  {
    screen: 'History',
    state: 'many nights',
    as,
    async draw(page, cast) {
      await manyNights(page, cast)
      await open(page, '/history', 'Scan History')
      await expect(page.getByRole('article').first()).toBeVisible()
    },
  },
  {
    screen: 'History',
    state: 'search',
    as,
    async draw(page, cast) {
      await manyNights(page, cast)
      await page.goto('/history')
      await page.getByRole('searchbox').fill('orval')
      await expect(page.getByRole('article').first()).toBeVisible()
    },
  },
  {
    screen: 'History',
    state: 'nothing matches',
    as,
    async draw(page) {
      await page.goto('/history')
      await page.getByRole('searchbox').fill('lemonade')
      await expect(page.getByRole('heading', { name: 'No matching scans' })).toBeVisible()
    },
  },
  {
    screen: 'Journal',
    state: 'regular',
    as,
    async draw(page, { data }) {
      await answers(page, listJournal, { status: 200, body: { entries: entriesOf(data.beers), next: null } })
      await open(page, '/history?show=journal', 'Journal')
      await expect(page.getByRole('article').first()).toBeVisible()
    },
  },
  {
    screen: 'Journal',
    state: 'of a country',
    as,
    async draw(page, { data }) {
      await answers(page, listJournal, {
        status: 200,
        body: { entries: entriesOf(data.beers).slice(0, 2), next: null },
      })
      await open(page, '/history?show=journal&country=Belgium&year=2025', 'Journal')
      await expect(page.getByRole('article').first()).toBeVisible()
    },
  },
  {
    screen: 'Journal',
    state: 'empty',
    as: 'newcomer',
    draw: (page) => open(page, '/history?show=journal', 'Nothing in your journal yet'),
  },
  { screen: 'History', state: 'empty', as: 'newcomer', draw: (page) => open(page, '/history', 'No scan history yet') },
  {
    screen: 'History',
    state: 'loading',
    as,
    async draw(page) {
      await hangs(page, listScans)
      await open(page, '/history', 'Scan History')
    },
  },
  {
    screen: 'History',
    state: 'failed',
    as,
    async draw(page) {
      await refuses(page, listScans, 'unavailable', 'The database is starting.')
      await open(page, '/history', 'Failed to fetch scan history')
    },
  },
]

const favoriteOf = (beer: Beer, index = 0) => ({
  id: index + 1,
  beerId: beer.id,
  beer,
  favoritedAt: new Date(Date.now() - index * 31 * HOUR_MS).toISOString(),
})

/** Names that challenge the layout. */
function hardNames(beers: readonly Beer[]): Beer[] {
  const names = [
    ['Kellerbier nach altem Klosterrezept unfiltriert', 'Brauereigenossenschaft Oberfranken-Fränkische Schweiz'],
    ['Žatecký světlý výčepní', 'Žatecký pivovar'],
    ['Donaudampfschifffahrtsgesellschaftsbier', null],
    ['Świętokrzyskie z Miodem', 'Browar Świętokrzyski'],
  ] as const
  return beers.map((beer, index) => {
    const [name, brewery] = names[index] ?? [beer.name, beer.brewery]
    return { ...beer, name, brewery, rating: index === 2 ? 100 : beer.rating, abv: index === 2 ? null : beer.abv }
  })
}

const FAVORITES: readonly View[] = [
  {
    screen: 'Favorites',
    state: 'many',
    as,
    async draw(page) {
      await open(page, '/favorites', 'Favorites')
      await expect(page.getByRole('article').first()).toBeVisible()
    },
  },
  {
    screen: 'Favorites',
    state: 'one',
    as,
    async draw(page, { data }) {
      await answers(page, listFavorites, { status: 200, body: data.beers.slice(0, 1).map(favoriteOf) })
      await open(page, '/favorites', 'Favorites')
      await expect(page.getByRole('article')).toHaveCount(1)
    },
  },
  {
    screen: 'Favorites',
    state: 'hard names',
    as,
    async draw(page, { data }) {
      await answers(page, listFavorites, { status: 200, body: hardNames(data.beers).map(favoriteOf) })
      await open(page, '/favorites', 'Favorites')
      await expect(page.getByRole('article').first()).toBeVisible()
    },
  },
  {
    screen: 'Favorites',
    state: 'removed, with undo',
    as,
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
  { screen: 'Favorites', state: 'empty', as: 'newcomer', draw: (page) => open(page, '/favorites', 'No favorites yet') },
  {
    screen: 'Favorites',
    state: 'failed',
    as,
    async draw(page) {
      await refuses(page, listFavorites, 'unavailable', 'The database is starting.')
      await open(page, '/favorites', 'Failed to fetch favorites')
    },
  },
]

async function searchFor(page: Page, words: string): Promise<void> {
  await page.goto('/search')
  await page.getByRole('searchbox').fill(words)
}

/** Beers as a source returns them, one of them with few facts. */
function found([model]: Cast['data']['beers'], provisional: Beer['provisional']): Beer[] {
  if (!model) return []
  const facts = { imageUrl: null, ratingOrigin: 'style', ratingCount: null, standing: null, breweryId: null }
  const beer = { ...model, ...facts, provisional, brewery: 'Brauerei Waldquell', description: null }
  return [
    { ...beer, id: 900_001, name: 'Waldquell Kellerbier', style: 'Kellerbier', abv: 5.1, rating: 68.4 },
    { ...beer, id: 900_002, name: 'Waldquell Apfelwein', kind: 'cider', style: null, abv: null, srm: null, rating: 60 },
  ]
}

const SEARCH: readonly View[] = [
  {
    screen: 'Search',
    state: 'recent',
    as,
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
    as,
    async draw(page) {
      await searchFor(page, 'or')
      await expect(page.getByText('Type at least three letters.')).toBeVisible()
    },
  },
  {
    screen: 'Search',
    state: 'searching',
    as,
    async draw(page) {
      await hangs(page, search)
      await searchFor(page, 'orv')
      await expect(page.getByText('Searching database...').first()).toBeVisible()
    },
  },
  {
    screen: 'Search',
    state: 'discovering',
    as,
    async draw(page) {
      await hangs(page, search)
      await searchFor(page, 'orval')
      await expect(page.getByText('Discovering new beers...').first()).toBeVisible()
    },
  },
  {
    screen: 'Search',
    state: 'answer',
    as,
    async draw(page) {
      await searchFor(page, 'schneider')
      await expect(page.getByRole('heading', { name: 'Search Results' })).toBeVisible()
    },
  },
  {
    screen: 'Search',
    state: 'nothing found',
    as,
    async draw(page) {
      await searchFor(page, 'xylophone soup')
      await expect(page.getByRole('heading', { name: /No results found/ })).toBeVisible()
    },
  },
  {
    screen: 'Search',
    state: 'discovered',
    as,
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
    as,
    async draw(page) {
      await answers(page, search, { status: 200, body: { breweries: [], beers: [], discovery: 'unavailable' } })
      await searchFor(page, 'waldquell')
      await expect(page.getByText(/Can't search online right now/)).toBeVisible()
    },
  },
  {
    screen: 'Search',
    state: 'failed',
    as,
    async draw(page) {
      await cutsOff(page, search)
      await searchFor(page, 'orval')
      await expect(page.getByRole('heading', { name: 'Search failed. Please try again.' })).toBeVisible()
    },
  },
]

const BREWERY: readonly View[] = [
  {
    screen: 'Brewery',
    state: 'with beers',
    as,
    async draw(page, { data }) {
      await page.goto(`/brewery/${data.beers.at(-1)?.breweryId}`)
      await expect(page.getByRole('heading', { name: /^Beers \(/ })).toBeVisible()
    },
  },
  {
    screen: 'Brewery',
    state: 'loading',
    as,
    async draw(page) {
      await hangs(page, getBrewery)
      await page.goto('/brewery/1')
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    },
  },
  {
    screen: 'Brewery',
    state: 'not found',
    as,
    draw: (page) => open(page, '/brewery/2147483000', 'Brewery Not Found'),
  },
]

const named = (id: number, name: string, brewery: string) => ({ id, name, brewery })
const styleOf = (style: string, srm: number, beers: number, name: string): JournalSummary['styles'][number] => ({
  style,
  srm,
  beers,
  averageRating: 84.5,
  best: { ...named(1, name, 'Westmalle'), rating: 92.5 },
  first: { ...named(1, name, 'Westmalle'), triedAt: '2025-03-01T20:00:00.000Z' },
})
const DRUNK: JournalSummary = {
  entries: 231,
  beers: 118,
  breweries: 64,
  styles: [
    styleOf('Tripel', 5.5, 41, 'Westmalle Tripel'),
    styleOf('Russian Imperial Stout', 38, 23, 'Donaudampfschifffahrtsgesellschaftsbier'),
    styleOf('Czech Pale Lager', 4, 17, 'Žatecký světlý výčepní'),
    styleOf('Flanders Red Ale', 16, 3, 'Rodenbach Grand Cru'),
  ],
  strengths: [4, 5, 6, 8, 10, 12].map((percent, index) => ({ percent, beers: [8, 44, 31, 20, 9, 2][index] ?? 0 })),
  countries: [
    { country: 'Belgium', beers: 60 },
    { country: 'Germany', beers: 22 },
    { country: 'Czechia', beers: 17 },
    { country: 'United Kingdom', beers: 9 },
    { country: 'United States', beers: 6 },
    { country: 'Italy', beers: 2 },
    { country: 'Saint Vincent and the Grenadines', beers: 1 },
  ],
  topBreweries: [
    { id: 1, name: 'Westmalle', beers: 4 },
    { id: 2, name: 'Brauereigenossenschaft Oberfranken-Fränkische Schweiz', beers: 2 },
  ],
  badges: [
    { kind: 'beers', beers: 100, reachedAt: '2025-11-01T20:00:00.000Z' },
    { kind: 'countries', countries: 10, reachedAt: '2025-08-01T20:00:00.000Z' },
    { kind: 'first-of-family', family: 'Stout', reachedAt: '2025-03-01T20:00:00.000Z' },
  ],
}

const DRUNK_VIEWS: readonly View[] = [
  {
    screen: 'Your beers',
    state: 'regular',
    as,
    async draw(page) {
      await answers(page, getJournalSummary, { status: 200, body: DRUNK })
      await open(page, '/profile/beers', 'Your beers')
      await expect(page.getByRole('listbox', { name: 'Map of the countries' })).toBeVisible()
    },
  },
  {
    screen: 'Your beers',
    state: 'empty',
    as: 'newcomer',
    draw: (page) => open(page, '/profile/beers', 'No beers yet'),
  },
  {
    screen: 'Your beers',
    state: 'loading',
    as,
    async draw(page) {
      await hangs(page, getJournalSummary)
      await open(page, '/profile/beers', 'Your beers')
    },
  },
  {
    screen: 'Your beers',
    state: 'failed',
    as,
    async draw(page) {
      await refuses(page, getJournalSummary, 'unavailable', 'The database is starting.')
      await open(page, '/profile/beers', "Couldn't count your beers")
    },
  },
]

const recommended = (beers: readonly Beer[]): RecommendedBrewery[] => [
  { brewery: aBrewery(1, 'Brauerei und Gasthof Donaudampfschifffahrtsgesellschaft'), beers: beers.slice(0, 3) },
  { brewery: aBrewery(2, 'Cantillon'), beers: beers.slice(3, 4) },
]
const aBrewery = (id: number, name: string) => ({
  ...{ id, name, city: 'Brussels', state: null, country: 'Belgium', founded: 1900, closed: null, owner: null },
  ...{ website: null, description: null, imageUrl: null, beerCount: 12 },
})

const LIKES: Taste = {
  isOn: true,
  rated: 12,
  answered: 8,
  effects: [
    { trait: 'family', value: 'Farmhouse Ale', points: 3.2, opinions: 4 },
    { trait: 'style', value: 'Saison', points: 2.6, opinions: 4 },
    { trait: 'family', value: 'Belgian Ale', points: 1.8, opinions: 5 },
    { trait: 'brewery', value: "Brasserie d'Orval", points: 1.4, opinions: 1 },
    { trait: 'country', value: 'Belgium', points: 0.7, opinions: 9 },
    { trait: 'strength', value: 'light', points: -1.1, opinions: 6 },
    { trait: 'family', value: 'Pale Lager', points: -4.5, opinions: 6 },
  ],
}

/** Cards of the cast's beers, the first ones answered. */
async function tasteCards(page: Page, { data }: Cast, answered: number): Promise<void> {
  await answers(page, getTaste, { status: 200, body: LIKES })
  const body = data.beers.map((beer, index) => ({ beer, answer: index < answered ? ('more' as const) : null }))
  await answers(page, listTasteCards, { status: 200, body })
}

const TASTE_VIEWS: readonly View[] = [
  {
    screen: 'Your taste',
    state: 'card',
    as,
    async draw(page, cast) {
      await tasteCards(page, cast, 2)
      await open(page, '/profile/taste', 'Your taste')
      await expect(page.getByRole('button', { name: 'More like this' })).toBeVisible()
    },
  },
  {
    screen: 'Your taste',
    state: 'all answered',
    as,
    async draw(page, cast) {
      await tasteCards(page, cast, cast.data.beers.length)
      await answers(page, listTasteSuggestions, { status: 200, body: cast.data.beers.slice(0, 3) })
      await open(page, '/profile/taste', 'All cards answered')
      await expect(page.getByRole('region', { name: 'You would probably like' })).toBeVisible()
    },
  },
  {
    screen: 'Your taste',
    state: 'switched off',
    as,
    async draw(page) {
      await answers(page, getTaste, { status: 200, body: { isOn: false, rated: 0, answered: 0, effects: [] } })
      await open(page, '/profile/taste', 'Your taste')
      await expect(page.getByRole('switch')).toBeVisible()
    },
  },
  {
    screen: 'Favorites',
    state: 'with ratings for you',
    as,
    async draw(page) {
      await answers(page, getTaste, { status: 200, body: LIKES })
      await open(page, '/favorites', 'Favorites')
      await expect(page.getByRole('button', { name: 'Best for you first' })).toBeVisible()
    },
  },
  {
    screen: 'Your taste',
    state: 'failed',
    as,
    async draw(page) {
      await refuses(page, getTaste, 'unavailable', 'The database is starting.')
      await open(page, '/profile/taste', "Couldn't load your taste")
    },
  },
]

const PERSON: readonly View[] = [
  {
    screen: 'Profile',
    state: 'regular',
    as,
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
    as,
    async draw(page) {
      await open(page, '/profile', 'Jana Nováková')
      await page.getByRole('button', { name: 'Delete account' }).click()
      await expect(page.getByRole('dialog').getByRole('button', { name: 'Delete everything' })).toBeVisible()
    },
  },
  {
    screen: 'Your week',
    state: 'regular',
    as,
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
  {
    screen: 'Your week',
    state: 'quiet',
    as: 'newcomer',
    draw: (page) => open(page, '/profile/week', 'A quiet week'),
  },
  {
    screen: 'Breweries to try',
    state: 'regular',
    as,
    async draw(page, { data }) {
      await answers(page, recommendBreweries, { status: 200, body: recommended(data.beers) })
      await page.goto('/profile/breweries')
      await expect(page.getByRole('article').first()).toBeVisible()
    },
  },
  {
    screen: 'Breweries to try',
    state: 'nothing to go on',
    as: 'newcomer',
    draw: (page) => open(page, '/profile/breweries', 'Not enough to go on yet'),
  },
  {
    screen: 'Preferences',
    state: 'defaults',
    as,
    async draw(page) {
      await page.goto('/notification-preferences')
      await expect(page.getByRole('switch').first()).toBeVisible()
    },
  },
  {
    screen: 'Export',
    state: 'ready',
    as,
    async draw(page) {
      await page.goto('/export-data')
      await expect(page.getByRole('radio').first()).toBeVisible()
    },
  },
  {
    screen: 'Export',
    state: 'nothing yet',
    as: 'newcomer',
    async draw(page) {
      await page.goto('/export-data')
      await expect(page.getByRole('definition').filter({ hasText: '0' })).toHaveCount(3)
    },
  },
  { screen: 'Refresh', state: 'idle', as, draw: (page) => open(page, '/refresh', /./) },
  {
    screen: 'Refresh',
    state: 'done',
    as,
    async draw(page) {
      await page.goto('/refresh')
      await page.getByRole('main').getByRole('button').last().click()
      await expect(page.getByText(/no image source is configured/i)).toBeVisible()
    },
  },
  {
    screen: 'Refresh',
    state: 'refused',
    as,
    async draw(page) {
      await refuses(page, updateBeerImages, 'too_many_requests', 'Try again in a minute.')
      await page.goto('/refresh')
      await page.getByRole('main').getByRole('button').last().click()
      await page.getByText('Error updating images').first().hover()
    },
  },
  { screen: 'About', state: 'top', as, draw: (page) => open(page, '/about', 'About') },
  { screen: 'Privacy', state: 'top', as, draw: (page) => open(page, '/privacy', 'Privacy Policy') },
  { screen: 'Terms', state: 'top', as, draw: (page) => open(page, '/terms', 'Terms of Service') },
]

export const COLLECTIONS: readonly View[] = [
  ...HISTORY,
  ...FAVORITES,
  ...SEARCH,
  ...BREWERY,
  ...PERSON,
  ...DRUNK_VIEWS,
  ...TASTE_VIEWS,
]
