/** The beers that a user had. */
import { expect } from '@playwright/test'
import { type Beer, listJournal, type TriedEntry } from '#contracts'
import { answers } from '../answers.ts'
import type { View } from '../stage.ts'
import { open } from './acts.ts'
import { statesOf } from './states.ts'

const HOUR_MS = 3_600_000

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

const { empty, loading, failed } = statesOf({ screen: 'Journal', path: '/history?show=journal', route: listJournal })

export const JOURNAL: readonly View[] = [
  {
    screen: 'Journal',
    state: 'regular',
    as: 'regular',
    async draw(page, { data }) {
      await answers(page, listJournal, { status: 200, body: { entries: entriesOf(data.beers), next: null } })
      await open(page, '/history?show=journal', 'Journal')
      await expect(page.getByRole('article').first()).toBeVisible()
    },
  },
  {
    screen: 'Journal',
    state: 'of a country',
    as: 'regular',
    async draw(page, { data }) {
      await answers(page, listJournal, {
        status: 200,
        body: { entries: entriesOf(data.beers).slice(0, 2), next: null },
      })
      await open(page, '/history?show=journal&country=Belgium&year=2025', 'Journal')
      await expect(page.getByRole('article').first()).toBeVisible()
    },
  },
  empty('Nothing in your journal yet'),
  loading('Loading your journal'),
  failed("Couldn't load your journal"),
]
