/** What belongs into a user's export and is listed as a whole nowhere else. */
import { and, desc, eq } from 'drizzle-orm'
import { type ExportedRest, LISTED_MAX, ServerPreferences } from '#contracts'
import type { Db } from '../../adapters/db/database.ts'
import {
  confirmedBarcodes,
  namedLabels,
  notificationPreferences,
  pictures,
  triedEntries,
  users,
} from '../../adapters/db/schema.ts'
import { beerStore } from '../../core/beers/beer-store.ts'

export async function restOf(db: Db, userId: number): Promise<ExportedRest> {
  return {
    ...(await settingsOf(db, userId)),
    barcodes: await barcodesOf(db, userId),
    labels: await labelsOf(db, userId),
    pictures: await picturesOf(db, userId),
  }
}

async function settingsOf(db: Db, userId: number) {
  const [user] = await db.select({ keepsPictures: users.keepsPictures }).from(users).where(eq(users.id, userId))
  const [row] = await db.select().from(notificationPreferences).where(eq(notificationPreferences.userId, userId))
  return {
    keepsPictures: user?.keepsPictures ?? false,
    preferences: row ? ServerPreferences.parse(row) : null,
    timeZone: row?.timeZone ?? null,
  }
}

async function barcodesOf(db: Db, userId: number): Promise<ExportedRest['barcodes']> {
  const rows = await db
    .select()
    .from(confirmedBarcodes)
    .where(eq(confirmedBarcodes.userId, userId))
    .orderBy(desc(confirmedBarcodes.confirmedAt), confirmedBarcodes.barcode)
    .limit(LISTED_MAX)
  const beers = await beerStore(db).byIds(rows.map(({ beerId }) => beerId))
  return rows.flatMap(({ barcode, beerId, confirmedAt }) => {
    const beer = beers.get(beerId)
    return beer ? [{ barcode, beer, confirmedAt: confirmedAt.toISOString() }] : []
  })
}

async function labelsOf(db: Db, userId: number): Promise<ExportedRest['labels']> {
  const rows = await db
    .select()
    .from(namedLabels)
    .where(eq(namedLabels.userId, userId))
    .orderBy(desc(namedLabels.namedAt), desc(namedLabels.id))
    .limit(LISTED_MAX)
  const beers = await beerStore(db).byIds(rows.flatMap(({ beerId, wrongBeerId }) => [beerId, wrongBeerId ?? []].flat()))
  return rows.flatMap(({ readText, wrongBeerId, beerId, namedAt }) => {
    const beer = beers.get(beerId)
    const wrongBeer = wrongBeerId === null ? null : beers.get(wrongBeerId)
    return beer && wrongBeer !== undefined ? [{ readText, wrongBeer, beer, namedAt: namedAt.toISOString() }] : []
  })
}

async function picturesOf(db: Db, userId: number): Promise<ExportedRest['pictures']> {
  const { id, beerId, keptAt } = pictures
  const rows = await db
    .select({ id, beerId, keptAt, source: triedEntries.source, sourceId: triedEntries.sourceId })
    .from(pictures)
    .leftJoin(triedEntries, and(eq(triedEntries.id, pictures.entryId), eq(triedEntries.userId, userId)))
    .where(eq(pictures.userId, userId))
    .orderBy(desc(keptAt), id)
    .limit(LISTED_MAX)
  const beers = await beerStore(db).byIds(rows.flatMap(({ beerId }) => beerId ?? []))
  return rows.map(({ id, beerId, keptAt, source, sourceId }) => ({
    id,
    beer: beers.get(beerId ?? 0) ?? null,
    entry: source === null || sourceId === null ? null : { source, sourceId },
    keptAt: keptAt.toISOString(),
  }))
}
