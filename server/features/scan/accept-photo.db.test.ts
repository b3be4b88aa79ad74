import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, describe, expect, it } from 'vitest'
import {
  clearScans,
  deleteScan,
  getScan,
  identifyBeer,
  listScans,
  MENU_PAGES_MAX,
  parseMenu,
  type ScanContext,
} from '#contracts'
import { startTestApp } from '#testing/app.ts'
import { aBeer, aScan } from '#testing/builders.ts'
import { aSighting, fails, finds, UNREADABLE } from '#testing/scripted-readers.ts'
import { spec } from '#testing/spec.ts'
import { zipBomb } from '#testing/zip-bomb.ts'
import { scanJobs, scans } from '../../adapters/db/schema.ts'
import { aLabel, photo, startRecognitionApp } from './recognition.fixture.ts'

const { app, clock, db, historyOf, readers } = await startRecognitionApp()
afterAll(() => app.close())

describe('a rejected photo', () => {
  it.each([
    ['text sent as a picture', new Blob(['a pale ale']), 415, 'not_an_image'],
    ['an archive that inflates to 2 GB', new Blob([zipBomb(2_048)]), 415, 'not_an_image'],
    ['an empty file', new Blob([]), 415, 'not_an_image'],
    ['a picture that cannot be decoded', photo(UNREADABLE), 422, 'unreadable_image'],
    ['a file of more than 25 MB', new Blob([new Uint8Array(25 * 1024 * 1024 + 1)]), 413, 'too_large'],
  ])('stores nothing: %s', spec('7.2.15', '10.2.4'), async (_what, image, status, code) => {
    const { call, user } = await app.signIn()
    for (const route of [identifyBeer, parseMenu]) {
      expect(await call(route, { form: { image } })).toMatchObject({ status, body: { code } })
    }
    expect(await db.select().from(scans).where(eq(scans.userId, user.id))).toEqual([])
    expect(await db.select().from(scanJobs).where(eq(scanJobs.userId, user.id))).toEqual([])
  })

  it('was taken by another user, who was signed in on the device before', async () => {
    const [ada, bob] = [await app.signIn(), await app.signIn()]
    const form = () => ({ image: photo(aLabel()), takenBy: String(ada.user.id) })
    for (const route of [identifyBeer, parseMenu]) {
      expect(await bob.call(route, { form: form() })).toMatchObject({ status: 409, body: { code: 'other_user' } })
    }
    expect((await bob.call(listScans, {})).body).toEqual([])
    expect((await ada.call(parseMenu, { form: form() })).status).toBe(200)
    expect((await ada.call(parseMenu, { form: { ...form(), takenBy: 'me' } })).status).toBe(400)
  })

  it('is not rejected for its size up to 25 MB', spec('10.2.4'), async () => {
    const { call } = await app.signIn()
    const image = new Blob([new Uint8Array(25 * 1024 * 1024)])
    expect((await call(identifyBeer, { form: { image } })).status).toBe(415)
  })

  it('has an unknown context or an invalid id', async () => {
    const { call } = await app.signIn()
    const image = photo(aLabel())
    const context = 'wine' as ScanContext
    expect((await call(identifyBeer, { form: { image, context } })).status).toBe(400)
    expect((await call(identifyBeer, { form: { image, scanId: 'mine' } })).status).toBe(400)
  })

  it('gets a retry-after header while the queue is full, for the user or in total', async () => {
    const full = await startTestApp({ readers, clock, readerSlots: 0, env: { QUEUE_PER_USER: '1', QUEUE_TOTAL: '2' } })
    const form = () => ({ image: photo(aLabel()) })
    const headers = { prefer: 'respond-async' }
    const [ada, bob, eve] = [await full.signIn(), await full.signIn(), await full.signIn()]
    expect((await ada.call(identifyBeer, { form: form(), headers })).status).toBe(202)
    expect(await ada.call(identifyBeer, { form: form(), headers })).toMatchObject({
      status: 503,
      headers: { 'retry-after': '10' },
      body: { code: 'unavailable' },
    })
    expect((await bob.call(identifyBeer, { form: form(), headers })).status).toBe(202)
    expect((await eve.call(identifyBeer, { form: form(), headers })).status).toBe(503)
    for (const { call } of [ada, bob]) {
      const [scan, ...others] = await historyOf(call)
      expect(others).toEqual([])
      expect((await call(deleteScan, { params: { id: scan?.id ?? '' } })).status).toBe(204)
    }
    await full.close()
  })
})

describe('photos that are sent at the same time', () => {
  const headers = { prefer: 'respond-async' }

  it('are no more unfinished scans than a user may have', async () => {
    const full = await startTestApp({ readers, clock, readerSlots: 0, env: { QUEUE_PER_USER: '2' } })
    const { call } = await full.signIn()
    const send = () => call(identifyBeer, { form: { image: photo(aLabel()) }, headers })
    const statuses = (await Promise.all([send(), send(), send(), send(), send()])).map(({ status }) => status)
    expect(statuses.sort()).toEqual([202, 202, 503, 503, 503])
    await call(clearScans)
    await full.close()
  })

  it('are no more pages than a menu may have', async () => {
    const waiting = await startTestApp({ readers, clock, readerSlots: 0 })
    const { call, user } = await waiting.signIn()
    const menu = await aScan(db, { userId: user.id, scanType: 'menu' })
    for (let page = 2; page < MENU_PAGES_MAX; page++) await aScan(db, { userId: user.id, pageOf: menu.id, page })
    const send = () => call(parseMenu, { form: { image: photo(aLabel()), pageOf: menu.id }, headers })
    const statuses = (await Promise.all([send(), send(), send()])).map(({ status }) => status)
    expect(statuses.sort()).toEqual([202, 409, 409])
    await call(clearScans)
    await waiting.close()
  })
})

describe('the id of a scan', () => {
  it('is chosen by the client, and creates one scan however often it is sent', async () => {
    const { call } = await app.signIn()
    const scanId = randomUUID()
    const label = aLabel()
    readers.on(label, finds('single', [aSighting((await aBeer(db)).id)]))
    const before = readers.recognised.length
    const form = () => ({ image: photo(label), scanId })
    const [one, two] = await Promise.all([call(identifyBeer, { form: form() }), call(identifyBeer, { form: form() })])
    const later = await call(identifyBeer, { form: form() })
    expect([one, two, later].map(({ status, body }) => [status, body.scanId])).toEqual(Array(3).fill([200, scanId]))
    expect(later.body).toEqual(one.body)
    expect(readers.recognised.length - before).toBe(1)
    expect((await call(listScans, {})).body).toHaveLength(1)
  })

  it('is the same in upper case', async () => {
    const { call } = await app.signIn()
    const scanId = randomUUID()
    const upper = scanId.toUpperCase()
    const label = aLabel()
    const { id } = await aBeer(db)
    readers.on(label, finds('menu', [aSighting(id)]))
    const form = () => ({ image: photo(label), scanId: upper })
    const sent = await call(parseMenu, { form: form() })
    expect(sent).toMatchObject({ status: 200, body: { scanId, beers: [{ id }] } })
    expect((await call(parseMenu, { form: form() })).body).toEqual(sent.body)
    expect(await call(getScan, { params: { id: upper } })).toMatchObject({ status: 200, body: { id: scanId } })
    const page = { image: photo(aLabel()), pageOf: upper }
    expect((await call(parseMenu, { form: page })).status).toBe(200)
    expect((await call(deleteScan, { params: { id: upper } })).status).toBe(204)
    expect(await historyOf(call)).toEqual([])
  })

  it('is rejected if it is another user’s', async () => {
    const [ada, bob] = [await app.signIn(), await app.signIn()]
    const scanId = randomUUID()
    await ada.call(parseMenu, { form: { image: photo(aLabel()), scanId } })
    const taken = await bob.call(parseMenu, { form: { image: photo(aLabel()), scanId } })
    expect(taken).toMatchObject({ status: 409, body: { code: 'conflict' } })
    expect((await bob.call(listScans, {})).body).toEqual([])
  })

  it('restarts a failed scan', async () => {
    const { call } = await app.signIn()
    const scanId = randomUUID()
    const [broken, fine] = [aLabel(), aLabel()]
    const beer = await aBeer(db)
    readers.on(broken, fails(new Error('the engine fell over')))
    readers.on(fine, finds('single', [aSighting(beer.id)]))
    const failed = await call(identifyBeer, { form: { image: photo(broken), scanId } })
    expect(failed).toMatchObject({ status: 502, body: { code: 'scan_failed' } })
    expect((await call(getScan, { params: { id: scanId } })).body).toMatchObject({ status: 'failed' })
    const retried = await call(identifyBeer, { form: { image: photo(fine), scanId } })
    expect(retried).toMatchObject({ status: 200, body: { scanId, beer: { id: beer.id } } })
    const list = await historyOf(call)
    expect(list).toMatchObject([{ id: scanId, status: 'completed', failure: null }])
  })
})
