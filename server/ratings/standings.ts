/**
 * How the ratings of a style's beers lie: what a rating must reach to be among the best p percent. Computed when ratings
 * changed and kept, so that where a beer stands is read without counting the others. Only beers whose rating rests on more
 * than an estimate take part, be it their style's or a provider's.
 */
import { sql } from 'drizzle-orm'
import { STANDING_BEERS_MIN } from '#contracts'
import type { Conn, Db } from '../db/database.ts'
import { beers, styleStandings } from '../db/schema.ts'

/** Somebody has tasted it: the rating rests on votes or on imported figures. */
const isTasted = sql`rating_origin in ('community', 'imported')`

/** Every style counts as changed: whatever happened before the start, the standings become right. */
export async function distrustStandings(db: Db): Promise<void> {
  await db.execute(sql`
    insert into ${styleStandings} (style, beers, thresholds)
    select distinct style, 0, '{}'::real[] from ${beers} where style is not null and ${isTasted} and owner_id is null
    order by 1
    on conflict (style) do nothing`)
  await db.update(styleStandings).set({ isStale: true })
}

/** Computes what changed, one style a transaction; says how many styles. */
export async function refreshStandings(db: Db): Promise<number> {
  let refreshed = 0
  while (await db.transaction(refreshOne)) refreshed += 1
  return refreshed
}

/** A vote that comes meanwhile waits for the row and makes it stale again. */
async function refreshOne(tx: Conn): Promise<boolean> {
  const { rows } = await tx.execute<{ style: string }>(
    sql`select style from ${styleStandings} where is_stale order by style limit 1 for update skip locked`,
  )
  const [stale] = rows
  if (!stale) return false
  await tx.execute(sql`
    with each as (
      select rating, sum(count(*)) over (order by rating desc) as as_good, sum(count(*)) over () as n from ${beers}
      where style = ${stale.style} and rating > 0 and ${isTasted} and owner_id is null and not removed
      group by rating
    ),
    counted as (select coalesce(max(n), 0)::int as n from each)
    update ${styleStandings} set is_stale = false, beers = counted.n,
      thresholds = case when counted.n < ${STANDING_BEERS_MIN} then '{}' else array(
        -- Where even the best are more than so many percent, nobody is among them.
        select coalesce((select min(rating) from each where as_good * 100 <= percent * each.n), 'infinity')
        from generate_series(100, 1, -1) as percent order by percent desc
      ) end
    from counted where ${styleStandings.style} = ${stale.style}`)
  return true
}
