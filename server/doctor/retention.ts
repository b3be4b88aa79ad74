/** Names how long the installation keeps what users leave, as its operator has to tell them. */
import type { Config } from '../config.ts'
import type { Check } from './check.ts'

export function retentionOf({ retention, sessionIdleDays }: Pick<Config, 'retention' | 'sessionIdleDays'>): Check {
  const { scanDays, searchDays, provisionalDays } = retention
  const kept = (days: number | undefined, otherwise: string) => (days === undefined ? otherwise : `for ${days} days`)
  return {
    name: 'retention',
    run: async () =>
      [
        `scans are kept ${kept(scanDays, 'until their users delete them')} (KEEP_SCANS_DAYS)`,
        `searches ${kept(searchDays, 'until their users delete them')} (KEEP_SEARCHES_DAYS)`,
        `idle sessions ${kept(sessionIdleDays, '')} (SESSION_IDLE_DAYS)`,
        `unused provisional beers ${kept(provisionalDays, 'for good')} (KEEP_PROVISIONAL_DAYS)`,
      ].join(', '),
  }
}
