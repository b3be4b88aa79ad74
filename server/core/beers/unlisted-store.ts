/**
 * Beers that are not in the catalogue: read from a label or a file, or described by their user, to whom they belong. They are merged by
 * `keyOf`, and are rated by the rating job like any new beer.
 */
import { and, count, desc, eq, or, sql } from 'drizzle-orm'
import { keyOf } from '#catalogue/identity'
import { type OwnBeer, UNLISTED_BEERS_PER_USER_MAX } from '#contracts'
import type { Conn } from '../../adapters/db/database.ts'
import { isAnyOf } from '../../adapters/db/ids-in.ts'
import { lockUser } from '../../adapters/db/lock-user.ts'
import {
  beerRatings,
  beers,
  confirmedBarcodes,
  corrections,
  favorites,
  namedLabels,
  pictures,
  scanItems,
  tasteAnswers,
  triedEntries,
  users,
  wants,
} from '../../adapters/db/schema.ts'
import { oneLine } from '../../adapters/one-line.ts'
import { rateBeers } from '../ratings/rate-beers.ts'

/** The `changedVersion` of an unlisted beer until it has been compared with the catalogue (see `promote-unlisted.ts`). */
export const NOT_COMPARED = 0

/** Former keys that a beer keeps. */
const FORMER_KEYS_MAX = 20

/** What users stored about a beer. Some of it would be deleted with the beer. */
const REFERENCES = [
  scanItems,
  favorites,
  beerRatings,
  triedEntries,
  wants,
  tasteAnswers,
  confirmedBarcodes,
  namedLabels,
  pictures,
  corrections,
]

/** Condition: nothing that a user stored refers to the beer. */
export const isUnreferenced = sql.join(
  REFERENCES.map((table) => sql`not exists (select 1 from ${table} where ${table.beerId} = ${beers.id})`),
  sql` and `,
)

/** One that its user has just described is about to be used. */
const isForgotten = and(
  isUnreferenced,
  sql`(${beers.describedAt} is null or ${beers.describedAt} < now() - interval '1 day')`,
)

export function unlistedBeers(conn: Conn) {
  return {
    /** Deletes those that nothing refers to, user by user: none while its user stores something about it. */
    async removeUnreferenced(): Promise<void> {
      const owners = await conn
        .selectDistinct({ id: users.id })
        .from(beers)
        .innerJoin(users, eq(users.id, beers.ownerId))
        .where(isForgotten)
      for (const { id } of owners)
        await conn.transaction(async (tx) => {
          await lockUser(tx, id)
          await unlistedBeers(tx).of(id).removeUnreferenced()
        })
    },

    of: (userId: number) => ({
      /** Returns what the label or the user says about one of the user's unlisted beers; undefined for any other beer. */
      async printedOf(beerId: number): Promise<OwnBeer | undefined> {
        const [row] = await conn
          .select({ name: beers.name, brewery: beers.breweryText, style: beers.style, abv: beers.abv, ibu: beers.ibu })
          .from(beers)
          .where(and(eq(beers.id, beerId), eq(beers.ownerId, userId)))
        return row
      },

      /**
       * Returns the id of the user's beer that is or was named like this, created if new, or undefined if the user has too many: a label
       * that was read wrongly and then renamed is read as wrongly the next time.
       */
      async findOrCreate(printed: OwnBeer): Promise<number | undefined> {
        return (
          (await idOf(conn, userId, keyOf(printed), { isFormerToo: true })) ?? (await create(conn, userId, printed))
        )
      },

      /** The same for a name that the user gives: what another beer was called once is a beer of its own. */
      async findOrCreateNamed(named: OwnBeer): Promise<number | undefined> {
        return (await idOf(conn, userId, keyOf(named))) ?? (await create(conn, userId, named))
      },

      /**
       * Stores what the user says about a beer: a new one, or one that they have, of which only the unknown is filled in. Returns undefined
       * if they have too many. Call it in a transaction that has locked the user.
       */
      async add(own: OwnBeer): Promise<number | undefined> {
        const id = await this.findOrCreateNamed(own)
        if (id === undefined) return undefined
        await conn
          .update(beers)
          .set({
            style: sql`coalesce(${beers.style}, ${own.style})`,
            abv: sql`coalesce(${beers.abv}, ${own.abv}::real)`,
            ibu: sql`coalesce(${beers.ibu}, ${own.ibu}::real)`,
            describedAt: sql`now()`,
          })
          .where(eq(beers.id, id))
        await rateBeers(conn, sql`id = ${id}`)
        return id
      },

      /** Replaces what is known of one of the user's beers. Call it in a transaction that has locked the user. */
      async change(beerId: number, own: OwnBeer): Promise<'changed' | 'no such beer' | 'name taken'> {
        const isOwn = and(eq(beers.id, beerId), eq(beers.ownerId, userId), eq(beers.removed, false))
        const [before] = await conn.select({ key: beers.ownerKey, former: beers.formerKeys }).from(beers).where(isOwn)
        if (!before) return 'no such beer'
        const described = oneLined(own)
        const ownerKey = keyOf(described)
        const namesake = await idOf(conn, userId, ownerKey)
        if (namesake !== undefined && namesake !== beerId) return 'name taken'
        const { name, brewery: breweryText, style, abv, ibu } = described
        const asDescribed = { changedVersion: NOT_COMPARED, describedAt: sql`now()` }
        const formerKeys = [...new Set([...before.former, before.key])]
          .filter((key) => key !== null)
          .filter((key) => key !== ownerKey)
          .slice(-FORMER_KEYS_MAX)
        await conn
          .update(beers)
          .set({ ownerKey, formerKeys, name, breweryText, style, abv, ibu, ...asDescribed })
          .where(isOwn)
        await rateBeers(conn, sql`id = ${beerId}`)
        return 'changed'
      },

      /** Returns those of the user's beers among these that nothing refers to: they are as good as deleted. */
      async forgottenAmong(beerIds: readonly number[]): Promise<Set<number>> {
        if (beerIds.length === 0) return new Set()
        const isAmong = and(eq(beers.ownerId, userId), isAnyOf(beers.id, [...beerIds]), isForgotten)
        return new Set((await conn.select({ id: beers.id }).from(beers).where(isAmong)).map(({ id }) => id))
      },

      /** The same for a beer that is most likely new, with fewer statements. */
      create: (printed: OwnBeer) => create(conn, userId, printed),

      /** Deletes those that nothing refers to. Call it in a transaction that has locked the user. */
      async removeUnreferenced(): Promise<void> {
        await conn.delete(beers).where(and(eq(beers.ownerId, userId), isForgotten))
      },
    }),
  }
}

async function create(conn: Conn, userId: number, printed: OwnBeer): Promise<number | undefined> {
  const [total] = await conn.select({ n: count() }).from(beers).where(eq(beers.ownerId, userId))
  if ((total?.n ?? 0) >= UNLISTED_BEERS_PER_USER_MAX) return undefined
  const described = oneLined(printed)
  const { name, brewery: breweryText, style, abv, ibu } = described
  const ownerKey = keyOf(described)
  const [created] = await conn
    .insert(beers)
    .values({ ownerId: userId, ownerKey, name, breweryText, style, abv, ibu, changedVersion: NOT_COMPARED })
    .onConflictDoNothing()
    .returning({ id: beers.id })
  return created?.id ?? (await idOf(conn, userId, ownerKey))
}

/** Names are one line each: the operator reads them in a terminal, and they become comments of a patch (see `findings-patch.ts`). */
function oneLined(beer: OwnBeer): OwnBeer {
  return { ...beer, name: oneLine(beer.name), brewery: (beer.brewery && oneLine(beer.brewery)) || null }
}

/** `isFormerToo`: also by a key that it had before, if no beer has that now. */
async function idOf(
  conn: Conn,
  userId: number,
  key: string,
  { isFormerToo = false } = {},
): Promise<number | undefined> {
  const isKey = eq(beers.ownerKey, key)
  const wasKey = sql`${beers.formerKeys} @> ${JSON.stringify([key])}::jsonb`
  const [known] = await conn
    .select({ id: beers.id })
    .from(beers)
    .where(and(eq(beers.ownerId, userId), isFormerToo ? or(isKey, wasKey) : isKey))
    .orderBy(desc(isKey), desc(beers.id))
    .limit(1)
  return known?.id
}
