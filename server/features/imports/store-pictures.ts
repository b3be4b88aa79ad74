/** Stores imported pictures, as they are, of beers and of journal entries that have none yet. */
import { and, eq, inArray } from 'drizzle-orm'
import { pictures, triedEntries } from '../../adapters/db/schema.ts'
import { beerIdsOf, type Parsed, type RecordBatch, resolveBeers } from './record-batch.ts'
import { entryKey } from './store-tried-entries.ts'

export async function storePictures(
  batch: RecordBatch,
  ofBeers: readonly Parsed<'beer-picture'>[],
  ofEntries: readonly Parsed<'entry-picture'>[],
): Promise<void> {
  const { conn, userId, importId, isPreview, dedup, stats, staged } = batch
  const own = batch.pictures.of(userId)
  const fresh = [...(await freshOfBeers(batch, ofBeers)), ...(await freshOfEntries(batch, ofEntries))]
  const kept = new Set(
    isPreview ? await own.fitting(conn, fresh, dedup.pictures) : await own.restore(conn, importId, fresh, staged),
  )
  for (const picture of fresh) {
    if (kept.has(picture)) {
      stats.add('pictures', 'fresh')
      dedup.pictures.count += 1
      dedup.pictures.bytes += picture.record.bytes.length
    } else stats.addUnresolved(picture.line, 'a picture beyond those that are kept')
  }
}

interface FreshPicture {
  line: number
  subject: { beerId: number } | { entryId: number }
  record: { bytes: Uint8Array }
  keptAt: Date
}

async function freshOfBeers(batch: RecordBatch, parsed: readonly Parsed<'beer-picture'>[]): Promise<FreshPicture[]> {
  if (parsed.length === 0) return []
  const { conn, userId, dedup, stats } = batch
  const resolved = await resolveBeers(batch, parsed)
  const stored = await conn
    .select({ beerId: pictures.beerId })
    .from(pictures)
    .where(and(eq(pictures.userId, userId), inArray(pictures.beerId, beerIdsOf(resolved))))
  const known = new Set(stored.map(({ beerId }) => beerId))
  return resolved.flatMap(({ beerId, line, record }) => {
    if (!known.has(beerId) && dedup.add(`picture of ${beerId}`))
      return [{ line, subject: { beerId }, record, keptAt: record.at }]
    stats.add('pictures', 'known')
    return []
  })
}

async function freshOfEntries(batch: RecordBatch, parsed: readonly Parsed<'entry-picture'>[]): Promise<FreshPicture[]> {
  if (parsed.length === 0) return []
  const { conn, userId, dedup, stats } = batch
  const stored = await conn
    .select({ id: triedEntries.id, source: triedEntries.source, sourceId: triedEntries.sourceId, picture: pictures.id })
    .from(triedEntries)
    .leftJoin(pictures, eq(pictures.entryId, triedEntries.id))
    .where(
      and(
        eq(triedEntries.userId, userId),
        inArray(
          triedEntries.sourceId,
          parsed.map(({ record }) => record.entry.sourceId),
        ),
      ),
    )
  const entries = new Map(stored.map((entry) => [entryKey(entry), entry]))
  return parsed.flatMap(({ line, record }) => {
    const key = entryKey(record.entry)
    const entry = entries.get(key)
    // A preview stores no entries, but has seen those of the file.
    if (!entry && !dedup.has(key)) stats.addUnresolved(line, 'a picture of an entry that is not in your journal')
    else if (entry?.picture || !dedup.add(`picture of ${key}`)) stats.add('pictures', 'known')
    else return [{ line, subject: { entryId: entry?.id ?? 0 }, record, keptAt: record.at }]
    return []
  })
}
