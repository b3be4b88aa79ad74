import { randomUUID } from 'node:crypto'
import { and, eq, inArray } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { search } from '#contracts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { aBeer, aBrewery, aScan, aUser } from '#testing/builders.ts'
import { manualClock } from '#testing/manual-clock.ts'
import {
  beers,
  breweries,
  catalogueOrigins,
  corrections,
  favorites,
  imports,
  pictures,
  scanItems,
  scans,
  searches,
  stylePercentiles,
} from '../../adapters/db/schema.ts'

const HOUR_MS = 60 * 60_000
const DAY_MS = 24 * HOUR_MS
const clock = manualClock()
/** All jobs of some hours are due at once. */
const soon = { timeout: 20_000 }
const ago = (days: number) => new Date(clock.now() - days * DAY_MS)

let app: TestApp
beforeAll(async () => {
  const env = { KEEP_SCANS_DAYS: '30', KEEP_SEARCHES_DAYS: '10', KEEP_PROVISIONAL_DAYS: '20' }
  app = await startTestApp({ clock, env, readerSlots: 0 })
})
afterAll(() => app.close())

/** Hour by hour, as regular jobs see it. */
function pass(days: number) {
  for (let hours = 0; hours < days * 24; hours++) clock.advance(HOUR_MS)
}

const scanIds = async () => (await app.db.select({ id: scans.id }).from(scans)).map(({ id }) => id).sort()

it('deletes scans with their pages and rows once they are too old, however many, and no others', async () => {
  const { db } = app
  const { id: userId } = await aUser(db)
  const items = [{ beerId: (await aBeer(db)).id }]
  const old = await aScan(db, { userId, scannedAt: ago(29), items, scanType: 'menu', shareToken: randomUUID() })
  await aScan(db, { userId, scannedAt: ago(1), items, pageOf: old.id, page: 2 })
  const running = await aScan(db, { userId, scannedAt: ago(29), status: 'processing', endedAt: null })
  const begun = await aScan(db, { userId, scannedAt: ago(29), items })
  const page = { userId, scannedAt: ago(0), status: 'processing', endedAt: null, pageOf: begun.id, page: 2 } as const
  const reading = await aScan(db, page)
  const recent = await aScan(db, { scannedAt: ago(28), items })
  const many = { userId, status: 'completed', call: 'identify', context: 'single_beer', scannedAt: ago(29) } as const
  await db.insert(scans).values(Array.from({ length: 450 }, () => ({ ...many, id: randomUUID() })))

  pass(1)
  expect(await db.$count(scans)).toBe(456)
  pass(0.25)
  const kept = [running, begun, reading, recent].map(({ id }) => id)
  await vi.waitFor(async () => expect(await scanIds()).toEqual(kept.sort()), soon)
  expect(await db.$count(scanItems)).toBe(2)
  await db.delete(scans)
})

it('deletes old searches', async () => {
  const { db } = app
  const { id: userId } = await aUser(db)
  const entry = { userId, resultCount: 1 }
  await db.insert(searches).values([
    { ...entry, query: 'long ago', searchedAt: ago(10.5) },
    { ...entry, query: 'lately', searchedAt: ago(9) },
  ])
  pass(0.25)
  const left = () => db.select({ query: searches.query }).from(searches)
  await vi.waitFor(async () => expect(await left()).toEqual([{ query: 'lately' }]), soon)
})

it('keeps what a user imports from its import on, not from its date', async () => {
  const { db } = app
  const { id: userId } = await aUser(db)
  const anImport = async (days: number) => {
    const file = { userId, source: 'untappd', fileName: 'years.json', startedAt: ago(days) }
    const [row] = await db.insert(imports).values(file).returning({ importId: imports.id })
    return row
  }
  const [recently, before] = [await anImport(2), await anImport(29.9)]
  await aScan(db, { userId, scannedAt: ago(4_000), ...before })
  const scan = await aScan(db, { userId, scannedAt: ago(4_000), ...recently })
  await db.insert(searches).values([
    { userId, query: 'long ago', resultCount: 1, searchedAt: ago(4_000), ...before },
    { userId, query: 'brought along', resultCount: 1, searchedAt: ago(4_000), ...recently },
  ])

  pass(0.25)
  await vi.waitFor(async () => {
    expect(await scanIds()).toEqual([scan.id])
    const left = await db.select({ query: searches.query }).from(searches).where(eq(searches.userId, userId))
    expect(left).toEqual([{ query: 'brought along' }])
  }, soon)
  await db.delete(scans)
  await db.delete(searches)
})

it('removes beers of discovery that nobody used from search, and later for good, and breweries that have none', async () => {
  const { db } = app
  const { user, call } = await app.signIn()
  const aFind = async (name: string, days: number) => {
    const beer = await aBeer(db, { name, provisional: true })
    const origin = { source: 'test', entity: 'beer', sourceId: name, beerId: beer.id, created: true } as const
    await db.insert(catalogueOrigins).values({ ...origin, at: ago(days) })
    return beer.id
  }
  const aFoundBrewery = async (name: string, more: Partial<typeof catalogueOrigins.$inferInsert>) => {
    const { id: breweryId } = await aBrewery(db, { name })
    const origin = {
      source: 'test',
      entity: 'brewery',
      sourceId: name,
      breweryId,
      created: true,
      at: ago(19.5),
    } as const
    await db.insert(catalogueOrigins).values({ ...origin, ...more })
    return breweryId
  }
  const breweryOf = async (id: number) => (await db.select().from(beers).where(eq(beers.id, id)))[0]?.breweryId ?? 0
  const unused = await aFind('Vorläufig Hell', 19.5)
  const ranked = { style: 'Vorläufig', beers: 1, thresholds: [], isStale: false }
  await db.update(beers).set({ style: ranked.style, ratingOrigin: 'expected' }).where(eq(beers.id, unused))
  const saved = await aFind('Vorläufig Dunkel', 19.5)
  await db.insert(favorites).values({ userId: user.id, beerId: saved })
  const pictured = await aFind('Vorläufig Weiß', 19.5)
  await db.insert(pictures).values({ id: randomUUID(), userId: user.id, beerId: pictured, size: 1 })
  const corrected = await aFind('Vorläufig Alt', 19.5)
  await db.insert(corrections).values({ userId: user.id, beerId: corrected, isRetired: true })
  const recent = await aFind('Vorläufig Rot', 10)
  const listed = (await aBeer(db, { name: 'Vorläufig Bock' })).id
  const kept = [saved, pictured, corrected, recent, listed]
  const found = async () => (await call(search, { query: { q: 'vorläufig' } })).body.beers.map(({ id }) => id)
  expect(await found()).toHaveLength(6)
  const [unusedBrewery, usedBrewery] = [await breweryOf(unused), await breweryOf(saved)]
  const [imported] = await db.insert(imports).values({ source: 'test', fileName: 'a.json' }).returning()
  const unvisited = await aFoundBrewery('Unbesucht', {})
  const keptBreweries = [
    usedBrewery,
    await aFoundBrewery('Neu', { at: ago(1) }),
    await aFoundBrewery('Importiert', { importId: imported?.id ?? 0 }),
    (await aBrewery(db, { key: 'shipped' })).id,
  ]

  await db.insert(stylePercentiles).values(ranked)
  pass(1)
  await vi.waitFor(async () => expect(new Set(await found())).toEqual(new Set(kept)), soon)
  await vi.waitFor(async () => {
    clock.advance(2_000)
    expect(
      await db.$count(stylePercentiles, and(eq(stylePercentiles.style, ranked.style), eq(stylePercentiles.beers, 0))),
    ).toBe(1)
  }, soon)
  expect(await db.$count(catalogueOrigins, eq(catalogueOrigins.beerId, unused))).toBe(0)
  await vi.waitFor(async () => {
    clock.advance(HOUR_MS)
    expect(await db.$count(beers, eq(beers.id, unused))).toBe(0)
  }, soon)
  expect(await db.$count(beers, inArray(beers.id, kept))).toBe(kept.length)
  await vi.waitFor(async () => {
    clock.advance(HOUR_MS)
    expect(await db.$count(breweries, inArray(breweries.id, [unusedBrewery, unvisited]))).toBe(0)
  }, soon)
  expect(await db.$count(breweries, inArray(breweries.id, keptBreweries))).toBe(keptBreweries.length)
})

it('deletes nothing by default that a user made', async () => {
  // Its jobs may still be due.
  await app.close()
  const { id: userId } = await aUser(app.db)
  await app.db.insert(searches).values({ userId, query: 'for ever', resultCount: 0, searchedAt: ago(5_000) })
  const later = manualClock()
  const other = await startTestApp({ clock: later, readerSlots: 0 })
  const scan = await aScan(app.db, { userId, scannedAt: ago(5_000) })
  later.advance(HOUR_MS)
  await other.close()
  expect(await app.db.$count(scans, eq(scans.id, scan.id))).toBe(1)
  expect(await app.db.$count(searches, eq(searches.query, 'for ever'))).toBe(1)
})

it('leaves a beer that another node has just removed until all nodes know of it', async () => {
  const { id } = await aBeer(app.db, { provisional: true, removed: true })
  const nodeClock = manualClock()
  const node = await startTestApp({ clock: nodeClock, env: { KEEP_PROVISIONAL_DAYS: '20' }, readerSlots: 0 })
  expect(await app.db.$count(beers, eq(beers.id, id))).toBe(1)
  nodeClock.advance(HOUR_MS)
  await vi.waitFor(async () => expect(await app.db.$count(beers, eq(beers.id, id))).toBe(0), soon)
  await node.close()
})
