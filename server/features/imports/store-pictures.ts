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
  await storeBeerPictures(batch, ofBeers)
  await storeEntryPictures(batch, ofEntries)
}

async function storeBeerPictures(batch: RecordBatch, parsed: readonly Parsed<'beer-picture'>[]): Promise<void> {
  if (parsed.length === 0) return
  const { conn, userId, dedup, stats } = batch
  const resolved = await resolveBeers(batch, parsed)
  const stored = await conn
    .select({ beerId: pictures.beerId })
    .from(pictures)
    .where(and(eq(pictures.userId, userId), inArray(pictures.beerId, beerIdsOf(resolved))))
  const known = new Set(stored.map(({ beerId }) => beerId))
  for (const { beerId, line, record } of resolved) {
    const isFresh = !known.has(beerId) && dedup.add(`picture of ${beerId}`)
    if (isFresh) await keep(batch, line, { beerId }, record)
    else stats.add('pictures', 'known')
  }
}

async function storeEntryPictures(batch: RecordBatch, parsed: readonly Parsed<'entry-picture'>[]): Promise<void> {
  if (parsed.length === 0) return
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
  for (const { line, record } of parsed) {
    const key = entryKey(record.entry)
    const entry = entries.get(key)
    // A preview stores no entries, but has seen those of the file.
    if (!entry && !dedup.has(key)) stats.addUnresolved(line, 'a picture of an entry that is not in your journal')
    else if (entry?.picture || !dedup.add(`picture of ${key}`)) stats.add('pictures', 'known')
    else await keep(batch, line, { entryId: entry?.id ?? 0 }, record)
  }
}

type Subject = { beerId: number } | { entryId: number }

async function keep(
  { userId, importId, isPreview, conn, pictures: store, stats }: RecordBatch,
  line: number,
  subject: Subject,
  { bytes, at }: { bytes: Uint8Array; at: Date },
): Promise<void> {
  const isKept = isPreview || (await store.of(userId).restore(conn, { ...subject, bytes, importId, keptAt: at }))
  if (isKept) stats.add('pictures', 'fresh')
  else stats.addUnresolved(line, 'a picture beyond those that are kept')
}
