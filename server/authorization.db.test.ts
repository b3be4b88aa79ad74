/**
 * Who may make each call: the owner of what it names, another user, nobody, an expired session, a deleted account. A call without a
 * row fails.
 */
import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AnyRoute } from '#contracts'
import * as contracts from '#contracts'
import { type SignedIn, startTestApp, type TestApp } from '#testing/app.ts'
import { aBeer, aScan } from '#testing/builders.ts'
import { photoOf } from '#testing/scripted-readers.ts'
import { systemClock } from './adapters/clock.ts'
import {
  beerRatings,
  confirmedBarcodes,
  corrections,
  importFiles,
  imports,
  namedLabels,
  pictures,
  roundGuests,
  rounds,
  roundWishes,
  searches,
  tasteAnswers,
  triedEntries,
  wants,
} from './adapters/db/schema.ts'
import { ROUTES } from './adapters/http/openapi.ts'
import { unlistedBeers } from './core/beers/unlisted-store.ts'
import { SESSION_DAYS } from './features/identity/session-store.ts'

let passedMs = 0
const clock = { ...systemClock, now: () => Date.now() + passedMs }
let app: TestApp
/** The columns that name an owner. */
let owned: { table: string; column: string }[]
/** What others may not see or change; no call of a test that passes changes it. */
let owner: Owner
let expired: SignedIn
let deleted: SignedIn
beforeAll(async () => {
  app = await startTestApp({ clock })
  const columns = await app.db.execute<{ table: string; column: string }>(sql`
    select table_name as "table", column_name as "column" from information_schema.columns
    where table_schema = 'public' and column_name in ('user_id', 'owner_id') order by 1`)
  owned = columns.rows
  owner = await anOwner()
  expired = await app.signIn()
  deleted = await app.signIn()
  await deleted.call(contracts.deleteUser)
})
afterAll(() => app.close())

/** Appears in everything that only Ada may see. */
const SECRET = 'adas-secret'

/** A user with one of everything that a call can name. */
async function anOwner() {
  const { db } = app
  const ada = await app.signIn({ firstName: SECRET })
  const userId = ada.user.id
  const listed = await aBeer(db)
  const own = await unlistedBeers(db)
    .of(userId)
    .findOrCreate({ name: SECRET, brewery: SECRET, style: null, abv: null, ibu: null })
  if (own === undefined) throw new Error('the unlisted beer was not stored')
  const items = [{ beerId: own }]
  const scan = await aScan(db, { userId, items })
  const menu = await aScan(db, { userId, scanType: 'menu', items, shareToken: randomUUID() })
  const page = await aScan(db, { userId, pageOf: menu.id, page: 2, items })
  const [brought] = await db
    .insert(imports)
    .values({ userId, source: 'untappd', fileName: `${SECRET}.csv` })
    .returning()
  if (!brought) throw new Error('the import was not stored')
  await db.insert(importFiles).values({ userId, importId: brought.id, kind: 'untappd-csv', phase: 'ended' })
  const [search] = await db.insert(searches).values({ userId, query: SECRET, resultCount: 1 }).returning()
  await db.execute(sql`insert into favorites (user_id, beer_id) values (${userId}, ${own})`)
  await db.insert(beerRatings).values({ userId, beerId: own, rating: 90 })
  await db.insert(corrections).values({ userId, beerId: listed.id, ...CORRECTION })
  const [entry] = await db
    .insert(triedEntries)
    .values({ userId, beerId: own, source: 'untappd', sourceId: SECRET, triedAt: new Date(), note: SECRET })
    .returning()
  await db.insert(wants).values({ userId, beerId: own, wantedAt: new Date(Date.now() + 60_000) })
  await db.insert(confirmedBarcodes).values({ userId, barcode: '96385074', beerId: own })
  await db.insert(namedLabels).values({ userId, readText: [SECRET], wrongBeerId: listed.id, beerId: own })
  await ada.call(contracts.keepPictures, { body: { isKept: true } })
  const picture = { userId, bytes: photoOf(SECRET), size: 15 }
  const pictureId = randomUUID()
  await db.insert(pictures).values([
    { ...picture, id: pictureId, beerId: own },
    { ...picture, id: randomUUID(), entryId: entry?.id ?? 0 },
  ])
  await db.insert(tasteAnswers).values({ userId, beerId: own, answer: 'more', answeredAt: new Date() })
  const ofRound = { scanId: menu.id, userId }
  await db.insert(rounds).values({ ...ofRound, token: SECRET + userId, endsAt: new Date(Date.now() + 60_000) })
  await db.insert(roundGuests).values({ ...ofRound, name: SECRET, joinedAt: new Date() })
  await db.insert(roundWishes).values({ ...ofRound, beerId: own })
  const [session] = (await ada.call(contracts.listSessions)).body
  await ada.call(contracts.saveNotifications, { body: PREFERENCES })
  await ada.call(contracts.subscribeToPush, { body: aBrowser() })
  return {
    ada,
    listed: listed.id,
    brewery: listed.breweryId ?? 0,
    own,
    scan: scan.id,
    menu: menu.id,
    token: menu.shareToken ?? '',
    page: page.id,
    import: brought.id,
    search: search?.id ?? 0,
    entry: entry?.id ?? 0,
    picture: pictureId,
    session: session?.id ?? 0,
  }
}
type Owner = Awaited<ReturnType<typeof anOwner>>

interface Row {
  route: AnyRoute
  input?: (owner: Owner) => object
  owner: number
  other: number | number[]
}

const CORRECTION = { name: SECRET, brewery: null, style: null, abv: null, ibu: null, isRetired: false, note: SECRET }

const OWN_BEER = { name: 'Mine', brewery: null, style: null, abv: 5, ibu: null }

const PREFERENCES = {
  newBeerRatings: false,
  menuScanComplete: true,
  weeklyDigest: true,
  breweryRecommendations: true,
  emailNotifications: true,
  pushNotifications: true,
}
const aBrowser = () => ({
  endpoint: `https://push.example.org/${randomUUID()}`,
  keys: { p256dh: 'B'.repeat(87), auth: 'A'.repeat(22) },
})

const photo = () => new Blob([photoOf('nothing')])
const of = (name: keyof Owner) => (owner: Owner) => ({ params: { id: owner[name] } })

const ROWS: Row[] = [
  { route: contracts.getBeer, input: of('own'), owner: 200, other: 404 },
  { route: contracts.searchBeers, input: () => ({ query: { q: SECRET } }), owner: 200, other: 200 },
  { route: contracts.listStyles, owner: 200, other: 200 },
  { route: contracts.addBeer, input: () => ({ body: OWN_BEER }), owner: 200, other: 200 },
  {
    route: contracts.changeBeer,
    input: ({ own }) => ({ params: { id: own }, body: { ...OWN_BEER, name: SECRET } }),
    owner: 200,
    other: 404,
  },
  { route: contracts.similarBeers, input: of('own'), owner: 200, other: 404 },
  // It runs once at a time for all users.
  { route: contracts.updateBeerImages, owner: 200, other: [200, 429] },
  { route: contracts.getBrewery, input: of('brewery'), owner: 200, other: 200 },
  { route: contracts.getCorrection, input: of('listed'), owner: 200, other: 200 },
  {
    route: contracts.suggestCorrection,
    input: ({ listed }) => ({ params: { id: listed }, body: CORRECTION }),
    owner: 204,
    other: 204,
  },
  { route: contracts.listCorrections, owner: 200, other: 200 },
  { route: contracts.withdrawCorrection, input: of('listed'), owner: 204, other: 204 },
  { route: contracts.getEngine, owner: 200, other: 200 },
  { route: contracts.addFavorite, input: ({ own }) => ({ body: { beerId: own } }), owner: 201, other: 404 },
  { route: contracts.listFavorites, owner: 200, other: 200 },
  { route: contracts.removeFavorite, input: ({ own }) => ({ params: { beerId: own } }), owner: 204, other: 204 },
  {
    route: contracts.beginImport,
    input: () => ({
      query: { name: 'mine.csv' },
      form: { file: new Blob(['Type,Date,Beer Name,Brewery,Rating,Style,ABV\n']) },
    }),
    owner: 202,
    other: 202,
  },
  { route: contracts.getImport, input: of('import'), owner: 200, other: 404 },
  { route: contracts.listImports, owner: 200, other: 200 },
  { route: contracts.exportRest, owner: 200, other: 200 },
  { route: contracts.startImport, input: of('import'), owner: 202, other: 404 },
  { route: contracts.undoImport, input: of('import'), owner: 204, other: 404 },
  { route: contracts.listRatings, owner: 200, other: 200 },
  {
    route: contracts.rateBeer,
    input: ({ own }) => ({ params: { id: own }, body: { rating: 50 } }),
    owner: 200,
    other: 404,
  },
  { route: contracts.unrateBeer, input: of('own'), owner: 200, other: 404 },
  { route: contracts.detectContext, input: () => ({ form: { image: photo() } }), owner: 200, other: 200 },
  {
    route: contracts.identifyBeer,
    input: ({ scan }) => ({ form: { image: photo(), scanId: scan } }),
    owner: 422,
    other: 409,
  },
  {
    route: contracts.parseMenu,
    input: ({ menu }) => ({ form: { image: photo(), pageOf: menu } }),
    owner: 200,
    other: 404,
  },
  {
    route: contracts.saveMenu,
    input: ({ menu, own }) => ({ body: { beerId: own, menuData: [{ id: own }], scanId: menu } }),
    owner: 200,
    other: 400,
  },
  { route: contracts.clearScans, owner: 204, other: 204 },
  {
    route: contracts.correctScan,
    input: ({ scan, listed }) => ({ params: { id: scan }, body: { item: 0, beerId: listed } }),
    owner: 200,
    other: 404,
  },
  { route: contracts.deleteScan, input: of('scan'), owner: 204, other: 404 },
  { route: contracts.getScan, input: of('scan'), owner: 200, other: 404 },
  {
    route: contracts.getSharedScan,
    input: ({ menu }) => ({ params: { id: menu }, query: { token: randomUUID() } }),
    owner: 404,
    other: 404,
  },
  { route: contracts.listScans, owner: 200, other: 200 },
  { route: contracts.listOlderScans, input: of('scan'), owner: 200, other: 404 },
  { route: contracts.removePage, input: ({ menu, page }) => ({ params: { id: menu, page } }), owner: 200, other: 404 },
  { route: contracts.shareScan, input: of('menu'), owner: 200, other: 404 },
  { route: contracts.unshareScan, input: of('menu'), owner: 204, other: 404 },
  { route: contracts.openRound, input: of('menu'), owner: 200, other: 404 },
  { route: contracts.closeRound, input: of('menu'), owner: 204, other: 204 },
  // Without the token of the round; who has it is tested with the rounds.
  ...[contracts.getRound, contracts.getRoundMenu].map((route) => ({
    route,
    input: ({ menu }: Owner) => ({ params: { id: menu }, query: { token: randomUUID() } }),
    owner: 404,
    other: 404,
  })),
  {
    route: contracts.joinRound,
    input: ({ menu }) => ({ params: { id: menu }, query: { token: randomUUID() }, body: { name: 'Eve' } }),
    owner: 404,
    other: 404,
  },
  {
    route: contracts.leaveRound,
    input: ({ menu }) => ({ params: { id: menu }, query: { token: randomUUID() } }),
    owner: 204,
    other: 204,
  },
  ...[contracts.wishFor, contracts.unwish].map((route) => ({
    route,
    input: ({ menu, own }: Owner) => ({ params: { id: menu, beerId: own }, query: { token: randomUUID() } }),
    owner: 404,
    other: 404,
  })),
  { route: contracts.clearSearches, owner: 204, other: 204 },
  { route: contracts.listSearches, owner: 200, other: 200 },
  { route: contracts.removeSearch, input: of('search'), owner: 204, other: 404 },
  { route: contracts.saveSearch, input: () => ({ body: { query: 'orval', resultCount: 1 } }), owner: 201, other: 201 },
  { route: contracts.search, input: () => ({ query: { q: SECRET } }), owner: 200, other: 200 },
  {
    route: contracts.addToJournal,
    input: ({ own }) => ({ body: { key: randomUUID(), beerId: own } }),
    owner: 201,
    other: 404,
  },
  {
    route: contracts.changeJournalEntry,
    input: ({ entry }) => ({ params: { id: entry }, body: { note: 'mine now', rating: 3 } }),
    owner: 200,
    other: 404,
  },
  { route: contracts.listJournal, input: ({ own }) => ({ query: { beerId: own } }), owner: 200, other: 200 },
  { route: contracts.getWeek, owner: 200, other: 200 },
  { route: contracts.recommendBreweries, owner: 200, other: 200 },
  { route: contracts.getJournalSummary, owner: 200, other: 200 },
  { route: contracts.removeJournalEntry, input: of('entry'), owner: 204, other: 404 },
  { route: contracts.listMarks, owner: 200, other: 200 },
  { route: contracts.listHad, owner: 200, other: 200 },
  { route: contracts.addWant, input: ({ own }) => ({ params: { beerId: own } }), owner: 200, other: 404 },
  { route: contracts.listWants, owner: 200, other: 200 },
  { route: contracts.removeWant, input: ({ own }) => ({ params: { beerId: own } }), owner: 204, other: 204 },
  { route: contracts.listPictures, owner: 200, other: 200 },
  { route: contracts.keepPictures, input: () => ({ body: { isKept: false } }), owner: 204, other: 204 },
  { route: contracts.removePictures, owner: 204, other: 204 },
  {
    route: contracts.keepBeerPicture,
    input: ({ own }) => ({ params: { id: own }, form: { image: photo() } }),
    owner: 200,
    other: 404,
  },
  { route: contracts.removeBeerPicture, input: of('own'), owner: 204, other: 204 },
  {
    route: contracts.keepEntryPicture,
    input: ({ entry }) => ({ params: { id: entry }, form: { image: photo() } }),
    owner: 200,
    other: 404,
  },
  { route: contracts.removeEntryPicture, input: of('entry'), owner: 204, other: 204 },
  {
    route: contracts.answerTasteCard,
    input: ({ listed }) => ({ params: { beerId: listed }, body: { answer: 'less' } }),
    owner: 204,
    other: 204,
  },
  { route: contracts.getTaste, owner: 200, other: 200 },
  { route: contracts.switchTaste, input: () => ({ body: { isOn: false } }), owner: 200, other: 200 },
  { route: contracts.deleteTaste, owner: 204, other: 204 },
  { route: contracts.listTasteCards, owner: 200, other: 200 },
  { route: contracts.listTasteSuggestions, owner: 200, other: 200 },
  { route: contracts.exportTaste, owner: 200, other: 200 },
  { route: contracts.getNotifications, owner: 200, other: 200 },
  { route: contracts.saveNotifications, input: () => ({ body: PREFERENCES }), owner: 204, other: 204 },
  { route: contracts.subscribeToPush, input: () => ({ body: aBrowser() }), owner: 204, other: 204 },
  { route: contracts.sendConfirmation, owner: 404, other: 404 },
  { route: contracts.unsubscribeFromPush, owner: 204, other: 204 },
  { route: contracts.createInvitation, owner: 404, other: 404 },
  { route: contracts.deleteUser, owner: 204, other: 204 },
  { route: contracts.endSession, input: of('session'), owner: 204, other: 404 },
  { route: contracts.endSessions, owner: 204, other: 204 },
  { route: contracts.saveLanguage, input: () => ({ body: { language: 'cs' } }), owner: 204, other: 204 },
  { route: contracts.getUser, owner: 200, other: 200 },
  { route: contracts.listSessions, owner: 200, other: 200 },
]

const nameOf = ({ method, path }: AnyRoute) => `${method} ${path}`
const make = (caller: Pick<SignedIn, 'call'>, { route, input }: Row, owner: Owner) =>
  caller.call(route, (input?.(owner) ?? {}) as never)

/** Everything that refers to the user, without the ratings that the server computes meanwhile. */
async function rowsOf(userId: number): Promise<string[]> {
  const { rows } = await app.db.execute<{ row: string }>(sql`
    select row from (${sql.join(
      owned.map(
        ({ table, column }) => sql`
        select ${table} || ' ' || (to_jsonb(one) - array['rating_count', 'rating_origin', 'rating_std', 'changed_version']
          - ${table === 'beers' ? 'rating' : ''}::text)::text as row
        from ${sql.identifier(table)} as one where ${sql.identifier(column)} = ${userId}`,
      ),
      sql` union all `,
    )}) as of_user order by row`)
  return rows.map(({ row }) => row)
}

it('is known for every declared call', () => {
  expect(ROWS.map(({ route }) => nameOf(route)).sort()).toEqual(ROUTES.map(nameOf).sort())
})

describe.each(ROWS.map((row) => [nameOf(row.route), row] as const))('%s', (_name, row) => {
  it('answers its owner', async () => {
    const own = await anOwner()
    expect((await make(own.ada, row, own)).status).toBe(row.owner)
  })

  it('shows and changes nothing of its owner for another user', async () => {
    const before = await rowsOf(owner.ada.user.id)
    const { status, body } = await make(await app.signIn(), row, owner)
    expect([row.other].flat()).toContain(status)
    expect(JSON.stringify(body)).not.toContain(SECRET)
    expect(await rowsOf(owner.ada.user.id)).toEqual(before)
  })

  it('is refused without a session, and does nothing', async () => {
    const before = await rowsOf(owner.ada.user.id)
    expect((await make(app, row, owner)).status).toBe(401)
    expect((await make(deleted, row, owner)).status).toBe(401)
    passedMs = SESSION_DAYS * 24 * 60 * 60_000
    const statuses = [(await make(expired, row, owner)).status, (await make(owner.ada, row, owner)).status]
    passedMs = 0
    expect(statuses).toEqual([401, 401])
    expect(await rowsOf(owner.ada.user.id)).toEqual(before)
  })
})

it('serves a picture that a user keeps to that user alone', async () => {
  const { ada, picture } = owner
  const statusFor = async (cookie: string) =>
    (await app.app.inject({ url: contracts.picturePath(picture), headers: { cookie } })).statusCode
  const other = (await app.signIn()).cookie
  expect([await statusFor(ada.cookie), await statusFor(other), await statusFor('')]).toEqual([200, 404, 401])
})

it('lets another user read a shared menu, and nothing else of its owner', async () => {
  const { call } = await app.signIn()
  const shared = await call(contracts.getSharedScan, { params: { id: owner.menu }, query: { token: owner.token } })
  expect(shared.status).toBe(200)
  expect(Object.keys(shared.body)).not.toContain('userId')
  expect((await call(contracts.getScan, { params: { id: owner.scan } })).status).toBe(404)
})
