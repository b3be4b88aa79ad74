/** Breweries that a user has had nothing of and whose beers are of the styles that the user likes, the better the beers the sooner. */
import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import { type Beer, type LikedStyle, RATING_MAX, RECOMMENDED_BREWERIES_MAX, type RecommendedBrewery } from '#contracts'
import type { Conn } from '../../adapters/db/database.ts'
import { beerRatings, beers, breweries, favorites, triedEntries } from '../../adapters/db/schema.ts'
import { selectBeers, toBeer } from './beer-store.ts'
import { breweryStore } from './brewery-store.ts'
import { FAIR_RATING, likedStyles } from './liked-styles.ts'

/** The best known beers of a style; nobody finds the others in a shop. */
const BEERS_OF_STYLE = 150
const BEERS_OF_BREWERY = 3
/** A beer of which only the style is known is worth less than one that is known to be good. */
const UNKNOWN_BEER = 0.3

export async function recommendedBreweries(conn: Conn, userId: number): Promise<RecommendedBrewery[]> {
  const styles = await likedStyles(conn, userId)
  const [most = 1] = styles.map(({ points }) => points)
  const byBrewery = new Map<number, { beer: Beer; score: number; liked: LikedStyle }[]>()
  for (const { style, because, points } of styles) {
    const liked = { style, because }
    for (const beer of await unknownBeersOf(conn, userId, style)) {
      if (beer.breweryId === null) continue
      const quality = Math.max(0, beer.rating - FAIR_RATING) / (RATING_MAX - FAIR_RATING)
      const score = (points / most) * quality * (beer.ratingOrigin === 'style' ? UNKNOWN_BEER : 1)
      if (score > 0) byBrewery.set(beer.breweryId, [...(byBrewery.get(beer.breweryId) ?? []), { beer, score, liked }])
    }
  }
  const best = [...byBrewery]
    .map(([id, found]) => ({ id, found: found.sort((a, b) => b.score - a.score).slice(0, BEERS_OF_BREWERY) }))
    .map(({ id, found }) => ({ id, found, score: found.reduce((sum, { score }) => sum + score, 0) }))
    .sort((a, b) => b.score - a.score || a.id - b.id)
    .slice(0, RECOMMENDED_BREWERIES_MAX)
  const named = await breweryStore(conn).byIds(best.map(({ id }) => id))
  return named.map((brewery) => {
    const found = best.find(({ id }) => id === brewery.id)?.found ?? []
    return { brewery, beers: found.map(({ beer }) => beer), liked: found[0]?.liked ?? null }
  })
}

/** Known beers of a style, of breweries that still brew and of which the user has had, rated and saved nothing. */
async function unknownBeersOf(conn: Conn, userId: number, style: string): Promise<Beer[]> {
  const isKnown = sql`exists (
    select from ${beers} as known where known.brewery_id = ${beers.breweryId} and (
      exists (select from ${triedEntries} where beer_id = known.id and user_id = ${userId})
      or exists (select from ${beerRatings} where beer_id = known.id and user_id = ${userId})
      or exists (select from ${favorites} where beer_id = known.id and user_id = ${userId})))`
  const rows = await selectBeers(conn)
    .where(
      and(
        eq(beers.style, style),
        eq(beers.removed, false),
        eq(beers.status, 'current'),
        isNull(beers.ownerId),
        isNull(breweries.closed),
        eq(breweries.storeBrand, false),
        sql`not ${isKnown}`,
      ),
    )
    .orderBy(desc(beers.popularity), beers.id)
    .limit(BEERS_OF_STYLE)
  return rows.map(toBeer)
}
