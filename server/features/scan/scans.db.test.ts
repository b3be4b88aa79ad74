import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, describe, expect, it } from 'vitest'
import {
  correctScan,
  deleteScan,
  getScan,
  listScans,
  MENU_BEERS_MAX,
  parseMenuData,
  type Scan,
  saveMenu,
} from '#contracts'
import { startTestApp } from '#testing/app.ts'
import { aBeer, aBrewery, aScan } from '#testing/builders.ts'
import { manualClock } from '#testing/manual-clock.ts'
import { spec } from '#testing/spec.ts'
import { beers, scanItems, scans } from '../../adapters/db/schema.ts'
import { promoteUnlisted } from '../../core/beers/promote-unlisted.ts'
import { unlistedBeers } from '../../core/beers/unlisted-store.ts'

const clock = manualClock()
const app = await startTestApp({ clock })
const { db } = app
afterAll(() => app.close())
const ago = (ms: number) => new Date(clock.now() - ms)

describe('the history', () => {
  it('lists the user’s own scans, newest first', spec('6.5', '7.2.20'), async () => {
    const [ada, bob] = [await app.signIn(), await app.signIn()]
    const old = await aScan(db, { userId: ada.user.id, scannedAt: ago(3_000), items: [{}] })
    const failed = await aScan(db, {
      userId: ada.user.id,
      scannedAt: ago(1_000),
      status: 'failed',
      failure: 'Too dark.',
    })
    const menu = await aScan(db, { userId: ada.user.id, scannedAt: ago(2_000), scanType: 'menu', items: [{}, {}] })
    await aScan(db, { userId: bob.user.id })
    const body = (await ada.call(listScans, {})).body ?? []
    expect(body.map((scan) => scan.id)).toEqual([failed.id, menu.id, old.id])
    expect(body[0]).toMatchObject({ status: 'failed', failure: 'Too dark.', beer: null })
    expect(body[2]).toMatchObject({ scannedAt: ago(3_000).toISOString(), menuData: null })
    expect(body[2]?.beer?.id).toBe(body[2]?.beerId)
  })

  it('returns current names and ratings', async () => {
    const { call, user } = await app.signIn()
    const brewery = await aBrewery(db, { name: 'Harbour Works' })
    const beer = await aBeer(db, { breweryId: brewery.id, name: 'Night Boat', rating: 0 })
    const scan = await aScan(db, { userId: user.id, scanType: 'menu', items: [{ beerId: beer.id, price: '$7' }] })
    const menu = async () => parseMenuData((await call(getScan, { params: { id: scan.id } })).body.menuData)
    expect(await menu()).toMatchObject([{ name: 'Night Boat', rating: 0, price: '$7' }])
    await db.update(beers).set({ rating: 81.4, name: 'Night Boat Stout' }).where(eq(beers.id, beer.id))
    expect(await menu()).toMatchObject([{ name: 'Night Boat Stout', rating: 81.4, price: '$7' }])
  })

  it('responds with 304 until a scan, a name or a rating changes', async () => {
    const { call, user } = await app.signIn()
    const beer = await aBeer(db)
    const scan = await aScan(db, { userId: user.id, items: [{ beerId: beer.id }] })
    let etag = ''
    const changed = async () => {
      const answer = await call(listScans, { headers: { 'if-none-match': etag } })
      etag = String(answer.headers.etag)
      return answer
    }
    expect((await changed()).status).toBe(200)
    expect(await changed()).toMatchObject({ status: 304, body: null })
    etag = `W/${etag}, "another"`
    expect((await changed()).status).toBe(304)
    await db.update(beers).set({ rating: 12 }).where(eq(beers.id, beer.id))
    expect(await changed()).toMatchObject({ status: 200, body: [{ beer: { rating: 12 } }] })
    await aScan(db, { userId: user.id })
    expect((await changed()).body).toHaveLength(2)
    await call(deleteScan, { params: { id: scan.id } })
    expect((await changed()).body).toHaveLength(1)
    expect((await changed()).status).toBe(304)
  })

  it('deletes a scan once', spec('7.2.25'), async () => {
    const { call, user } = await app.signIn()
    const scan = await aScan(db, { userId: user.id, items: [{}] })
    expect((await call(deleteScan, { params: { id: scan.id } })).status).toBe(204)
    expect((await call(deleteScan, { params: { id: scan.id } })).status).toBe(404)
    expect(await db.select().from(scanItems).where(eq(scanItems.scanId, scan.id))).toEqual([])
  })

  it('rejects an invalid id', async () => {
    const { call } = await app.signIn()
    expect((await call(getScan, { params: { id: '1' } })).status).toBe(400)
    expect((await call(getScan, { params: { id: randomUUID() } })).status).toBe(404)
  })
})

describe('saving a menu', () => {
  it(
    'creates a completed menu scan from the database, not from the names and ratings sent',
    spec('7.2.19'),
    async () => {
      const { call } = await app.signIn()
      const [first, second] = [await aBeer(db, { name: 'First', rating: 60 }), await aBeer(db, { name: 'Second' })]
      const sent = [
        { id: first.id, name: 'A lie', rating: 100, price: '4,80', section: 'Tap', confidence: 99 },
        { id: second.id },
      ]
      const { status, body } = await call(saveMenu, { body: { beerId: first.id, menuData: sent } })
      expect(status).toBe(201)
      expect(body).toMatchObject({
        status: 'completed',
        scanType: 'menu',
        isMenu: 'true',
        beerId: first.id,
        scannedAt: new Date(clock.now()).toISOString(),
      })
      expect(parseMenuData(body.menuData)).toMatchObject([
        { name: 'First', rating: 60, price: '4,80', section: 'Tap', confidence: null, count: 1 },
        { name: 'Second', price: null, section: null },
      ])
      await db.update(beers).set({ rating: 61 }).where(eq(beers.id, first.id))
      const read = await call(getScan, { params: { id: body.id } })
      expect(parseMenuData(read.body.menuData)).toMatchObject([{ name: 'First', rating: 61 }, { name: 'Second' }])
    },
  )

  it('updates the given scan and keeps what was read from its photo', async () => {
    const { call, user } = await app.signIn()
    const [first, second] = [await aBeer(db), await aBeer(db)]
    const scan = await aScan(db, {
      userId: user.id,
      scanType: 'menu',
      scannedAt: ago(60 * 60_000),
      items: [
        { beerId: first.id, price: '5', size: '0.5 l', confidence: 77, readText: ['FIRST'] },
        { beerId: second.id, price: '6' },
      ],
    })
    const menuData = [{ id: second.id, price: null }, { id: first.id }]
    const { status, body } = await call(saveMenu, { body: { beerId: second.id, menuData, scanId: scan.id } })
    expect([status, body.id]).toEqual([200, scan.id])
    expect(parseMenuData(body.menuData)).toMatchObject([
      { id: second.id, price: null },
      { id: first.id, price: '5', size: '0.5 l', confidence: 77, readText: ['FIRST'] },
    ])
    expect((await call(listScans, {})).body).toHaveLength(1)
  })

  it('keeps a correction that was made after the app had read the list', async () => {
    const { call, user } = await app.signIn()
    const [first, wrong, right, third] = [await aBeer(db), await aBeer(db), await aBeer(db), await aBeer(db)]
    const misread = await aBeer(db, { ownerId: user.id, ownerKey: 'moorhcn', name: 'Moorhcn', breweryId: null })
    const asRead = [first, wrong, third, misread, wrong].map(({ id }) => id)
    const items = asRead.map((beerId) => ({ beerId, readText: ['A line'] }))
    const { id } = await aScan(db, { userId: user.id, scanType: 'menu', photoHash: 'the same photo', items })
    const save = (ids: number[]) =>
      call(saveMenu, { body: { beerId: ids[0] ?? 0, menuData: ids.map((beer) => ({ id: beer })), scanId: id } })
    const idsOf = (scan: Pick<Scan, 'menuData'>) => parseMenuData(scan.menuData).map((beer) => beer.id)
    expect(idsOf((await save(asRead)).body)).toEqual(asRead)
    const [unchanged] = await db.select().from(scans).where(eq(scans.id, id))
    expect(unchanged?.photoHash).toBe('the same photo')

    const unlisted = { name: 'Moorhen', brewery: null }
    await call(correctScan, { params: { id }, body: { item: 1, shownBeerId: wrong.id, beerId: right.id } })
    const corrected = idsOf((await call(correctScan, { params: { id }, body: { item: 3, unlisted } })).body)
    expect(corrected).toEqual([first.id, right.id, third.id, expect.any(Number), wrong.id])
    expect(idsOf((await save(asRead)).body)).toEqual(corrected)
    expect(idsOf((await save([third.id, wrong.id, wrong.id])).body)).toEqual([third.id, wrong.id, right.id])
  })

  it('accepts lists only', async () => {
    const { call, user } = await app.signIn()
    const [first, second] = [await aBeer(db), await aBeer(db)]
    const { id } = await aScan(db, { userId: user.id, items: [{ beerId: first.id }] })
    const menuData = [{ id: first.id }, { id: second.id }]
    expect((await call(saveMenu, { body: { beerId: first.id, menuData, scanId: id } })).status).toBe(400)
    expect((await call(getScan, { params: { id } })).body).toMatchObject({ menuData: null, beerId: first.id })
  })

  it('updates the newest menu of the last ten minutes with the same beers in order', spec('10.3.5'), async () => {
    const { call, user } = await app.signIn()
    const [first, second] = [await aBeer(db), await aBeer(db)]
    const items = [{ beerId: first.id }, { beerId: second.id }]
    const scan = await aScan(db, { userId: user.id, scanType: 'menu', scannedAt: ago(9 * 60_000), items })
    const save = (...ids: number[]) =>
      call(saveMenu, { body: { beerId: ids[0] ?? 0, menuData: ids.map((id) => ({ id, price: '3' })) } })
    expect(await save(first.id, second.id)).toMatchObject({ status: 200, body: { id: scan.id } })
    expect((await save(second.id, first.id)).status).toBe(201)
    clock.advance(10 * 60_000 + 1)
    const late = await save(second.id, first.id)
    expect([late.status, late.body.id === scan.id]).toEqual([201, false])
    expect((await call(listScans, {})).body).toHaveLength(3)
  })

  it('saves a menu of 2,000 beers, and none of more', spec('10.4.14'), async () => {
    const { call } = await app.signIn()
    const { id } = await aBeer(db)
    const menuData = Array.from({ length: MENU_BEERS_MAX }, () => ({ id }))
    const { status, body } = await call(saveMenu, { body: { beerId: id, menuData } })
    expect(status).toBe(201)
    expect(parseMenuData(body.menuData)).toHaveLength(MENU_BEERS_MAX)
    const again = await call(saveMenu, { body: { beerId: id, menuData, scanId: body.id } })
    expect(again.status).toBe(200)
    const more = await call(saveMenu, { body: { beerId: id, menuData: [...menuData, { id }] } })
    expect(more).toMatchObject({ status: 400, body: { code: 'invalid' } })
  })

  it('saves an unlisted beer that has joined the catalogue meanwhile as the listed one', async () => {
    const { call, user } = await app.signIn()
    const printed = { name: 'Seegold', brewery: 'Brauerei am See', style: null, abv: null, ibu: null }
    const former = (await unlistedBeers(db).of(user.id).findOrCreate(printed)) ?? 0
    const { id: breweryId } = await aBrewery(db, { name: 'Brauerei am See' })
    const { id } = await aBeer(db, { breweryId, name: 'Seegold', abv: null })
    await promoteUnlisted(db, 0)
    const { status, body } = await call(saveMenu, { body: { beerId: former, menuData: [{ id: former, price: '4' }] } })
    expect(status).toBe(201)
    expect(parseMenuData(body.menuData)).toMatchObject([{ id, listed: true, price: '4' }])
  })

  it('rejects an empty menu, an unknown beer and a wrong first beer', async () => {
    const { call } = await app.signIn()
    const [first, second] = [await aBeer(db), await aBeer(db)]
    const save = async (beerId: number, ...ids: number[]) =>
      (await call(saveMenu, { body: { beerId, menuData: ids.map((id) => ({ id })) } })).status
    expect(await save(first.id)).toBe(400)
    expect(await save(first.id, second.id, first.id)).toBe(400)
    expect(await save(first.id, first.id, 2_000_000_000)).toBe(400)
    expect((await call(listScans, {})).body).toEqual([])
  })

  it('rejects scans and unlisted beers of others', async () => {
    const [ada, bob] = [await app.signIn(), await app.signIn()]
    const printed = { name: 'Cellar Door', brewery: null, style: null, abv: null, ibu: null }
    const own = (await unlistedBeers(db).of(ada.user.id).findOrCreate(printed)) ?? 0
    const body = { beerId: own, menuData: [{ id: own }] }
    expect((await bob.call(saveMenu, { body })).status).toBe(400)
    const saved = await ada.call(saveMenu, { body })
    expect(saved.status).toBe(201)
    const beer = await aBeer(db)
    const other = { beerId: beer.id, menuData: [{ id: beer.id }], scanId: saved.body.id }
    expect((await bob.call(saveMenu, { body: other })).status).toBe(404)
  })

  it('rejects a scan that is still being processed', async () => {
    const { call, user } = await app.signIn()
    const beer = await aBeer(db)
    const scan = await aScan(db, { userId: user.id, status: 'processing', scanType: 'menu', endedAt: null })
    const body = { beerId: beer.id, menuData: [{ id: beer.id }], scanId: scan.id }
    expect((await call(saveMenu, { body })).status).toBe(400)
  })
})
