import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { correctScan, deleteScan, listHad, listTried, rateBeer, unrateBeer } from '#contracts'
import { type Call, startTestApp, type TestApp } from '#testing/app.ts'
import { aBeer, aScan } from '#testing/builders.ts'
import { checkIns } from '../../adapters/db/schema.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const triedBy = async (call: Call) => (await call(listTried)).body ?? []
const at = (day: number) => new Date(Date.UTC(2026, 2, day, 20))

describe('tried beers', () => {
  it('come from single scans, ratings and check-ins: each beer once, with its latest time', async () => {
    const { user, call } = await app.signIn()
    const [scanned, rated, imported, often] = await Promise.all([1, 2, 3, 4].map(() => aBeer(app.db)))
    if (!scanned || !rated || !imported || !often) throw new Error('the beers were not made')
    await aScan(app.db, { userId: user.id, scannedAt: at(1), items: [{ beerId: scanned.id }] })
    await aScan(app.db, { userId: user.id, scannedAt: at(2), items: [{ beerId: often.id }] })
    const checkIn = { userId: user.id, source: 'untappd' }
    await app.db.insert(checkIns).values([
      { ...checkIn, beerId: imported.id, sourceId: '1', hadAt: at(3) },
      { ...checkIn, beerId: often.id, sourceId: '2', hadAt: at(4) },
    ])
    await call(rateBeer, { params: { id: rated.id }, body: { rating: 80 } })
    const body = await triedBy(call)
    expect(body.slice(1)).toEqual([
      { beerId: often.id, triedAt: at(4).toISOString(), how: 'check_in' },
      { beerId: imported.id, triedAt: at(3).toISOString(), how: 'check_in' },
      { beerId: scanned.id, triedAt: at(1).toISOString(), how: 'scan' },
    ])
    expect(body[0]).toMatchObject({ beerId: rated.id, how: 'rating' })
    await call(unrateBeer, { params: { id: rated.id } })
    expect((await triedBy(call)).map(({ beerId }) => beerId)).not.toContain(rated.id)
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
    expect(await triedBy(ada.call)).toEqual([])
    expect(await triedBy(grace.call)).toHaveLength(1)
  })

  it('follow the correction and the deletion of a scan', async () => {
    const { user, call } = await app.signIn()
    const [wrong, right] = [await aBeer(app.db), await aBeer(app.db)]
    const scan = await aScan(app.db, { userId: user.id, items: [{ beerId: wrong.id }] })
    await call(correctScan, { params: { id: scan.id }, body: { item: 0, beerId: right.id } })
    expect((await triedBy(call)).map(({ beerId }) => beerId)).toEqual([right.id])
    await call(deleteScan, { params: { id: scan.id } })
    expect(await triedBy(call)).toEqual([])
  })

  it('are not sent again to a client that has the current list', async () => {
    const { user, call } = await app.signIn()
    await aScan(app.db, { userId: user.id, items: [{ beerId: (await aBeer(app.db)).id }] })
    const { headers } = await call(listTried)
    const again = await call(listTried, { headers: { 'if-none-match': String(headers.etag) } })
    expect(again).toMatchObject({ status: 304, body: null })
  })

  it('are still available to old clients at the former path', async () => {
    const { user, call } = await app.signIn()
    const beer = await aBeer(app.db)
    await aScan(app.db, { userId: user.id, scannedAt: at(1), items: [{ beerId: beer.id }] })
    const { body, headers } = await call(listHad)
    expect(body).toEqual([{ beerId: beer.id, hadAt: at(1).toISOString(), how: 'scan' }])
    const again = await call(listHad, { headers: { 'if-none-match': String(headers.etag) } })
    expect(again).toMatchObject({ status: 304, body: null })
  })
})
