/** The journal in numbers. */
import { expect } from '@playwright/test'
import { getJournalSummary, type JournalSummary } from '#contracts'
import { answers } from '../answers.ts'
import type { View } from '../stage.ts'
import { open } from './acts.ts'
import { HARD_NAMES } from './hard-names.ts'
import { statesOf } from './states.ts'

const named = (id: number, name: string, brewery: string) => ({ id, name, brewery })

interface Style {
  style: string
  srm: number
  beers: number
  average: number
  best: string
  first?: string
  brewery: string
}

const styleOf = ({ style, srm, beers, average, best, first = best, brewery }: Style) => ({
  style,
  srm,
  beers,
  averageRating: average,
  best: { ...named(1, best, brewery), rating: 95 },
  first: { ...named(2, first, brewery), triedAt: '2025-03-01T20:00:00.000Z' },
})

/** 118 beers, counted by style, by strength and by country. */
const SUMMARY: JournalSummary = {
  entries: 231,
  beers: 118,
  breweries: 64,
  styles: [
    styleOf({
      style: 'Tripel',
      srm: 5.5,
      beers: 41,
      average: 84.5,
      best: 'Westmalle Tripel',
      first: 'Tripel Karmeliet',
      brewery: 'Westmalle',
    }),
    styleOf({ style: 'IPA', srm: 7, beers: 29, average: 78.2, best: 'Punk IPA', brewery: 'BrewDog' }),
    styleOf({
      style: 'Russian Imperial Stout',
      srm: 38,
      beers: 23,
      average: 88.1,
      best: 'Ten FIDY',
      brewery: 'Oskar Blues',
    }),
    styleOf({
      style: 'Czech Pale Lager',
      srm: 4,
      beers: 17,
      average: 80.4,
      best: 'Pilsner Urquell',
      brewery: 'Plzeňský Prazdroj',
    }),
    styleOf({
      style: 'Flanders Red Ale',
      srm: 16,
      beers: 8,
      average: 86,
      best: 'Rodenbach Grand Cru',
      brewery: 'Rodenbach',
    }),
  ],
  strengths: [4, 5, 6, 8, 10, 12].map((percent, index) => ({ percent, beers: [8, 46, 33, 20, 9, 2][index] ?? 0 })),
  countries: [
    { country: 'Belgium', beers: 58 },
    { country: 'Germany', beers: 20 },
    { country: 'Czechia', beers: 17 },
    { country: 'United Kingdom', beers: 9 },
    { country: 'United States', beers: 6 },
    { country: 'Italy', beers: 2 },
    { country: 'Netherlands', beers: 2 },
    { country: 'Denmark', beers: 2 },
    { country: 'Austria', beers: 1 },
    { country: 'Saint Vincent and the Grenadines', beers: 1 },
  ],
  topBreweries: [
    { id: 1, name: 'Westmalle', beers: 4 },
    { id: 2, name: 'Brasserie Dupont', beers: 2 },
  ],
  badges: [
    { kind: 'beers', beers: 100, reachedAt: '2025-11-01T20:00:00.000Z' },
    { kind: 'countries', countries: 10, reachedAt: '2025-08-01T20:00:00.000Z' },
    { kind: 'first-of-family', family: 'Stout', reachedAt: '2025-03-01T20:00:00.000Z' },
  ],
}

const WITH_HARD_NAMES: JournalSummary = {
  ...SUMMARY,
  styles: SUMMARY.styles.map((style) => ({
    ...style,
    best: style.best && { ...style.best, name: 'Donaudampfschifffahrtsgesellschaftsbier' },
    first: { ...style.first, name: 'Žatecký světlý výčepní' },
  })),
  topBreweries: [{ id: 1, name: 'Brauereigenossenschaft Oberfranken-Fränkische Schweiz', beers: 4 }],
}

const { empty, loading, failed } = statesOf({
  screen: 'Your beers',
  path: '/profile/beers',
  route: getJournalSummary,
})

const summary = (state: string, body: JournalSummary): View => ({
  screen: 'Your beers',
  state,
  as: 'regular',
  async draw(page) {
    await answers(page, getJournalSummary, { status: 200, body })
    await open(page, '/profile/beers', 'Your beers')
    await expect(page.getByRole('listbox', { name: 'Map of the countries' })).toBeVisible()
  },
})

export const BEERS_DRUNK: readonly View[] = [
  summary('regular', SUMMARY),
  summary(HARD_NAMES, WITH_HARD_NAMES),
  empty('No beers yet'),
  loading('Counting your beers'),
  failed("Couldn't count your beers"),
]
