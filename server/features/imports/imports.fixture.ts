/**
 * Runs imports step by step for tests. The app's clock does not advance, so that its own runner works only after the routes
 * that wake it; `check` and `importFile` bypass these routes and return when the work is done, without polling.
 */
import { randomUUID } from 'node:crypto'
import { gunzipSync } from 'node:zlib'
import { and, eq } from 'drizzle-orm'
import { type Zippable, zipSync } from 'fflate'
import { expect } from 'vitest'
import {
  beginImport,
  deleteScan,
  deleteTaste,
  exportRest,
  exportTaste,
  keepPictures,
  listCorrections,
  listFavorites,
  listJournal,
  listRatings,
  listScans,
  listSearches,
  listWants,
  type OwnImport,
  removeEntryPicture,
  removeFavorite,
  removeJournalEntry,
  removePictures,
  removeSearch,
  removeWant,
  switchTaste,
  unrateBeer,
  withdrawCorrection,
} from '#contracts'
import { type SignedIn, startTestApp, type TestApp } from '#testing/app.ts'
import { aBeer, aScan } from '#testing/builders.ts'
import { type ManualClock, manualClock } from '#testing/manual-clock.ts'
import { aWebp } from '#testing/webp.ts'
import {
  beerRatings,
  confirmedBarcodes,
  corrections,
  favorites,
  namedLabels,
  notificationPreferences,
  pictures,
  searches,
  tasteAnswers,
  tasteOptOuts,
  triedEntries,
  users,
  wants,
} from '../../adapters/db/schema.ts'
import { unlistedBeers } from '../../core/beers/unlisted-store.ts'
import { type PictureStore, pictureStore } from '../../core/pictures/picture-store.ts'
import { shippedLexicons } from '../../product-files.ts'
import { batchesOf } from './batches.ts'
import { detectFileKind } from './file-kind.ts'
import { importQueue } from './import-queue.ts'
import { importStore } from './import-store.ts'
import { parseFile } from './parse-file.ts'
import type { ReadFile } from './read-file-in-process.ts'
import { runClaimedImport } from './run-claimed-import.ts'
import { uploadedFiles } from './uploaded-files.ts'

export interface ImportApp {
  app: TestApp
  clock: ManualClock
  /** Stores a file and checks it; returns the preview. */
  check(person: SignedIn, file: string | Uint8Array, name?: string): Promise<OwnImport>
  /** Stores a file, checks it and imports it; returns the finished import. */
  importFile(person: SignedIn, file: string | Uint8Array, name?: string): Promise<OwnImport>
  /** Works on the claimable imports until none is left. */
  runAll(): Promise<void>
  /** Uploads a file by HTTP, which wakes the app's runner. */
  upload(
    person: SignedIn,
    file: string | Uint8Array,
    name?: string,
    type?: string,
  ): Promise<{ status: number; body: OwnImport }>
}

/** `importDir`: the folder for uploaded files; undefined: the database. */
export async function startImportApp(importDir?: string): Promise<ImportApp> {
  const clock = manualClock()
  const app = await startTestApp({ clock, ...(importDir !== undefined && { importDir }) })
  const pictures = pictureStore(app.db)
  const files = importDir === undefined ? undefined : uploadedFiles(importDir, app.db, clock)
  const store = importStore(app.db, clock, pictures, files)
  const queue = importQueue(app.db, clock, files)

  async function runAll() {
    const ports = {
      db: app.db,
      queue,
      pictures,
      readFile,
      lexicons: shippedLexicons,
    }
    for (let claimed = await queue.claim(); claimed; claimed = await queue.claim())
      await runClaimedImport(claimed, ports, AbortSignal.timeout(60_000))
  }

  async function imported({ user }: SignedIn, id: number): Promise<OwnImport> {
    await runAll()
    const found = await store.of(user.id).byId(id)
    if (!found) throw new Error('the import is gone')
    return found
  }

  async function check(person: SignedIn, file: string | Uint8Array, name = 'file') {
    const bytes = typeof file === 'string' ? new TextEncoder().encode(file) : file
    const { id } = await store.of(person.user.id).begin(name, detectFileKind(bytes), bytes)
    const checked = await imported(person, id)
    expect(checked.state).toBe('checked')
    return checked
  }

  return {
    app,
    clock,
    check,
    runAll,

    async importFile(person, file, name) {
      const { id } = await check(person, file, name)
      await store.of(person.user.id).start(id)
      const done = await imported(person, id)
      expect(done.state).toBe('done')
      return done
    },

    async upload({ cookie }, file, name = 'file', type = 'application/octet-stream') {
      const response = await app.app.inject({
        method: beginImport.method,
        url: beginImport.path,
        query: { name },
        headers: { host: 'localhost:3000', cookie, 'content-type': type },
        payload: typeof file === 'string' ? file : Buffer.from(file),
      })
      return { status: response.statusCode, body: response.json() }
    },
  }
}

/** Without a process of its own, which takes a second to start from the sources. */
const readFile: ReadFile = (kind, packed) => batchesOf(parseFile(kind, gunzipSync(packed)))

export const at = (day: number) => new Date(Date.UTC(2026, 2, day, 20, 15, 30, 123))

/** The data of an export, fetched by the same calls as on the export screen. */
export async function exportData({ call }: Pick<SignedIn, 'call'>) {
  const list = async <T>(response: Promise<{ body: T[] | null }>) => (await response).body ?? []
  const taste = (await call(exportTaste)).body
  const { barcodes, labels, preferences, timeZone, keepsPictures } = (await call(exportRest)).body
  return {
    scans: await list(call(listScans, { query: { alternatives: 'all' } })),
    favorites: await list(call(listFavorites)),
    searches: await list(call(listSearches)),
    ratings: await list(call(listRatings)),
    journal: (await call(listJournal, {})).body.entries,
    wants: await list(call(listWants)),
    tasteAnswers: taste.answers,
    tasteOff: taste.offSince === null ? [] : [{ since: taste.offSince }],
    barcodes,
    labels,
    corrections: await list(call(listCorrections)),
    settings: preferences
      ? [{ preferences: { ...preferences, ...OF_BROWSER }, language: 'cs', timeZone, keepsPictures }]
      : [],
  }
}

const OF_BROWSER = { soundEffects: false, vibration: true }

/** The archive of the export screen. */
export async function toArchive({ call }: Pick<SignedIn, 'call'>, stored: PictureStore, userId: number) {
  const files: Zippable = {}
  const pictures = []
  for (const { id, ...about } of (await call(exportRest)).body.pictures) {
    const file = `pictures/${id}.webp`
    files[file] = [(await stored.of(userId).read(id)) ?? new Uint8Array(), { level: 0 }]
    pictures.push({ file, ...about })
  }
  const json = toFile({ ...(await exportData({ call })), pictures })
  return zipSync({ 'beergoggles-all-2026-03-20.json': new TextEncoder().encode(json), ...files })
}

export const toFile = (data: object) =>
  JSON.stringify({ ...data, exportDate: at(20).toISOString(), totalRecords: 9 }, null, 2)

/** Signs in a user who has records of every kind. */
export async function userWithRecords(app: TestApp) {
  const person = await app.signIn()
  const { user, call } = person
  const listed = await Promise.all([1, 2, 3].map(() => aBeer(app.db, { rating: 71.5 })))
  const [one, two, three] = listed
  if (!one || !two || !three) throw new Error('no beers')
  const printed = {
    name: 'Kellerbier "Nr. 1"',
    brewery: 'Brauerei im Keller',
    style: 'Kellerbier',
    abv: 5.1,
    ibu: null,
  }
  const unlisted = await unlistedBeers(app.db).of(user.id).findOrCreate(printed)
  if (unlisted === undefined) throw new Error('no unlisted beer')
  await aScan(app.db, {
    userId: user.id,
    scannedAt: at(1),
    barcode: '4006381333931',
    fallback: 'quota',
    progressCurrent: 3,
    progressTotal: 4,
    items: [
      {
        beerId: one.id,
        confidence: 93.5,
        x: 40.25,
        y: 60.5,
        box: { x: 20.5, y: 30, width: 40, height: 55.25 },
        readText: ['Brew Nr 1', 'Pilsner =SUM(A1)'],
        fieldConfidence: { brewery: 95, name: 93, style: 80, abv: 90 },
        alternatives: [
          { beerId: two.id, confidence: 41 },
          { beerId: unlisted, confidence: 12 },
        ],
        byBarcode: true,
        estimates: { brewery: 'Haus', style: 'Pils', abv: 4.9, ibu: 30, rating: 70 },
      },
    ],
  })
  await aScan(app.db, {
    userId: user.id,
    scannedAt: at(2),
    scanType: 'menu',
    call: 'menu',
    context: 'menu',
    title: 'On tap — 麦酒 🍺',
    detected: 5,
    items: [
      { beerId: two.id, price: '€ 4,50', size: '0,4 l', section: 'Vom Fass', confidence: 88 },
      { beerId: unlisted, price: '5', section: 'Vom Fass', readText: ['Kellerbier'], byCorrection: true },
      { beerId: two.id, price: '€ 6', size: '0,5 l', section: 'Flasche', confidence: null },
    ],
  })
  await aScan(app.db, {
    userId: user.id,
    scannedAt: at(3),
    scanType: 'multiple_beers',
    context: 'multiple_beers',
    spots: [{ x: 10.5, y: 20 }],
    items: [
      { beerId: one.id, x: 1, y: 2, count: 3 },
      { beerId: three.id, x: 50, y: 50 },
    ],
  })
  await aScan(app.db, {
    userId: user.id,
    scannedAt: at(4),
    status: 'failed',
    failure: 'We could not read it.',
    failureCode: 'scan_failed',
  })
  await aScan(app.db, { userId: user.id, scannedAt: at(5), otherDrink: { name: 'Afri Cola', kind: 'Soft Drink' } })
  await app.db.insert(favorites).values([
    { userId: user.id, beerId: one.id, favoritedAt: at(6) },
    { userId: user.id, beerId: unlisted, favoritedAt: at(7) },
  ])
  await app.db.insert(searches).values([
    { userId: user.id, query: 'weißbier', resultCount: 12, searchedAt: at(8) },
    { userId: user.id, query: '=HYPERLINK("x")', resultCount: 0, searchedAt: at(9) },
  ])
  await app.db.insert(beerRatings).values([
    { userId: user.id, beerId: three.id, rating: 87.5, ratedAt: at(10) },
    { userId: user.id, beerId: unlisted, rating: 42, ratedAt: at(11) },
  ])
  await app.db.insert(triedEntries).values([
    { userId: user.id, beerId: three.id, source: 'untappd', sourceId: '900', triedAt: at(12) },
    {
      userId: user.id,
      beerId: unlisted,
      source: 'beergoggles',
      sourceId: '6f9f9a1c-46d3-4b3e-9a35-0d6ae0a5b6c1',
      triedAt: at(13),
      rating: 77.5,
      note: '=1+1, "cloudy"\nand mild',
      place: 'Zum Anker',
      latitude: 49.8917,
      longitude: 10.8871,
    },
  ])
  await app.db.insert(wants).values([
    { userId: user.id, beerId: two.id, wantedAt: at(14) },
    { userId: user.id, beerId: unlisted, wantedAt: at(15) },
  ])
  await app.db.insert(tasteAnswers).values([
    { userId: user.id, beerId: three.id, answer: 'more', answeredAt: at(16) },
    { userId: user.id, beerId: unlisted, answer: 'less', answeredAt: at(17) },
  ])
  await app.db.insert(tasteOptOuts).values({ userId: user.id, since: at(18) })
  await app.db.insert(confirmedBarcodes).values([
    { userId: user.id, barcode: '4006381333931', beerId: two.id, confirmedAt: at(18) },
    { userId: user.id, barcode: '96385074', beerId: unlisted, confirmedAt: at(19) },
  ])
  await app.db.insert(namedLabels).values([
    {
      userId: user.id,
      readText: ['Brew Nr 1', 'Pilsner =SUM(A1)'],
      wrongBeerId: one.id,
      beerId: two.id,
      namedAt: at(18),
    },
    { userId: user.id, readText: ['Keler Bier'], wrongBeerId: null, beerId: unlisted, namedAt: at(19) },
  ])
  await app.db.insert(corrections).values({
    ...{
      userId: user.id,
      beerId: one.id,
      name: 'Hefe',
      brewery: 'Hefe & Söhne',
      style: 'Saison',
      abv: 5.25,
      ibu: 18.5,
    },
    isRetired: true,
    note: 'It says so on the label.',
    suggestedAt: at(19),
  })
  const [entry] = await app.db
    .select({ id: triedEntries.id })
    .from(triedEntries)
    .where(and(eq(triedEntries.userId, user.id), eq(triedEntries.sourceId, '900')))
  const [label, photo] = [aWebp('label'), aWebp('photo')]
  const picture = { userId: user.id, keptAt: at(19) }
  await app.db.insert(pictures).values([
    { ...picture, id: randomUUID(), beerId: two.id, bytes: label, size: label.length },
    { ...picture, id: randomUUID(), entryId: entry?.id ?? 0, bytes: photo, size: photo.length },
  ])
  await app.db.update(users).set({ keepsPictures: true }).where(eq(users.id, user.id))
  await app.db.insert(notificationPreferences).values({
    userId: user.id,
    newBeerRatings: false,
    menuScanComplete: true,
    weeklyDigest: true,
    breweryRecommendations: false,
    emailNotifications: true,
    pushNotifications: false,
    timeZone: 'Europe/Prague',
  })
  await call(listScans, {})
  return { ...person, one, two, three, unlisted }
}

/** Deletes everything the user has, by the calls of the screens where there is one. */
export async function wipe({ db }: TestApp, { call, user }: SignedIn): Promise<void> {
  await call(removePictures)
  for (const { id } of (await call(listJournal, {})).body.entries) await call(removeEntryPicture, { params: { id } })
  for (const { beer } of (await call(listCorrections)).body) await call(withdrawCorrection, { params: { id: beer.id } })
  await call(keepPictures, { body: { isKept: false } })
  await db.delete(confirmedBarcodes).where(eq(confirmedBarcodes.userId, user.id))
  await db.delete(namedLabels).where(eq(namedLabels.userId, user.id))
  await db.delete(notificationPreferences).where(eq(notificationPreferences.userId, user.id))
  for (const { id } of (await call(listScans, {})).body ?? []) await call(deleteScan, { params: { id } })
  for (const { beerId } of (await call(listFavorites)).body ?? []) await call(removeFavorite, { params: { beerId } })
  for (const { id } of (await call(listSearches)).body ?? []) await call(removeSearch, { params: { id } })
  for (const { beerId } of (await call(listRatings)).body ?? []) await call(unrateBeer, { params: { id: beerId } })
  for (const { id } of (await call(listJournal, {})).body.entries) await call(removeJournalEntry, { params: { id } })
  for (const { beerId } of (await call(listWants)).body ?? []) await call(removeWant, { params: { beerId } })
  await call(deleteTaste)
  await call(switchTaste, { body: { isOn: true } })
  await unlistedBeers(db).removeUnreferenced()
  expect(Object.values(await exportData({ call })).flat()).toEqual([])
}

/** Removes what the import does not restore: the computed ratings of beers and, mapped by `ids`, new ids of unlisted beers. */
export function comparable(
  data: Awaited<ReturnType<typeof exportData>>,
  ids: ReadonlyMap<number, number> = new Map(),
): unknown {
  const text = JSON.stringify(data, (key, value: unknown) => {
    if (key === 'menuData' && typeof value === 'string') return JSON.parse(value)
    if (['rating', 'ratingOrigin', 'ratingRange', 'ratingCount', 'standing'].includes(key)) return undefined
    return value
  })
  return JSON.parse(text, (key, value: unknown) => {
    if ((key === 'id' || key === 'beerId') && typeof value === 'number') return ids.get(value) ?? value
    return value
  })
}
