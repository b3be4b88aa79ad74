/** Finds entries of a journal by words. */
import { eq, type SQL } from 'drizzle-orm'
import { foldText } from '#catalogue'
import { translatedStyleNames } from '#catalogue/styles'
import type { Conn } from '../../adapters/db/database.ts'
import { NEWEST_FIRST } from '../../adapters/db/newest-first.ts'
import { beers, breweries, triedEntries } from '../../adapters/db/schema.ts'
import { boundsOfYear } from '../../core/journal/week.ts'
import { BREWERY_NAME } from './entry-filter.ts'

type Row = typeof triedEntries.$inferSelect

interface Search {
  /** The entries to look through, those after `last` if there is one. */
  among: (last: Row | undefined) => SQL | undefined
  q: string
  /** IANA name; UTC if null. */
  timeZone: string | null
  limit: number
}

/** A journal of ten years is read in portions: other requests are answered between them. */
const PORTION = 500
const YEAR = /^(19[789]|20\d)\d$/

/**
 * Returns the newest entries that have every word in the beer, its brewery or style, the place or the note, in any case and without
 * accents; a style in each language of the app. A year also stands for the entries of that year.
 */
export async function findEntries(conn: Conn, { among, q, timeZone, limit }: Search): Promise<Row[]> {
  const has = matcherOf(q, timeZone)
  const found: Row[] = []
  let portion = await newest(conn, among(undefined))
  while (portion.length > 0) {
    found.push(...portion.filter(has).map(({ row }) => row))
    if (found.length >= limit || portion.length < PORTION) break
    portion = await newest(conn, among(portion.at(-1)?.row))
  }
  return found.slice(0, limit)
}

async function newest(conn: Conn, condition: SQL | undefined) {
  return await conn
    .select({
      row: triedEntries,
      name: beers.name,
      style: beers.style,
      brewery: BREWERY_NAME,
    })
    .from(triedEntries)
    .innerJoin(beers, eq(beers.id, triedEntries.beerId))
    .leftJoin(breweries, eq(breweries.id, beers.breweryId))
    .where(condition)
    .orderBy(...NEWEST_FIRST)
    .limit(PORTION)
}

type Entry = Awaited<ReturnType<typeof newest>>[number]

function matcherOf(q: string, timeZone: string | null): (entry: Entry) => boolean {
  const words = foldText(q)
    .split(/\s+/)
    .filter((word) => word !== '')
    .map((word) => ({ word, year: YEAR.test(word) ? boundsOfYear(Number(word), timeZone) : undefined }))
  const styles = new Map<string, string>()
  const styleText = (style: string) => {
    const text = styles.get(style) ?? foldText([style, ...translatedStyleNames(style)].join(' '))
    styles.set(style, text)
    return text
  }
  return ({ row: { triedAt, place, note }, name, brewery, style }) => {
    const text = foldText([name, brewery, place, note].filter((part) => part !== null).join(' '))
    return words.every(
      ({ word, year }) =>
        text.includes(word) ||
        (style !== null && styleText(style).includes(word)) ||
        (year !== undefined && triedAt >= year.from && triedAt < year.to),
    )
  }
}
