import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  addToJournal,
  addWant,
  correctScan,
  deleteScan,
  listHad,
  listMarks,
  listWants,
  rateBeer,
  removeJournalEntry,
  removeWant,
  unrateBeer,
} from '#contracts'
import { type Call, startTestApp, type TestApp } from '#testing/app.ts'
import { aBeer, aScan } from '#testing/builders.ts'
import { triedEntries } from '../../adapters/db/schema.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const marksOf = async (call: Call) => (await call(listMarks)).body ?? []
const at = (day: number) => new Date(Date.UTC(2026, 2, day, 20))
const NONE = { triedAt: null, timesTried: 0, scannedAt: null, wantedAt: null, ownRating: null }

describe('marks', () => {
  it('tell a scanned beer from one the user had, whichever way that is known', async () => {
    const { user, call } = await app.signIn()
    const [scanned, rated, imported, often] = await Promise.all([1, 2, 3, 4].map(() => aBeer(app.db)))
    if (!scanned || !rated || !imported || !often) throw new Error('the beers were not made')
    await aScan(app.db, { userId: user.id, scannedAt: at(1), items: [{ beerId: scanned.id }] })
    await aScan(app.db, { userId: user.id, scannedAt: at(2), items: [{ beerId: often.id }] })
    const entry = { userId: user.id, source: 'untappd' }
    await app.db.insert(triedEntries).values([
      { ...entry, beerId: imported.id, sourceId: '1', triedAt: at(3) },
      { ...entry, beerId: often.id, sourceId: '2', triedAt: at(4) },
      { ...entry, beerId: often.id, sourceId: '3', triedAt: at(1) },
    ])
    await call(rateBeer, { params: { id: rated.id }, body: { rating: 80.5 } })
    const body = await marksOf(call)
    expect(body.slice(1)).toEqual([
      { ...NONE, beerId: often.id, triedAt: at(4).toISOString(), timesTried: 2, scannedAt: at(2).toISOString() },
      { ...NONE, beerId: imported.id, triedAt: at(3).toISOString(), timesTried: 1 },
      { ...NONE, beerId: scanned.id, scannedAt: at(1).toISOString() },
    ])
    expect(body[0]).toMatchObject({ beerId: rated.id, triedAt: expect.any(String), timesTried: 0, ownRating: 80.5 })
    await call(unrateBeer, { params: { id: rated.id } })
    expect((await marksOf(call)).map(({ beerId }) => beerId)).not.toContain(rated.id)
  })

  it('date a beer by when the user had it, whenever it was rated', async () => {
    const { user, call } = await app.signIn()
    const beer = await aBeer(app.db)
    const entry = { userId: user.id, beerId: beer.id, source: 'untappd', sourceId: '1', triedAt: at(3) }
    await app.db.insert(triedEntries).values(entry)
    await call(rateBeer, { params: { id: beer.id }, body: { rating: 91 } })
    expect(await marksOf(call)).toEqual([
      { ...NONE, beerId: beer.id, triedAt: at(3).toISOString(), timesTried: 1, ownRating: 91 },
    ])
  })

  it('exclude menus, fridges, other users’ beers, and failed or running scans', async () => {
    const [ada, grace] = [await app.signIn(), await app.signIn()]
    const beer = await aBeer(app.db)
    const items = [{ beerId: beer.id }]
    await aScan(app.db, { userId: ada.user.id, scanType: 'menu', items })
    await aScan(app.db, { userId: ada.user.id, scanType: 'multiple_beers', items })
    await aScan(app.db, { userId: ada.user.id, items: [...items, { beerId: (await aBeer(app.db)).id }] })
    await aScan(app.db, { userId: ada.user.id, status: 'failed', items })
    await aScan(app.db, { userId: ada.user.id, status: 'processing', items })
    await aScan(app.db, { userId: grace.user.id, items })
    expect(await marksOf(ada.call)).toEqual([])
    expect(await marksOf(grace.call)).toHaveLength(1)
  })

  it('follow the correction and the deletion of a scan', async () => {
    const { user, call } = await app.signIn()
    const [wrong, right] = [await aBeer(app.db), await aBeer(app.db)]
    const scan = await aScan(app.db, { userId: user.id, items: [{ beerId: wrong.id }] })
    await call(correctScan, { params: { id: scan.id }, body: { item: 0, beerId: right.id } })
    expect((await marksOf(call)).map(({ beerId }) => beerId)).toEqual([right.id])
    await call(deleteScan, { params: { id: scan.id } })
    expect(await marksOf(call)).toEqual([])
  })

  it('are not sent again to a client that has the current list', async () => {
    const { user, call } = await app.signIn()
    await aScan(app.db, { userId: user.id, items: [{ beerId: (await aBeer(app.db)).id }] })
    const { headers } = await call(listMarks)
    const again = await call(listMarks, { headers: { 'if-none-match': String(headers.etag) } })
    expect(again).toMatchObject({ status: 304, body: null })
  })

  it('still tell old clients which beers were tried', async () => {
    const { user, call } = await app.signIn()
    const [had, scanned] = [await aBeer(app.db), await aBeer(app.db)]
    await aScan(app.db, { userId: user.id, items: [{ beerId: scanned.id }] })
    await call(addToJournal, { body: { key: randomUUID(), beerId: had.id, triedAt: at(1).toISOString() } })
    const { body } = await call(listHad)
    expect(body).toEqual([{ beerId: had.id, hadAt: at(1).toISOString(), how: 'check_in' }])
  })
})

describe('the beers to try', () => {
  it('are listed newest first, once each, until they are removed', async () => {
    const { call } = await app.signIn()
    const [first, second] = [await aBeer(app.db), await aBeer(app.db)]
    for (const { id } of [first, second, first]) await call(addWant, { params: { beerId: id } })
    const { body } = await call(listWants)
    expect(body.map(({ beerId }) => beerId)).toEqual([second.id, first.id])
    expect(await marksOf(call)).toEqual([
      { ...NONE, beerId: second.id, wantedAt: body[0]?.wantedAt },
      { ...NONE, beerId: first.id, wantedAt: body[1]?.wantedAt },
    ])
    await call(removeWant, { params: { beerId: first.id } })
    await call(removeWant, { params: { beerId: first.id } })
    expect((await call(listWants)).body.map(({ beerId }) => beerId)).toEqual([second.id])
  })

  it('keep the date since when they are wanted, if that is earlier than now', async () => {
    const { call } = await app.signIn()
    const { id: beerId } = await aBeer(app.db)
    const wantedAt = '2026-01-10T20:00:00.000Z'
    expect((await call(addWant, { params: { beerId }, query: { wantedAt } })).body.wantedAt).toBe(wantedAt)
  })

  it('leave the list when the user has them, return when that is undone, and can be wanted again', async () => {
    const { call } = await app.signIn()
    const { id: beerId } = await aBeer(app.db)
    const isWanted = async () => {
      const [wants, [mark]] = [(await call(listWants)).body, await marksOf(call)]
      expect(wants.length > 0).toBe(mark?.wantedAt !== null && mark !== undefined)
      return wants.length > 0
    }
    await call(addWant, { params: { beerId } })
    const { body: entry } = await call(addToJournal, { body: { key: randomUUID(), beerId } })
    expect(await isWanted()).toBe(false)
    await call(removeJournalEntry, { params: { id: entry.id } })
    expect(await isWanted()).toBe(true)
    await call(addToJournal, { body: { key: randomUUID(), beerId } })
    await call(addWant, { params: { beerId } })
    expect(await isWanted()).toBe(true)
  })

  it('do not include beers that the user cannot see', async () => {
    const { call } = await app.signIn()
    expect((await call(addWant, { params: { beerId: 999_999_999 } })).status).toBe(404)
  })
})
