import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { correctScan, deleteScan, listHad, rateBeer, unrateBeer } from '#contracts'
import { type Call, startTestApp, type TestApp } from '#testing/app.ts'
import { aBeer, aScan } from '#testing/builders.ts'
import { checkIns } from '../db/schema.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const hadBy = async (call: Call) => (await call(listHad)).body ?? []
const at = (day: number) => new Date(Date.UTC(2026, 2, day, 20))

describe('what was had', () => {
  it('is an own single scan, an own rating or an imported check-in: each beer once, with its last time', async () => {
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
    const body = await hadBy(call)
    expect(body.slice(1)).toEqual([
      { beerId: often.id, hadAt: at(4).toISOString(), how: 'check_in' },
      { beerId: imported.id, hadAt: at(3).toISOString(), how: 'check_in' },
      { beerId: scanned.id, hadAt: at(1).toISOString(), how: 'scan' },
    ])
    expect(body[0]).toMatchObject({ beerId: rated.id, how: 'rating' })
    await call(unrateBeer, { params: { id: rated.id } })
    expect((await hadBy(call)).map(({ beerId }) => beerId)).not.toContain(rated.id)
  })

  it('is not what stood on a menu or in a fridge, what another user had, nor what failed or is still read', async () => {
    const [ada, grace] = [await app.signIn(), await app.signIn()]
    const beer = await aBeer(app.db)
    const items = [{ beerId: beer.id }]
    await aScan(app.db, { userId: ada.user.id, scanType: 'menu', items })
    await aScan(app.db, { userId: ada.user.id, scanType: 'multiple_beers', items })
    await aScan(app.db, { userId: ada.user.id, items: [...items, { beerId: (await aBeer(app.db)).id }] })
    await aScan(app.db, { userId: ada.user.id, status: 'failed', items })
    await aScan(app.db, { userId: ada.user.id, status: 'processing', items })
    await aScan(app.db, { userId: grace.user.id, items })
    expect(await hadBy(ada.call)).toEqual([])
    expect(await hadBy(grace.call)).toHaveLength(1)
  })

  it('moves with a correction, and goes with its scan', async () => {
    const { user, call } = await app.signIn()
    const [wrong, right] = [await aBeer(app.db), await aBeer(app.db)]
    const scan = await aScan(app.db, { userId: user.id, items: [{ beerId: wrong.id }] })
    await call(correctScan, { params: { id: scan.id }, body: { item: 0, beerId: right.id } })
    expect((await hadBy(call)).map(({ beerId }) => beerId)).toEqual([right.id])
    await call(deleteScan, { params: { id: scan.id } })
    expect(await hadBy(call)).toEqual([])
  })

  it('is not sent again to a client that holds it already', async () => {
    const { user, call } = await app.signIn()
    await aScan(app.db, { userId: user.id, items: [{ beerId: (await aBeer(app.db)).id }] })
    const { headers } = await call(listHad)
    const again = await call(listHad, { headers: { 'if-none-match': String(headers.etag) } })
    expect(again).toMatchObject({ status: 304, body: null })
  })
})
