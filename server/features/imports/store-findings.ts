/** Stores what an import says about beers: named barcodes, one beer each, and suggested corrections, one per beer. */
import { and, count, eq, inArray } from 'drizzle-orm'
import { BARCODES_PER_USER_MAX, CORRECTIONS_PER_USER_MAX } from '#contracts'
import { confirmedBarcodes, corrections } from '../../adapters/db/schema.ts'
import { beerIdsOf, type Parsed, type RecordBatch, resolveBeers } from './record-batch.ts'

/** They count for this user; the next one who names the beer in the app makes them count for everyone, if that is enough. */
export async function storeBarcodes(batch: RecordBatch, parsed: readonly Parsed<'barcode'>[]): Promise<void> {
  if (parsed.length === 0) return
  const { conn, userId, importId, isPreview, dedup, stats } = batch
  const resolved = await resolveBeers(batch, parsed)
  const isOwn = eq(confirmedBarcodes.userId, userId)
  const named = resolved.map(({ record }) => record.barcode)
  const stored = await conn
    .select({ barcode: confirmedBarcodes.barcode })
    .from(confirmedBarcodes)
    .where(and(isOwn, inArray(confirmedBarcodes.barcode, named)))
  const known = new Set(stored.map(({ barcode }) => barcode))
  const [held] = await conn.select({ n: count() }).from(confirmedBarcodes).where(isOwn)
  let room = BARCODES_PER_USER_MAX - (held?.n ?? 0)
  const fresh = resolved.filter(({ line, record }) => {
    if (known.has(record.barcode) || !dedup.add(`barcode ${record.barcode}`)) stats.add('barcodes', 'known')
    else if (room-- <= 0) stats.addUnresolved(line, `a barcode beyond the ${BARCODES_PER_USER_MAX} that are kept`)
    else {
      stats.add('barcodes', 'fresh')
      return true
    }
    return false
  })
  if (isPreview || fresh.length === 0) return
  const rows = fresh.map(({ beerId, record }) => ({
    ...{ userId, importId, beerId },
    ...{ barcode: record.barcode, confirmedAt: record.at },
  }))
  await conn.insert(confirmedBarcodes).values(rows).onConflictDoNothing()
}

/** Of beers of the catalogue only, as in the app. */
export async function storeCorrections(batch: RecordBatch, parsed: readonly Parsed<'correction'>[]): Promise<void> {
  if (parsed.length === 0) return
  const { conn, userId, importId, isPreview, dedup, stats } = batch
  const resolved = parsed.map((entry) => ({ ...entry, beerId: batch.resolver.listed(entry.record.beer) ?? 0 }))
  const isOwn = eq(corrections.userId, userId)
  const stored = await conn
    .select({ beerId: corrections.beerId })
    .from(corrections)
    .where(and(isOwn, inArray(corrections.beerId, beerIdsOf(resolved))))
  const known = new Set(beerIdsOf(stored))
  const [held] = await conn.select({ n: count() }).from(corrections).where(isOwn)
  let room = CORRECTIONS_PER_USER_MAX - (held?.n ?? 0)
  const fresh = resolved.filter(({ beerId, line }) => {
    if (beerId === 0) stats.addUnresolved(line, 'a suggested correction of a beer that is not in the catalogue')
    else if (known.has(beerId) || !dedup.add(`correction ${beerId}`)) stats.add('corrections', 'known')
    else if (room-- <= 0)
      stats.addUnresolved(line, `a suggested correction beyond the ${CORRECTIONS_PER_USER_MAX} that you can make`)
    else {
      stats.add('corrections', 'fresh')
      return true
    }
    return false
  })
  if (isPreview || fresh.length === 0) return
  const rows = fresh.map(({ beerId, record }) => ({
    ...{ userId, importId, beerId },
    ...{ ...record.correction, suggestedAt: record.at },
  }))
  await conn.insert(corrections).values(rows).onConflictDoNothing()
}
