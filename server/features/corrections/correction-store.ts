/** A user's suggested corrections of catalogue beers. Opened for a user. */
import { and, count, desc, eq, isNull, ne } from 'drizzle-orm'
import { CORRECTIONS_PER_USER_MAX, type Correction, type OwnCorrection } from '#contracts'
import type { Db } from '../../adapters/db/database.ts'
import { lockUser } from '../../adapters/db/lock-user.ts'
import { beers, corrections } from '../../adapters/db/schema.ts'
import { beerStore } from '../../core/beers/beer-store.ts'
import { tidied } from '../../core/beers/tidied-correction.ts'

export function correctionStore(db: Db) {
  return {
    of: (userId: number) => {
      const own = (beerId: number) => and(eq(corrections.userId, userId), eq(corrections.beerId, beerId))
      return {
        async find(beerId: number): Promise<Correction | null> {
          const [row] = await db.select().from(corrections).where(own(beerId))
          return row ? toCorrection(row) : null
        },

        /** Newest first. */
        async list(): Promise<OwnCorrection[]> {
          const rows = await db
            .select()
            .from(corrections)
            .where(eq(corrections.userId, userId))
            .orderBy(desc(corrections.suggestedAt), corrections.beerId)
          const known = await beerStore(db).byIds(rows.map(({ beerId }) => beerId))
          return rows.flatMap((row) => {
            const beer = known.get(row.beerId)
            return beer ? [{ ...toCorrection(row), beer, suggestedAt: row.suggestedAt.toISOString() }] : []
          })
        },

        /** Only beers of the catalogue can be corrected: unlisted ones belong to their users. */
        put: (beerId: number, correction: Correction): Promise<'stored' | 'no such beer' | 'too many'> =>
          db.transaction(async (tx) => {
            await lockUser(tx, userId)
            const isListed = and(eq(beers.id, beerId), isNull(beers.ownerId), eq(beers.removed, false))
            const [beer] = await tx.select({ id: beers.id }).from(beers).where(isListed)
            if (!beer) return 'no such beer'
            const others = and(eq(corrections.userId, userId), ne(corrections.beerId, beerId))
            const [total] = await tx.select({ n: count() }).from(corrections).where(others)
            if ((total?.n ?? 0) >= CORRECTIONS_PER_USER_MAX) return 'too many'
            const values = { ...tidied(correction), suggestedAt: new Date(), importId: null }
            await tx
              .insert(corrections)
              .values({ userId, beerId, ...values })
              .onConflictDoUpdate({ target: [corrections.userId, corrections.beerId], set: values })
            return 'stored'
          }),

        remove: (beerId: number) => db.delete(corrections).where(own(beerId)),
      }
    },
  }
}

function toCorrection(row: typeof corrections.$inferSelect): Correction {
  const { name, brewery, style, abv, ibu, isRetired, note } = row
  return { name, brewery, style, abv: decimals(abv, 2), ibu: decimals(ibu, 1), isRetired, note }
}

/** `real` columns hold 4-byte floats. */
const decimals = (value: number | null, digits: number) => (value === null ? null : Number(value.toFixed(digits)))
