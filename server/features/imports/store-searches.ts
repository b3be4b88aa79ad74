/** Stores imported search history, identified by query and time. */
import { and, eq, inArray, sql } from 'drizzle-orm'
import { searches } from '../../adapters/db/schema.ts'
import type { Parsed, RecordBatch } from './record-batch.ts'

export async function storeSearches(
  { conn, userId, importId, isPreview, dedup, stats }: RecordBatch,
  parsed: readonly Parsed<'search'>[],
): Promise<void> {
  if (parsed.length === 0) return
  const keyOf = (query: string, at: Date) => `search ${at.getTime()} ${query}`
  const times = parsed.map(({ record }) => record.at)
  const stored = await conn
    .select({ query: searches.query, at: searches.searchedAt })
    .from(searches)
    .where(and(eq(searches.userId, userId), inArray(sql`date_trunc('milliseconds', ${searches.searchedAt})`, times)))
  const storedKeys = new Set(stored.map(({ query, at }) => keyOf(query, at)))
  const fresh = parsed.filter(({ record: { query, at } }) => {
    const key = keyOf(query, at)
    const isFresh = !storedKeys.has(key) && dedup.add(key)
    stats.add('searches', isFresh ? 'fresh' : 'known')
    return isFresh
  })
  if (isPreview || fresh.length === 0) return
  const rows = fresh.map(({ record: { query, resultCount, at } }) => ({
    userId,
    importId,
    query,
    resultCount,
    searchedAt: at,
  }))
  await conn.insert(searches).values(rows)
}
