/** A menu at the table, as a guest and as its host. */
import { expect, type Page } from '@playwright/test'
import { getRound, getRoundMenu, type Round, type SightedBeer } from '#contracts'
import { answers, refuses } from '../answers.ts'
import type { Cast } from '../cast.ts'
import type { View } from '../stage.ts'
import { open } from './acts.ts'

const TITLE = 'At the table'
const ENDS_AT = new Date(Date.now() + 6 * 3_600_000).toISOString()

function guests([first, second, third]: readonly SightedBeer[]): Round['guests'] {
  const wishes = (...beers: (SightedBeer | undefined)[]) => beers.flatMap((beer) => beer?.id ?? [])
  return [
    { name: 'Jana', isYou: true, wishes: wishes(first) },
    { name: 'Tom', isYou: false, wishes: wishes(first, second) },
    { name: 'M. K.', isYou: false, wishes: wishes(first, third) },
    { name: 'Wolfgang Amadeus von und zu B.', isYou: false, wishes: wishes(first) },
  ]
}

async function openRound(page: Page, { data }: Cast, round: Partial<Round> = {}): Promise<void> {
  const { id, status, scanType, isMenu, menuData, scannedAt, fallback } = data.menu
  const menu = { id, status, scanType, isMenu, menuData, scannedAt, fallback }
  await answers(page, getRoundMenu, { status: 200, body: menu })
  const body = { isHost: false, endsAt: ENDS_AT, guests: guests(data.menuBeers), ...round }
  await answers(page, getRound, { status: 200, body })
  await open(page, `/menu/${id}?table=drawn`, TITLE)
  await expect(page.getByRole('article').first()).toBeVisible()
}

export const ROUNDS: readonly View[] = [
  {
    screen: 'Table',
    state: 'host',
    as: 'regular',
    draw: (page, cast) => openRound(page, cast, { isHost: true }),
  },
  {
    screen: 'Table',
    state: 'order',
    as: 'regular',
    async draw(page, cast) {
      await openRound(page, cast, { isHost: true })
      await page.getByRole('button', { name: /^Order/ }).click()
      await expect(page.getByRole('dialog', { name: 'Order' })).toBeVisible()
    },
  },
  {
    screen: 'Table',
    state: 'joining',
    as: 'newcomer',
    draw: (page, cast) => openRound(page, cast, { guests: guests(cast.data.menuBeers).slice(1) }),
  },
  {
    screen: 'Table',
    state: 'closed',
    as: 'newcomer',
    async draw(page, { data }) {
      await refuses(page, getRound, 'not_found', 'This table is closed.')
      await open(page, `/menu/${data.menu.id}?table=gone`, 'This table is closed')
    },
  },
]
