/** What a user has stated about beers: own ratings, rated journal entries, and answers on cards. */
import { eq, sql } from 'drizzle-orm'
import type { TasteAnswer } from '#contracts'
import type { Conn } from '../../adapters/db/database.ts'
import { beerRatings, beers, breweries, styles, tasteAnswers, triedEntries } from '../../adapters/db/schema.ts'
import type { Opinion } from './fit-taste.ts'
import { tastedColumns, toTasted } from './tasted-beers.ts'

/** The latest count: tastes change, and each request computes them anew. */
const OPINIONS_MAX = 1_000

/**
 * One opinion per beer. The user's rating of the beer decides, without one the mean of the rated journal entries, without one the
 * answer on its card.
 */
export async function opinionsOf(conn: Conn, userId: number): Promise<Opinion[]> {
  const opinion = conn.$with('opinion').as(
    conn
      .select({
        beerId: sql<number>`beer_id`.as('beer_id'),
        rating: sql<number | null>`coalesce(max(own), avg(entry))`.mapWith(Number).as('own_rating'),
        answer: sql<Exclude<TasteAnswer, 'unknown'> | null>`max(answer)`.as('answer'),
        statedAt: sql`max(stated_at)`.as('stated_at'),
      })
      .from(
        sql`(
            select beer_id, rating as own, null::real as entry, null as answer, rated_at as stated_at
            from ${beerRatings} where user_id = ${userId}
            union all
            select beer_id, null, rating, null, had_at from ${triedEntries} where user_id = ${userId} and rating is not null
            union all
            select beer_id, null, null, answer, answered_at from ${tasteAnswers}
            where user_id = ${userId} and answer <> 'unknown'
          ) as stated`,
      )
      .groupBy(sql`beer_id`)
      .orderBy(sql`max(stated_at) desc, beer_id`)
      .limit(OPINIONS_MAX),
  )
  const rows = await conn
    .with(opinion)
    .select({ ...tastedColumns, ownRating: opinion.rating, answer: opinion.answer })
    .from(opinion)
    .innerJoin(beers, sql`${beers.id} = ${opinion.beerId} and ${beers.rating} > 0 and ${beers.kind} = 'beer'`)
    .leftJoin(breweries, eq(breweries.id, beers.breweryId))
    .leftJoin(styles, eq(styles.name, beers.style))
    .orderBy(beers.id)
  return rows.flatMap((row): Opinion[] => {
    const beer = toTasted(row)
    if (row.ownRating !== null) return [{ beer, rating: row.ownRating }]
    return row.answer === null ? [] : [{ beer, answer: row.answer }]
  })
}
