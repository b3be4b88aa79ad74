/**
 * Stores a batch of records for a user, each where it is not there yet: a scan by its id, a favourite and a rating by beer, a
 * search by words and time, a check-in by its source's number. What stands here already stays, but for an older rating.
 * A trial reads and counts the same and writes nothing.
 */
import { createHash } from 'node:crypto'
import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Conn } from '../db/database.ts'
import { beerRatings, checkIns, favorites, scanItems, scans, searches } from '../db/schema.ts'
import { rateBeers } from '../ratings/rate-beers.ts'
import type { BatchPlacing, Placed } from './place-beers.ts'
import type { NamedBeer, NamedScan, NamedSighting, OwnRecord, ReadRecord } from './records.ts'
import type { Tally } from './tally.ts'

export interface StoringFor {
  userId: number
  importId: number
  isTrial: boolean
  /** What the file brought so far, which a trial has nowhere else; kept over all batches. */
  seen: Seen
}

/** Records of a file by what tells them apart, and the newest rating of each beer. */
export class Seen {
  readonly #keys = new Set<string>()
  readonly ratings = new Map<number, number>()

  /** True the first time. */
  first(key: string): boolean {
    if (this.#keys.has(key)) return false
    this.#keys.add(key)
    return true
  }
}

type Of<K extends OwnRecord['kind']> = { line: number; record: Extract<OwnRecord, { kind: K }> }

const ITEMS_PER_INSERT = 1_000
const FULL = 'more beers that the catalogue does not have than one may keep (2,000)'

export async function storeRecords(
  conn: Conn,
  read: readonly ReadRecord[],
  placing: BatchPlacing,
  tally: Tally,
  user: StoringFor,
): Promise<void> {
  const known: { line: number; record: OwnRecord }[] = []
  for (const one of read) {
    if ('record' in one) known.push(one)
    else tally.unplaced(one.line, one.unread)
  }
  const of = <K extends OwnRecord['kind']>(kind: K) =>
    known.flatMap(({ line, record }) => (isOf(record, kind) ? [{ line, record }] : []))
  const batch = { conn, placing, tally, ...user }
  await storeScans(batch, of('scan'))
  await storeFavorites(batch, of('favorite'))
  await storeSearches(batch, of('search'))
  await storeCheckIns(batch, of('check-in'))
  await storeRatings(batch, [
    ...of('rating'),
    ...of('check-in').flatMap(({ line, record: { beer, rating, at } }) =>
      rating === null ? [] : [{ line, record: { kind: 'rating' as const, beer, rating, at }, isAside: true }],
    ),
  ])
}

/** Every beer that the records name, for reading them at once. */
export function beersNamedBy(read: readonly ReadRecord[]): NamedBeer[] {
  return read.flatMap((one) => {
    if (!('record' in one) || one.record.kind === 'search') return []
    if (one.record.kind !== 'scan') return [one.record.beer]
    return one.record.scan.sightings.flatMap(({ beer, alternatives }) => [
      beer,
      ...alternatives.map((other) => other.beer),
    ])
  })
}

function isOf<K extends OwnRecord['kind']>(record: OwnRecord, kind: K): record is Extract<OwnRecord, { kind: K }> {
  return record.kind === kind
}

interface Batch extends StoringFor {
  conn: Conn
  placing: BatchPlacing
  tally: Tally
}

async function placed({ conn, placing, tally }: Batch, beer: NamedBeer, line: number): Promise<number | undefined> {
  const id: Placed = await placing.place(conn, beer)
  if (id !== 'refused') return id
  tally.unplaced(line, FULL)
  return undefined
}

// Scans

async function storeScans(batch: Batch, read: Of<'scan'>[]): Promise<void> {
  if (read.length === 0) return
  const { conn, userId, importId, isTrial, seen, tally } = batch
  const owners = await ownersOf(
    conn,
    read.flatMap(({ record }) => idsOf(record.scan, userId)),
  )
  const times = await scanTimes(batch, read)
  const rows: (typeof scans.$inferInsert)[] = []
  const items: (typeof scanItems.$inferInsert)[] = []
  for (const { line, record } of read) {
    const { id: stated, sightings, ...scan } = record.scan
    const [first, second] = idsOf(record.scan, userId)
    const isForeign = (one: string | undefined) => one !== undefined && (owners.get(one) ?? userId) !== userId
    const id = isForeign(first) ? second : first
    if (id === undefined) throw new Error('a scan without an id')
    const isKnown = stated === null ? times.has(scan.scannedAt.getTime()) || owners.has(id) : owners.has(id)
    if (isKnown || !seen.first(`scan ${id}`)) {
      tally.add('scans', 'known')
      continue
    }
    tally.add('scans', 'fresh')
    const found = await itemsOf(batch, sightings, line)
    items.push(...found.map((item, position) => ({ ...item, scanId: id, position })))
    const how = scan.scanType === 'menu' ? 'menu' : 'identify'
    const context = scan.scanType === 'single' ? 'single_beer' : scan.scanType
    rows.push({ ...scan, id, userId, importId, call: how, context, endedAt: scan.scannedAt })
  }
  if (isTrial || rows.length === 0) return
  await conn.insert(scans).values(rows).onConflictDoNothing()
  for (let at = 0; at < items.length; at += ITEMS_PER_INSERT)
    await conn.insert(scanItems).values(items.slice(at, at + ITEMS_PER_INSERT))
}

/** The scan's own id, and the one it gets where that is another user's: the same each time. */
function idsOf({ id, scannedAt }: NamedScan, userId: number): string[] {
  const derived = derivedId(`${userId} ${id ?? scannedAt.toISOString()}`)
  return id === null ? [derived] : [id, derived]
}

/** A UUID of version 4 by its form; what it is made of makes it the same again. */
function derivedId(from: string): string {
  const hex = createHash('sha256').update(from).digest('hex')
  const variant = '89ab'[Number.parseInt(hex.charAt(16), 16) % 4]
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

async function ownersOf(conn: Conn, ids: readonly string[]): Promise<Map<string, number>> {
  const rows = await conn
    .select({ id: scans.id, userId: scans.userId })
    .from(scans)
    .where(inArray(scans.id, [...ids]))
  return new Map(rows.map(({ id, userId }) => [id, userId]))
}

/** When the user's scans were made, for those of a file that tells nothing else. */
async function scanTimes({ conn, userId }: Batch, read: Of<'scan'>[]): Promise<Set<number>> {
  const times = read.flatMap(({ record }) => (record.scan.id === null ? [record.scan.scannedAt] : []))
  if (times.length === 0) return new Set()
  const rows = await conn
    .select({ at: scans.scannedAt })
    .from(scans)
    .where(and(eq(scans.userId, userId), inArray(sql`date_trunc('milliseconds', ${scans.scannedAt})`, times)))
  return new Set(rows.map(({ at }) => at.getTime()))
}

type ItemValues = Omit<typeof scanItems.$inferInsert, 'scanId' | 'position'>

async function itemsOf(batch: Batch, sightings: readonly NamedSighting[], line: number): Promise<ItemValues[]> {
  const items: ItemValues[] = []
  for (const { beer, position, alternatives, ...seen } of sightings) {
    const beerId = await placed(batch, beer, line)
    if (beerId === undefined) continue
    const others = alternatives.flatMap(({ beer: other, confidence }) => {
      const id = batch.placing.listed(other)
      return id === undefined ? [] : [{ beerId: id, confidence }]
    })
    items.push({ ...seen, beerId, alternatives: others, x: position?.x ?? null, y: position?.y ?? null })
  }
  return items
}

// Favourites

async function storeFavorites(batch: Batch, read: Of<'favorite'>[]): Promise<void> {
  if (read.length === 0) return
  const { conn, userId, importId, isTrial, seen, tally } = batch
  const found = await withBeers(batch, read)
  const held = await conn
    .select({ beerId: favorites.beerId })
    .from(favorites)
    .where(and(eq(favorites.userId, userId), inArray(favorites.beerId, idsAmong(found))))
  const heldIds = new Set(held.map(({ beerId }) => beerId))
  const fresh = found.filter(({ beerId }) => {
    const isFresh = !heldIds.has(beerId) && seen.first(`favorite ${beerId}`)
    tally.add('favorites', isFresh ? 'fresh' : 'known')
    return isFresh
  })
  if (isTrial || fresh.length === 0) return
  const rows = fresh.map(({ beerId, record }) => ({ userId, importId, beerId, favoritedAt: record.at }))
  await conn.insert(favorites).values(rows).onConflictDoNothing()
}

// Searches

async function storeSearches(
  { conn, userId, importId, isTrial, seen, tally }: Batch,
  read: Of<'search'>[],
): Promise<void> {
  if (read.length === 0) return
  const keyOf = (query: string, at: Date) => `search ${at.getTime()} ${query}`
  const held = await conn
    .select({ query: searches.query, at: searches.searchedAt })
    .from(searches)
    .where(
      and(
        eq(searches.userId, userId),
        inArray(
          sql`date_trunc('milliseconds', ${searches.searchedAt})`,
          read.map(({ record }) => record.at),
        ),
      ),
    )
  const heldKeys = new Set(held.map(({ query, at }) => keyOf(query, at)))
  const fresh = read.filter(({ record: { query, at } }) => {
    const isFresh = !heldKeys.has(keyOf(query, at)) && seen.first(keyOf(query, at))
    tally.add('searches', isFresh ? 'fresh' : 'known')
    return isFresh
  })
  if (isTrial || fresh.length === 0) return
  await conn
    .insert(searches)
    .values(
      fresh.map(({ record: { query, resultCount, at } }) => ({ userId, importId, query, resultCount, searchedAt: at })),
    )
}

// Check-ins

async function storeCheckIns(batch: Batch, read: Of<'check-in'>[]): Promise<void> {
  if (read.length === 0) return
  const { conn, userId, importId, isTrial, seen, tally } = batch
  const found = await withBeers(batch, read)
  const rows = found.map(({ beerId, record: { source, sourceId, at, beer } }) => ({
    userId,
    importId,
    beerId,
    source,
    sourceId: sourceId ?? `${at.toISOString()} ${beer.brewery ?? ''}/${beer.name}`,
    hadAt: at,
  }))
  const keyOf = ({ source, sourceId }: { source: string; sourceId: string }) => `check-in ${source} ${sourceId}`
  const momentOf = ({ beerId, hadAt }: { beerId: number; hadAt: Date }) => `${beerId} ${hadAt.getTime()}`
  const held = await conn
    .select()
    .from(checkIns)
    .where(
      and(
        eq(checkIns.userId, userId),
        inArray(
          checkIns.hadAt,
          rows.map(({ hadAt }) => hadAt),
        ),
      ),
    )
  const heldKeys = new Set(held.map(keyOf))
  const heldMoments = new Set(held.map(momentOf))
  const fresh = rows.filter((row, at) => {
    const tellsNoNumber = found[at]?.record.sourceId === null
    const isKnown = heldKeys.has(keyOf(row)) || (tellsNoNumber && heldMoments.has(momentOf(row)))
    const isFresh = !isKnown && seen.first(keyOf(row))
    tally.add('checkIns', isFresh ? 'fresh' : 'known')
    return isFresh
  })
  if (isTrial || fresh.length === 0) return
  await conn.insert(checkIns).values(fresh).onConflictDoNothing()
}

// Ratings

async function storeRatings(batch: Batch, read: (Of<'rating'> & { isAside?: boolean })[]): Promise<void> {
  if (read.length === 0) return
  const { conn, userId, importId, isTrial, seen, tally } = batch
  const found = (await withBeers(batch, read)).sort((a, b) => a.record.at.getTime() - b.record.at.getTime())
  const held = await conn
    .select()
    .from(beerRatings)
    .where(and(eq(beerRatings.userId, userId), inArray(beerRatings.beerId, idsAmong(found))))
  const heldBy = new Map(held.map((row) => [row.beerId, row]))
  const rows = new Map<number, typeof beerRatings.$inferInsert>()
  for (const { beerId, record } of found) {
    const before = heldBy.get(beerId)
    const newest = Math.max(before?.ratedAt.getTime() ?? -1, seen.ratings.get(beerId) ?? -1)
    const isNewer = record.at.getTime() > newest
    // Of several ratings of one beer in the file one is stored, and one is counted.
    if (seen.first(`rating ${beerId}`) && before?.importId !== importId)
      tally.add('ratings', isNewer ? 'fresh' : 'known')
    if (!isNewer) continue
    seen.ratings.set(beerId, record.at.getTime())
    const { rating, at } = record
    const replaced =
      before?.importId === importId
        ? before.replaced
        : before && { rating: before.rating, ratedAt: before.ratedAt.toISOString() }
    rows.set(beerId, { userId, importId, beerId, rating, ratedAt: at, replaced: replaced ?? null })
  }
  if (isTrial || rows.size === 0) return
  await conn
    .insert(beerRatings)
    .values([...rows.values()])
    .onConflictDoUpdate({
      target: [beerRatings.userId, beerRatings.beerId],
      set: {
        rating: sql`excluded.rating`,
        ratedAt: sql`excluded.rated_at`,
        importId: sql`excluded.import_id`,
        replaced: sql`excluded.replaced`,
      },
      setWhere: sql`${beerRatings.ratedAt} < excluded.rated_at`,
    })
  await rateBeers(
    conn,
    sql`id in (${sql.join(
      [...rows.keys()].map((id) => sql`${id}`),
      sql`, `,
    )})`,
  )
}

/** The records whose beers find a place, with it. */
async function withBeers<R extends { beer: NamedBeer }, O extends { line: number; record: R; isAside?: boolean }>(
  batch: Batch,
  read: readonly O[],
): Promise<(O & { beerId: number })[]> {
  const found: (O & { beerId: number })[] = []
  for (const one of read) {
    // A rating that stands beside a check-in was refused with it already.
    const beerId = one.isAside
      ? await batch.placing.place(batch.conn, one.record.beer)
      : await placed(batch, one.record.beer, one.line)
    if (typeof beerId === 'number') found.push({ ...one, beerId })
  }
  return found
}

const idsAmong = (found: readonly { beerId: number }[]) => [...new Set(found.map(({ beerId }) => beerId))]
