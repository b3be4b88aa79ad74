import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { eq } from 'drizzle-orm'
import { afterAll, describe, expect, it } from 'vitest'
import {
  correctScan,
  deleteScan,
  getScan,
  getSharedScan,
  listScans,
  MENU_BEERS_MAX,
  openRound,
  parseMenu,
  parseMenuData,
  removePage,
  saveMenu,
  shareScan,
} from '#contracts'
import { RecognitionFailed, type Sighting } from '#recognition'
import { type Call, startTestApp } from '#testing/app.ts'
import { aBeer, aScan } from '#testing/builders.ts'
import { aSighting, fails, finds, pausable, photoOf, scriptedReaders } from '#testing/scripted-readers.ts'
import { spec } from '#testing/spec.ts'
import { scanItems, scans } from '../../adapters/db/schema.ts'

const readers = scriptedReaders()
const app = await startTestApp({ readers })
const { db } = app
afterAll(() => app.close())

interface Line {
  beerId: number
  price?: string
  section?: string
}

function linesAs(lines: readonly Line[]): Sighting[] {
  return lines.map(({ beerId, price = null, section = null }) => {
    const sighting = aSighting(beerId)
    return { ...sighting, printed: { ...sighting.printed, price, section } }
  })
}

/** Sends a photo of these lines; `page` makes it a further page. */
async function send(call: Call, lines: readonly Line[], page?: { pageOf: string; page?: string }) {
  const label = `label ${randomUUID()}`
  readers.on(label, finds('menu', linesAs(lines)))
  const { status, body } = await call(parseMenu, {
    form: { image: new Blob([photoOf(label)]), context: 'menu', ...page },
  })
  return { status, id: 'scanId' in body ? body.scanId : '' }
}

async function menuOf(call: Call, id: string) {
  const { body } = await call(getScan, { params: { id } })
  return { scan: body, lines: parseMenuData(body.menuData).map(({ id, section }) => [id, section]) }
}

/** A menu of one page with this many lines. */
async function aLongMenu(userId: number, beers: number): Promise<string> {
  const { id } = await aScan(db, { userId, scanType: 'menu', call: 'menu' })
  const beerId = (await aBeer(db)).id
  const lines = Array.from({ length: beers }, (_, position) => ({ scanId: id, userId, position, beerId }))
  await db.insert(scanItems).values(lines)
  return id
}

async function fourBeers() {
  const ids = []
  for (let n = 0; n < 4; n += 1) ids.push((await aBeer(db)).id)
  const [a = 0, b = 0, c = 0, d = 0] = ids
  return { a, b, c, d }
}

describe('a menu of several photos', () => {
  it('is one scan: the beers in page order with their sections', async () => {
    const { call } = await app.signIn()
    const { a, b, c, d } = await fourBeers()
    const first = await send(call, [
      { beerId: a, section: 'Draught' },
      { beerId: b, section: 'Draught' },
    ])
    const third = await send(call, [{ beerId: d, section: 'Cider' }], { pageOf: first.id, page: '3' })
    const second = await send(call, [{ beerId: c, section: 'Bottles' }], { pageOf: first.id, page: '2' })
    const { scan, lines } = await menuOf(call, first.id)
    expect(lines).toEqual([
      [a, 'Draught'],
      [b, 'Draught'],
      [c, 'Bottles'],
      [d, 'Cider'],
    ])
    expect(scan.pages).toMatchObject([
      { id: first.id, status: 'completed', beers: 2 },
      { id: second.id, beers: 1 },
      { id: third.id, beers: 1 },
    ])
    expect((await menuOf(call, second.id)).scan.pageOf).toBe(first.id)
    expect(scan.pageOf).toBeNull()
    const history = (await call(listScans, {})).body ?? []
    expect(history.map(({ id }) => id)).toEqual([first.id])
    expect(parseMenuData(history[0]?.menuData ?? null)).toHaveLength(4)
  })

  it('lists a line of two photos once, and continues its section', async () => {
    const { call } = await app.signIn()
    const { a, b, c, d } = await fourBeers()
    const first = await send(call, [
      { beerId: a, section: 'Draught', price: '4.50' },
      { beerId: b, section: 'Draught', price: '5.00' },
    ])
    await send(call, [{ beerId: b, price: '5.00' }, { beerId: c }, { beerId: d, section: 'Bottles' }], {
      pageOf: first.id,
    })
    const { lines } = await menuOf(call, first.id)
    expect(lines).toEqual([
      [a, 'Draught'],
      [b, 'Draught'],
      [c, 'Draught'],
      [d, 'Bottles'],
    ])
  })

  it('keeps a beer that is printed twice on one photo, or at another price', async () => {
    const { call } = await app.signIn()
    const { a } = await fourBeers()
    const first = await send(call, [
      { beerId: a, price: '4.50' },
      { beerId: a, price: '4.50' },
    ])
    await send(call, [{ beerId: a, price: '6.00' }], { pageOf: first.id })
    expect((await menuOf(call, first.id)).lines).toHaveLength(3)
  })

  it('returns the progress of each page, and is completed as soon as one page is', async () => {
    const { call } = await app.signIn()
    const { a, b } = await fourBeers()
    const first = await send(call, [{ beerId: a }])
    const label = `label ${randomUUID()}`
    const held = pausable(finds('menu', linesAs([{ beerId: b }])))
    readers.on(label, held.script)
    const form = { image: new Blob([photoOf(label)]), context: 'menu', pageOf: first.id } as const
    const sent = call(parseMenu, { form })
    await held.started
    const { scan } = await menuOf(call, first.id)
    expect(scan).toMatchObject({ status: 'completed', pages: [{ status: 'completed' }, { status: 'processing' }] })
    held.go()
    await sent
    expect((await menuOf(call, first.id)).scan.pages).toMatchObject([{ beers: 1 }, { status: 'completed', beers: 1 }])
  })

  it('reports a failed page and keeps the others', async () => {
    const { call } = await app.signIn()
    const { a } = await fourBeers()
    const first = await send(call, [{ beerId: a }])
    const label = `label ${randomUUID()}`
    readers.on(label, fails(new RecognitionFailed('no', 'quota_exceeded')))
    await call(parseMenu, { form: { image: new Blob([photoOf(label)]), context: 'menu', pageOf: first.id } })
    const { scan, lines } = await menuOf(call, first.id)
    expect(lines).toHaveLength(1)
    expect(scan).toMatchObject({ status: 'completed', pages: [{ status: 'completed' }, { status: 'failed' }] })
  }, 60_000)

  it('can be shared, put on the table and saved if only a later page was read', async () => {
    const { user, call } = await app.signIn()
    const menu = { userId: user.id, scanType: 'menu', call: 'menu', context: 'menu' } as const
    const failed = { status: 'failed', failureCode: 'timed_out', failure: 'Reading this image took too long.' } as const
    const { id } = await aScan(db, { ...menu, ...failed })
    expect((await call(shareScan, { params: { id } })).status).toBe(409)
    expect((await call(openRound, { params: { id } })).status).toBe(409)
    const { a, b } = await fourBeers()
    await aScan(db, { ...menu, pageOf: id, page: 2, items: [{ beerId: a }, { beerId: b }] })
    expect((await menuOf(call, id)).scan.status).toBe('completed')

    const { token } = (await call(shareScan, { params: { id } })).body
    const guest = await app.signIn()
    const { body: shared } = await guest.call(getSharedScan, { params: { id }, query: { token } })
    expect(parseMenuData(shared.menuData)).toHaveLength(2)
    expect((await call(openRound, { params: { id } })).status).toBe(200)
    const { body: saved } = await call(saveMenu, { body: { beerId: b, menuData: [{ id: b }, { id: a }], scanId: id } })
    expect(saved).toMatchObject({ id, status: 'completed', failure: null, failureCode: null })
    expect(parseMenuData(saved.menuData).map((beer) => beer.id)).toEqual([b, a])
  })

  it('cannot be saved while its first page would replace it', async () => {
    const { user, call } = await app.signIn()
    const { a } = await fourBeers()
    const menu = { userId: user.id, scanType: 'menu', call: 'menu', context: 'menu' } as const
    const { id } = await aScan(db, { ...menu, status: 'processing', endedAt: null })
    await aScan(db, { ...menu, pageOf: id, page: 2, items: [{ beerId: a }] })
    expect((await call(saveMenu, { body: { beerId: a, menuData: [{ id: a }], scanId: id } })).status).toBe(400)
  })
})

describe('a menu with the most beers', () => {
  it('takes those of a photo for which there is room, and no further page', spec('10.4.14'), async () => {
    const { call, user } = await app.signIn()
    const { a, b, c } = await fourBeers()
    const id = await aLongMenu(user.id, MENU_BEERS_MAX - 2)
    const second = await send(call, [{ beerId: a }, { beerId: b }, { beerId: c }], { pageOf: id })
    expect((await menuOf(call, id)).lines.slice(-2)).toEqual([
      [a, null],
      [b, null],
    ])
    expect((await send(call, [{ beerId: c }], { pageOf: id })).status).toBe(409)
    await call(removePage, { params: { id, page: second.id } })
    expect((await send(call, [{ beerId: c }], { pageOf: id })).status).toBe(200)
  })
})

describe('removing a page', () => {
  it('removes its beers, even those of the first page', async () => {
    const { call } = await app.signIn()
    const { a, b, c } = await fourBeers()
    const first = await send(call, [{ beerId: a }])
    const second = await send(call, [{ beerId: b }], { pageOf: first.id })
    const third = await send(call, [{ beerId: c }], { pageOf: first.id })
    const without = await call(removePage, { params: { id: first.id, page: second.id } })
    expect(parseMenuData(without.body.menuData).map(({ id }) => id)).toEqual([a, c])
    expect(await db.$count(scans, eq(scans.id, second.id))).toBe(0)
    const last = await call(removePage, { params: { id: first.id, page: first.id } })
    expect(parseMenuData(last.body.menuData).map(({ id }) => id)).toEqual([c])
    expect(last.body.pages).toMatchObject([{ id: third.id }])
    // Asked again, as after an answer that was lost.
    expect((await call(removePage, { params: { id: first.id, page: first.id } })).status).toBe(200)
    expect((await call(removePage, { params: { id: first.id, page: third.id } })).status).toBe(409)
    expect((await menuOf(call, first.id)).lines).toHaveLength(1)
  })

  it('is rejected for the only page, and for menus of others', async () => {
    const { call } = await app.signIn()
    const { a } = await fourBeers()
    const first = await send(call, [{ beerId: a }])
    expect((await call(removePage, { params: { id: first.id, page: first.id } })).status).toBe(409)
    expect((await call(removePage, { params: { id: first.id, page: randomUUID() } })).status).toBe(404)
    const other = await app.signIn()
    expect((await other.call(removePage, { params: { id: first.id, page: first.id } })).status).toBe(404)
  })

  it('happens when the menu is deleted', async () => {
    const { call } = await app.signIn()
    const { a, b } = await fourBeers()
    const first = await send(call, [{ beerId: a }])
    const second = await send(call, [{ beerId: b }], { pageOf: first.id })
    expect((await call(deleteScan, { params: { id: first.id } })).status).toBe(204)
    expect(await db.$count(scans, eq(scans.id, second.id))).toBe(0)
  })
})

it('rejects a page for another user’s menu, or for a scan that is a page itself', async () => {
  const { call } = await app.signIn()
  const { a, b } = await fourBeers()
  const first = await send(call, [{ beerId: a }])
  const second = await send(call, [{ beerId: b }], { pageOf: first.id })
  expect((await send(call, [], { pageOf: second.id })).status).toBe(404)
  expect((await send(call, [], { pageOf: randomUUID() })).status).toBe(404)
  const other = await app.signIn()
  expect((await send(other.call, [], { pageOf: first.id })).status).toBe(404)
})

it('rejects a page for a menu that is deleted in the meantime', async () => {
  const { call } = await app.signIn()
  const { a, b } = await fourBeers()
  const { id } = await send(call, [{ beerId: a }])
  let sending: ReturnType<typeof send> | undefined
  await db.transaction(async (tx) => {
    await tx.delete(scans).where(eq(scans.id, id))
    sending = send(call, [{ beerId: b }], { pageOf: id })
    await Promise.race([sending, sleep(500)])
  })
  expect((await sending)?.status).toBe(404)
})

it('corrects a line on every photo that shows it', async () => {
  const { call } = await app.signIn()
  const { a, b, c, d } = await fourBeers()
  const first = await send(call, [{ beerId: a }, { beerId: b }])
  await send(call, [{ beerId: b }, { beerId: c }], { pageOf: first.id })
  const { body } = await call(correctScan, { params: { id: first.id }, body: { item: 1, beerId: d } })
  expect(parseMenuData(body.menuData).map(({ id }) => id)).toEqual([a, d, c])
  const third = await call(correctScan, { params: { id: first.id }, body: { item: 2, beerId: b } })
  expect(parseMenuData(third.body.menuData).map(({ id }) => id)).toEqual([a, d, b])
})

it('does not correct a line that an earlier page has moved in the meantime', async () => {
  const { call } = await app.signIn()
  const { a, b, c, d } = await fourBeers()
  const first = await send(call, [{ beerId: a }])
  await send(call, [{ beerId: c }], { pageOf: first.id, page: '3' })
  const shown = { item: 1, shownBeerId: c }
  await send(call, [{ beerId: b }], { pageOf: first.id, page: '2' })
  const correct = (at: typeof shown) => call(correctScan, { params: { id: first.id }, body: { ...at, beerId: d } })
  expect((await correct(shown)).status).toBe(409)
  expect((await menuOf(call, first.id)).lines.map(([id]) => id)).toEqual([a, b, c])
  expect(parseMenuData((await correct({ ...shown, item: 2 })).body.menuData).map(({ id }) => id)).toEqual([a, b, d])
})

it('saves the list as it was sent', async () => {
  const { call } = await app.signIn()
  const { a, b, c } = await fourBeers()
  const first = await send(call, [{ beerId: a }])
  await send(call, [{ beerId: b, price: '5' }, { beerId: c }], { pageOf: first.id })
  const menuData = [{ id: c }, { id: b }, { id: a }]
  const { body } = await call(saveMenu, { body: { beerId: c, menuData, scanId: first.id } })
  expect(parseMenuData(body.menuData)).toMatchObject([{ id: c }, { id: b, price: '5' }, { id: a }])
  expect(body.pages).toBeUndefined()
})

it('keeps a page that was read after the saved list had been sent', async () => {
  const { call } = await app.signIn()
  const { a, b, c } = await fourBeers()
  const first = await send(call, [{ beerId: a }, { beerId: b }])
  await send(call, [{ beerId: b }, { beerId: c }], { pageOf: first.id })
  const menuData = [{ id: a }, { id: b, price: '5' }]
  const { body } = await call(saveMenu, { body: { beerId: a, menuData, scanId: first.id } })
  expect(parseMenuData(body.menuData)).toMatchObject([{ id: a }, { id: b, price: '5' }, { id: c }])
  expect(body.pages).toHaveLength(2)
})

it('saves positions on the first photo only', async () => {
  const { user, call } = await app.signIn()
  const { a, b } = await fourBeers()
  const menu = { userId: user.id, scanType: 'menu', call: 'menu', context: 'menu' } as const
  const { id } = await aScan(db, { ...menu, items: [{ beerId: a, x: 10, y: 20 }] })
  const box = { x: 45, y: 55, width: 10, height: 10 }
  await aScan(db, { ...menu, pageOf: id, page: 2, items: [{ beerId: b, x: 50, y: 60, box, price: '5' }] })
  const { body } = await call(saveMenu, { body: { beerId: a, menuData: [{ id: a }, { id: b }], scanId: id } })
  expect(parseMenuData(body.menuData)).toMatchObject([
    { id: a, position: { x: 10, y: 20 } },
    { id: b, position: null, box: null, price: '5' },
  ])
})
