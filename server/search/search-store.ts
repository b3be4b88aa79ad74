/**
 * Finds beers and breweries by what people type. First every word as a prefix; when that finds too little, each word may
 * also be one of the catalogue's words that look like it, so that the costly comparison sees words, not beers.
 * The database selects, this module ranks: the same answer on every database.
 */
import { and, desc, eq, sql } from 'drizzle-orm'
import { SEARCH_BEERS_MAX, SEARCH_MIN_LENGTH, type SearchAnswer } from '#contracts'
import { type BeerRow, selectBeers, toBeer, visibleTo } from '../beers/beer-store.ts'
import { breweryStore } from '../beers/brewery-store.ts'
import { fold, foldedWords } from '../beers/fold.ts'
import type { Conn } from '../db/database.ts'
import { beers, breweries, searchWords } from '../db/schema.ts'

/** Fewer hits than this make a second look with corrected words worth its time. */
const ENOUGH = 5
const CORRECTIONS_PER_WORD = 3
const BEER_POOL = 300
const BREWERIES_MAX = 20
const NOTHING: SearchAnswer = { breweries: [], beers: [] }

export function searchStore(conn: Conn) {
  return {
    visibleTo: (userId: number) => ({
      /** Best first. Fewer than 3 characters find nothing. */
      async find(query: string): Promise<SearchAnswer> {
        const words = foldedWords(query)
        if (query.trim().length < SEARCH_MIN_LENGTH || words.length === 0) return NOTHING
        const exact = await look(
          conn,
          userId,
          words.map((word) => [word]),
        )
        if (exact.beers.length + exact.breweryIds.length >= ENOUGH) return answer(conn, words, exact, none)
        const corrected = await look(conn, userId, await withCorrections(conn, words))
        return answer(conn, words, exact, corrected)
      },
    }),
  }
}

interface Found {
  beers: BeerRow[]
  breweryIds: number[]
}
const none: Found = { beers: [], breweryIds: [] }

/** Rows that have, for each group, a word beginning with one of the group. */
async function look(conn: Conn, userId: number, groups: string[][]): Promise<Found> {
  const query = groups.map((group) => `(${group.map(prefix).join('|')})`).join('&')
  const rows = await selectBeers(conn)
    .where(and(sql`${beers.searchVector} @@ ${query}::tsquery`, visibleTo(userId)))
    .orderBy(desc(beers.popularity), beers.id)
    .limit(BEER_POOL)
  const found = await conn
    .select({ id: breweries.id })
    .from(breweries)
    .leftJoin(beers, and(eq(beers.breweryId, breweries.id), eq(beers.removed, false)))
    .where(and(sql`${breweries.searchVector} @@ ${query}::tsquery`, eq(breweries.removed, false)))
    .groupBy(breweries.id)
    .orderBy(desc(sql`coalesce(max(${beers.popularity}), 0)`), breweries.id)
    .limit(BREWERIES_MAX)
  return { beers: rows, breweryIds: found.map((row) => row.id) }
}

const prefix = (word: string) => `'${word.replaceAll("'", "''").replaceAll('\\', '\\\\')}':*`

async function withCorrections(conn: Conn, words: string[]): Promise<string[][]> {
  const groups: string[][] = []
  for (const word of words) {
    const alike = await conn
      .select({ word: searchWords.word })
      .from(searchWords)
      .where(sql`${searchWords.word} % ${word}`)
      .orderBy(desc(sql`similarity(${searchWords.word}, ${word})`), desc(searchWords.rows), searchWords.word)
      .limit(CORRECTIONS_PER_WORD)
    groups.push([word, ...alike.map((row) => row.word)])
  }
  return groups
}

async function answer(conn: Conn, words: string[], exact: Found, corrected: Found): Promise<SearchAnswer> {
  const ranked = (rows: BeerRow[]) =>
    rows
      .map((row, order) => ({ row, order, fit: fitOf(row, words) }))
      .sort((a, b) => b.fit - a.fit || a.order - b.order)
      .map(({ row }) => row)
  const seen = new Set(exact.beers.map((row) => row.id))
  const rows = [...ranked(exact.beers), ...ranked(corrected.beers.filter((row) => !seen.has(row.id)))]
  const breweryIds = [...new Set([...exact.breweryIds, ...corrected.breweryIds])]
  return {
    breweries: await breweryStore(conn).byIds(breweryIds),
    beers: rows.slice(0, SEARCH_BEERS_MAX).map(toBeer),
  }
}

/** How well a beer's own name answers the words; equals keep the database's order, the most popular first. */
function fitOf(row: BeerRow, words: string[]): number {
  const query = words.join(' ')
  const name = fold(row.name)
  const full = foldedWords(row.breweryName ?? row.breweryText, row.name)
  if (name === query || full.join(' ') === query) return 3
  if (words.every((word) => full.includes(word))) return 2
  return words.some((word) => full.includes(word)) ? 1 : 0
}
