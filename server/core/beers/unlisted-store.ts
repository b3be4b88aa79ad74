/**
 * Beers that were read from a label and are not in the catalogue. They belong to the user who scanned them, are merged by
 * `keyOf`, and are rated by the rating job like any new beer.
 */
import { and, count, eq, sql } from 'drizzle-orm'
import { keyOf } from '#catalogue/identity'
import { UNLISTED_BEERS_PER_USER_MAX } from '#contracts'
import type { Conn } from '../../adapters/db/database.ts'
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

/** The `changedVersion` of an unlisted beer until it has been compared with the catalogue (see `promote-unlisted.ts`). */
export const NOT_COMPARED = 0

/** A beer as read from a label; unknown is null. */
export interface PrintedBeer {
  name: string
  brewery: string | null
  style: string | null
  abv: number | null
  ibu: number | null
}

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

export function unlistedBeers(conn: Conn) {
  return {
    /** Deletes those that nothing refers to, user by user: none while its user stores something about it. */
    async removeUnreferenced(): Promise<void> {
      const owners = await conn
        .selectDistinct({ id: users.id })
        .from(beers)
        .innerJoin(users, eq(users.id, beers.ownerId))
        .where(isUnreferenced)
      for (const { id } of owners)
        await conn.transaction(async (tx) => {
          await lockUser(tx, id)
          await unlistedBeers(tx).of(id).removeUnreferenced()
        })
    },

    of: (userId: number) => ({
      /** Returns what the label of one of the user's unlisted beers printed; undefined for any other beer. */
      async printedOf(beerId: number): Promise<PrintedBeer | undefined> {
        const [row] = await conn
          .select({ name: beers.name, brewery: beers.breweryText, style: beers.style, abv: beers.abv, ibu: beers.ibu })
          .from(beers)
          .where(and(eq(beers.id, beerId), eq(beers.ownerId, userId)))
        return row
      },

      /** Returns the id of the user's unlisted beer with this key, created if new, or undefined if the user has too many. */
      async findOrCreate(printed: PrintedBeer): Promise<number | undefined> {
        return (await idOf(conn, userId, keyOf(printed))) ?? (await create(conn, userId, printed))
      },

      /** The same for a beer that is most likely new, with fewer statements. */
      create: (printed: PrintedBeer) => create(conn, userId, printed),

      /** Deletes those that nothing refers to. Call it in a transaction that has locked the user. */
      async removeUnreferenced(): Promise<void> {
        await conn.delete(beers).where(and(eq(beers.ownerId, userId), isUnreferenced))
      },
    }),
  }
}

/** Names are one line each: the operator reads them in a terminal, and they become comments of a patch (see `findings-patch.ts`). */
async function create(conn: Conn, userId: number, printed: PrintedBeer): Promise<number | undefined> {
  const [total] = await conn.select({ n: count() }).from(beers).where(eq(beers.ownerId, userId))
  if ((total?.n ?? 0) >= UNLISTED_BEERS_PER_USER_MAX) return undefined
  const { style, abv, ibu } = printed
  const name = oneLine(printed.name)
  const breweryText = (printed.brewery && oneLine(printed.brewery)) || null
  const ownerKey = keyOf({ name, brewery: breweryText })
  const [created] = await conn
    .insert(beers)
    .values({ ownerId: userId, ownerKey, name, breweryText, style, abv, ibu, changedVersion: NOT_COMPARED })
    .onConflictDoNothing()
    .returning({ id: beers.id })
  return created?.id ?? (await idOf(conn, userId, ownerKey))
}

async function idOf(conn: Conn, userId: number, ownerKey: string): Promise<number | undefined> {
  const [known] = await conn
    .select({ id: beers.id })
    .from(beers)
    .where(and(eq(beers.ownerId, userId), eq(beers.ownerKey, ownerKey)))
  return known?.id
}
