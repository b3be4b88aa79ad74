/**
 * The styles that a user likes, from whatever there is: ratings, answers on cards, saved beers and beers to try, and, which says
 * little, beers had.
 */
import { sql } from 'drizzle-orm'
import type { LikedStyle } from '#contracts'
import type { Conn } from '../../adapters/db/database.ts'
import {
  beerRatings,
  beers,
  favorites,
  tasteAnswers,
  tasteOptOuts,
  triedEntries,
  wants,
} from '../../adapters/db/schema.ts'

const STYLES_MAX = 5
/** A beer that is fair, not good. Who rates all beers alike, or one only, likes those above it. */
export const FAIR_RATING = 60
/** What an act says of the style, in points of a rating above the user's average. */
const POINTS = { card: 10, saved: 10, wanted: 5, had: 1 }

/** The most liked first, each with the strongest reason. A style whose beers are rated low is none of them. */
export async function likedStyles(conn: Conn, userId: number): Promise<(LikedStyle & { points: number })[]> {
  const { rows } = await conn.execute<LikedStyle & { points: number }>(sql`
    with rated as (
      select beer_id, coalesce(max(own), avg(entry)) as rating from (
        select beer_id, rating as own, null::real as entry from ${beerRatings} where user_id = ${userId}
        union all
        select beer_id, null, rating from ${triedEntries} where user_id = ${userId} and rating is not null
      ) as stated group by beer_id
    ),
    acts as (
      select beer_id, 'rated' as because,
        rating - case when min(rating) over () = max(rating) over () then ${FAIR_RATING}::real else avg(rating) over () end as points
      from rated
      union all
      select beer_id, 'card', case answer when 'more' then ${POINTS.card}::real else -${POINTS.card}::real end from ${tasteAnswers}
      where user_id = ${userId} and answer <> 'unknown'
        and not exists (select from ${tasteOptOuts} where ${tasteOptOuts.userId} = ${userId})
      union all
      select beer_id, 'saved', ${POINTS.saved}::real from ${favorites} where user_id = ${userId}
      union all
      select beer_id, 'wanted', ${POINTS.wanted}::real from ${wants} where user_id = ${userId}
      union all
      select distinct beer_id, 'had', ${POINTS.had}::real from ${triedEntries} where user_id = ${userId}
    ),
    by_reason as (
      select ${beers.style} as style, because, sum(acts.points) as points
      from acts join ${beers} on ${beers.id} = acts.beer_id
      where ${beers.style} is not null and ${beers.kind} = 'beer' group by 1, 2
    )
    select style, (array_agg(because order by by_reason.points desc, because))[1] as because, sum(points)::real as points
    from by_reason group by style having sum(points) > 0 order by 3 desc, 1 limit ${STYLES_MAX}`)
  return rows
}
