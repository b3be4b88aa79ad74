import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addFavorite, deleteUser, getBeer, getScan, getUser, identifyBeer, LOGIN_PATH, rateBeer } from '#contracts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { Browser } from '#testing/browser.ts'
import { aBeer, aScan, aStyle } from '#testing/builders.ts'
import { photoOf, scriptedReaders } from '#testing/scripted-readers.ts'
import {
  beerRatings,
  beerRedirects,
  confirmedBarcodes,
  corrections,
  engineUsage,
  importFiles,
  imports,
  namedLabels,
  notificationPreferences,
  outgoingMessages,
  pictures,
  pushSubscriptions,
  repeatedFrames,
  roundGuests,
  rounds,
  roundWishes,
  scanJobs,
  scanPhotos,
  searches,
  sessions,
  tasteAnswers,
  tasteOptOuts,
  triedEntries,
  wants,
} from '../../adapters/db/schema.ts'
import { listen } from '../../adapters/http/listen.ts'
import { unlistedBeers } from '../../core/beers/unlisted-store.ts'
import { DEFAULT_PREFERENCES } from '../../core/notices/queue-notice.ts'
import { accountLinkStore } from './embedded/account-links.ts'

const readers = scriptedReaders()
let app: TestApp
let origin: string
beforeAll(async () => {
  app = await startTestApp({ readers })
  origin = `http://localhost:${await listen(app.app, { host: 'localhost', port: 0 })}`
  await aStyle(app.db, { name: 'Known', family: 'Family', prior: 80 })
})
afterAll(() => app.close())

const TODAY = '2026-03-01'

/** One of everything a user can have. */
async function fill(userId: number): Promise<void> {
  const { db } = app
  const listed = await aBeer(db)
  const own = await unlistedBeers(db)
    .of(userId)
    .findOrCreate({ name: 'Own', brewery: 'Of mine', style: null, abv: null, ibu: null })
  if (own === undefined) throw new Error('the unlisted beer was not stored')
  const items = [{ beerId: listed.id }, { beerId: own, alternatives: [{ beerId: own, confidence: 30 }] }]
  const menu = await aScan(db, { userId, scanType: 'menu', items, shareToken: randomUUID() })
  await aScan(db, { userId, pageOf: menu.id, page: 2, items })
  const ofRound = { scanId: menu.id, userId }
  await db.insert(rounds).values({ ...ofRound, token: randomUUID(), endsAt: new Date(Date.now() + 60_000) })
  await db.insert(roundGuests).values({ ...ofRound, name: 'Ada', joinedAt: new Date() })
  await db.insert(roundWishes).values({ ...ofRound, beerId: own })
  await db.insert(repeatedFrames).values({ id: randomUUID(), userId, sameAs: menu.id, at: new Date() })
  const running = await aScan(db, { userId, status: 'processing', endedAt: null })
  // Another node is at it.
  const lease = { leaseToken: randomUUID(), leaseUntil: new Date(Date.now() + 60 * 60_000) }
  await db.insert(scanJobs).values({ scanId: running.id, userId, ...lease })
  await db.insert(scanPhotos).values({ scanId: running.id, userId, bytes: photoOf('waits'), width: 4, height: 3 })
  const [brought] = await db.insert(imports).values({ userId, source: 'untappd', fileName: 'mine.csv' }).returning()
  if (!brought) throw new Error('the import was not made')
  const importId = brought.id
  await db.insert(importFiles).values({ importId, userId, kind: 'untappd-csv', phase: 'ended' })
  await db.insert(searches).values({ userId, query: 'own', resultCount: 1, importId })
  for (const beerId of [listed.id, own]) {
    await db.execute(
      sql`insert into favorites (user_id, beer_id, import_id) values (${userId}, ${beerId}, ${importId})`,
    )
    await db.insert(beerRatings).values({ userId, beerId, rating: 90, importId })
    await db
      .insert(triedEntries)
      .values({ userId, beerId, source: 'untappd', sourceId: `${beerId}`, triedAt: new Date(), importId })
    await db.insert(wants).values({ userId, beerId, wantedAt: new Date(), importId })
    await db.insert(tasteAnswers).values({ userId, beerId, answer: 'less', answeredAt: new Date(), importId })
  }
  await db.insert(tasteOptOuts).values({ userId, since: new Date(), importId })
  await db.insert(corrections).values({ userId, beerId: listed.id, isRetired: true })
  await db.insert(pictures).values({ id: randomUUID(), userId, beerId: listed.id, bytes: photoOf('kept'), size: 8 })
  await db.insert(confirmedBarcodes).values({ userId, barcode: '4006381333931', beerId: own })
  await db.insert(namedLabels).values({ userId, readText: ['Of mine'], wrongBeerId: listed.id, beerId: own })
  await db.insert(beerRedirects).values({ id: 1_000_000 + userId, userId, beerId: listed.id })
  await db.insert(engineUsage).values({ day: TODAY, userId, engine: 'openai', calls: 3, inputTokens: 30 })
  await accountLinkStore(db, Date.now).create({ purpose: 'invitation', userId })
  await db.insert(notificationPreferences).values({ userId, ...DEFAULT_PREFERENCES })
  const [session] = await db.select().from(sessions).where(eq(sessions.userId, userId))
  const keys = { endpoint: `https://push.example.org/${userId}`, p256dh: 'B'.repeat(87), auth: 'A'.repeat(22) }
  const at = new Date()
  const [browser] = await db
    .insert(pushSubscriptions)
    .values({ userId, sessionId: session?.id ?? 0, ...keys, subscribedAt: at })
    .returning()
  const message = { userId, queuedAt: at, dueAt: new Date(at.getTime() + 3_600_000) }
  await db.insert(outgoingMessages).values([
    { ...message, subscriptionId: browser?.id ?? 0, notice: { kind: 'week' } },
    { ...message, mail: { kind: 'digest', day: '2026-05-04' } },
  ])
}

/** How many rows of each table say that they are this user's. */
async function rowsOf(userId: number): Promise<Map<string, number>> {
  const { rows: columns } = await app.db.execute<{ table: string; column: string }>(sql`
    select table_name as "table", column_name as "column" from information_schema.columns
    where table_schema = 'public' and column_name in ('user_id', 'owner_id')`)
  const counts = new Map<string, number>()
  for (const { table, column } of columns) {
    const { rows } = await app.db.execute<{ n: number }>(
      sql`select count(*)::int as n from ${sql.identifier(table)} where ${sql.identifier(column)} = ${userId}`,
    )
    counts.set(table, rows[0]?.n ?? 0)
  }
  return counts
}

/** The tables that contain this text in any column. */
async function tablesWith(text: string): Promise<string[]> {
  const { rows } = await app.db.execute<{ table: string }>(sql`
    select table_name as "table" from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`)
  const found: string[] = []
  for (const { table } of rows) {
    const held = await app.db.execute(
      sql`select 1 from ${sql.identifier(table)} as one where strpos(to_jsonb(one)::text, ${text}) > 0 limit 1`,
    )
    if (held.rows.length > 0) found.push(table)
  }
  return found.sort()
}

describe('deleting the account', () => {
  it('removes all rows of the user, including the embedded sign-in’s, and none of another user', async () => {
    const person = { firstName: 'Ada', lastName: 'Lovelace', email: `${randomUUID()}@example.org` }
    const browser = new Browser(origin)
    await browser.submit(await browser.open(LOGIN_PATH), person)
    const elsewhere = new Browser(origin)
    await elsewhere.submit(await elsewhere.open(LOGIN_PATH), person)
    const user: { id: number; provider: unknown } = JSON.parse((await browser.open(getUser.path)).text)
    expect(user.provider).toBeNull()
    const grace = await app.signIn()
    for (const id of [user.id, grace.user.id]) await fill(id)
    const theirs = await rowsOf(grace.user.id)
    expect([...theirs].filter(([, n]) => n === 0)).toEqual([])
    expect(await tablesWith(person.email)).toEqual(['oidc_accounts', 'users'])
    const [account] = (
      await app.db.execute<{ id: string }>(sql`select id from oidc_accounts where email = ${person.email}`)
    ).rows
    expect(await tablesWith(account?.id ?? '')).toEqual(['oidc_accounts', 'oidc_state', 'users'])

    const cookie = `session=${browser.cookie('session')}`
    const answer = await app.app.inject({
      method: 'DELETE',
      url: deleteUser.path,
      headers: { host: 'localhost', cookie },
    })
    expect(answer.statusCode).toBe(204)

    expect([...(await rowsOf(user.id))].filter(([, n]) => n > 0)).toEqual([])
    expect(await rowsOf(grace.user.id)).toEqual(theirs)
    expect(await tablesWith(person.email)).toEqual([])
    expect(await tablesWith(account?.id ?? 'none')).toEqual([])
    for (const left of [browser, elsewhere]) expect((await left.open(getUser.path)).status).toBe(401)

    // Who comes back is asked who they are, and is somebody new.
    const form = await browser.open(LOGIN_PATH)
    expect(form.text).toContain('First name')
    await browser.submit(form, person)
    expect(JSON.parse((await browser.open(getUser.path)).text).id).toBeGreaterThan(user.id)
  })

  it('removes the user’s votes from ratings at once', async () => {
    const [ada, grace] = [await app.signIn(), await app.signIn()]
    const beer = await aBeer(app.db, { style: 'Known' })
    const path = { params: { id: beer.id } }
    await grace.call(rateBeer, { ...path, body: { rating: 60 } })
    const { body: before } = await grace.call(getBeer, path)
    await ada.call(rateBeer, { ...path, body: { rating: 100 } })
    expect((await grace.call(getBeer, path)).body.ratingCount).toBe(2)
    expect(await ada.call(deleteUser)).toMatchObject({ status: 204, headers: { 'clear-site-data': '"cache"' } })
    expect((await grace.call(getBeer, path)).body).toEqual(before)
    expect((await ada.call(deleteUser)).status).toBe(401)
  })

  it('stops a running scan and releases the request waiting for it', async () => {
    let signal: AbortSignal | undefined
    let begin: () => void = () => undefined
    const begun = new Promise<void>((resolve) => {
      begin = resolve
    })
    readers.on('endless', async function* (_ask, given) {
      signal = given
      begin()
      await new Promise((_resolve, reject) => given.addEventListener('abort', () => reject(given.reason)))
      yield { kind: 'progress', done: 1, total: 1, stage: 'never' }
    })
    const { call } = await app.signIn()
    const scanId = randomUUID()
    const waiting = call(identifyBeer, { form: { image: new Blob([photoOf('endless')]), scanId } })
    await begun
    expect((await call(deleteUser)).status).toBe(204)
    expect(await waiting).toMatchObject({ status: 409, body: { message: 'This scan was cancelled.' } })
    expect(signal?.aborted).toBe(true)
    expect((await call(getScan, { params: { id: scanId } })).status).toBe(401)
    expect(await app.db.$count(scanJobs, eq(scanJobs.scanId, scanId))).toBe(0)
  })

  it('keeps other users’ copies of a shared menu, and the total provider usage', async () => {
    const { user, call } = await app.signIn()
    const used = async () =>
      (await app.db.select().from(engineUsage).where(eq(engineUsage.engine, 'google'))).map(
        ({ day, calls, inputTokens }) => [day, calls, inputTokens],
      )
    const total = { day: TODAY, engine: 'google' }
    await app.db.insert(engineUsage).values([
      { ...total, userId: user.id, calls: 3, inputTokens: 30 },
      { ...total, userId: 0, calls: 4, inputTokens: 40 },
    ])
    const beer = await aBeer(app.db)
    const grace = await app.signIn()
    await aScan(app.db, { userId: user.id, scanType: 'menu', shareToken: randomUUID(), items: [{ beerId: beer.id }] })
    await grace.call(addFavorite, { body: { beerId: beer.id } })
    await call(deleteUser)
    expect(await used()).toEqual([[TODAY, 7, 70]])
    expect((await grace.call(getBeer, { params: { id: beer.id } })).status).toBe(200)
  })

  it('names the external provider of the account', async () => {
    const issuer = { url: 'https://login.test/realm', clientId: 'beergoggles', clientSecret: undefined }
    const external = await startTestApp({ issuer })
    const { call } = await external.signIn()
    expect((await call(getUser)).body.provider).toBe('login.test')
    expect((await call(deleteUser)).status).toBe(204)
    await external.close()
  })
})
