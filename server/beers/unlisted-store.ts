/**
 * Beers that were read from a label but are not in the catalogue. They belong to the user who scanned them, are merged by
 * folded name and brewery, and wait for the rating job like any new beer.
 */
import { and, count, eq, isNotNull, sql } from 'drizzle-orm'
import { UNLISTED_BEERS_PER_USER_MAX } from '#contracts'
import type { Conn } from '../db/database.ts'
import { beerRatings, beers, checkIns, favorites, scanItems } from '../db/schema.ts'
import { currentCatalogueVersion } from './catalogue-version.ts'
import { fold } from './fold.ts'

/** What was read of the beer; unknown is null. */
export interface PrintedBeer {
  name: string
  brewery: string | null
  style: string | null
  abv: number | null
  ibu: number | null
}

/** Equal for beers that are one unlisted beer of a user. */
export function ownerKeyOf({ name, brewery }: Pick<PrintedBeer, 'name' | 'brewery'>): string {
  return `${fold(brewery ?? '')}|${fold(name)}`
}

export function unlistedBeers(conn: Conn) {
  return {
    /** Drops those that no scan, favourite, rating or check-in holds any more; says how many. */
    async removeUnheld(): Promise<number> {
      const held = [scanItems, favorites, beerRatings, checkIns].map(
        (table) => sql`not exists (select 1 from ${table} where ${table.beerId} = ${beers.id})`,
      )
      const gone = await conn.delete(beers).where(and(isNotNull(beers.ownerId), ...held))
      return gone.rowCount ?? 0
    },

    of: (userId: number) => ({
      /** The id of the user's unlisted beer of this name and brewery, made when it is new; undefined when the user has too many. */
      async keep(printed: PrintedBeer): Promise<number | undefined> {
        const ownerKey = ownerKeyOf(printed)
        const mine = and(eq(beers.ownerId, userId), eq(beers.ownerKey, ownerKey))
        const [known] = await conn.select({ id: beers.id }).from(beers).where(mine)
        if (known) return known.id
        const [total] = await conn.select({ n: count() }).from(beers).where(eq(beers.ownerId, userId))
        if ((total?.n ?? 0) >= UNLISTED_BEERS_PER_USER_MAX) return undefined
        await conn
          .insert(beers)
          .values({
            ownerId: userId,
            ownerKey,
            name: printed.name,
            breweryText: printed.brewery,
            style: printed.style,
            abv: printed.abv,
            ibu: printed.ibu,
            changedVersion: await currentCatalogueVersion(conn),
          })
          .onConflictDoNothing()
        const [kept] = await conn.select({ id: beers.id }).from(beers).where(mine)
        return kept?.id
      },
    }),
  }
}
