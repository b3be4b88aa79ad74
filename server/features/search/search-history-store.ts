/** A user's search history. */
import { and, desc, eq, inArray } from 'drizzle-orm'
import { foldToWords } from '#catalogue'
import { SEARCHES_PER_USER_MAX, type SearchEntry } from '#contracts'
import type { Conn, Db } from '../../adapters/db/database.ts'
import { lockUser } from '../../adapters/db/lock-user.ts'
import { searches } from '../../adapters/db/schema.ts'

type Row = typeof searches.$inferSelect

export function searchHistoryStore(db: Db) {
  return {
    of: (userId: number) => {
      const newest = (conn: Conn) =>
        conn
          .select()
          .from(searches)
          .where(eq(searches.userId, userId))
          .orderBy(desc(searches.searchedAt), desc(searches.id))
      return {
        async list(): Promise<SearchEntry[]> {
          return (await newest(db).limit(SEARCHES_PER_USER_MAX)).map(toEntry)
        },

        /** Returns the latest entry, instead of adding one, if its query is the same. Forgets the oldest of too many. */
        async save(query: string, resultCount: number): Promise<SearchEntry> {
          return await db.transaction(async (tx) => {
            await lockUser(tx, userId)
            const [last] = await newest(tx).limit(1)
            if (last && foldToWords(last.query) === foldToWords(query)) return toEntry(last)
            const [row] = await tx.insert(searches).values({ userId, query, resultCount }).returning()
            if (!row) throw new Error('insert returned no search')
            const tooMany = newest(tx).offset(SEARCHES_PER_USER_MAX).as('too_many')
            await tx.delete(searches).where(inArray(searches.id, tx.select({ id: tooMany.id }).from(tooMany)))
            return toEntry(row)
          })
        },

        async clear(): Promise<void> {
          await db.delete(searches).where(eq(searches.userId, userId))
        },

        /** Returns false if there is no such entry. */
        async remove(id: number): Promise<boolean> {
          const removed = await db
            .delete(searches)
            .where(and(eq(searches.id, id), eq(searches.userId, userId)))
            .returning({ id: searches.id })
          return removed.length > 0
        },
      }
    },
  }
}

function toEntry(row: Row): SearchEntry {
  return { id: row.id, query: row.query, resultCount: row.resultCount, searchedAt: row.searchedAt.toISOString() }
}
