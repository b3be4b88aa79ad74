/**
 * Beers that the user has not had and would probably like. The taste decides where there is one: the best of the style families that the
 * user likes more than others do, or of the family of a beer. Otherwise the best of the styles that the user likes at all.
 */
import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { type LikedStyle, personalRatings, type Taste } from '#contracts'
import type { Conn } from '../../adapters/db/database.ts'
import { beerRatings, beers, styles, tasteAnswers, triedEntries } from '../../adapters/db/schema.ts'
import { visibleTo } from '../../core/beers/beer-store.ts'
import { likedStyles } from '../../core/beers/liked-styles.ts'
import { isWellKept } from './card-beers.ts'
import { MORE_FROM } from './fit-taste.ts'
import { selectTasted, toTasted } from './tasted-beers.ts'

const SUGGESTIONS_MAX = 3
const FAMILIES_MAX = 3
/** Candidates, most popular first. */
const PER_STYLE_MAX = 20

export interface Suggested {
  id: number
  /** Null if the taste explains it. */
  liked: LikedStyle | null
}

/** Best first, one beer of each brewery. */
export async function suggestedBeers(conn: Conn, userId: number, taste: Taste): Promise<Suggested[]> {
  if (!taste.isOn) return []
  const families = taste.effects
    .filter(({ trait, points }) => trait === 'family' && points > 0)
    .sort((a, b) => b.points - a.points)
    .slice(0, FAMILIES_MAX)
    .map(({ value }) => value)
  if (families.length > 0) return await bestForTaste(conn, userId, taste, inArray(styles.family, families))
  const liked = new Map((await likedStyles(conn, userId)).map(({ style, because }) => [style, { style, because }]))
  if (liked.size === 0) return []
  const candidates = await candidatesOf(conn, userId, inArray(styles.name, [...liked.keys()]))
  return bestOf(candidates).map(({ id, style }) => ({ id, liked: liked.get(style ?? '') ?? null }))
}

/** Near the style of a beer: none unless the user would want more of them. */
export async function suggestedNear(conn: Conn, userId: number, taste: Taste, beerId: number): Promise<Suggested[]> {
  const [near] = await conn
    .select({ family: styles.family })
    .from(beers)
    .innerJoin(styles, eq(styles.name, beers.style))
    .where(and(eq(beers.id, beerId), visibleTo(userId)))
  if (!near || taste.effects.length === 0) return []
  const isOther = and(eq(styles.family, near.family), sql`best.id <> ${beerId}`)
  return await bestForTaste(conn, userId, taste, isOther, MORE_FROM)
}

async function bestForTaste(conn: Conn, userId: number, taste: Taste, which: SQL | undefined, ratingMin = 0) {
  const ratingOf = personalRatings(taste)
  const candidates = (await candidatesOf(conn, userId, which)).flatMap((row) => {
    const beer = toTasted(row)
    const rating = ratingOf(beer)?.rating ?? 0
    return rating > 0 && rating >= ratingMin ? [{ id: row.id, brewery: beer.brewery, rating }] : []
  })
  return bestOf(candidates).map(({ id }) => ({ id, liked: null }))
}

function bestOf<T extends { id: number; brewery: string | null; rating: number }>(candidates: T[]): T[] {
  const best = candidates.sort((a, b) => b.rating - a.rating || a.id - b.id)
  const ofBreweries = new Map(best.toReversed().map((beer) => [beer.brewery, beer]))
  return best.filter((beer) => ofBreweries.get(beer.brewery) === beer).slice(0, SUGGESTIONS_MAX)
}

/** Well-known beers of these styles, of which more than the style is known, and about which the user has stated nothing. */
function candidatesOf(conn: Conn, userId: number, which: SQL | undefined) {
  const isStated = [beerRatings, triedEntries, tasteAnswers].map(
    (table) => sql`exists (select from ${table} where ${table.userId} = ${userId} and ${table.beerId} = ${beers.id})`,
  )
  return selectTasted(conn).where(sql`${beers.id} in (
    select best.id from ${styles} cross join lateral (
      select ${beers.id} from ${beers}
      where ${beers.style} = ${styles.name} and ${isWellKept} and ${beers.ratingOrigin} <> 'style'
        and not (${sql.join(isStated, sql` or `)})
      order by ${beers.popularity} desc, ${beers.id} limit ${PER_STYLE_MAX}
    ) as best
    where ${which})`)
}
