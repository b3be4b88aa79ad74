/**
 * Beers that drink alike: the same style or family, near in strength, bitterness and colour, another brewery first.
 * The database ranks, so that every node gives the same answer; not more than two of one brewery are shown.
 */
import { and, eq, ne, sql } from 'drizzle-orm'
import { type Beer, SIMILAR_BEERS_MAX } from '#contracts'
import type { Conn } from '../db/database.ts'
import { beers, breweries, styles } from '../db/schema.ts'
import { selectBeers, toBeer, visibleTo } from './beer-store.ts'

/** How far apart two beers are, in points: each unit is about the step a drinker notices. */
const ABV_STEP_PERCENT = 1
const IBU_STEP = 20
const SRM_STEP = 8
const OTHER_STYLE_POINTS = 2
const SAME_COUNTRY_BONUS = 0.5
/** A well-known neighbour helps more than an obscure one; at most this many points. */
const POPULARITY_BONUS = 0.8
const PER_BREWERY_MAX = 2
const POOL = 60

export function similarBeers(conn: Conn) {
  return {
    visibleTo: (userId: number) => ({
      /** Undefined when the user sees no such beer; empty when nothing is known of it. */
      async to(beerId: number): Promise<Beer[] | undefined> {
        const [of] = await conn
          .select({ beer: beers, family: styles.family, srm: styles.srm, country: breweries.country })
          .from(beers)
          .leftJoin(styles, eq(styles.name, beers.style))
          .leftJoin(breweries, eq(breweries.id, beers.breweryId))
          .where(and(eq(beers.id, beerId), visibleTo(userId)))
        if (!of) return undefined
        if (of.family === null) return []
        const apart = sql<number>`
          case when ${beers.style} = ${of.beer.style} then 0 else ${OTHER_STYLE_POINTS}::real end
          + coalesce(abs(${beers.abv} - ${of.beer.abv}::real) / ${ABV_STEP_PERCENT}::real, 1)
          + coalesce(abs(${beers.ibu} - ${of.beer.ibu}::real) / ${IBU_STEP}::real, 0.3)
          + coalesce(abs(${styles.srm} - ${of.srm}::real) / ${SRM_STEP}::real, 0.3)
          - case when ${breweries.country} = ${of.country} then ${SAME_COUNTRY_BONUS}::real else 0 end
          - ${beers.popularity} * ${POPULARITY_BONUS}::real / 100.0`
        const rows = await selectBeers(conn)
          .where(and(eq(styles.family, of.family), ne(beers.id, beerId), visibleTo(userId)))
          .orderBy(apart, beers.id)
          .limit(POOL)
        return spreadOverBreweries(rows.map(toBeer))
      },
    }),
  }
}

function spreadOverBreweries(ranked: Beer[]): Beer[] {
  const perBrewery = new Map<string, number>()
  return ranked
    .filter((beer) => {
      const brewery = beer.brewery ?? `beer ${beer.id}`
      const seen = perBrewery.get(brewery) ?? 0
      perBrewery.set(brewery, seen + 1)
      return seen < PER_BREWERY_MAX
    })
    .slice(0, SIMILAR_BEERS_MAX)
}
