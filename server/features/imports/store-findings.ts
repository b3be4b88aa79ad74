/** Stores what an import says about beers: named barcodes and labels, one beer each, and suggested corrections, one per beer. */
import { and, eq, inArray } from 'drizzle-orm'
import { BARCODES_PER_USER_MAX, CORRECTIONS_PER_USER_MAX, NAMED_LABELS_PER_USER_MAX } from '#contracts'
import { confirmedBarcodes, corrections, namedLabels } from '../../adapters/db/schema.ts'
import { beerIdsOf, freshOf, type Parsed, type RecordBatch, resolveBeers } from './record-batch.ts'

/** They count for this user; the next one who names the beer in the app makes them count for everyone, if that is enough. */
export async function storeBarcodes(batch: RecordBatch, parsed: readonly Parsed<'barcode'>[]): Promise<void> {
  if (parsed.length === 0) return
  const { conn, userId, importId, isPreview } = batch
  const resolved = await resolveBeers(batch, parsed)
  const isOwn = eq(confirmedBarcodes.userId, userId)
  const named = resolved.map(({ record }) => record.barcode)
  const stored = await conn
    .select({ barcode: confirmedBarcodes.barcode })
    .from(confirmedBarcodes)
    .where(and(isOwn, inArray(confirmedBarcodes.barcode, named)))
  const fresh = freshOf(batch, 'barcodes', resolved, {
    keyOf: ({ record }) => record.barcode,
    known: new Set(stored.map(({ barcode }) => barcode)),
    max: BARCODES_PER_USER_MAX,
    stored: await conn.$count(confirmedBarcodes, isOwn),
    beyond: `a barcode beyond the ${BARCODES_PER_USER_MAX} that are kept`,
  })
  if (isPreview || fresh.length === 0) return
  const rows = fresh.map(({ beerId, record: { barcode, at } }) => {
    return { userId, importId, beerId, barcode, confirmedAt: at }
  })
  await conn.insert(confirmedBarcodes).values(rows).onConflictDoNothing()
}

/** The beer that a label was taken for is one of the catalogue, as in the app. */
export async function storeLabels(batch: RecordBatch, parsed: readonly Parsed<'label'>[]): Promise<void> {
  if (parsed.length === 0) return
  const { conn, userId, importId, isPreview, resolver, stats } = batch
  const taken = parsed.flatMap((entry) => {
    const { wrongBeer } = entry.record
    const wrongBeerId = wrongBeer === null ? null : resolver.listed(wrongBeer)
    if (wrongBeerId !== undefined) return [{ ...entry, wrongBeerId }]
    stats.addUnresolved(entry.line, 'a named label that was taken for a beer that is not in the catalogue')
    return []
  })
  const resolved = await resolveBeers(batch, taken)
  const isOwn = eq(namedLabels.userId, userId)
  const keyOf = (readText: readonly string[], wrongBeerId: number | null) => JSON.stringify([readText, wrongBeerId])
  const stored = await conn.select().from(namedLabels).where(isOwn)
  const fresh = freshOf(batch, 'labels', resolved, {
    keyOf: ({ record, wrongBeerId }) => keyOf(record.readText, wrongBeerId),
    known: new Set(stored.map(({ readText, wrongBeerId }) => keyOf(readText, wrongBeerId))),
    max: NAMED_LABELS_PER_USER_MAX,
    stored: stored.length,
    beyond: `a named label beyond the ${NAMED_LABELS_PER_USER_MAX} that are kept`,
  })
  if (isPreview || fresh.length === 0) return
  const rows = fresh.map(({ beerId, wrongBeerId, record: { readText, at } }) => {
    return { userId, importId, beerId, wrongBeerId, readText, namedAt: at }
  })
  await conn.insert(namedLabels).values(rows)
}

/** Of beers of the catalogue only, as in the app. */
export async function storeCorrections(batch: RecordBatch, parsed: readonly Parsed<'correction'>[]): Promise<void> {
  if (parsed.length === 0) return
  const { conn, userId, importId, isPreview, resolver, stats } = batch
  const resolved = parsed.flatMap((entry) => {
    const beerId = resolver.listed(entry.record.beer)
    if (beerId !== undefined) return [{ ...entry, beerId }]
    stats.addUnresolved(entry.line, 'a suggested correction of a beer that is not in the catalogue')
    return []
  })
  const isOwn = eq(corrections.userId, userId)
  const stored = await conn
    .select({ beerId: corrections.beerId })
    .from(corrections)
    .where(and(isOwn, inArray(corrections.beerId, beerIdsOf(resolved))))
  const fresh = freshOf(batch, 'corrections', resolved, {
    keyOf: ({ beerId }) => beerId,
    known: new Set(beerIdsOf(stored)),
    max: CORRECTIONS_PER_USER_MAX,
    stored: await conn.$count(corrections, isOwn),
    beyond: `a suggested correction beyond the ${CORRECTIONS_PER_USER_MAX} that you can make`,
  })
  if (isPreview || fresh.length === 0) return
  const rows = fresh.map(({ beerId, record: { correction, at } }) => {
    return { userId, importId, beerId, ...correction, suggestedAt: at }
  })
  await conn.insert(corrections).values(rows).onConflictDoNothing()
}
