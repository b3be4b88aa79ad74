/** The scans of a user, night by night. */
import { expect, type Page } from '@playwright/test'
import { listScans, type Scan } from '#contracts'
import { answers } from '../answers.ts'
import type { Cast } from '../cast.ts'
import type { View } from '../stage.ts'
import { open } from './acts.ts'
import { statesOf } from './states.ts'

const HOUR_MS = 3_600_000

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

const { empty, loading, failed } = statesOf({ screen: 'History', path: '/history', route: listScans })

export const HISTORY: readonly View[] = [
  {
    screen: 'History',
    state: 'many nights',
    as: 'regular',
    async draw(page, cast) {
      await manyNights(page, cast)
      await open(page, '/history', 'Scan History')
      await expect(page.getByRole('article').first()).toBeVisible()
    },
  },
  {
    screen: 'History',
    state: 'search',
    as: 'regular',
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
    as: 'regular',
    async draw(page) {
      await page.goto('/history')
      await page.getByRole('searchbox').fill('lemonade')
      await expect(page.getByRole('heading', { name: 'No matching scans' })).toBeVisible()
    },
  },
  empty('No scan history yet'),
  loading('Loading your history'),
  failed('Failed to fetch scan history'),
]
