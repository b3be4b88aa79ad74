/** Beers that the user has not had and would probably like: the best of the style families that they like more than others do. */
import { inArray, sql } from 'drizzle-orm'
import { personalRatings, type Taste } from '#contracts'
import type { Conn } from '../../adapters/db/database.ts'
import { beerRatings, beers, styles, tasteAnswers, triedEntries } from '../../adapters/db/schema.ts'
import { isWellKept } from './card-beers.ts'
import { selectTasted, toTasted } from './tasted-beers.ts'

const SUGGESTIONS_MAX = 3
const FAMILIES_MAX = 3
/** Candidates, most popular first. */
const PER_STYLE_MAX = 20

/** Ids, best first, one beer of each brewery. */
export async function suggestedBeers(conn: Conn, userId: number, taste: Taste): Promise<number[]> {
  const families = taste.effects
    .filter(({ trait, points }) => trait === 'family' && points > 0)
    .sort((a, b) => b.points - a.points)
    .slice(0, FAMILIES_MAX)
    .map(({ value }) => value)
  if (families.length === 0) return []
  const ratingOf = personalRatings(taste)
  const candidates = await selectTasted(conn).where(sql`${beers.id} in (${candidatesOf(families, userId)})`)
  const ranked = candidates
    .flatMap((row) => {
      const beer = toTasted(row)
      const personal = ratingOf(beer)
      return personal ? [{ id: row.id, brewery: beer.brewery, rating: personal.rating }] : []
    })
    .sort((a, b) => b.rating - a.rating || a.id - b.id)
  return [...new Map(ranked.toReversed().map((beer) => [beer.brewery, beer])).values()]
    .sort((a, b) => b.rating - a.rating || a.id - b.id)
    .slice(0, SUGGESTIONS_MAX)
    .map(({ id }) => id)
}

/** Well-known beers of the families, of which more than the style is known, and about which the user has stated nothing. */
function candidatesOf(families: readonly string[], userId: number) {
  const isStated = [beerRatings, triedEntries, tasteAnswers].map(
    (table) => sql`exists (select from ${table} where ${table.userId} = ${userId} and ${table.beerId} = ${beers.id})`,
  )
  return sql`
    select best.id from ${styles} cross join lateral (
      select ${beers.id} from ${beers}
      where ${beers.style} = ${styles.name} and ${isWellKept} and ${beers.ratingOrigin} <> 'style'
        and not (${sql.join(isStated, sql` or `)})
      order by ${beers.popularity} desc, ${beers.id} limit ${PER_STYLE_MAX}
    ) as best
    where ${inArray(styles.family, [...families])}`
}
