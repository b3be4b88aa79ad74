/** What a user did with each beer: tried, scanned or wants to try. One statement, because most screens ask for it. */
import { sql } from 'drizzle-orm'
import { type BeerMarks, LISTED_MAX } from '#contracts'
import type { Conn } from '../../adapters/db/database.ts'
import { beerRatings, scanItems, scans, triedEntries, wants } from '../../adapters/db/schema.ts'
import { isOpen } from '../../core/journal/open-wants.ts'

export function markStore(conn: Conn) {
  return {
    of: (userId: number) => ({
      /** Latest first. Reads the current scan items, so that a corrected scan counts for the corrected beer. */
      async list(): Promise<BeerMarks[]> {
        const { rows } = await conn.execute<Row>(sql`
          select beer_id as "beerId", count(entry)::int as "timesTried",
            coalesce(max(tried_at) filter (where entry is not null), max(tried_at)) as "triedAt",
            max(scanned_at) as "scannedAt", max(wanted_at) as "wantedAt", max(rating) as "ownRating"
          from (
            select beer_id, had_at as tried_at, id as entry, null::timestamptz as scanned_at, null::timestamptz as wanted_at,
              null::real as rating
            from ${triedEntries} where user_id = ${userId}
            union all
            select beer_id, rated_at, null, null, null, rating from ${beerRatings} where user_id = ${userId}
            union all
            select item.beer_id, null, null, scan.scanned_at, null, null
            from ${scans} scan join ${scanItems} item on item.scan_id = scan.id and item.position = 0
            where scan.user_id = ${userId} and scan.status = 'completed' and scan.scan_type = 'single'
              and not exists (select from ${scanItems} other where other.scan_id = scan.id and other.position > 0)
            union all
            select beer_id, null, null, null, wanted_at, null from ${wants} where user_id = ${userId} and ${isOpen}
          ) as marks
          group by beer_id
          order by max(greatest(tried_at, scanned_at, wanted_at)) desc, beer_id
          limit ${LISTED_MAX}`)
        return rows.map(({ beerId, triedAt, timesTried, scannedAt, wantedAt, ownRating }) => ({
          beerId,
          triedAt: isoOf(triedAt),
          timesTried,
          scannedAt: isoOf(scannedAt),
          wantedAt: isoOf(wantedAt),
          ownRating: ownRating === null ? null : Number(ownRating.toFixed(1)),
        }))
      },
    }),
  }
}

interface Row extends Record<string, unknown> {
  beerId: number
  triedAt: Date | null
  timesTried: number
  scannedAt: Date | null
  wantedAt: Date | null
  ownRating: number | null
}

const isoOf = (at: Date | null) => at && new Date(at).toISOString()
