import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  addFavorite,
  beginImport,
  deleteScan,
  getImport,
  getScan,
  listCheckIns,
  listFavorites,
  listHad,
  listImports,
  listRatings,
  listScans,
  listSearches,
  type OwnImport,
  rateBeer,
  removeFavorite,
  removeSearch,
  startImport,
  undoImport,
  unrateBeer,
} from '#contracts'
import { type SignedIn, startTestApp, type TestApp } from '#testing/app.ts'
import { aBeer, aBrewery, aScan } from '#testing/builders.ts'
import { unlistedBeers } from '../beers/unlisted-store.ts'
import { beerRatings, beers, checkIns, favorites, importFiles, imports, searches } from '../db/schema.ts'
import { importStore } from './import-store.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const at = (day: number) => new Date(Date.UTC(2026, 2, day, 20, 15, 30, 123))

/** What the export screen writes, by the same calls. */
async function exported({ call }: SignedIn) {
  const all = async <T>(answer: Promise<{ body: T[] | null }>) => (await answer).body ?? []
  return {
    scans: await all(call(listScans)),
    favorites: await all(call(listFavorites)),
    searches: await all(call(listSearches)),
    ratings: await all(call(listRatings)),
    checkIns: await all(call(listCheckIns)),
  }
}

async function send({ cookie }: SignedIn, file: string | Uint8Array, name = 'file', type = 'application/octet-stream') {
  const answer = await app.app.inject({
    method: beginImport.method,
    url: beginImport.path,
    query: { name },
    headers: { host: 'localhost:3000', cookie, 'content-type': type },
    payload: typeof file === 'string' ? file : Buffer.from(file),
  })
  return { status: answer.statusCode, body: answer.json() }
}

async function until({ call }: SignedIn, id: number, states: readonly string[]): Promise<OwnImport> {
  for (let tries = 0; tries < 400; tries++) {
    const { body } = await call(getImport, { params: { id } })
    if (body && states.includes(body.state)) return body
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
  throw new Error(`the import is never ${states}`)
}

async function looked(person: SignedIn, file: string | Uint8Array, name?: string): Promise<OwnImport> {
  const { status, body } = await send(person, file, name)
  if (status !== 202) throw new Error(JSON.stringify(body))
  return await until(person, body.id, ['looked'])
}

async function brought(person: SignedIn, file: string | Uint8Array, name?: string): Promise<OwnImport> {
  const { id } = await looked(person, file, name)
  await person.call(startImport, { params: { id } })
  return await until(person, id, ['done'])
}

async function aFullCellar() {
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
  const unlisted = await unlistedBeers(app.db).of(user.id).keep(printed)
  if (unlisted === undefined) throw new Error('no unlisted beer')
  await aScan(app.db, {
    userId: user.id,
    scannedAt: at(1),
    items: [
      {
        beerId: one.id,
        confidence: 93.5,
        x: 40.25,
        y: 60.5,
        readText: ['Brew Nr 1', 'Pilsner =SUM(A1)'],
        fieldConfidence: { brewery: 95, name: 93, style: 80, abv: 90 },
        alternatives: [{ beerId: two.id, confidence: 41 }],
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
      { beerId: unlisted, price: '5', section: 'Vom Fass', readText: ['Kellerbier'] },
      { beerId: two.id, price: '€ 6', size: '0,5 l', section: 'Flasche', confidence: null },
    ],
  })
  await aScan(app.db, {
    userId: user.id,
    scannedAt: at(3),
    scanType: 'multiple_beers',
    context: 'fridge',
    spots: [{ x: 10.5, y: 20 }],
    items: [
      { beerId: one.id, x: 1, y: 2, count: 3 },
      { beerId: three.id, x: 50, y: 50 },
    ],
  })
  await aScan(app.db, { userId: user.id, scannedAt: at(4), status: 'failed', failure: 'We could not read it.' })
  await aScan(app.db, { userId: user.id, scannedAt: at(5) })
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
  await app.db
    .insert(checkIns)
    .values({ userId: user.id, beerId: three.id, source: 'untappd', sourceId: '900', hadAt: at(12) })
  await call(listScans)
  return { ...person, one, two, three, unlisted }
}

/** As the person would by hand. */
async function wipe({ call, user }: SignedIn): Promise<void> {
  for (const { id } of (await call(listScans)).body ?? []) await call(deleteScan, { params: { id } })
  for (const { beerId } of (await call(listFavorites)).body ?? []) await call(removeFavorite, { params: { beerId } })
  for (const { id } of (await call(listSearches)).body ?? []) await call(removeSearch, { params: { id } })
  for (const { beerId } of (await call(listRatings)).body ?? []) await call(unrateBeer, { params: { id: beerId } })
  await app.db.delete(checkIns).where(eq(checkIns.userId, user.id))
  await unlistedBeers(app.db).removeUnheld()
  expect(await exported({ call } as SignedIn)).toEqual({
    scans: [],
    favorites: [],
    searches: [],
    ratings: [],
    checkIns: [],
  })
}

/** Ratings of beers are computed from whatever is there at the moment; ids of rows that carry no address are the database's. */
function comparable(data: Awaited<ReturnType<typeof exported>>, ids: ReadonlyMap<number, number> = new Map()) {
  const text = JSON.stringify(data, (key, value: unknown) => {
    if (key === 'menuData' && typeof value === 'string') return JSON.parse(value)
    if (['rating', 'ratingOrigin', 'ratingCount', 'standing'].includes(key)) return undefined
    return value
  })
  return JSON.parse(text, (key, value: unknown) => {
    if ((key === 'id' || key === 'beerId') && typeof value === 'number') return ids.get(value) ?? value
    return value
  }) as unknown
}

const withoutRowIds = (data: Awaited<ReturnType<typeof exported>>) => ({
  ...data,
  favorites: data.favorites.map((one) => ({ ...one, id: 0 })),
  searches: data.searches.map((one) => ({ ...one, id: 0 })),
})

const toFile = (data: object) => JSON.stringify({ ...data, exportDate: at(20).toISOString(), totalRecords: 9 }, null, 2)

describe('an export', () => {
  it('that is wiped and imported again is all back, each thing with its time, its id and its own rating', async () => {
    const person = await aFullCellar()
    const before = await exported(person)
    expect(before).toMatchObject({ scans: { length: 5 }, favorites: { length: 2 }, checkIns: { length: 1 } })
    await wipe(person)
    const done = await brought(person, toFile(before), 'beergoggles-all-2026-03-20.json')
    expect(done).toMatchObject({
      source: 'beergoggles',
      fileName: 'beergoggles-all-2026-03-20.json',
      records: 12,
      counts: {
        scans: { fresh: 5, known: 0 },
        favorites: { fresh: 2, known: 0 },
        searches: { fresh: 2, known: 0 },
        ratings: { fresh: 2, known: 0 },
        checkIns: { fresh: 1, known: 0 },
        unlistedBeers: 1,
        unplaced: 0,
      },
      reasons: [],
    })
    const after = await exported(person)
    const remade = after.favorites.find(({ beer }) => !beer.listed)?.beerId ?? 0
    expect(comparable(withoutRowIds(after), new Map([[remade, person.unlisted]]))).toEqual(
      comparable(withoutRowIds(before)),
    )
    expect(after.ratings.map(({ rating }) => rating)).toEqual(before.ratings.map(({ rating }) => rating))
  })

  it('that is imported twice, or while all is still there, doubles nothing', async () => {
    const person = await aFullCellar()
    const before = await exported(person)
    const preview = await looked(person, toFile(before))
    expect(preview.counts).toMatchObject({
      scans: { fresh: 0, known: 5 },
      favorites: { fresh: 0, known: 2 },
      searches: { fresh: 0, known: 2 },
      ratings: { fresh: 0, known: 2 },
      checkIns: { fresh: 0, known: 1 },
      unlistedBeers: 0,
    })
    await brought(person, toFile(before))
    await wipe(person)
    await brought(person, toFile(before))
    await brought(person, toFile(before))
    const after = await exported(person)
    expect(Object.values(after).map((list) => list.length)).toEqual([5, 2, 2, 2, 1])
  })

  it('is looked through without storing anything', async () => {
    const person = await aFullCellar()
    const before = await exported(person)
    await wipe(person)
    const preview = await looked(person, toFile(before))
    expect(preview).toMatchObject({ state: 'looked', progress: 100, records: 12, counts: { scans: { fresh: 5 } } })
    expect(Object.values(await exported(person)).flat()).toEqual([])
    const mine = await app.db.select().from(beers).where(eq(beers.ownerId, person.user.id))
    expect(mine).toEqual([])
  })

  it('of another person brings copies: new ids where theirs are taken, their unlisted beers made anew', async () => {
    const ada = await aFullCellar()
    const grace = await app.signIn()
    const theirs = await exported(ada)
    const done = await brought(grace, toFile(theirs))
    expect(done.counts).toMatchObject({ scans: { fresh: 5 }, unlistedBeers: 1, unplaced: 0 })
    const copies = await exported(grace)
    const ids = new Set(theirs.scans.map(({ id }) => id))
    expect(copies.scans.every(({ id }) => !ids.has(id))).toBe(true)
    expect(copies.favorites.some(({ beerId }) => beerId === ada.unlisted)).toBe(false)
    expect((await exported(ada)).scans).toHaveLength(5)
    expect((await brought(grace, toFile(theirs))).counts).toMatchObject({ scans: { fresh: 0, known: 5 } })
  })

  it('that lacks fields of today, as an older version wrote it, brings what it has', async () => {
    const person = await app.signIn()
    const beer = await aBeer(app.db, { name: 'Altbier Eins' })
    const [listed] = (await exported(await aFullCellar())).favorites
    const menuData = JSON.stringify([{ id: beer.id, name: 'Altbier Eins', brewery: listed?.beer.brewery, price: '3' }])
    const scan = { status: 'completed', scanType: 'menu', menuData, scannedAt: at(1).toISOString() }
    expect((await brought(person, toFile({ scans: [scan] }))).counts).toMatchObject({
      scans: { fresh: 1 },
      unplaced: 0,
    })
    const { scans } = await exported(person)
    expect(JSON.parse(scans[0]?.menuData ?? '')).toMatchObject([{ name: 'Altbier Eins', price: '3' }])
  })

  it('finds a beer by its id only where name and brewery agree, otherwise by these', async () => {
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
    expect((await brought(person, file)).counts).toMatchObject({ favorites: { fresh: 2 }, unlistedBeers: 1 })
    const { favorites: found } = await exported(person)
    expect(found.map((one) => [one.beerId === right.id, one.beer.listed]).sort()).toEqual([
      [false, false],
      [true, true],
    ])
  })
})

describe('taking an import back', () => {
  it('removes all it stored, and gives back an older rating', async () => {
    const ada = await aFullCellar()
    const grace = await app.signIn()
    await grace.call(addFavorite, { body: { beerId: ada.one.id } })
    await app.db.insert(beerRatings).values({ userId: grace.user.id, beerId: ada.three.id, rating: 12, ratedAt: at(1) })
    const before = await exported(grace)
    const { id } = await brought(grace, toFile(await exported(ada)))
    const between = await exported(grace)
    expect(between.favorites).toHaveLength(2)
    expect(between.ratings.find(({ beerId }) => beerId === ada.three.id)?.rating).toBe(87.5)
    expect((await grace.call(undoImport, { params: { id } })).status).toBe(204)
    expect(comparable(await exported(grace))).toEqual(comparable(before))
    expect((await exported(grace)).ratings.map(({ rating }) => rating)).toEqual([12])
    expect((await grace.call(listImports)).body).toMatchObject([{ id, state: 'undone' }])
    expect(await app.db.select().from(beers).where(eq(beers.ownerId, grace.user.id))).toEqual([])
  })

  it('forgets a file that was only looked through', async () => {
    const person = await app.signIn()
    const { id } = await looked(person, toFile({ searches: [] }))
    await person.call(undoImport, { params: { id } })
    expect((await person.call(listImports)).body).toEqual([])
  })

  it('forgets a file that nobody said what to do with for a day', async () => {
    const person = await app.signIn()
    const { id } = await looked(person, toFile({ searches: [] }))
    const [held] = await app.db.select().from(imports).where(eq(imports.id, id))
    if (!held) throw new Error('the import is gone')
    const hoursLater = (hours: number) => ({ now: () => held.startedAt.getTime() + hours * 3_600_000 })
    await importStore(app.db, hoursLater(23.9)).removeForgotten()
    expect((await person.call(listImports)).body).toMatchObject([{ id }])
    await importStore(app.db, hoursLater(24.1)).removeForgotten()
    expect((await person.call(listImports)).body).toEqual([])
  })

  it('is nobody else’s', async () => {
    const [ada, grace] = [await app.signIn(), await app.signIn()]
    const { id } = await looked(ada, toFile({ searches: [] }))
    for (const route of [getImport, startImport, undoImport])
      expect((await grace.call(route, { params: { id } })).status).toBe(404)
    expect((await grace.call(listImports)).body).toEqual([])
  })
})

describe('an import that was cut off', () => {
  it('is taken up by the next server where the last batch ended, and stores nothing twice', async () => {
    const person = await app.signIn()
    const queries = Array.from({ length: 120 }, (_, n) => ({
      query: `search ${n}`,
      resultCount: n,
      searchedAt: new Date(at(1).getTime() + n * 1_000).toISOString(),
    }))
    const { id } = await looked(person, toFile({ searches: queries }))
    // As a server leaves it that is killed after the first batch: stored, noted, the lease not yet over.
    const first = queries.slice(0, 50)
    await app.db.insert(searches).values(
      first.map(({ query, resultCount, searchedAt }) => ({
        userId: person.user.id,
        importId: id,
        query,
        resultCount,
        searchedAt: new Date(searchedAt),
      })),
    )
    await app.db
      .update(importFiles)
      .set({ phase: 'importing', done: 50, leaseToken: randomUUID(), leaseUntil: new Date(Date.now() - 1) })
      .where(eq(importFiles.importId, id))
    const done = await until(person, id, ['done'])
    expect(done.counts.searches).toEqual({ fresh: 70, known: 0 })
    expect((await exported(person)).searches).toHaveLength(120)
    const [file] = await app.db.select().from(importFiles).where(eq(importFiles.importId, id))
    expect(file?.packed).toBeNull()
  })

  it('is given up after it was taken up three times in vain', async () => {
    const person = await app.signIn()
    const { id } = await looked(person, toFile({ searches: [] }))
    await app.db
      .update(importFiles)
      .set({ phase: 'importing', attempt: 3, leaseUntil: new Date(Date.now() - 1) })
      .where(eq(importFiles.importId, id))
    expect(await until(person, id, ['failed'])).toMatchObject({ state: 'failed' })
  })
})

describe('our own CSV', () => {
  it('brings back its seven columns, undoes formula guards, and doubles nothing', async () => {
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
      `Check-in,${at(7).toISOString()},Einzeln,Haus,,,`,
      'Favorite,yesterday,Einzeln,Haus,,,',
      `Song,${at(8).toISOString()},Einzeln,Haus,,,`,
    ]
    const file = `${rows.join('\r\n')}\r\n`
    const done = await brought(person, file, 'beergoggles-all.csv')
    expect(done.counts).toMatchObject({ scans: { fresh: 3 }, favorites: { fresh: 1 }, unplaced: 2 })
    expect(done.problems.map(({ line }) => line)).toEqual([11, 12])
    const { scans, favorites: saved, searches: sought, ratings, checkIns: had } = await exported(person)
    expect(scans.map(({ scannedAt }) => scannedAt)).toEqual([at(3), at(2), at(1)].map((one) => one.toISOString()))
    const menu = scans[2]
    if (!menu) throw new Error('no menu')
    const whole = (await person.call(getScan, { params: { id: menu.id } })).body
    expect(JSON.parse(whole?.menuData ?? '')).toMatchObject([
      { name: '=HYPERLINK("x")', brewery: 'Comma, Inc.', style: 'Saison', abv: 6.5 },
      { name: 'Line\nbreak' },
    ])
    expect(scans[1]?.beer).toMatchObject({ name: 'Einzeln', style: 'Stout', abv: 5, listed: false })
    expect(saved[0]?.beer.name).toBe('-18')
    expect(sought.map(({ query }) => query)).toEqual(['@home'])
    expect(ratings).toMatchObject([{ rating: 82, beer: { name: 'Einzeln' } }])
    expect(had).toHaveLength(1)
    expect(known.name).toBe('Orangenbier')
    const again = await brought(person, file)
    expect(again.counts).toMatchObject({
      scans: { fresh: 0, known: 3 },
      favorites: { fresh: 0, known: 1 },
      searches: { fresh: 0, known: 1 },
      ratings: { fresh: 0, known: 1 },
      checkIns: { fresh: 0, known: 1 },
      unlistedBeers: 0,
    })
  })
})

describe('an Untappd export', () => {
  const HEADER =
    'beer_name,brewery_name,beer_type,beer_abv,beer_ibu,comment,rating_score,created_at,checkin_id,bid,brewery_id'

  it('becomes beers that were had, with the newest rating of each that is newer than the own', async () => {
    const person = await app.signIn()
    const brewery = await aBrewery(app.db, { name: 'Brouwerij Zeezicht' })
    const listed = await aBeer(app.db, { name: 'Zeezicht Tripel', breweryId: brewery.id, style: 'Tripel', abv: 8.5 })
    const rated = await aBeer(app.db, { name: 'Zeezicht Dubbel', breweryId: brewery.id, style: 'Dubbel', abv: 7 })
    await person.call(rateBeer, { params: { id: rated.id }, body: { rating: 99 } })
    const file = [
      HEADER,
      'Tripel,Brouwerij Zeezicht,Belgian Tripel,8.5,0,"=1+1, two\nlines",3.5,2024-01-10 10:05:09,1,11,5',
      'Tripel,Brouwerij Zeezicht,Belgian Tripel,8.5,0,,4.25,2024-03-10 10:05:09,2,11,5',
      'Tripel,Brouwerij Zeezicht,Belgian Tripel,8.5,0,,,2024-04-10 10:05:09,3,11,5',
      'Zeezicht Dubbel,Brouwerij Zeezicht,Belgian Dubbel,7,0,,2,2023-04-10 10:05:09,4,12,5',
      'Пиво из гаража,Гараж,IPA - American,6,50,,4,25/07/2014 22:23,5,13,6',
      'Ohne Datum,Gasthaus,Lager,5,0,,4,,6,14,7',
      ',Gasthaus,Lager,5,0,,4,2024-04-10 10:05:09,7,15,7',
    ].join('\r\n')
    const preview = await looked(person, file, 'untappd.csv')
    expect(preview).toMatchObject({ source: 'untappd', records: 7 })
    const done = await brought(person, file, 'untappd.csv')
    expect(done.counts).toEqual(preview.counts)
    expect(done.counts).toMatchObject({
      checkIns: { fresh: 5, known: 0 },
      ratings: { fresh: 2, known: 1 },
      unlistedBeers: 1,
      unplaced: 2,
    })
    const { ratings, checkIns: had } = await exported(person)
    expect(ratings.map(({ beer, rating }) => [beer.name, rating])).toEqual([
      ['Zeezicht Dubbel', 99],
      ['Zeezicht Tripel', 85],
      ['Пиво из гаража', 80],
    ])
    expect(had.map(({ beerId }) => beerId).filter((id) => id === listed.id)).toHaveLength(3)
    expect((await person.call(listHad)).body?.map(({ beerId }) => beerId)).toContain(listed.id)
    expect((await brought(person, file)).counts).toMatchObject({ checkIns: { fresh: 0, known: 5 }, unlistedBeers: 0 })
  })

  it('is read as JSON too, and stops at two thousand unlisted beers', async () => {
    const person = await app.signIn()
    const rows = Array.from({ length: 2_010 }, (_, n) => ({
      beer_name: `Hausbier ${n} ${randomUUID().slice(0, 8)}`,
      brewery_name: `Haus Nummer ${n}`,
      beer_type: 'Lager - Pale',
      rating_score: n % 3 === 0 ? 3 : '',
      created_at: '2024-01-10 10:05:09',
      checkin_id: n + 1,
      bid: n + 1,
    }))
    const done = await brought(person, JSON.stringify(rows), 'untappd.json')
    expect(done.counts).toMatchObject({ checkIns: { fresh: 2_000 }, unlistedBeers: 2_000, unplaced: 10 })
    expect(done.reasons).toEqual([{ what: expect.stringContaining('2,000'), count: 10 }])
  }, 120_000)
})

describe('a file that is no export', () => {
  it.each([
    ['an empty one', '', 400],
    ['one of blanks', '  \n ', 400],
    ['a picture', new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 0, 0x10]), 400],
    ['another CSV', 'a,b,c\n1,2,3', 400],
    ['another JSON', '{"hello": [1, 2]}', 400],
    ['one that is too large', new Uint8Array(50 * 1024 * 1024 + 1), 413],
  ])('%s is refused, and nothing is begun', async (_what, file, status) => {
    const person = await app.signIn()
    expect((await send(person, file)).status).toBe(status)
    expect((await person.call(listImports)).body).toEqual([])
  })

  it('is not refused for its size up to 50 MB', async () => {
    const person = await app.signIn()
    const answer = await send(person, new Uint8Array(50 * 1024 * 1024))
    expect(answer.status).toBe(400)
  }, 60_000)

  it('is refused without a session', async () => {
    const answer = await app.app.inject({
      method: 'POST',
      url: '/api/import',
      headers: { host: 'localhost:3000' },
      payload: '{}',
    })
    expect(answer.statusCode).toBe(401)
  })
})

describe('a hostile file', () => {
  it('costs nothing but its own bad records', async () => {
    const person = await app.signIn()
    const search = (query: string) => ({ query, resultCount: 1, searchedAt: at(1).toISOString() })
    const deep = '['.repeat(200_000) + ']'.repeat(200_000)
    const menu = (menuData: string) => ({
      status: 'completed',
      scanType: 'menu',
      menuData,
      scannedAt: at(2).toISOString(),
    })
    const parts = [
      JSON.stringify(search('good one')),
      JSON.stringify(search('nul \0 and half \ud83c pair')),
      `{"__proto__": {"polluted": true}, "constructor": 1, "query": "proto", "resultCount": 1, "searchedAt": "${at(3).toISOString()}"}`,
      `{"query": ${deep}}`,
      '{"query": "broken',
      JSON.stringify({ ...search('future'), searchedAt: '2999-01-01T00:00:00.000Z' }),
      JSON.stringify(search('x'.repeat(5_000))),
    ]
    const file = `{"scans": [${JSON.stringify(menu(deep))}, ${JSON.stringify(menu('{"a":1}'))}, ${JSON.stringify(menu('no JSON'))}],
      "searches": [${parts.join(',\n')}
      ], "constructor": [{"a": 1}], "toString": [{"b": 2}]}`
    const done = await brought(person, file)
    const { scans, searches: sought } = await exported(person)
    expect(scans).toEqual([])
    expect(sought.map(({ query }) => query)).toEqual(
      expect.arrayContaining(['good one', 'nul  and half \ufffd pair', 'proto', 'x'.repeat(200)]),
    )
    expect(done.counts.searches.fresh).toBe(4)
    expect(done.counts.unplaced).toBeGreaterThanOrEqual(6)
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined()
  })

  it('is told of a hundred times, however many of its records are bad, and counted whole', async () => {
    const person = await app.signIn()
    const bad = Array.from({ length: 130 }, (_, number) => ({ query: number }))
    const { counts, problems } = await looked(person, toFile({ searches: bad }))
    expect([problems.length, counts.unplaced]).toEqual([100, 130])
  })

  it('that is cut off brings what came before, and says where it ends', async () => {
    const person = await aFullCellar()
    const whole = toFile(await exported(person))
    const grace = await app.signIn()
    const cut = whole.slice(0, Math.floor(whole.length * 0.6))
    const done = await brought(grace, cut)
    expect(done.counts.scans.fresh).toBeGreaterThan(2)
    expect(done.reasons).toEqual([{ what: 'the file is cut off here', count: 1 }])
  })

  it('reaches no beer of another user by its id', async () => {
    const ada = await aFullCellar()
    const eve = await app.signIn()
    const beer = { id: ada.unlisted, name: 'Kellerbier "Nr. 1"', brewery: 'Brauerei im Keller', listed: true }
    await brought(eve, toFile({ favorites: [{ beer, favoritedAt: at(1).toISOString() }] }))
    const [favorite] = (await eve.call(listFavorites)).body ?? []
    expect(favorite?.beerId).not.toBe(ada.unlisted)
    expect(favorite?.beer.listed).toBe(false)
  })
})

describe('a second file', () => {
  it('takes the place of one that only waits, and is refused while one is being stored', async () => {
    const person = await app.signIn()
    const first = await looked(person, toFile({ searches: [] }))
    const second = await looked(person, toFile({ favorites: [] }))
    expect((await person.call(listImports)).body?.map(({ id }) => id)).toEqual([second.id])
    expect((await person.call(startImport, { params: { id: first.id } })).status).toBe(404)
    await app.db
      .update(importFiles)
      .set({ phase: 'importing', leaseToken: randomUUID(), leaseUntil: new Date(Date.now() + 60_000) })
      .where(eq(importFiles.importId, second.id))
    expect(await send(person, toFile({ scans: [] }))).toMatchObject({ status: 409, body: { code: 'conflict' } })
    expect((await person.call(undoImport, { params: { id: second.id } })).status).toBe(204)
    expect((await send(person, toFile({ scans: [] }))).status).toBe(202)
  })

  it('may come as the file of a form', async () => {
    const person = await app.signIn()
    const data = new FormData()
    data.set('file', new Blob([toFile({ searches: [] })]), 'mine.json')
    const encoded = new Response(data)
    const payload = Buffer.from(await encoded.arrayBuffer())
    const answer = await send(person, payload, 'mine.json', encoded.headers.get('content-type') ?? '')
    expect(answer).toMatchObject({ status: 202, body: { fileName: 'mine.json', source: 'beergoggles' } })
  })
})

it('reads the fixtures of the catalogue reader in both forms', async () => {
  const person = await app.signIn()
  for (const name of ['untappd.csv', 'untappd.json']) {
    const file = await readFile(new URL(`../../catalogue/import/fixtures/${name}`, import.meta.url))
    expect((await looked(person, file, name)).counts.checkIns.fresh).toBeGreaterThan(0)
  }
})
