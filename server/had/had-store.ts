/** Which beers a user had: own single scans, own ratings and imported check-ins, each beer once with its last time. */
import { sql } from 'drizzle-orm'
import { HAD_BY, type Had } from '#contracts'
import type { Conn } from '../db/database.ts'
import { beerRatings, checkIns, scanItems, scans } from '../db/schema.ts'

type HadBy = (typeof HAD_BY)[number]
const [BY_SCAN, BY_RATING, BY_CHECK_IN] = HAD_BY satisfies readonly HadBy[]

export function hadStore(conn: Conn) {
  return {
    of: (userId: number) => ({
      /** The last one first. Items are read as they are now, so that a corrected scan says what it was corrected to. */
      async list(): Promise<Had[]> {
        const { rows } = await conn.execute<{ beerId: number; hadAt: Date; how: HadBy }>(sql`
          select beer_id as "beerId", had_at as "hadAt", how from (
            select distinct on (beer_id) beer_id, had_at, how from (
              select item.beer_id, scan.scanned_at as had_at, ${BY_SCAN}::text as how
              from ${scans} scan join ${scanItems} item on item.scan_id = scan.id and item.position = 0
              where scan.user_id = ${userId} and scan.status = 'completed' and scan.scan_type = 'single'
                and not exists (select from ${scanItems} other where other.scan_id = scan.id and other.position > 0)
              union all
              select beer_id, rated_at, ${BY_RATING}::text from ${beerRatings} where user_id = ${userId}
              union all
              select beer_id, had_at, ${BY_CHECK_IN}::text from ${checkIns} where user_id = ${userId}
            ) as every_time
            order by beer_id, had_at desc, how
          ) as last_time
          order by had_at desc, beer_id`)
        return rows.map(({ beerId, hadAt, how }) => ({ beerId, hadAt: new Date(hadAt).toISOString(), how }))
      },
    }),
  }
}
