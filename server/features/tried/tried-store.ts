/** The beers a user has tried: from single-beer scans, ratings and imported check-ins, each beer once with its latest time. */
import { sql } from 'drizzle-orm'
import { TRIED_EVIDENCE, type TriedBeer } from '#contracts'
import type { Conn } from '../../adapters/db/database.ts'
import { beerRatings, checkIns, scanItems, scans } from '../../adapters/db/schema.ts'

type Evidence = (typeof TRIED_EVIDENCE)[number]
const [BY_SCAN, BY_RATING, BY_CHECK_IN] = TRIED_EVIDENCE satisfies readonly Evidence[]

export function triedStore(conn: Conn) {
  return {
    of: (userId: number) => ({
      /** Latest first. Reads the current scan items, so that a corrected scan counts for the corrected beer. */
      async list(): Promise<TriedBeer[]> {
        const { rows } = await conn.execute<{ beerId: number; triedAt: Date; how: Evidence }>(sql`
          select beer_id as "beerId", tried_at as "triedAt", how from (
            select distinct on (beer_id) beer_id, tried_at, how from (
              select item.beer_id, scan.scanned_at as tried_at, ${BY_SCAN}::text as how
              from ${scans} scan join ${scanItems} item on item.scan_id = scan.id and item.position = 0
              where scan.user_id = ${userId} and scan.status = 'completed' and scan.scan_type = 'single'
                and not exists (select from ${scanItems} other where other.scan_id = scan.id and other.position > 0)
              union all
              select beer_id, rated_at, ${BY_RATING}::text from ${beerRatings} where user_id = ${userId}
              union all
              select beer_id, had_at, ${BY_CHECK_IN}::text from ${checkIns} where user_id = ${userId}
            ) as tastings
            order by beer_id, tried_at desc, how
          ) as latest
          order by tried_at desc, beer_id`)
        return rows.map(({ beerId, triedAt, how }) => ({ beerId, triedAt: new Date(triedAt).toISOString(), how }))
      },
    }),
  }
}
