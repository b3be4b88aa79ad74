/** The beers on the cards: the best-known ones of style families that taste differently. */
import { sql } from 'drizzle-orm'
import { TASTE_CARDS } from '#contracts'
import type { Conn } from '../../adapters/db/database.ts'
import { beers, styles } from '../../adapters/db/schema.ts'

/** In the order of the cards: neighbours differ. */
const FAMILIES = [
  'Pale Lager',
  'Stout',
  'Wheat Beer',
  'IPA',
  'Belgian Ale',
  'Lambic and Sour',
  'Amber and Dark Lager',
  'Pale Ale',
  'Farmhouse Ale',
  'Bock',
]

/** Beers per family: one to begin with, and one of another style to go on. */
const ROUNDS = 2

/** Conditions on `beers`: still brewed, and in the reviewed catalogue. */
export const isWellKept = sql`${beers.ownerId} is null and not ${beers.removed} and not ${beers.provisional}
  and ${beers.kind} = 'beer' and ${beers.status} = 'current'`

/** Ids in the order of the cards; the same for all users. */
export async function cardBeers(conn: Conn): Promise<number[]> {
  const { rows } = await conn.execute<{ id: number }>(sql`
    select id from (
      select best.id, ${styles.family} as family,
        row_number() over (partition by ${styles.family} order by best.popularity desc, best.id) as round
      from ${styles} cross join lateral (
        select ${beers.id}, ${beers.popularity} from ${beers} where ${beers.style} = ${styles.name} and ${isWellKept}
        order by ${beers.popularity} desc, ${beers.id} limit 1
      ) as best
      where ${styles.family} in ${FAMILIES}
    ) as known
    where round <= ${ROUNDS}
    order by round, array_position(array[${sql.join(
      FAMILIES.map((family) => sql`${family}`),
      sql`, `,
    )}]::text[], family)
    limit ${ROUNDS * TASTE_CARDS}`)
  return rows.map(({ id }) => id)
}
