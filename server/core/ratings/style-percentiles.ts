/**
 * Percentile thresholds of each style: the minimum rating of its top p percent, for p = 1 to 100. They are stored and
 * recomputed when ratings change, so that a beer's rank is read without counting the others. Beers whose rating rests on
 * their style alone or on an AI provider's estimate are not ranked.
 */
import { inArray, sql } from 'drizzle-orm'
import { type RatingOrigin, STYLE_PERCENTILE_BEERS_MIN } from '#contracts'
import type { Conn, Db } from '../../adapters/db/database.ts'
import { beers, stylePercentiles } from '../../adapters/db/schema.ts'

/** Origins of ratings that say something about a beer within its style. */
export const RANKED_ORIGINS: readonly RatingOrigin[] = ['community', 'imported', 'expected']

const isRated = inArray(beers.ratingOrigin, [...RANKED_ORIGINS])

/** Marks all styles as stale. The job does so at start, which repairs whatever happened before it. */
export async function invalidateStylePercentiles(db: Db): Promise<void> {
  await db.execute(sql`
    insert into ${stylePercentiles} (style, beers, thresholds)
    select distinct style, 0, '{}'::real[] from ${beers} where style is not null and ${isRated} and owner_id is null
    order by 1
    on conflict (style) do nothing`)
  await db.update(stylePercentiles).set({ isStale: true })
}

/** Recomputes the stale styles, each in its own transaction; returns their number. */
export async function refreshStylePercentiles(db: Db): Promise<number> {
  let refreshed = 0
  while (await db.transaction(refreshOne)) refreshed += 1
  return refreshed
}

/** A concurrent vote waits for the row lock and marks the style as stale again. */
async function refreshOne(tx: Conn): Promise<boolean> {
  const { rows } = await tx.execute<{ style: string }>(
    sql`select style from ${stylePercentiles} where is_stale order by style limit 1 for update skip locked`,
  )
  const [stale] = rows
  if (!stale) return false
  await tx.execute(sql`
    with each as (
      select rating, sum(count(*)) over (order by rating desc) as as_good, sum(count(*)) over () as n from ${beers}
      where style = ${stale.style} and rating > 0 and ${isRated} and owner_id is null and not removed
      group by rating
    ),
    counted as (select coalesce(max(n), 0)::int as n from each)
    update ${stylePercentiles} set is_stale = false, beers = counted.n,
      thresholds = case when counted.n < ${STYLE_PERCENTILE_BEERS_MIN} then '{}' else array(
        -- If more than p percent share the best rating, no rating is in the top p percent: the threshold is infinite.
        select coalesce((select min(rating) from each where as_good * 100 <= percent * each.n), 'infinity')
        from generate_series(100, 1, -1) as percent order by percent desc
      ) end
    from counted where ${stylePercentiles.style} = ${stale.style}`)
  return true
}
