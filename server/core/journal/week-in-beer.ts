/** A user's week: what they had, their new favourites, a beer they want to try, and one number. */
import { and, desc, eq, gt, gte, lt, sql } from 'drizzle-orm'
import { type Beer, WEEK_BEERS_MAX, type WeekInBeer } from '#contracts'
import type { Conn } from '../../adapters/db/database.ts'
import { beers, favorites, triedEntries, wants } from '../../adapters/db/schema.ts'
import { beerStore, byRating, isBeer } from '../beers/beer-store.ts'
import { isOpen } from './open-wants.ts'
import { dayAfter, weekBefore } from './week.ts'

export interface Week {
  userId: number
  /** The Monday after it, as an ISO date. */
  monday: string
  /** IANA name; null: UTC. */
  timeZone: string | null
}

export async function weekInBeer(conn: Conn, { userId, monday, timeZone }: Week): Promise<WeekInBeer> {
  const { from, to } = weekBefore(monday, timeZone)
  const inWeek = sql`filter (where ${triedEntries.triedAt} >= ${from} and ${triedEntries.triedAt} < ${to})`
  const times = sql<number>`(count(*) ${inWeek})::int`
  const rating = sql<number | null>`max(${triedEntries.rating}) ${inWeek}`
  const had = await conn
    .select({
      beerId: triedEntries.beerId,
      times,
      rating,
      isNew: sql<boolean>`min(${triedEntries.triedAt}) >= ${from}::timestamptz`,
    })
    .from(triedEntries)
    .where(and(eq(triedEntries.userId, userId), lt(triedEntries.triedAt, to)))
    .groupBy(triedEntries.beerId)
    .having(gt(times, 0))
    .orderBy(sql`${rating} desc nulls last`, desc(times), triedEntries.beerId)
  const liked = await conn
    .select({ beerId: favorites.beerId })
    .from(favorites)
    .where(and(eq(favorites.userId, userId), gte(favorites.favoritedAt, from), lt(favorites.favoritedAt, to)))
    .orderBy(desc(favorites.favoritedAt), desc(favorites.id))
    .limit(WEEK_BEERS_MAX)
  const [wanted] = await conn
    .select({ beerId: wants.beerId })
    .from(wants)
    .innerJoin(beers, eq(beers.id, wants.beerId))
    .where(and(eq(wants.userId, userId), isOpen))
    .orderBy(...byRating, wants.beerId)
    .limit(1)

  const shown = had.slice(0, WEEK_BEERS_MAX)
  const ids = [...shown, ...liked, ...(wanted ? [wanted] : [])].map(({ beerId }) => beerId)
  const byId = await beerStore(conn).byIds(ids)
  const beer = ({ beerId }: { beerId: number }): Beer[] => [byId.get(beerId) ?? []].flat()
  return {
    from: dayAfter(monday, -7),
    to: dayAfter(monday, -1),
    entries: had.reduce((sum, one) => sum + one.times, 0),
    beers: had.length,
    newBeers: had.filter(({ isNew }) => isNew).length,
    had: shown.flatMap((one) =>
      beer(one).map((found) => ({
        beer: found,
        times: one.times,
        rating: one.rating === null ? null : Number(one.rating.toFixed(1)),
      })),
    ),
    favorites: liked.flatMap(beer),
    want: (wanted && beer(wanted)[0]) ?? null,
    newStyle: await firstOfStyle(conn, userId, from, to),
  }
}

/** A style that the user had in the week for the first time. */
async function firstOfStyle(conn: Conn, userId: number, from: Date, to: Date): Promise<string | null> {
  const first = sql<Date>`min(${triedEntries.triedAt})`
  const [style] = await conn
    .select({ name: beers.style })
    .from(triedEntries)
    .innerJoin(beers, and(eq(beers.id, triedEntries.beerId), isBeer))
    .where(and(eq(triedEntries.userId, userId), lt(triedEntries.triedAt, to), sql`${beers.style} is not null`))
    .groupBy(beers.style)
    .having(sql`${first} >= ${from}::timestamptz`)
    .orderBy(desc(first), beers.style)
    .limit(1)
  return style?.name ?? null
}
