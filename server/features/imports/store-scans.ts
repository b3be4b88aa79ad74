/** Stores imported scans with their items, under their own ids unless another user has them. */
import { createHash } from 'node:crypto'
import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Conn } from '../../adapters/db/database.ts'
import { scanItems, scans } from '../../adapters/db/schema.ts'
import { type Parsed, type RecordBatch, resolveBeer } from './record-batch.ts'
import type { NamedBeer, NamedScan, NamedSighting } from './records.ts'

const ITEMS_PER_INSERT = 1_000

export async function storeScans(batch: RecordBatch, parsed: readonly Parsed<'scan'>[]): Promise<void> {
  if (parsed.length === 0) return
  const { conn, userId, importId, isPreview, dedup, stats } = batch
  const owners = await findOwners(
    conn,
    parsed.flatMap(({ record }) => possibleIds(record.scan, userId)),
  )
  const times = await findScanTimes(batch, parsed)
  const rows: (typeof scans.$inferInsert)[] = []
  const items: (typeof scanItems.$inferInsert)[] = []
  for (const { line, record } of parsed) {
    const { id: idInFile, sightings, ...scan } = record.scan
    const [first, second] = possibleIds(record.scan, userId)
    const isTaken = (id: string | undefined) => id !== undefined && (owners.get(id) ?? userId) !== userId
    const id = isTaken(first) ? second : first
    if (id === undefined) throw new Error('a scan without an id')
    const isStored = owners.has(id) || (idInFile === null && times.has(scan.scannedAt.getTime()))
    if (isStored || !dedup.add(`scan ${id}`)) {
      stats.add('scans', 'known')
      continue
    }
    stats.add('scans', 'fresh')
    const itemsOfScan = await resolveItems(batch, sightings, line)
    items.push(...itemsOfScan.map((item, position) => ({ ...item, scanId: id, userId, position })))
    const call = scan.scanType === 'menu' ? 'menu' : 'identify'
    const context = scan.scanType === 'single' ? 'single_beer' : scan.scanType
    rows.push({ ...scan, id, userId, importId, call, context, endedAt: scan.scannedAt })
  }
  if (isPreview || rows.length === 0) return
  await conn.insert(scans).values(rows).onConflictDoNothing()
  for (let from = 0; from < items.length; from += ITEMS_PER_INSERT)
    await conn.insert(scanItems).values(items.slice(from, from + ITEMS_PER_INSERT))
}

/** The scan's own id, then the id it gets if another user has that one. */
function possibleIds({ id, scannedAt }: NamedScan, userId: number): string[] {
  const derived = derivedId(`${userId} ${id ?? scannedAt.toISOString()}`)
  return id === null ? [derived] : [id, derived]
}

/** Formats a hash as a version 4 UUID, so that importing the same scan again yields the same id. */
function derivedId(from: string): string {
  const hex = createHash('sha256').update(from).digest('hex')
  const variant = '89ab'[Number.parseInt(hex.charAt(16), 16) % 4]
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

async function findOwners(conn: Conn, ids: readonly string[]): Promise<Map<string, number>> {
  const rows = await conn
    .select({ id: scans.id, userId: scans.userId })
    .from(scans)
    .where(inArray(scans.id, [...ids]))
  return new Map(rows.map(({ id, userId }) => [id, userId]))
}

/** Times of the user's stored scans, which identify a scan of a file without ids (CSV). */
async function findScanTimes({ conn, userId }: RecordBatch, parsed: readonly Parsed<'scan'>[]): Promise<Set<number>> {
  const times = parsed.flatMap(({ record }) => (record.scan.id === null ? [record.scan.scannedAt] : []))
  if (times.length === 0) return new Set()
  const rows = await conn
    .select({ scannedAt: scans.scannedAt })
    .from(scans)
    .where(and(eq(scans.userId, userId), inArray(sql`date_trunc('milliseconds', ${scans.scannedAt})`, times)))
  return new Set(rows.map(({ scannedAt }) => scannedAt.getTime()))
}

type ItemValues = Omit<typeof scanItems.$inferInsert, 'scanId' | 'userId' | 'position'>

async function resolveItems(
  batch: RecordBatch,
  sightings: readonly NamedSighting[],
  line: number,
): Promise<ItemValues[]> {
  const items: ItemValues[] = []
  for (const { beer, position, alternatives, origin, ...sighting } of sightings) {
    const beerId = await resolveBeer(batch, beer, line)
    if (beerId === undefined) continue
    const others = new Map<number, number>()
    for (const { beer: other, confidence } of alternatives) {
      const id = await alternativeId(batch, other)
      if (id !== undefined && !others.has(id)) others.set(id, confidence)
    }
    const distinct = [...others].map(([id, confidence]) => ({ beerId: id, confidence }))
    const named = { byBarcode: origin === 'barcode', byCorrection: origin === 'correction' }
    items.push({
      ...sighting,
      ...named,
      beerId,
      alternatives: distinct,
      x: position?.x ?? null,
      y: position?.y ?? null,
    })
  }
  return items
}

/** A listed beer that this catalogue lacks is no alternative: it would become an unlisted one that the user never had. */
async function alternativeId({ resolver, conn }: RecordBatch, beer: NamedBeer): Promise<number | undefined> {
  if (beer.listed) return resolver.listed(beer)
  const id = await resolver.resolve(conn, beer)
  return id === 'refused' ? undefined : id
}
