/** A scan: on its way, or ended. */
import { expect, type Page } from '@playwright/test'
import { getScan, type Scan } from '#contracts'
import { answers } from '../answers.ts'
import type { View } from '../stage.ts'
import { open } from './acts.ts'
import { statesOf } from './states.ts'

const { loading } = statesOf({
  screen: 'Scan status',
  path: ({ data }) => `/scan/${data.single.id}`,
  route: getScan,
})

async function showScan(page: Page, scan: Scan, title: string): Promise<void> {
  await answers(page, getScan, { status: 200, body: scan })
  await open(page, `/scan/${scan.id}`, title)
}

export const SCAN_STATUS: readonly View[] = [
  {
    screen: 'Scan status',
    state: 'processing',
    as: 'regular',
    async draw(page, { data }) {
      const [first, second] = data.fridgeBeers
      const beers = [first, second].filter((beer) => beer !== undefined)
      const stage = 'reading label 3 of 6'
      const progress = { status: 'processing', stage, progressCurrent: 2, progressTotal: 6, detected: null }
      const scan = { ...data.fridge, ...progress, menuData: JSON.stringify(beers) }
      await showScan(page, scan, 'Processing Scan')
    },
  },
  {
    screen: 'Scan status',
    state: 'completed, group',
    as: 'regular',
    draw: (page, { data }) => open(page, `/scan/${data.fridge.id}`, 'Scan Complete'),
  },
  {
    screen: 'Scan status',
    state: 'completed, single',
    as: 'regular',
    draw: (page, { data }) => open(page, `/scan/${data.single.id}`, 'Scan Complete'),
  },
  {
    screen: 'Scan status',
    state: 'completed, doubtful',
    as: 'regular',
    async draw(page, { data }) {
      const { beer } = data.single
      if (!beer) throw new Error('the single photo was not read')
      const alternatives = data.beers.slice(1, 4).map((one, index) => ({ beer: one, confidence: 49 - index * 6 }))
      await showScan(
        page,
        { ...data.single, beer: { ...beer, outcome: 'ask', confidence: 52 }, alternatives },
        'Scan Complete',
      )
      await expect(page.getByRole('group', { name: 'Closest matches' })).toBeVisible()
    },
  },
  {
    screen: 'Scan status',
    state: 'completed, empty',
    as: 'regular',
    async draw(page, { data }) {
      await showScan(page, { ...data.single, beer: null, beerId: null, alternatives: [] }, 'Scan Complete')
    },
  },
  {
    screen: 'Scan status',
    state: 'failed',
    as: 'regular',
    async draw(page, { data }) {
      const failure = 'The reader stopped three times.'
      await showScan(page, { ...data.single, status: 'failed', failure, beer: null, beerId: null }, 'Scan Failed')
    },
  },
  {
    screen: 'Scan status',
    state: 'unknown',
    as: 'regular',
    draw: (page, { data }) => showScan(page, { ...data.single, status: 'archived', beer: null }, 'Unknown Status'),
  },
  loading('Loading Scan'),
  {
    screen: 'Scan status',
    state: 'not found',
    as: 'regular',
    draw: (page) => open(page, '/scan/00000000-0000-4000-8000-000000000000', 'Scan Not Found'),
  },
]
