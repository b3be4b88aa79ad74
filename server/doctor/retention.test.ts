import { expect, it } from 'vitest'
import { readConfig } from '../config.ts'
import { retentionOf } from './retention.ts'

it('names how long each thing is kept, and its setting', async () => {
  const { config } = readConfig({ KEEP_SCANS_DAYS: '365', KEEP_PROVISIONAL_DAYS: 'unlimited', SESSION_IDLE_DAYS: '7' })
  await expect(retentionOf(config).run()).resolves.toBe(
    'scans are kept for 365 days (KEEP_SCANS_DAYS), searches until their users delete them (KEEP_SEARCHES_DAYS), ' +
      'idle sessions for 7 days (SESSION_IDLE_DAYS), unused provisional beers for good (KEEP_PROVISIONAL_DAYS)',
  )
})
