/** What a user searched for. */
import { and, desc, eq } from 'drizzle-orm'
import type { SearchEntry } from '#contracts'
import { fold } from '../beers/fold.ts'
import type { Conn } from '../db/database.ts'
import { searches } from '../db/schema.ts'

type Row = typeof searches.$inferSelect

export function searchHistoryStore(conn: Conn) {
  return {
    of: (userId: number) => {
      const newest = () =>
        conn
          .select()
          .from(searches)
          .where(eq(searches.userId, userId))
          .orderBy(desc(searches.searchedAt), desc(searches.id))
      return {
        async list(): Promise<SearchEntry[]> {
          return (await newest()).map(toEntry)
        },

        /** The same query as the last one is that entry, not a second. */
        async save(query: string, resultCount: number): Promise<SearchEntry> {
          const [last] = await newest().limit(1)
          if (last && fold(last.query) === fold(query)) return toEntry(last)
          const [row] = await conn.insert(searches).values({ userId, query, resultCount }).returning()
          if (!row) throw new Error('the saved search was not returned')
          return toEntry(row)
        },

        async clear(): Promise<void> {
          await conn.delete(searches).where(eq(searches.userId, userId))
        },

        /** False when there is none. */
        async remove(id: number): Promise<boolean> {
          const removed = await conn
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
