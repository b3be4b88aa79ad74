import { randomUUID } from 'node:crypto'
import { eq, like, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  addFavorite,
  addToJournal,
  cursorOf,
  exportTaste,
  FAVORITES_PER_USER_MAX,
  IMPORTS_LISTED_MAX,
  JOURNAL_ENTRIES_PER_USER_MAX,
  LISTED_MAX,
  listImports,
  listMarks,
  listOlderScans,
  listRatings,
  listScans,
  listSearches,
  listSessions,
  listWants,
  SCANS_PER_PAGE,
  SEARCHES_PER_USER_MAX,
  SESSIONS_PER_USER_MAX,
  saveSearch,
} from '#contracts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { aBeer, aScan } from '#testing/builders.ts'
import { spec } from '#testing/spec.ts'
import {
  beerRatings,
  beers,
  favorites,
  importFiles,
  imports,
  scans,
  searches,
  sessions,
  triedEntries,
} from '../adapters/db/schema.ts'
import { sessionStore } from './identity/session-store.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ readerSlots: 0 })
})
afterAll(() => app.close())

it('lists scans in pages, with all pages of their menus', spec('10.1.11'), async () => {
  const { user, call } = await app.signIn()
  const facts = { userId: user.id, status: 'completed', call: 'identify', context: 'single_beer' } as const
  // Pairs of scans have the same time.
  const rows = Array.from({ length: SCANS_PER_PAGE + 100 }, (_, n) => {
    return { ...facts, id: randomUUID(), scannedAt: new Date(Date.UTC(2026, 0, 1) + Math.floor(n / 2) * 1_000) }
  })
  await app.db.insert(scans).values(rows)
  const menu = rows[1]?.id ?? ''
  await app.db.update(scans).set({ scanType: 'menu', call: 'menu' }).where(eq(scans.id, menu))
  const items = [{ beerId: (await aBeer(app.db)).id }]
  await aScan(app.db, { userId: user.id, pageOf: menu, page: 2, items })

  const newest = (await call(listScans, {})).body ?? []
  expect(newest).toHaveLength(SCANS_PER_PAGE)
  const { body: older } = await call(listOlderScans, { params: { id: newest.at(-1)?.id ?? '' } })
  expect([...newest, ...older].map(({ id }) => id).sort()).toEqual(rows.map(({ id }) => id).sort())
  expect(older.map(({ scannedAt }) => scannedAt)).toEqual(
    older
      .map(({ scannedAt }) => scannedAt)
      .sort()
      .reverse(),
  )
  expect(JSON.parse(older.find(({ id }) => id === menu)?.menuData ?? '')).toHaveLength(1)
  const { body: none } = await call(listOlderScans, { params: { id: older.at(-1)?.id ?? '' } })
  expect(none).toEqual([])
})

it('keeps the latest searches', spec('10.1.12'), async () => {
  const { user, call } = await app.signIn()
  const entry = { userId: user.id, resultCount: 1, searchedAt: new Date(Date.UTC(2026, 0, 1)) }
  const many = Array.from({ length: SEARCHES_PER_USER_MAX + 20 }, (_, n) => ({ ...entry, query: `search ${n}` }))
  await app.db.insert(searches).values(many)
  expect((await call(listSearches)).body).toHaveLength(SEARCHES_PER_USER_MAX)
  await call(saveSearch, { body: { query: 'the latest', resultCount: 3 } })
  expect((await call(listSearches)).body[0]?.query).toBe('the latest')
  expect(await app.db.$count(searches, eq(searches.userId, user.id))).toBe(SEARCHES_PER_USER_MAX)
})

it('refuses more favourites than it lists', spec('10.1.13'), async () => {
  const { user, call } = await app.signIn()
  const known = await aBeer(app.db)
  const changedVersion = 1
  await app.db
    .insert(beers)
    .values(Array.from({ length: FAVORITES_PER_USER_MAX }, (_, n) => ({ name: `Many ${n}`, changedVersion })))
  await app.db.execute(sql`
    insert into favorites (user_id, beer_id) select ${user.id}, id from beers where name like 'Many %'`)
  expect((await call(addFavorite, { body: { beerId: known.id } })).status).toBe(409)
  const [one] = await app.db.select().from(favorites).where(eq(favorites.userId, user.id)).limit(1)
  expect((await call(addFavorite, { body: { beerId: one?.beerId ?? 0 } })).status).toBe(201)
})

it('refuses more favourites than it lists to requests at the same time, too', spec('10.1.13'), async () => {
  const { user, call } = await app.signIn()
  const beer = { changedVersion: 1 }
  await app.db
    .insert(beers)
    .values(Array.from({ length: FAVORITES_PER_USER_MAX + 4 }, (_, n) => ({ name: `At once ${n}`, ...beer })))
  const known = await app.db.select({ id: beers.id }).from(beers).where(like(beers.name, 'At once %'))
  const [stored, more] = [known.slice(5), known.slice(0, 5)]
  await app.db.insert(favorites).values(stored.map(({ id }) => ({ userId: user.id, beerId: id })))
  // Opens the connections, so that the requests do not wait for them one by one.
  await Promise.all(more.map(() => call(listImports)))
  const answers = await Promise.all(more.map(({ id }) => call(addFavorite, { body: { beerId: id } })))
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409])
  expect(await app.db.$count(favorites, eq(favorites.userId, user.id))).toBe(FAVORITES_PER_USER_MAX)
})

it('refuses more entries of a journal than it keeps, and none that it has', spec('10.1.23'), async () => {
  const { user, call } = await app.signIn()
  const { id: beerId } = await aBeer(app.db)
  const [known, last, beyond] = [randomUUID(), randomUUID(), randomUUID()]
  const add = async (key: string) => (await call(addToJournal, { body: { key, beerId } })).status
  expect(await add(known)).toBe(201)
  await app.db.execute(sql`
    insert into check_ins (user_id, beer_id, source, source_id, had_at)
    select ${user.id}, ${beerId}, 'untappd', n, now() from generate_series(3, ${JOURNAL_ENTRIES_PER_USER_MAX}::int) as n`)
  expect(await Promise.all([add(last), add(beyond)])).toEqual(expect.arrayContaining([201, 409]))
  expect(await add(known)).toBe(201)
  expect(await app.db.$count(triedEntries, eq(triedEntries.userId, user.id))).toBe(JOURNAL_ENTRIES_PER_USER_MAX)
})

it('lists the latest ratings and marked beers', spec('10.1.14'), async () => {
  const { user, call } = await app.signIn()
  await app.db.execute(sql`
    with more as (
      insert into beers (name, changed_version) select 'Rated ' || n, 1 from generate_series(1, ${LISTED_MAX + 1}::int) as n returning id)
    insert into beer_ratings (user_id, beer_id, rating, rated_at)
    select ${user.id}, id, 50, now() - id * interval '1 minute' from more`)
  expect(await app.db.$count(beerRatings, eq(beerRatings.userId, user.id))).toBe(LISTED_MAX + 1)
  expect((await call(listRatings)).body).toHaveLength(LISTED_MAX)
  expect((await call(listMarks)).body).toHaveLength(LISTED_MAX)
})

it('continues each list after a page, within the same millisecond, too', spec('10.1.14'), async () => {
  const { user, call } = await app.signIn()
  // 150 of them each have the same millisecond, and a page ends within such 150.
  await app.db.execute(sql`
    with more as (
      insert into beers (name, changed_version) select 'Paged ' || n, 1 from generate_series(1, ${LISTED_MAX + 50}::int) as n returning id),
    numbered as (select id, row_number() over (order by id) as n from more),
    timed as (
      select id, ${user.id}::int as of_user, timestamptz '2026-03-01T20:00:00Z' - n / 150 * interval '1 millisecond'
        + n % 150 * interval '1 microsecond' as at
      from numbered),
    rated as (insert into beer_ratings (user_id, beer_id, rating, rated_at) select of_user, id, 50, at from timed),
    wanted as (insert into wants (user_id, beer_id, wanted_at) select of_user, id, at from timed)
    insert into taste_answers (user_id, beer_id, answer, answered_at) select of_user, id, 'more', at from timed`)
  const known = await app.db.select({ id: beers.id }).from(beers).where(like(beers.name, 'Paged %')).orderBy(beers.id)
  const read = {
    ratings: async (query: { before?: string }) =>
      (await call(listRatings, { query })).body.map(({ beerId, ratedAt }) => ({ beerId, at: ratedAt })),
    wants: async (query: { before?: string }) =>
      (await call(listWants, { query })).body.map(({ beerId, wantedAt }) => ({ beerId, at: wantedAt })),
    answers: async (query: { before?: string }) =>
      (await call(exportTaste, { query })).body.answers.map(({ beerId, answeredAt }) => ({ beerId, at: answeredAt })),
  }
  for (const [list, page] of Object.entries(read)) {
    const ids: number[] = []
    const lengths: number[] = []
    for (let query = {}; lengths.length < 3; ) {
      const entries = await page(query)
      lengths.push(entries.length)
      ids.push(...entries.map(({ beerId }) => beerId))
      const last = entries.at(-1)
      if (last) query = { before: cursorOf(new Date(last.at), last.beerId) }
    }
    expect({ list, lengths }).toEqual({ list, lengths: [LISTED_MAX, 50, 0] })
    expect(ids).toEqual(known.map(({ id }) => id))
  }
  for (const before of ['', '1', '1-0', `1-${2 ** 31}`, `${Date.UTC(10_000, 0)}-1`])
    expect((await call(listRatings, { query: { before } })).status).toBe(400)
})

it('keeps the sessions that were used last', spec('10.1.15'), async () => {
  const { user, call } = await app.signIn()
  const { user: other } = await app.signIn()
  const longAgo = { userId: user.id, createdAt: new Date(0), lastSeenAt: new Date(Date.now() - 60_000) }
  const expiresAt = new Date(Date.now() + 60_000)
  const many = Array.from({ length: SESSIONS_PER_USER_MAX }, () => ({ ...longAgo, tokenHash: randomUUID(), expiresAt }))
  await app.db.insert(sessions).values(many)
  await sessionStore(app.db, Date.now).open(user.id, { idToken: null, device: 'the latest' })
  const { body: kept } = await call(listSessions)
  expect(kept).toHaveLength(SESSIONS_PER_USER_MAX)
  expect(kept[0]?.device).toBe('the latest')
  expect(kept[1]?.isCurrent).toBe(true)
  expect(await app.db.$count(sessions, eq(sessions.userId, user.id))).toBe(SESSIONS_PER_USER_MAX)
  expect(await app.db.$count(sessions, eq(sessions.userId, other.id))).toBe(1)
})

it('lists the latest imports', spec('10.1.16'), async () => {
  const { user, call } = await app.signIn()
  const file = { userId: user.id, source: 'untappd' }
  const rows = Array.from({ length: IMPORTS_LISTED_MAX + 1 }, (_, n) => ({ ...file, fileName: `${n}.csv` }))
  const made = await app.db.insert(imports).values(rows).returning({ importId: imports.id })
  const ended = { userId: user.id, kind: 'untappd-csv', phase: 'ended' } as const
  await app.db.insert(importFiles).values(made.map(({ importId }) => ({ importId, ...ended })))
  const { body: listed } = await call(listImports)
  expect(listed).toHaveLength(IMPORTS_LISTED_MAX)
  expect(listed[0]?.fileName).toBe(`${IMPORTS_LISTED_MAX}.csv`)
})
