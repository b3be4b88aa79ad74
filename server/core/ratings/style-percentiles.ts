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

/** Few enough that the embedded database soon answers others, many enough that a start takes no hundred transactions. */
const STYLES_AT_ONCE = 10

/** Recomputes the stale styles, some in each transaction; returns their number. */
export async function refreshStylePercentiles(db: Db): Promise<number> {
  let refreshed = 0
  for (let some = STYLES_AT_ONCE; some === STYLES_AT_ONCE; refreshed += some) some = await db.transaction(refreshSome)
  return refreshed
}

/** A concurrent vote waits for the row locks and marks its style as stale again. */
async function refreshSome(tx: Conn): Promise<number> {
  const { rows } = await tx.execute<{ style: string }>(
    sql`select style from ${stylePercentiles} where is_stale order by style limit ${STYLES_AT_ONCE} for update skip locked`,
  )
  if (rows.length === 0) return 0
  const stale = sql`(${sql.join(
    rows.map(({ style }) => sql`${style}`),
    sql`, `,
  )})`
  await tx.execute(sql`
    with each as (
      select style, rating, sum(count(*)) over (partition by style order by rating desc) as as_good,
        sum(count(*)) over (partition by style)::int as n
      from ${beers} where style in ${stale} and rating > 0 and ${isRated} and owner_id is null and not removed
      group by style, rating
    ),
    -- A rating is in the top p percent from the smallest p on that holds all beers as good.
    entered as (select style, ceil(as_good * 100 / n)::int as percent, min(rating) as rating, n from each group by 1, 2, 4),
    computed as (
      -- If more than p percent share the best rating, no rating is in the top p percent: the threshold is infinite.
      select style, max(n) as n, array_agg(coalesce(threshold, 'infinity') order by percent desc) as thresholds
      from (
        select asked.style, percent, n, min(rating) over (partition by asked.style order by percent) as threshold
        from (select style from ${stylePercentiles} where style in ${stale}) as asked
        cross join generate_series(1, 100) as percent left join entered using (style, percent)
      ) as top group by style
    )
    update ${stylePercentiles} set is_stale = false, beers = coalesce(n, 0),
      thresholds = case when n >= ${STYLE_PERCENTILE_BEERS_MIN} then computed.thresholds else '{}' end
    from computed where ${stylePercentiles.style} = computed.style`)
  return rows.length
}
