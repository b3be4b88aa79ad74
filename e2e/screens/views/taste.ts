/** What a user likes, and the cards that ask for it. */
import { expect, type Page } from '@playwright/test'
import { getTaste, listTasteCards, listTasteSuggestions, type Taste } from '#contracts'
import { answers } from '../answers.ts'
import type { Cast } from '../cast.ts'
import type { View } from '../stage.ts'
import { open } from './acts.ts'
import { statesOf } from './states.ts'

export const LIKES: Taste = {
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

const { loading, failed } = statesOf({ screen: 'Your taste', path: '/profile/taste', route: getTaste })

export const TASTE: readonly View[] = [
  {
    screen: 'Your taste',
    state: 'card',
    as: 'regular',
    async draw(page, cast) {
      await tasteCards(page, cast, 2)
      await open(page, '/profile/taste', 'Your taste')
      await expect(page.getByRole('button', { name: 'More like this' })).toBeVisible()
    },
  },
  {
    screen: 'Your taste',
    state: 'all answered',
    as: 'regular',
    async draw(page, cast) {
      await tasteCards(page, cast, cast.data.beers.length)
      await answers(page, listTasteSuggestions, { status: 200, body: cast.data.beers.slice(0, 3) })
      await open(page, '/profile/taste', 'All cards answered')
      await expect(page.getByRole('region', { name: "You'd probably like" })).toBeVisible()
    },
  },
  {
    screen: 'Your taste',
    state: 'switched off',
    as: 'regular',
    async draw(page) {
      await answers(page, getTaste, { status: 200, body: { isOn: false, rated: 0, answered: 0, effects: [] } })
      await open(page, '/profile/taste', 'Your taste')
      await expect(page.getByRole('switch')).toBeVisible()
    },
  },
  loading('Loading your taste'),
  failed("Couldn't load your taste"),
]
