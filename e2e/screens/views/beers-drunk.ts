/** The journal in numbers. */
import { expect } from '@playwright/test'
import { getJournalSummary, type JournalSummary } from '#contracts'
import { answers } from '../answers.ts'
import type { View } from '../stage.ts'
import { open } from './acts.ts'
import { statesOf } from './states.ts'

const named = (id: number, name: string, brewery: string) => ({ id, name, brewery })
const styleOf = (style: string, srm: number, beers: number, name: string): JournalSummary['styles'][number] => ({
  style,
  srm,
  beers,
  averageRating: 84.5,
  best: { ...named(1, name, 'Westmalle'), rating: 92.5 },
  first: { ...named(1, name, 'Westmalle'), triedAt: '2025-03-01T20:00:00.000Z' },
})
const SUMMARY: JournalSummary = {
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

const { empty, loading, failed } = statesOf({
  screen: 'Your beers',
  path: '/profile/beers',
  route: getJournalSummary,
})

export const BEERS_DRUNK: readonly View[] = [
  {
    screen: 'Your beers',
    state: 'regular',
    as: 'regular',
    async draw(page) {
      await answers(page, getJournalSummary, { status: 200, body: SUMMARY })
      await open(page, '/profile/beers', 'Your beers')
      await expect(page.getByRole('listbox', { name: 'Map of the countries' })).toBeVisible()
    },
  },
  empty('No beers yet'),
  loading('Counting your beers'),
  failed("Couldn't count your beers"),
]
