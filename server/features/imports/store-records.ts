/**
 * Stores a batch of records for a user, skipping those already stored: scans are identified by id, favourites, ratings, wants,
 * answers, corrections and pictures by beer, searches by query and time, journal entries by their id in the source, barcodes by
 * themselves, and named labels by their text and the beer that they were taken for. Existing rows win, except over a newer rating.
 * A preview reads and counts the same and writes nothing.
 */
import type { Conn } from '../../adapters/db/database.ts'
import type { ImportStats } from './import-stats.ts'
import type { ImportContext, Parsed } from './record-batch.ts'
import type { OwnRecord, ParsedRecord } from './records.ts'
import type { BatchResolver } from './resolve-beers.ts'
import { storeFavorites } from './store-favorites.ts'
import { storeBarcodes, storeCorrections, storeLabels } from './store-findings.ts'
import { storePictures } from './store-pictures.ts'
import { storeRatings } from './store-ratings.ts'
import { storeScans } from './store-scans.ts'
import { storeSearches } from './store-searches.ts'
import { storeSettings } from './store-settings.ts'
import { storeTaste } from './store-taste.ts'
import { storeTriedEntries } from './store-tried-entries.ts'
import { storeWants } from './store-wants.ts'

export async function storeRecords(
  conn: Conn,
  parsed: readonly ParsedRecord[],
  resolver: BatchResolver,
  stats: ImportStats,
  context: ImportContext,
): Promise<void> {
  const records: { line: number; record: OwnRecord }[] = []
  for (const entry of parsed) {
    if ('record' in entry) records.push(entry)
    else stats.addUnresolved(entry.line, entry.problem)
  }
  const ofKind = <K extends OwnRecord['kind']>(kind: K): Parsed<K>[] =>
    records.flatMap(({ line, record }) => (isOfKind(record, kind) ? [{ line, record }] : []))
  const batch = { conn, resolver, stats, ...context }
  const entries = ofKind('tried')
  await storeScans(batch, ofKind('scan'))
  await storeFavorites(batch, ofKind('favorite'))
  await storeSearches(batch, ofKind('search'))
  await storeTriedEntries(batch, entries)
  await storeWants(batch, ofKind('want'))
  await storeTaste(batch, ofKind('taste-answer'), ofKind('taste-off'))
  await storeRatings(batch, ofKind('rating'), entries)
  await storeBarcodes(batch, ofKind('barcode'))
  await storeLabels(batch, ofKind('label'))
  await storeCorrections(batch, ofKind('correction'))
  await storePictures(batch, ofKind('beer-picture'), ofKind('entry-picture'))
  await storeSettings(batch, ofKind('settings'))
}

function isOfKind<K extends OwnRecord['kind']>(record: OwnRecord, kind: K): record is Extract<OwnRecord, { kind: K }> {
  return record.kind === kind
}
