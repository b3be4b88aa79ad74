import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  addToJournal,
  changeJournalEntry,
  getBeer,
  getJournalSummary,
  JOURNAL_NOTE_MAX_LENGTH,
  JOURNAL_PAGE_SIZE,
  JOURNAL_PLACE_MAX_LENGTH,
  listJournal,
  rateBeer,
  removeJournalEntry,
  unrateBeer,
} from '#contracts'
import { type Call, startTestApp, type TestApp } from '#testing/app.ts'
import { aBeer, aBrewery } from '#testing/builders.ts'
import { spec } from '#testing/spec.ts'
import { triedEntries } from '../../adapters/db/schema.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const at = (day: number) => new Date(Date.UTC(2026, 2, day, 20))
const add = async (call: Call, beerId: number, triedAt?: Date) =>
  (await call(addToJournal, { body: { key: randomUUID(), beerId, triedAt: triedAt?.toISOString() } })).body

describe('the journal', () => {
  it('records now or at the given time, once per key, and forgets what is undone', async () => {
    const { call } = await app.signIn()
    const { id: beerId, name } = await aBeer(app.db)
    const before = Date.now()
    const body = { key: randomUUID(), beerId }
    const now = await call(addToJournal, { body })
    expect(now).toMatchObject({
      status: 201,
      body: { beerId, beer: { name }, rating: null, note: null, place: null, position: null, source: 'beergoggles' },
    })
    expect(Date.parse(now.body.triedAt)).toBeGreaterThanOrEqual(before)
    expect((await call(addToJournal, { body })).body.id).toBe(now.body.id)
    const earlier = await add(call, beerId, at(1))
    expect(earlier.triedAt).toBe(at(1).toISOString())
    const { entries, next } = (await call(listJournal, {})).body
    expect([entries.map(({ id }) => id), next]).toEqual([[now.body.id, earlier.id], null])
    expect((await call(removeJournalEntry, { params: { id: now.body.id } })).status).toBe(204)
    expect((await call(removeJournalEntry, { params: { id: now.body.id } })).status).toBe(404)
    expect((await call(listJournal, {})).body.entries.map(({ id }) => id)).toEqual([earlier.id])
  })

  it('dates nothing in the future, whatever the clock of the phone says', async () => {
    const { call } = await app.signIn()
    const { id: beerId } = await aBeer(app.db)
    const entry = await add(call, beerId, new Date(Date.now() + 3_600_000))
    expect(Date.parse(entry.triedAt)).toBeLessThanOrEqual(Date.now())
  })

  it('holds when, how good, a note and a place, and each can be removed again', async () => {
    const { call } = await app.signIn()
    const { id } = await add(call, (await aBeer(app.db)).id)
    const params = { id }
    const details = {
      triedAt: at(2).toISOString(),
      rating: 82.4,
      note: 'Crisp, with Ada.',
      place: 'The Anchor',
      position: { latitude: 51.50723, longitude: -0.12758 },
    }
    const position = { latitude: 51.5072, longitude: -0.1276 }
    expect((await call(changeJournalEntry, { params, body: details })).body).toMatchObject({ ...details, position })
    const cleared = { rating: null, note: null, place: null, position: null }
    expect((await call(changeJournalEntry, { params, body: {} })).body).toMatchObject({ ...details, position })
    expect((await call(changeJournalEntry, { params, body: cleared })).body).toMatchObject(cleared)
  })

  it('limits the length of a note and of a place', spec('10.6.2', '10.6.3'), async () => {
    const { call } = await app.signIn()
    const { id } = await add(call, (await aBeer(app.db)).id)
    const statusOf = async (body: object) => (await call(changeJournalEntry, { params: { id }, body })).status
    expect(await statusOf({ note: 'n'.repeat(JOURNAL_NOTE_MAX_LENGTH) })).toBe(200)
    expect(await statusOf({ note: 'n'.repeat(JOURNAL_NOTE_MAX_LENGTH + 1) })).toBe(400)
    expect(await statusOf({ place: 'p'.repeat(JOURNAL_PLACE_MAX_LENGTH) })).toBe(200)
    expect(await statusOf({ place: 'p'.repeat(JOURNAL_PLACE_MAX_LENGTH + 1) })).toBe(400)
  })

  it('is read page by page, without gaps where entries have the same time', spec('10.6.1'), async () => {
    const { user, call } = await app.signIn()
    const [beer, other] = [await aBeer(app.db), await aBeer(app.db)]
    const total = JOURNAL_PAGE_SIZE + 3
    await app.db.insert(triedEntries).values(
      Array.from({ length: total }, (_, n) => ({
        userId: user.id,
        beerId: n === 0 ? other.id : beer.id,
        source: 'untappd',
        sourceId: String(n),
        triedAt: at(n % 2),
      })),
    )
    const first = (await call(listJournal, {})).body
    expect(first.entries).toHaveLength(JOURNAL_PAGE_SIZE)
    const second = (await call(listJournal, { query: { before: first.next ?? '' } })).body
    expect(second.next).toBeNull()
    const all = [...first.entries, ...second.entries]
    expect(new Set(all.map(({ id }) => id)).size).toBe(total)
    expect(all.map(({ triedAt }) => triedAt)).toEqual([...all.map(({ triedAt }) => triedAt)].sort().reverse())
    const ofOther = (await call(listJournal, { query: { beerId: other.id } })).body
    expect(ofOther.entries.map(({ beerId }) => beerId)).toEqual([other.id])
    const beyond = ['yesterday', '9999999999999999-1', '999999999999999-1', '253402300800000-1', '1-9999999999', '1-']
    for (const before of beyond) expect((await call(listJournal, { query: { before } })).status, before).toBe(400)
    for (const before of ['253402300799999-2147483647', '0-1'])
      expect((await call(listJournal, { query: { before } })).status, before).toBe(200)
  })

  describe('is searched', () => {
    const find = async (call: Call, q: string, more: { before?: string; year?: number; timeZone?: string } = {}) =>
      (await call(listJournal, { query: { q, ...more } })).body

    it.each([
      ['a beer, without accents and in any case', 'kolsch', ['früh', 'gaffel']],
      ['every word, in any order', 'Anchor GAFFEL', ['gaffel']],
      ['a brewery', 'cantillon', ['gueuze']],
      ['an unlisted beer by the name of its brewery', 'garage', ['own']],
      ['a style', 'lambic', ['gueuze']],
      ['a style in another language', 'fumée', ['own']],
      ['a place', 'the anchor', ['gaffel']],
      ['a note', 'birthday', ['gueuze']],
      ['a year', '2014', ['own', 'gaffel']],
      ['a year with a word', '2014 kölsch', ['gaffel']],
      ['a year in a name', '1984', ['own']],
      ['a year in another time zone', '2013', ['gaffel'], 'America/New_York'],
      ['nothing', 'zzz', []],
      ['signs that mean something to a database', '100% _', []],
    ])('by %s', async (_what, q, expected, timeZone = 'Europe/Berlin') => {
      const { user, call } = await app.signIn()
      const cantillon = await aBrewery(app.db, { name: 'Brasserie Cantillon' })
      const beersOf = {
        früh: await aBeer(app.db, { name: 'Früh Kölsch', style: 'Kölsch' }),
        gaffel: await aBeer(app.db, { name: 'Gaffel Kölsch', style: 'Kölsch' }),
        gueuze: await aBeer(app.db, { name: 'Gueuze 100', style: 'Lambic', breweryId: cantillon.id }),
        own: await aBeer(app.db, {
          name: 'Ale 1984',
          breweryId: null,
          breweryText: 'Ada’s Garage',
          style: 'Smoked Beer',
          ownerId: user.id,
        }),
      }
      const entry = (name: keyof typeof beersOf, triedAt: string, more: { place?: string; note?: string } = {}) => ({
        userId: user.id,
        beerId: beersOf[name].id,
        source: 'test',
        sourceId: name,
        triedAt: new Date(triedAt),
        ...more,
      })
      await app.db
        .insert(triedEntries)
        .values([
          entry('früh', '2020-05-01T20:00:00Z'),
          entry('own', '2014-12-24T20:00:00Z'),
          entry('gaffel', '2013-12-31T23:30:00Z', { place: 'The Anchor' }),
          entry('gueuze', '2012-03-02T20:00:00Z', { note: 'Grandpa’s birthday' }),
        ])
      const found = (await find(call, q, { timeZone })).entries.map(({ sourceId }) => sourceId)
      expect(found).toEqual(expected)
    })

    it('to its end, page by page, and together with a filter', async () => {
      const { user, call } = await app.signIn()
      const [usual, rare] = [await aBeer(app.db, { name: 'Usual' }), await aBeer(app.db, { name: 'Rarity' })]
      const total = 1_100
      const isRare = (n: number) => n % 10 === 0
      await app.db.insert(triedEntries).values(
        Array.from({ length: total }, (_, n) => ({
          userId: user.id,
          beerId: isRare(n) ? rare.id : usual.id,
          source: 'untappd',
          sourceId: String(n),
          triedAt: new Date(Date.UTC(2020, 0, 1 + Math.floor(n / 2))),
        })),
      )
      const first = await find(call, 'rarity')
      expect(first.entries).toHaveLength(JOURNAL_PAGE_SIZE)
      const second = await find(call, 'rarity', { before: first.next ?? '' })
      expect(second.next).toBeNull()
      const all = [...first.entries, ...second.entries].map(({ sourceId }) => Number(sourceId))
      expect(new Set(all)).toEqual(new Set(Array.from({ length: total / 10 }, (_, n) => n * 10)))
      const in2021 = await find(call, 'rarity', { year: 2021 })
      expect(in2021.entries.map(({ triedAt }) => triedAt.slice(0, 4))).toEqual(Array(36).fill('2021'))
    })
  })

  it('finds beers by their strength, wherever the catalogue has them from', async () => {
    const { call } = await app.signIn()
    const [imported, shipped, doubtful] = [
      await aBeer(app.db, { source: null, popularity: 0, abv: 5 }),
      await aBeer(app.db, { source: 'brewery', popularity: 0, abv: 5 }),
      await aBeer(app.db, { source: 'memory', popularity: 0, abv: 5 }),
    ]
    for (const [nth, { id }] of [imported, shipped, doubtful].entries()) await add(call, id, at(nth + 1))
    expect((await call(getJournalSummary, {})).body.strengths).toEqual([{ percent: 5, beers: 2 }])
    const { entries } = (await call(listJournal, { query: { percent: 5 } })).body
    expect(entries.map(({ beerId }) => beerId)).toEqual([shipped.id, imported.id])
  })
})

describe('the rating of an entry', () => {
  const ownRating = async (call: Call, id: number) => (await call(getBeer, { params: { id } })).body.ownRating

  it('is also the rating of the beer if the entry is its latest', async () => {
    const { call } = await app.signIn()
    const { id: beerId } = await aBeer(app.db)
    const [older, latest] = [await add(call, beerId, at(1)), await add(call, beerId, at(2))]
    await call(changeJournalEntry, { params: { id: latest.id }, body: { rating: 70 } })
    expect(await ownRating(call, beerId)).toBe(70)
    await call(changeJournalEntry, { params: { id: older.id }, body: { rating: 30 } })
    expect(await ownRating(call, beerId)).toBe(70)
  })

  it('is set by rating the beer the same night, and only then', async () => {
    const { call } = await app.signIn()
    const { id } = await aBeer(app.db)
    const ratings = async () =>
      (await call(listJournal, { query: { beerId: id } })).body.entries.map(({ rating }) => rating)
    await add(call, id, at(1))
    await call(rateBeer, { params: { id }, body: { rating: 55 } })
    expect(await ratings()).toEqual([null])
    await add(call, id)
    await call(rateBeer, { params: { id }, body: { rating: 66 } })
    expect(await ratings()).toEqual([66, null])
    await call(unrateBeer, { params: { id } })
    expect(await ratings()).toEqual([null, null])
  })
})
