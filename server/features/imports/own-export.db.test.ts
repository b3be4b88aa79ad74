import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import {
  addFavorite,
  changeJournalEntry,
  correctScan,
  deleteTaste,
  FAVORITES_PER_USER_MAX,
  getImport,
  getScan,
  keepPictures,
  listImports,
  listPictures,
  MENU_BEERS_MAX,
  PICTURES_PER_USER_MAX_BYTES,
  rateBeer,
  saveMenu,
  saveNotifications,
  startImport,
  suggestCorrection,
  undoImport,
} from '#contracts'
import type { SignedIn, TestApp } from '#testing/app.ts'
import { aBeer, aBrewery, aScan } from '#testing/builders.ts'
import { spec } from '#testing/spec.ts'
import { aWebp } from '#testing/webp.ts'
import {
  beerRatings,
  beers,
  favorites,
  imports,
  namedLabels,
  pictures,
  scanItems,
  scans,
  users,
} from '../../adapters/db/schema.ts'
import { DEFAULT_PREFERENCES } from '../../core/notices/queue-notice.ts'
import { pictureStore } from '../../core/pictures/picture-store.ts'
import { scanIntake } from '../scan/scan-intake.ts'
import { importStore } from './import-store.ts'
import {
  at,
  comparable,
  exportData,
  type ImportApp,
  startImportApp,
  toArchive,
  toFile,
  userWithRecords,
  wipe,
} from './imports.fixture.ts'

/** The tables that an export holds, each with the columns that an import makes anew or does not bring back. */
const EXPORTED: Readonly<Record<string, readonly string[]>> = {
  beer_ratings: ['replaced', 'older_imported'],
  check_ins: ['id'],
  confirmed_barcodes: [],
  corrections: [],
  favorites: ['id', 'told_rating'],
  named_labels: ['id'],
  notification_preferences: ['digest_day', 'confirmation_sent_at'],
  pictures: ['id', 'entry_id', 'scan_id', 'beer_id'],
  scan_items: [],
  // A menu of several pages becomes one page, a shared one is no longer shared.
  scans: ['ended_at', 'photo_hash', 'stage', 'share_token', 'page_of', 'page'],
  searches: ['id'],
  taste_answers: [],
  taste_opt_outs: [],
  wants: [],
}
const NOT_EXPORTED: Readonly<Record<string, string>> = {
  account_links: 'links to an account of this installation',
  beers: 'unlisted beers are part of the records that name them',
  engine_usage: 'counts of this installation, for its budget',
  import_files: 'what an import stored is exported where it belongs',
  imports: 'what an import stored is exported where it belongs',
  moved_beers: 'redirects between ids of this installation',
  outgoing_messages: 'sent within minutes',
  push_subscriptions: 'of one browser and one session',
  repeated_frames: 'gone within hours',
  round_guests: 'gone within hours',
  round_wishes: 'gone within hours',
  rounds: 'gone within hours',
  scan_jobs: 'a scan in progress belongs to the next export',
  scan_photos: 'a scan in progress belongs to the next export',
  sessions: 'of one browser',
}

/** The rows of a user in the tables of an export, with the names of beers for their ids. */
async function rowsOf(userId: number): Promise<Record<string, Record<string, unknown>[]>> {
  const tables = Object.entries(EXPORTED).map(async ([table, without]) => {
    const { rows } = await app.db.execute<{ row: Record<string, unknown> }>(sql`
      select to_jsonb(own) || coalesce(
        (select jsonb_build_object('beer_id', name) from beers where id = (to_jsonb(own) ->> 'beer_id')::int), '{}') || coalesce(
        (select jsonb_build_object('alternatives', jsonb_agg(one || jsonb_build_object('beerId', name) order by nth))
          from jsonb_array_elements(to_jsonb(own) -> 'alternatives') with ordinality as listed(one, nth)
          join beers on id = (one ->> 'beerId')::int having count(*) > 0), '{}') as row
      from ${sql.identifier(table)} as own where user_id = ${userId}`)
    const kept = rows.map(({ row }) => {
      for (const column of ['import_id', ...without]) delete row[column]
      return row
    })
    return [table, kept.sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1))] as const
  })
  return Object.fromEntries(await Promise.all(tables))
}

let app: TestApp
let check: ImportApp['check']
let importFile: ImportApp['importFile']
beforeAll(async () => {
  ;({ app, check, importFile } = await startImportApp())
})
afterAll(() => app.close())

/** Of a user who keeps this many pictures of beers, of one size. */
async function archiveOfPictures(count: number): Promise<{ archive: Uint8Array; size: number }> {
  const person = await app.signIn()
  const bytes = aWebp('label')
  for (let n = 0; n < count; n++) {
    const picture = { id: randomUUID(), userId: person.user.id, beerId: (await aBeer(app.db)).id }
    await app.db.insert(pictures).values({ ...picture, bytes, size: bytes.length })
  }
  return { archive: await toArchive(person, pictureStore(app.db), person.user.id), size: bytes.length }
}

const withoutRowIds = (data: Awaited<ReturnType<typeof exportData>>) => ({
  ...data,
  favorites: data.favorites.map((one) => ({ ...one, id: 0 })),
  searches: data.searches.map((one) => ({ ...one, id: 0 })),
  // Its picture is in the archive alone.
  journal: data.journal.map((one) => ({ ...one, id: 0, pictureId: null })),
})

describe('importing an own export', () => {
  it('restores everything after a wipe, with times, scan ids and own ratings', async () => {
    const person = await userWithRecords(app)
    const before = await exportData(person)
    expect(before).toMatchObject({
      scans: { length: 5 },
      favorites: { length: 2 },
      journal: { length: 2 },
      wants: { length: 2 },
      tasteAnswers: { length: 2 },
      tasteOff: { length: 1 },
    })
    await wipe(app, person)
    const done = await importFile(person, toFile(before), 'beergoggles-all-2026-03-20.json')
    expect(done).toMatchObject({
      source: 'beergoggles',
      fileName: 'beergoggles-all-2026-03-20.json',
      records: 24,
      counts: {
        scans: { fresh: 5, known: 0 },
        favorites: { fresh: 2, known: 0 },
        searches: { fresh: 2, known: 0 },
        ratings: { fresh: 2, known: 0 },
        checkIns: { fresh: 2, known: 0 },
        wants: { fresh: 2, known: 0 },
        taste: { fresh: 3, known: 0 },
        barcodes: { fresh: 2, known: 0 },
        labels: { fresh: 2, known: 0 },
        corrections: { fresh: 1, known: 0 },
        settings: { fresh: 1, known: 0 },
        unlistedBeers: 1,
        unplaced: 0,
      },
      reasons: [],
    })
    const after = await exportData(person)
    const remade = after.favorites.find(({ beer }) => !beer.listed)?.beerId ?? 0
    expect(comparable(withoutRowIds(after), new Map([[remade, person.unlisted]]))).toEqual(
      comparable(withoutRowIds(before)),
    )
    expect(after.ratings.map(({ rating }) => rating)).toEqual(before.ratings.map(({ rating }) => rating))
    expect(after.journal.map(({ rating }) => rating)).toEqual([77.5, null])
  })

  it('restores every table of a user from the archive, pictures included', async () => {
    const person = await userWithRecords(app)
    const before = await rowsOf(person.user.id)
    for (const [table, rows] of Object.entries(before)) {
      const empty = Object.keys(rows[0] ?? { table }).filter((column) => rows.every((row) => row[column] == null))
      expect(empty, `the filled account has nothing in these columns of ${table}`).toEqual([])
    }
    const archive = await toArchive(person, pictureStore(app.db), person.user.id)
    await wipe(app, person)
    expect(Object.values(await rowsOf(person.user.id)).flat()).toEqual([])
    const done = await importFile(person, archive, 'beergoggles-all-2026-03-20.zip')
    expect(done).toMatchObject({ source: 'beergoggles', reasons: [], settings: { vibration: true, language: 'cs' } })
    expect(await rowsOf(person.user.id)).toEqual(before)
    const [user] = await app.db.select().from(users).where(eq(users.id, person.user.id))
    expect(user?.keepsPictures).toBe(true)
    const again = await importFile(person, archive)
    expect(Object.values(again.counts).flatMap((count) => (typeof count === 'number' ? count : count.fresh))).toEqual(
      Object.values(again.counts).map(() => 0),
    )
    expect(await rowsOf(person.user.id)).toEqual(before)
    await person.call(undoImport, { params: { id: done.id } })
    expect(Object.values(await rowsOf(person.user.id)).flat()).toEqual([])
    expect((await person.call(listPictures)).body).toMatchObject({ isKept: false, count: 0 })
  })

  it('keeps the pictures that there is room for, in as many statements for all of a batch as for one', async () => {
    const [one, three] = [await archiveOfPictures(1), await archiveOfPictures(3)]
    const person = await app.signIn()
    const statementsOf = async (archive: Uint8Array) => {
      const sent = vi.spyOn(pg.Client.prototype, 'query')
      await importFile(person, archive)
      const count = sent.mock.calls.length
      sent.mockRestore()
      return count
    }
    const ofOne = await statementsOf(one.archive)
    expect(await statementsOf(three.archive)).toBe(ofOne)
    expect((await person.call(listPictures)).body).toMatchObject({ count: 4 })

    const full = await app.signIn()
    const other = { id: randomUUID(), userId: full.user.id, beerId: (await aBeer(app.db)).id, bytes: new Uint8Array() }
    await app.db.insert(pictures).values({ ...other, size: PICTURES_PER_USER_MAX_BYTES - 2 * three.size })
    const preview = await check(full, three.archive)
    const { counts, reasons } = await importFile(full, three.archive)
    expect(preview.counts).toEqual(counts)
    expect(counts).toMatchObject({ pictures: { fresh: 2, known: 0 }, unplaced: 1 })
    expect(reasons).toEqual([{ what: 'a picture beyond those that are kept', count: 1 }])
    expect((await full.call(listPictures)).body).toMatchObject({ count: 3, bytes: PICTURES_PER_USER_MAX_BYTES })
  })

  it('is of every table that users fill, or says why not', async () => {
    const { rows } = await app.db.execute<{ name: string }>(sql`
      select distinct table_name as name from information_schema.columns
      where table_schema = 'public' and column_name in ('user_id', 'owner_id') order by 1`)
    expect(rows.map(({ name }) => name)).toEqual([...Object.keys(EXPORTED), ...Object.keys(NOT_EXPORTED)].sort())
  })

  it('creates no duplicates when imported twice or over existing data', async () => {
    const person = await userWithRecords(app)
    const before = await exportData(person)
    const preview = await check(person, toFile(before))
    expect(preview.counts).toMatchObject({
      scans: { fresh: 0, known: 5 },
      favorites: { fresh: 0, known: 2 },
      searches: { fresh: 0, known: 2 },
      ratings: { fresh: 0, known: 2 },
      checkIns: { fresh: 0, known: 2 },
      wants: { fresh: 0, known: 2 },
      taste: { fresh: 0, known: 3 },
      unlistedBeers: 0,
    })
    await importFile(person, toFile(before))
    await wipe(app, person)
    await importFile(person, toFile(before))
    await importFile(person, toFile(before))
    const after = await exportData(person)
    expect(Object.values(after).map((list) => list.length)).toEqual([5, 2, 2, 2, 2, 2, 2, 1, 2, 2, 1, 1])
  })

  it('takes over named labels up to the 500 that are kept, and only of beers that the catalogue has', async () => {
    const person = await app.signIn()
    const [wrongBeer, beer] = [await aBeer(app.db), await aBeer(app.db)]
    await app.db.execute(sql`
      insert into named_labels (user_id, read_text, wrong_beer_id, beer_id, named_at)
      select ${person.user.id}::int, jsonb_build_array('line ' || n), ${wrongBeer.id}::int, ${beer.id}::int, now()
      from generate_series(1, 499) as n`)
    const label = { wrongBeer: null, beer: { name: 'Eigenes Bier', listed: false }, namedAt: at(1).toISOString() }
    const nowhere = { id: null, name: 'Bier von nirgendwo', brewery: 'Gibt es nicht' }
    const labels = [
      { ...label, readText: ['line 500'] },
      { ...label, readText: ['line 501'] },
      { ...label, readText: ['line 502'], wrongBeer: nowhere },
      { ...label, readText: [] },
    ]
    const done = await importFile(person, toFile({ labels }))
    expect(done.counts).toMatchObject({ labels: { fresh: 1, known: 0 }, unplaced: 3 })
    expect(done.problems.map(({ what }) => what).sort()).toEqual([
      'a named label beyond the 500 that are kept',
      'a named label that was taken for a beer that is not in the catalogue',
      'an invalid named label (readText)',
    ])
    const own = await app.db.select().from(namedLabels).where(eq(namedLabels.importId, done.id))
    expect(own).toMatchObject([{ readText: ['line 500'], wrongBeerId: null, namedAt: at(1) }])
  })

  it('recognises a scan by its id in upper case', async () => {
    const person = await userWithRecords(app)
    const { scans } = await exportData(person)
    const file = toFile({ scans: scans.map((scan) => ({ ...scan, id: scan.id.toUpperCase() })) })
    expect((await importFile(person, file)).counts).toMatchObject({ scans: { fresh: 0, known: 5 } })
    expect((await exportData(person)).scans).toEqual(scans)
  })

  it('previews what there is room for, however many batches the file has', async () => {
    const person = await app.signIn()
    const userId = person.user.id
    const [beer, wrongBeer] = [await aBeer(app.db), await aBeer(app.db)]
    const many = await app.db
      .insert(beers)
      .values(Array.from({ length: FAVORITES_PER_USER_MAX - 70 }, (_, n) => ({ name: `Many ${n}`, changedVersion: 0 })))
      .returning({ id: beers.id })
    await app.db.insert(favorites).values(many.map(({ id: beerId }) => ({ userId, beerId })))
    await app.db.execute(sql`
      insert into named_labels (user_id, read_text, wrong_beer_id, beer_id, named_at)
      select ${userId}::int, jsonb_build_array('line ' || n), ${wrongBeer.id}::int, ${beer.id}::int, now()
      from generate_series(1, 430) as n`)
    const favoritedAt = at(1).toISOString()
    const unlisted = (n: number) => ({ name: `Unlisted ${n}`, listed: false })
    const label = { wrongBeer: null, beer: unlisted(0), namedAt: favoritedAt }
    const file = toFile({
      favorites: Array.from({ length: 120 }, (_, n) => ({ beer: unlisted(n), favoritedAt })),
      labels: Array.from({ length: 120 }, (_, n) => ({ ...label, readText: [`another ${n}`] })),
    })
    const preview = await check(person, file)
    expect(preview.counts).toMatchObject({ favorites: { fresh: 70 }, labels: { fresh: 70 }, unplaced: 100 })
    expect((await importFile(person, file)).counts).toEqual(preview.counts)
  })

  it('previews the file without storing anything', async () => {
    const person = await userWithRecords(app)
    const before = await exportData(person)
    await wipe(app, person)
    const preview = await check(person, toFile(before))
    expect(preview).toMatchObject({ state: 'checked', progress: 100, records: 24, counts: { scans: { fresh: 5 } } })
    expect(Object.values(await exportData(person)).flat()).toEqual([])
    const mine = await app.db.select().from(beers).where(eq(beers.ownerId, person.user.id))
    expect(mine).toEqual([])
  })

  it('copies another user’s export: new ids for taken scan ids, and new unlisted beers', async () => {
    const ada = await userWithRecords(app)
    const grace = await app.signIn()
    const theirs = await exportData(ada)
    const done = await importFile(grace, toFile(theirs))
    expect(done.counts).toMatchObject({ scans: { fresh: 5 }, unlistedBeers: 1, unplaced: 0 })
    const copies = await exportData(grace)
    const ids = new Set(theirs.scans.map(({ id }) => id))
    expect(copies.scans.every(({ id }) => !ids.has(id))).toBe(true)
    expect(copies.favorites.some(({ beerId }) => beerId === ada.unlisted)).toBe(false)
    expect((await exportData(ada)).scans).toHaveLength(5)
    expect((await importFile(grace, toFile(theirs))).counts).toMatchObject({ scans: { fresh: 0, known: 5 } })
  })

  it('restores a menu with the most beers', spec('10.4.14'), async () => {
    const person = await app.signIn()
    const { id: beerId } = await aBeer(app.db)
    const { id } = await aScan(app.db, { userId: person.user.id, scanType: 'menu' })
    const owner = { scanId: id, userId: person.user.id }
    const lines = Array.from({ length: MENU_BEERS_MAX }, (_, position) => ({ ...owner, position, beerId }))
    await app.db.insert(scanItems).values(lines)
    const [menu] = (await exportData(person)).scans
    await app.db.delete(scans).where(eq(scans.userId, person.user.id))
    expect((await importFile(person, toFile({ scans: [menu] }))).counts).toMatchObject({
      scans: { fresh: 1 },
      unplaced: 0,
    })
    expect((await exportData(person)).scans).toEqual([menu])
    const longer = JSON.stringify([...JSON.parse(menu?.menuData ?? '[]'), { name: 'One more' }])
    const refused = await importFile(person, toFile({ scans: [{ ...menu, id: randomUUID(), menuData: longer }] }))
    expect(refused.problems).toMatchObject([{ what: 'a scan with more than 2,000 beers' }])
  })

  it('stores at most 20 alternatives of a beer, each once', async () => {
    const person = await app.signIn()
    const brewery = await aBrewery(app.db)
    const made = []
    for (let nth = 0; nth < 22; nth++) made.push(await aBeer(app.db, { breweryId: brewery.id }))
    const [beer, twice, ...others] = made.map(({ id, name }) => ({ id, name, brewery: brewery.name, listed: true }))
    const named = (ofBeer: unknown, confidence: number) => ({ beer: ofBeer, confidence })
    const first = [named(twice, 50), named(twice, 40), ...others.map((other) => named(other, 30))]
    const menu = {
      ...{ id: randomUUID(), status: 'completed', scanType: 'menu', scannedAt: at(1).toISOString() },
      menuData: JSON.stringify([beer, beer]),
      itemAlternatives: [first, Array.from({ length: 2_000 }, () => named(twice, 50))],
    }
    await importFile(person, toFile({ scans: [menu] }))
    const items = await app.db.select().from(scanItems).where(eq(scanItems.scanId, menu.id)).orderBy(scanItems.position)
    const [kept, repeated] = items.map(({ alternatives }) => alternatives)
    expect(repeated).toEqual([{ beerId: twice?.id, confidence: 50 }])
    expect(kept).toEqual([
      { beerId: twice?.id, confidence: 50 },
      ...others.slice(0, 18).map(({ id }) => ({ beerId: id, confidence: 30 })),
    ])
  })

  it('accepts exports of older versions that lack newer fields', async () => {
    const person = await app.signIn()
    const beer = await aBeer(app.db, { name: 'Altbier Eins' })
    const [listed] = (await exportData(await userWithRecords(app))).favorites
    const menuData = JSON.stringify([{ id: beer.id, name: 'Altbier Eins', brewery: listed?.beer.brewery, price: '3' }])
    const scan = { status: 'completed', scanType: 'menu', menuData, scannedAt: at(1).toISOString() }
    expect((await importFile(person, toFile({ scans: [scan] }))).counts).toMatchObject({
      scans: { fresh: 1 },
      unplaced: 0,
    })
    const { scans } = await exportData(person)
    expect(JSON.parse(scans[0]?.menuData ?? '')).toMatchObject([{ name: 'Altbier Eins', price: '3' }])
  })

  it('trusts a beer id only if name and brewery agree, and otherwise resolves by these', async () => {
    const person = await app.signIn()
    const brewery = await aBrewery(app.db, { name: 'Zlatý Kohout' })
    const right = await aBeer(app.db, { name: 'Jedenáctka Zimní', breweryId: brewery.id, abv: 4.6 })
    const wrong = await aBeer(app.db)
    const beer = { id: wrong.id, name: 'Jedenactka Zimni', brewery: 'Zlaty Kohout', listed: true, abv: 4.6 }
    const nowhere = { id: wrong.id, name: 'Bier von nirgendwo', brewery: 'Gibt es nicht', listed: true }
    const favoritedAt = at(1).toISOString()
    const file = toFile({
      favorites: [
        { beer, favoritedAt },
        { beer: nowhere, favoritedAt },
      ],
    })
    expect((await importFile(person, file)).counts).toMatchObject({ favorites: { fresh: 2 }, unlistedBeers: 1 })
    const { favorites: found } = await exportData(person)
    expect(found.map((one) => [one.beerId === right.id, one.beer.listed]).sort()).toEqual([
      [false, false],
      [true, true],
    ])
  })
})

describe('undoing an import', () => {
  it('removes everything it stored and restores the replaced rating', async () => {
    const ada = await userWithRecords(app)
    const grace = await app.signIn()
    await grace.call(addFavorite, { body: { beerId: ada.one.id } })
    await app.db.insert(beerRatings).values({ userId: grace.user.id, beerId: ada.three.id, rating: 12, ratedAt: at(1) })
    const before = await exportData(grace)
    const { id } = await importFile(grace, toFile(await exportData(ada)))
    const between = await exportData(grace)
    expect(between.favorites).toHaveLength(2)
    expect(between.ratings.find(({ beerId }) => beerId === ada.three.id)?.rating).toBe(87.5)
    expect((await grace.call(undoImport, { params: { id } })).status).toBe(204)
    expect(comparable(await exportData(grace))).toEqual(comparable(before))
    expect((await exportData(grace)).ratings.map(({ rating }) => rating)).toEqual([12])
    expect((await grace.call(listImports)).body).toMatchObject([{ id, state: 'undone' }])
    expect(await app.db.select().from(beers).where(eq(beers.ownerId, grace.user.id))).toEqual([])
  })

  it('leaves what the user changed since', async () => {
    const ada = await userWithRecords(app)
    const grace = await app.signIn()
    const before = await exportData(ada)
    const { id } = await importFile(grace, toFile(before))
    const correction = { name: null, brewery: null, style: null, abv: 6.5, ibu: null, isRetired: false, note: null }
    await grace.call(suggestCorrection, { params: { id: ada.one.id }, body: correction })
    const barcode = before.barcodes.find(({ beer }) => beer.listed)?.barcode ?? ''
    const scan = await aScan(app.db, { userId: grace.user.id, barcode })
    await grace.call(correctScan, { params: { id: scan.id }, body: { item: 0, beerId: ada.three.id } })
    const preferences = { ...DEFAULT_PREFERENCES, weeklyDigest: true, newBeerRatings: false }
    await grace.call(saveNotifications, { body: preferences })
    const [noted, pictured] = (await exportData(grace)).journal
    await grace.call(changeJournalEntry, { params: { id: noted?.id ?? 0 }, body: { note: 'mine' } })
    await pictureStore(app.db)
      .of(grace.user.id)
      .keep({ entryId: pictured?.id ?? 0 }, aWebp('mine'))
    await grace.call(deleteTaste)
    await grace.call(undoImport, { params: { id } })
    const after = await exportData(grace)
    expect([after.tasteAnswers, after.tasteOff]).toEqual([[], before.tasteOff])
    expect(after.journal).toMatchObject([
      { id: noted?.id, note: 'mine' },
      { id: pictured?.id, pictureId: expect.any(String) },
    ])
    expect(after.corrections).toMatchObject([{ beer: { id: ada.one.id }, abv: 6.5 }])
    expect(after.barcodes).toMatchObject([{ barcode, beer: { id: ada.three.id } }])
    expect(after.settings).toMatchObject([{ preferences }])
    expect(after.labels).toEqual([])
  })

  it('restores what is left of the ratings of several imports, in whichever order they are undone', async () => {
    const brewery = await aBrewery(app.db)
    const ratingAfter = async (own: number | undefined, undone: readonly number[]) => {
      const person = await app.signIn()
      const beer = await aBeer(app.db, { breweryId: brewery.id })
      const ofFile = { id: beer.id, name: beer.name, brewery: brewery.name, listed: true }
      if (own !== undefined)
        await app.db
          .insert(beerRatings)
          .values({ userId: person.user.id, beerId: beer.id, rating: own, ratedAt: at(1) })
      const ids: number[] = []
      for (const [nth, rating] of [70, 80, 90].entries()) {
        const ratedAt = at(2 + nth).toISOString()
        ids.push((await importFile(person, toFile({ ratings: [{ beer: ofFile, rating, ratedAt }] }))).id)
      }
      for (const nth of undone) await person.call(undoImport, { params: { id: ids[nth - 1] ?? 0 } })
      const [left] = await app.db.select().from(beerRatings).where(eq(beerRatings.userId, person.user.id))
      return left && [left.rating, left.importId === null ? 'own' : ids.indexOf(left.importId) + 1]
    }
    expect(await ratingAfter(60, [3])).toEqual([80, 2])
    expect(await ratingAfter(60, [2])).toEqual([90, 3])
    expect(await ratingAfter(60, [1, 3])).toEqual([80, 2])
    expect(await ratingAfter(60, [3, 1, 2])).toEqual([60, 'own'])
    expect(await ratingAfter(60, [1, 2, 3])).toEqual([60, 'own'])
    expect(await ratingAfter(undefined, [3, 2])).toEqual([70, 1])
    expect(await ratingAfter(undefined, [1, 2, 3])).toBeUndefined()
    expect(await ratingAfter(undefined, [3, 2, 1])).toBeUndefined()
  })

  it('leaves scans that the user corrected, saved, repeated or added a page to since, and no other', async () => {
    const ada = await app.signIn()
    const [one, two] = [await aBeer(app.db), await aBeer(app.db)]
    const menu = { scanType: 'menu', call: 'menu', context: 'menu' } as const
    const failed = { status: 'failed', failure: 'We could not read it.', failureCode: 'scan_failed' } as const
    for (const [nth, facts] of [{}, {}, menu, menu, menu, { ...menu, ...failed, items: [] }].entries())
      await aScan(app.db, { userId: ada.user.id, scannedAt: at(9 - nth), items: [{ beerId: one.id }], ...facts })
    const file = toFile(await exportData(ada))
    const grace = await app.signIn()
    const { id } = await importFile(grace, file)
    const [corrected, , saved, joined, , repeated] = (await exportData(grace)).scans
    await grace.call(correctScan, { params: { id: corrected?.id ?? '' }, body: { item: 0, beerId: two.id } })
    const menuData = [{ id: one.id, price: '€ 5' }]
    await grace.call(saveMenu, { body: { scanId: saved?.id, beerId: one.id, menuData } })
    const photo = { bytes: aWebp('photo'), width: 1, height: 1 }
    const page = { id: randomUUID(), photoHash: 'page', page: { of: joined?.id ?? '', number: 2 } }
    for (const sent of [page, { id: repeated?.id ?? '', photoHash: 'photo' }])
      await app.db.transaction((tx) =>
        scanIntake(tx, { now: Date.now })
          .of(grace.user.id)
          .begin({ call: 'menu', context: 'menu', photo, ...sent }, async () => {}),
      )
    await grace.call(undoImport, { params: { id } })
    const left = await app.db.select({ id: scans.id }).from(scans).where(eq(scans.userId, grace.user.id))
    expect(left.map(({ id }) => id).sort()).toEqual(
      [corrected?.id, saved?.id, joined?.id, repeated?.id, page.id].sort(),
    )
  })

  it('leaves an entry that took over the rating the user has given its beer since', async () => {
    const person = await app.signIn()
    const brewery = await aBrewery(app.db)
    const beer = await aBeer(app.db, { breweryId: brewery.id })
    const ofFile = { id: beer.id, name: beer.name, brewery: brewery.name, listed: true }
    const journal = [new Date(), at(1)].map((triedAt, nth) => ({
      beer: ofFile,
      triedAt: triedAt.toISOString(),
      source: 'untappd',
      sourceId: `${nth}`,
    }))
    const { id } = await importFile(person, toFile({ journal }))
    await person.call(rateBeer, { params: { id: beer.id }, body: { rating: 77 } })
    await person.call(undoImport, { params: { id } })
    expect((await exportData(person)).journal).toMatchObject([{ beerId: beer.id, rating: 77 }])
  })

  it('switches pictures off again if it switched them on and the user has not chosen since', async () => {
    const file = toFile(await exportData(await userWithRecords(app)))
    const isKeptAfter = async (change: (person: SignedIn) => Promise<unknown>) => {
      const person = await app.signIn()
      const { id } = await importFile(person, file)
      await change(person)
      const settings = (await person.call(getImport, { params: { id } })).body?.settings
      expect(settings).toMatchObject({ language: 'cs' })
      await person.call(undoImport, { params: { id } })
      return (await person.call(listPictures)).body.isKept
    }
    expect(await isKeptAfter(async () => {})).toBe(false)
    const choose = (isKept: boolean) => (person: SignedIn) => person.call(keepPictures, { body: { isKept } })
    expect(await isKeptAfter(choose(false))).toBe(false)
    expect(
      await isKeptAfter(async (person) => {
        await choose(false)(person)
        await choose(true)(person)
      }),
    ).toBe(true)
  })

  it('deletes an import that was only previewed', async () => {
    const person = await app.signIn()
    const { id } = await check(person, toFile({ searches: [] }))
    await person.call(undoImport, { params: { id } })
    expect((await person.call(listImports)).body).toEqual([])
  })

  it('deletes a previewed import that was not started within a day', spec('10.3.14'), async () => {
    const person = await app.signIn()
    const { id } = await check(person, toFile({ searches: [] }))
    const [stored] = await app.db.select().from(imports).where(eq(imports.id, id))
    if (!stored) throw new Error('the import is gone')
    const hoursLater = (hours: number) => ({ now: () => stored.startedAt.getTime() + hours * 3_600_000 })
    await importStore(app.db, hoursLater(23.9), pictureStore(app.db)).removeAbandoned()
    expect((await person.call(listImports)).body).toMatchObject([{ id }])
    await importStore(app.db, hoursLater(24.1), pictureStore(app.db)).removeAbandoned()
    expect((await person.call(listImports)).body).toEqual([])
  })

  it('answers 404 for imports of other users', async () => {
    const [ada, grace] = [await app.signIn(), await app.signIn()]
    const { id } = await check(ada, toFile({ searches: [] }))
    for (const route of [getImport, startImport, undoImport])
      expect((await grace.call(route, { params: { id } })).status).toBe(404)
    expect((await grace.call(listImports)).body).toEqual([])
  })
})

describe('importing an own CSV export', () => {
  it('restores its seven columns, removes formula guards and creates no duplicates', async () => {
    const person = await app.signIn()
    const known = await aBeer(app.db, { name: 'Orangenbier', abv: 5 })
    const rows = [
      '\uFEFFType,Date,Beer Name,Brewery,Rating,Style,ABV',
      `Scan,${at(1).toISOString()},"'=HYPERLINK(""x"")","Comma, Inc.",70,Saison,6.5`,
      `Scan,${at(1).toISOString()},"Line
break",Comma Inc.,,,`,
      `Scan,${at(2).toISOString()},Einzeln,Haus,60,Stout,5`,
      `Scan,${at(3).toISOString()},,,,,`,
      `Favorite,${at(4).toISOString()},'-18,Haus,,,`,
      `Search,${at(5).toISOString()},'@home,,,,`,
      `Rating,${at(6).toISOString()},Einzeln,Haus,82,,`,
      `Check-in,${at(7).toISOString()},Einzeln,Haus,64,,`,
      `Had,${at(9).toISOString()},Einzeln,Haus,71,,`,
      `Want,${at(10).toISOString()},Einzeln,Haus,64,,`,
      'Favorite,yesterday,Einzeln,Haus,,,',
      `Song,${at(8).toISOString()},Einzeln,Haus,,,`,
    ]
    const file = `${rows.join('\r\n')}\r\n`
    const done = await importFile(person, file, 'beergoggles-all.csv')
    expect(done.counts).toMatchObject({ scans: { fresh: 3 }, favorites: { fresh: 1 }, unplaced: 2 })
    expect(done.problems.map(({ line }) => line)).toEqual([13, 14])
    const { scans, favorites, searches, ratings, journal, wants } = await exportData(person)
    expect(scans.map(({ scannedAt }) => scannedAt)).toEqual([at(3), at(2), at(1)].map((one) => one.toISOString()))
    const menu = scans[2]
    if (!menu) throw new Error('no menu')
    const whole = (await person.call(getScan, { params: { id: menu.id } })).body
    expect(JSON.parse(whole?.menuData ?? '')).toMatchObject([
      { name: '=HYPERLINK("x")', brewery: 'Comma, Inc.', style: 'Saison', abv: 6.5 },
      { name: 'Line break' },
    ])
    expect(scans[1]?.beer).toMatchObject({ name: 'Einzeln', style: 'Stout', abv: 5, listed: false })
    expect(favorites[0]?.beer.name).toBe('-18')
    // The file does not have their number of results.
    expect(searches.map(({ query, resultCount }) => [query, resultCount])).toEqual([['@home', null]])
    expect(ratings).toMatchObject([{ rating: 82, beer: { name: 'Einzeln' } }])
    expect(journal.map(({ triedAt, rating }) => [triedAt, rating])).toEqual([
      [at(9).toISOString(), 71],
      [at(7).toISOString(), null],
    ])
    expect(wants.map(({ beer }) => beer.name)).toEqual(['Einzeln'])
    expect(known.name).toBe('Orangenbier')
    const again = await importFile(person, file)
    expect(again.counts).toMatchObject({
      scans: { fresh: 0, known: 3 },
      favorites: { fresh: 0, known: 1 },
      searches: { fresh: 0, known: 1 },
      ratings: { fresh: 0, known: 1 },
      checkIns: { fresh: 0, known: 2 },
      wants: { fresh: 0, known: 1 },
      unlistedBeers: 0,
    })
  })
})
