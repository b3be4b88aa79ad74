import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, describe, expect, it } from 'vitest'
import {
  addFavorite,
  correctScan,
  getBeer,
  getScan,
  getSharedScan,
  listScans,
  parseMenuData,
  rateBeer,
  type Scan,
  shareScan,
  unshareScan,
} from '#contracts'
import { startTestApp } from '#testing/app.ts'
import { aBeer, aBrewery, aScan } from '#testing/builders.ts'
import { beers, scans } from '../../adapters/db/schema.ts'
import { promoteUnlisted } from '../../core/beers/promote-unlisted.ts'
import { unlistedBeers } from '../../core/beers/unlisted-store.ts'

const app = await startTestApp()
const { db } = app
afterAll(() => app.close())

const hashOf = async (id: string) => (await db.select().from(scans).where(eq(scans.id, id)))[0]?.photoHash

describe('correcting a scan', () => {
  it('replaces the beer in the scan and in the history', async () => {
    const { call, user } = await app.signIn()
    const [wrong, right, third] = [await aBeer(db), await aBeer(db, { name: 'Orval' }), await aBeer(db)]
    const alternatives = [
      { beerId: right.id, confidence: 60 },
      { beerId: third.id, confidence: 30 },
    ]
    const fieldConfidence = { brewery: 90, name: 70, style: 50, abv: 40 }
    const items = [
      { beerId: wrong.id, confidence: 71, alternatives, fieldConfidence, readText: ['ORVAL'], x: 40, y: 50 },
    ]
    const scan = await aScan(db, { userId: user.id, items })
    const { status, body } = await call(correctScan, {
      params: { id: scan.id },
      body: { item: 0, beerId: right.id },
    })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      beerId: right.id,
      beer: { name: 'Orval', confidence: null, readText: ['ORVAL'], position: { x: 40, y: 50 } },
      fieldConfidence: null,
      alternatives: [
        { beer: { id: wrong.id }, confidence: 71 },
        { beer: { id: third.id }, confidence: 30 },
      ],
    })
    expect((await call(listScans, {})).body?.[0]?.beerId).toBe(right.id)
  })

  it('corrects scans of identical photos at the same time', async () => {
    const { call, user } = await app.signIn()
    const [wrong, right] = [await aBeer(db), await aBeer(db)]
    const scan = { userId: user.id, photoHash: 'the same photo', items: [{ beerId: wrong.id }] }
    const twins = [await aScan(db, scan), await aScan(db, scan)]
    const answers = await Promise.all(
      twins.map(({ id }) => call(correctScan, { params: { id }, body: { item: 0, beerId: right.id } })),
    )
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect(await Promise.all(twins.map(({ id }) => hashOf(id)))).toEqual([null, null])
  })

  it('corrects one beer of a menu and leaves the others', async () => {
    const { call, user } = await app.signIn()
    const [first, second, right] = [await aBeer(db), await aBeer(db), await aBeer(db)]
    const items = [{ beerId: first.id }, { beerId: second.id, price: '5', section: 'Tap' }]
    const { id } = await aScan(db, { userId: user.id, scanType: 'menu', items })
    const { body } = await call(correctScan, { params: { id }, body: { item: 1, beerId: right.id } })
    expect(parseMenuData(body.menuData)).toMatchObject([
      { id: first.id, confidence: 90 },
      { id: right.id, confidence: null, price: '5', section: 'Tap' },
    ])
  })

  it('renames a beer that is not in the catalogue and keeps what else its label prints', async () => {
    const { call, user } = await app.signIn()
    const misread = { ownerId: user.id, name: 'Moorhcn', style: 'Pale Ale', abv: 5.1 }
    const wrong = await aBeer(db, { ...misread, ownerKey: 'moorhcn', breweryId: null })
    const { id } = await aScan(db, { userId: user.id, items: [{ beerId: wrong.id, confidence: 45 }] })
    const { body } = await call(correctScan, {
      params: { id },
      body: { item: 0, unlisted: { name: 'Moorhen', brewery: 'Reedbed' } },
    })
    expect(body.beer).toMatchObject({
      name: 'Moorhen',
      brewery: 'Reedbed',
      outcome: 'sure',
      style: 'Pale Ale',
      abv: 5.1,
    })
    expect(body.alternatives).toEqual([])
  })

  it('stores a beer that is not in the catalogue as the user’s own, under the given name', async () => {
    const { call, user } = await app.signIn()
    const wrong = await aBeer(db)
    const items = [{ beerId: wrong.id, confidence: 52, readText: ['HAUSBRAU'] }]
    const { id } = await aScan(db, { userId: user.id, items })
    const { status, body } = await call(correctScan, {
      params: { id },
      body: { item: 0, unlisted: { name: ' Hausbräu Hell ', brewery: null } },
    })
    expect(status).toBe(200)
    expect(body.beer).toMatchObject({ name: 'Hausbräu Hell', brewery: null, listed: false, readText: ['HAUSBRAU'] })
    expect(body.alternatives).toMatchObject([{ beer: { id: wrong.id }, confidence: 52 }])
  })

  it('accepts no name that nobody can see', async () => {
    const { call, user } = await app.signIn()
    const { id } = await aScan(db, { userId: user.id, items: [{ beerId: (await aBeer(db)).id }] })
    const unlisted = { name: '\u200b\u202e', brewery: null }
    expect((await call(correctScan, { params: { id }, body: { item: 0, unlisted } })).status).toBe(400)
  })

  it('adds up the packs if a group already lists the beer, and leaves a menu as printed', async () => {
    const { call, user } = await app.signIn()
    const [lager, stout, wrong] = [await aBeer(db), await aBeer(db), await aBeer(db)]
    const items = [
      { beerId: lager.id, count: 2, x: 10, y: 20 },
      { beerId: wrong.id, count: 3, x: 80, y: 20 },
      { beerId: stout.id },
    ]
    const correctedAs = async (scanType: 'multiple_beers' | 'menu') => {
      const { id } = await aScan(db, { userId: user.id, scanType, items })
      const { body } = await call(correctScan, { params: { id }, body: { item: 1, beerId: lager.id } })
      return parseMenuData(body.menuData).map((beer) => [beer.id, beer.count])
    }
    expect(await correctedAs('multiple_beers')).toEqual([
      [lager.id, 5],
      [stout.id, 1],
    ])
    expect(await correctedAs('menu')).toEqual([
      [lager.id, 2],
      [lager.id, 3],
      [stout.id, 1],
    ])
  })

  it('corrects the right entry after two were merged', async () => {
    const { call, user } = await app.signIn()
    const [lager, stout, wrong, porter] = [await aBeer(db), await aBeer(db), await aBeer(db), await aBeer(db)]
    const items = [{ beerId: lager.id }, { beerId: wrong.id }, { beerId: stout.id }]
    const { id } = await aScan(db, { userId: user.id, scanType: 'multiple_beers', items })
    await call(correctScan, { params: { id }, body: { item: 1, beerId: lager.id } })
    const { body } = await call(correctScan, { params: { id }, body: { item: 1, beerId: porter.id } })
    expect(parseMenuData(body.menuData)).toMatchObject([{ id: lager.id, count: 2 }, { id: porter.id }])
    expect(body.itemAlternatives).toMatchObject([[], [{ beer: { id: stout.id } }]])
  })

  it('names an unread container: its beer joins the list, or counts as one more pack', async () => {
    const { call, user } = await app.signIn()
    const [lager, stout] = [await aBeer(db), await aBeer(db)]
    const spots = [
      { x: 40, y: 50 },
      { x: 70, y: 50 },
    ]
    const { id } = await aScan(db, {
      userId: user.id,
      scanType: 'multiple_beers',
      spots,
      detected: 3,
      items: [{ beerId: lager.id, x: 10, y: 50 }],
    })
    const named = await call(correctScan, { params: { id }, body: { spot: 1, beerId: stout.id } })
    expect(named.body.spots).toEqual([spots[0]])
    expect(parseMenuData(named.body.menuData)).toMatchObject([
      { id: lager.id },
      { id: stout.id, position: { x: 70, y: 50 }, confidence: null, count: 1 },
    ])
    const again = await call(correctScan, { params: { id }, body: { spot: 0, beerId: lager.id } })
    expect(again.body.spots).toEqual([])
    expect(parseMenuData(again.body.menuData)).toMatchObject([{ id: lager.id, count: 2 }, { id: stout.id }])
    expect((await call(correctScan, { params: { id }, body: { spot: 0, beerId: lager.id } })).status).toBe(404)
  })

  it('names an unread container as a beer that the catalogue does not have', async () => {
    const { call, user } = await app.signIn()
    const spots = [{ x: 40, y: 50 }]
    const { id } = await aScan(db, { userId: user.id, scanType: 'multiple_beers', spots, detected: 1, items: [] })
    const unlisted = { name: 'Schankgruit', brewery: null }
    const { body } = await call(correctScan, { params: { id }, body: { spot: 0, shownAt: { x: 40, y: 50 }, unlisted } })
    expect(body.spots).toEqual([])
    expect(parseMenuData(body.menuData)).toMatchObject([{ ...unlisted, listed: false, position: { x: 40, y: 50 } }])
  })

  it('names no other unread container if a correction whose answer was lost is sent again', async () => {
    const { call, user } = await app.signIn()
    const { id: beerId } = await aBeer(db)
    const spots = [
      { x: 40.25, y: 50 },
      { x: 70, y: 50 },
    ]
    const { id } = await aScan(db, { userId: user.id, scanType: 'multiple_beers', spots, detected: 2, items: [] })
    const name = () => call(correctScan, { params: { id }, body: { spot: 0, shownAt: { x: 40.25, y: 50 }, beerId } })
    expect((await name()).body.spots).toEqual([spots[1]])
    expect((await name()).status).toBe(409)
    const { spots: left, menuData } = (await call(getScan, { params: { id } })).body
    expect([left, parseMenuData(menuData).length]).toEqual([[spots[1]], 1])
  })

  it('does not reuse the result for an identical photo, nor that of an identical scan', async () => {
    const { call, user } = await app.signIn()
    const right = await aBeer(db)
    const photoHash = randomUUID()
    const older = await aScan(db, { userId: user.id, items: [{}], photoHash })
    const scan = await aScan(db, { userId: user.id, items: [{}], photoHash })
    const another = await aScan(db, { items: [{}], photoHash })
    await call(correctScan, { params: { id: scan.id }, body: { item: 0, beerId: right.id } })
    expect([await hashOf(scan.id), await hashOf(older.id), await hashOf(another.id)]).toEqual([null, null, photoHash])
  })

  it('confirms a recognised beer, and undoes a correction', async () => {
    const { call, user } = await app.signIn()
    const [beer, other] = [await aBeer(db), await aBeer(db)]
    const { id } = await aScan(db, { userId: user.id, items: [{ beerId: beer.id, confidence: 52 }] })
    const correctTo = async (beerId: number) =>
      (await call(correctScan, { params: { id }, body: { item: 0, beerId } })).body
    expect(await correctTo(other.id)).toMatchObject({ alternatives: [{ beer: { id: beer.id }, confidence: 52 }] })
    const sure = { beer: { id: beer.id, confidence: null }, fieldConfidence: null, alternatives: [] }
    expect(await correctTo(beer.id)).toMatchObject(sure)
    const another = await aScan(db, { userId: user.id, items: [{ beerId: beer.id, confidence: 52 }] })
    const confirmed = await call(correctScan, { params: { id: another.id }, body: { item: 0, beerId: beer.id } })
    expect(confirmed.body).toMatchObject(sure)
  })

  it('changes nothing if another beer than the shown one has the index by now', async () => {
    const { call, user } = await app.signIn()
    const [shown, moved, right] = [await aBeer(db), await aBeer(db), await aBeer(db)]
    const unlisted = { name: 'Moorhen', brewery: null }
    const items = [{ beerId: moved.id }, { beerId: shown.id }]
    const { id } = await aScan(db, { userId: user.id, scanType: 'menu', items })
    const correct = (item: number, named: { beerId: number } | { unlisted: typeof unlisted }) =>
      call(correctScan, { params: { id }, body: { item, shownBeerId: shown.id, ...named } })
    for (const named of [{ beerId: right.id }, { unlisted }])
      expect(await correct(0, named)).toMatchObject({ status: 409, body: { code: 'conflict' } })
    const idsIn = ({ menuData }: Pick<Scan, 'menuData'>) => parseMenuData(menuData).map((beer) => beer.id)
    expect(idsIn((await call(getScan, { params: { id } })).body)).toEqual([moved.id, shown.id])
    expect(await db.$count(beers, eq(beers.ownerId, user.id))).toBe(0)
    expect(idsIn((await correct(1, { beerId: right.id })).body)).toEqual([moved.id, right.id])
  })

  it('accepts the user’s own unlisted beer, but no one else’s', async () => {
    const [ada, bob] = [await app.signIn(), await app.signIn()]
    const facts = { name: 'Cellar Test', brewery: null, style: null, abv: null, ibu: null }
    const [own, foreign] = await db.transaction(async (tx) => [
      await unlistedBeers(tx).of(ada.user.id).findOrCreate(facts),
      await unlistedBeers(tx).of(bob.user.id).findOrCreate(facts),
    ])
    if (own === undefined || foreign === undefined) throw new Error('the unlisted beers were not stored')
    const { id } = await aScan(db, { userId: ada.user.id, items: [{}] })
    const correctTo = async (beerId: number) =>
      (await ada.call(correctScan, { params: { id }, body: { item: 0, beerId } })).status
    expect(await correctTo(own)).toBe(200)
    expect(await correctTo(foreign)).toBe(400)
    expect(await correctTo(2_000_000_000)).toBe(400)
  })

  it('rejects missing items, scans of others, and unfinished scans', async () => {
    const [ada, bob] = [await app.signIn(), await app.signIn()]
    const beer = await aBeer(db)
    const done = await aScan(db, { userId: ada.user.id, items: [{}] })
    const running = await aScan(db, { userId: ada.user.id, status: 'processing', items: [{}] })
    const statusOf = async (who: typeof ada, id: string, item: number) =>
      (await who.call(correctScan, { params: { id }, body: { item, beerId: beer.id } })).status
    expect(await statusOf(ada, done.id, 1)).toBe(404)
    expect(await statusOf(ada, done.id, -1)).toBe(400)
    expect(await statusOf(bob, done.id, 0)).toBe(404)
    expect(await statusOf(ada, randomUUID(), 0)).toBe(404)
    expect(await statusOf(ada, running.id, 0)).toBe(409)
  })
})

describe('sharing a scan', () => {
  it('lets another signed-in user with the link read the list and nothing else', async () => {
    const [ada, bob] = [await app.signIn(), await app.signIn()]
    const { id } = await aScan(db, {
      userId: ada.user.id,
      scanType: 'menu',
      title: 'A private title',
      fallback: 'quota_exceeded',
      items: [{ price: '5' }, {}],
    })
    const { status, body } = await ada.call(shareScan, { params: { id } })
    expect(status).toBe(200)
    const shared = await bob.call(getSharedScan, { params: { id }, query: { token: body.token } })
    expect(shared.status).toBe(200)
    const fields = ['fallback', 'id', 'isMenu', 'menuData', 'scanType', 'scannedAt', 'status']
    expect(Object.keys(shared.body).sort()).toEqual(fields)
    expect(shared.body.fallback).toBe('quota_exceeded')
    expect(parseMenuData(shared.body.menuData)).toMatchObject([{ price: '5' }, {}])
    expect((await bob.call(getScan, { params: { id } })).status).toBe(404)
    expect((await bob.call(listScans, {})).body).toEqual([])
    expect((await ada.call(getScan, { params: { id } })).body.shareToken).toBe(body.token)
  })

  it('lets a user with the link read its unlisted beers, but not save or rate them', async () => {
    const [ada, bob] = [await app.signIn(), await app.signIn()]
    const printed = { name: 'Cellar Secret', brewery: 'Nobody', style: null, abv: null, ibu: null }
    const own = unlistedBeers(db).of(ada.user.id)
    const [beerId, elsewhere] = [
      await own.findOrCreate(printed),
      await own.findOrCreate({ ...printed, name: 'Not Shared' }),
    ]
    if (beerId === undefined || elsewhere === undefined) throw new Error('the unlisted beers were not stored')
    const onPage = await own.findOrCreate({ ...printed, name: 'Second Page' })
    const { id } = await aScan(db, { userId: ada.user.id, scanType: 'menu', items: [{ beerId }] })
    const further = { userId: ada.user.id, scanType: 'menu', pageOf: id, page: 2 } as const
    await aScan(db, { ...further, items: [{ beerId: onPage ?? 0 }] })
    const { token } = (await ada.call(shareScan, { params: { id } })).body
    const read = (beer: number, share?: string) =>
      bob.call(getBeer, { params: { id: beer }, ...(share !== undefined && { query: { share } }) })
    expect((await read(beerId, token)).body).toMatchObject({ name: 'Cellar Secret', listed: false, canKeep: false })
    expect((await ada.call(getBeer, { params: { id: beerId }, query: { share: token } })).body.canKeep).toBe(true)
    expect((await read(onPage ?? 0, token)).body).toMatchObject({ name: 'Second Page', canKeep: false })
    expect((await read(beerId)).status).toBe(404)
    expect((await read(beerId, 'another')).status).toBe(404)
    expect((await read(elsewhere, token)).status).toBe(404)
    expect((await bob.call(addFavorite, { body: { beerId } })).status).toBe(404)
    expect((await bob.call(rateBeer, { params: { id: beerId }, body: { rating: 70 } })).status).toBe(404)
    await ada.call(unshareScan, { params: { id } })
    expect((await read(beerId, token)).status).toBe(404)
    expect((await read(onPage ?? 0, token)).status).toBe(404)
  })

  it('opens a beer that has joined the catalogue since a guest opened the list', async () => {
    const [ada, bob] = [await app.signIn(), await app.signIn()]
    const printed = { name: 'Moorgold', brewery: 'Brauerei im Moor', style: null, abv: null, ibu: null }
    const [former = 0, other = 0] = [
      await unlistedBeers(db).of(ada.user.id).findOrCreate(printed),
      await unlistedBeers(db)
        .of(ada.user.id)
        .findOrCreate({ ...printed, name: 'Moorbock' }),
    ]
    const items = [{ beerId: former }, {}]
    const { id } = await aScan(db, { userId: ada.user.id, scanType: 'menu', items })
    const { token } = (await ada.call(shareScan, { params: { id } })).body
    const { id: breweryId } = await aBrewery(db, { name: printed.brewery })
    const listed = await aBeer(db, { breweryId, name: printed.name, abv: null })
    await aBeer(db, { breweryId, name: 'Moorbock', abv: null })
    await promoteUnlisted(db, 0)
    const read = (beer: number) => bob.call(getBeer, { params: { id: beer }, query: { share: token } })
    expect(await read(former)).toMatchObject({ status: 200, body: { id: listed.id, listed: true, canKeep: true } })
    expect((await read(other)).status).toBe(404)
    expect((await bob.call(getBeer, { params: { id: former } })).status).toBe(404)
  })

  it('returns the same link until it is revoked, then a new one', async () => {
    const [ada, bob] = [await app.signIn(), await app.signIn()]
    const { id } = await aScan(db, { userId: ada.user.id, scanType: 'multiple_beers', items: [{}] })
    const share = async () => (await ada.call(shareScan, { params: { id } })).body.token
    const read = async (token: string) => (await bob.call(getSharedScan, { params: { id }, query: { token } })).status
    const first = await share()
    expect(await share()).toBe(first)
    expect(await read(first)).toBe(200)
    expect((await ada.call(unshareScan, { params: { id } })).status).toBe(204)
    expect((await ada.call(unshareScan, { params: { id } })).status).toBe(204)
    expect(await read(first)).toBe(404)
    const second = await share()
    expect(second).not.toBe(first)
    expect([await read(first), await read(second)]).toEqual([404, 200])
  })

  it('opens only the scan of the link, and none without a token', async () => {
    const { call, user } = await app.signIn()
    const [shared, other] = [
      await aScan(db, { userId: user.id, scanType: 'menu', items: [{}] }),
      await aScan(db, { userId: user.id, scanType: 'menu', items: [{}] }),
    ]
    const { token } = (await call(shareScan, { params: { id: shared.id } })).body
    const read = async (id: string, key: string) =>
      (await call(getSharedScan, { params: { id }, query: { token: key } })).status
    expect(await read(other.id, token)).toBe(404)
    expect(await read(other.id, '')).toBe(404)
    expect(await read(shared.id, '')).toBe(404)
  })

  it('is limited to the owner and to scans with a list', async () => {
    const [ada, bob] = [await app.signIn(), await app.signIn()]
    const menu = await aScan(db, { userId: ada.user.id, scanType: 'menu', items: [{}] })
    const single = await aScan(db, { userId: ada.user.id, items: [{}] })
    const running = await aScan(db, { userId: ada.user.id, scanType: 'menu', status: 'processing' })
    const share = async (who: typeof ada, id: string) => (await who.call(shareScan, { params: { id } })).status
    expect(await share(bob, menu.id)).toBe(404)
    expect((await bob.call(unshareScan, { params: { id: menu.id } })).status).toBe(404)
    expect(await share(ada, single.id)).toBe(409)
    expect(await share(ada, running.id)).toBe(409)
  })
})
