import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { count, eq, lt } from 'drizzle-orm'
import { afterAll, describe, expect, it, vi } from 'vitest'
import {
  deleteScan,
  detectContext,
  getScan,
  identifyBeer,
  listScans,
  parseMenu,
  parseMenuData,
  type ScanContext,
  SingleAnswer,
} from '#contracts'
import { RecognitionFailed } from '#recognition'
import { type Call, startTestApp } from '#testing/app.ts'
import { aBeer, aBrewery, type BeerRow } from '#testing/builders.ts'
import { manualClock } from '#testing/manual-clock.ts'
import {
  anUnlistedSighting,
  aSighting,
  fails,
  finds,
  pausable,
  photoOf,
  scriptedReaders,
  UNREADABLE,
} from '#testing/scripted-readers.ts'
import { spec } from '#testing/spec.ts'
import { beers, scanItems, scanJobs, scanPhotos, scans } from '../../adapters/db/schema.ts'
import { currentCatalogueVersion, nextCatalogueVersion } from '../../core/beers/catalogue-version.ts'

const readers = scriptedReaders()
const clock = manualClock()
const app = await startTestApp({ readers, clock })
const { db } = app
afterAll(() => app.close())

const RENEWAL_MS = 5_000

const photo = (label: string) => new Blob([photoOf(label)])
/** A unique label, so that tests do not share scripts. */
const aLabel = () => `label ${randomUUID()}`

async function historyOf(call: Call) {
  return (await call(listScans)).body ?? []
}

/** Otherwise the catalogue update of an earlier test's beer could arrive between two photos and prevent reuse. */
async function catalogueUpdateReachesReaders() {
  const version = await currentCatalogueVersion(db)
  clock.advance(2_000)
  await vi.waitFor(() => expect(readers.catalogueVersion).toBe(version), 5_000)
}

/** Advances the clock in steps that allow every lease to be renewed. */
async function pass(ms: number) {
  for (let passed = 0; passed < ms; passed += RENEWAL_MS) {
    clock.advance(RENEWAL_MS)
    const tooShort = lt(scanJobs.leaseUntil, new Date(clock.now() + RENEWAL_MS))
    while ((await db.select().from(scanJobs).where(tooShort)).length > 0) await setTimeout(1)
  }
}

async function leftOf(scanId: string) {
  const rows = await Promise.all(
    [scanJobs, scanPhotos, scanItems].map((table) =>
      db.select({ n: count() }).from(table).where(eq(table.scanId, scanId)),
    ),
  )
  const [jobs, photos, items] = rows.map(([row]) => row?.n)
  return { jobs, photos, items }
}

describe('identifying a beer', () => {
  it('returns the beer, its evidence and its alternatives', spec('7.2.5'), async () => {
    const { call } = await app.signIn()
    const brewery = await aBrewery(db, { name: 'Harbour Works' })
    const [beer, other] = [await aBeer(db, { breweryId: brewery.id, name: 'Night Boat' }), await aBeer(db)]
    const label = aLabel()
    const candidates = [
      { beerId: beer.id, confidence: 0.87 },
      { beerId: other.id, confidence: 0.31 },
    ]
    readers.on(label, finds('single', [aSighting(beer.id, { candidates, confidence: 0.87, evidence: ['NIGHT BOAT'] })]))
    const { status, body } = await call(identifyBeer, { form: { image: photo(label), context: 'single_beer' } })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      beer: { id: beer.id, name: 'Night Boat', brewery: 'Harbour Works', listed: true },
      position: { x: 40, y: 60 },
      confidence: 87,
      fieldConfidence: { brewery: 80, name: 90, style: 50, abv: 0 },
      alternatives: [{ beer: { id: other.id }, confidence: 31 }],
      readText: ['NIGHT BOAT'],
    })
    expect(SingleAnswer.parse(body).beer).toEqual('beer' in body ? body.beer : undefined)
    expect(readers.recognised.at(-1)).toEqual({ label, ask: { call: 'identify', context: 'single_beer' } })
  })

  it('stores a completed scan and deletes the photo', spec('3.3.1'), async () => {
    const { call } = await app.signIn()
    const label = aLabel()
    readers.on(label, finds('single', [aSighting((await aBeer(db)).id)]))
    const { body } = await call(identifyBeer, { form: { image: photo(label) } })
    expect(await leftOf(body.scanId)).toEqual({ jobs: 0, photos: 0, items: 1 })
    const scan = await call(getScan, { params: { id: body.scanId } })
    expect(scan.body).toMatchObject({
      status: 'completed',
      scanType: 'single',
      isMenu: 'false',
      menuData: null,
      photoUrl: null,
    })
  })

  it('responds with no_beer and stores the empty scan', spec('7.2.7'), async () => {
    const { call } = await app.signIn()
    const { status, body } = await call(identifyBeer, { form: { image: photo(aLabel()) } })
    expect(status).toBe(422)
    expect(body).toMatchObject({ code: 'no_beer', message: 'No beer detected' })
    const list = await historyOf(call)
    expect(list).toMatchObject([{ status: 'completed', beer: null, beerId: null, menuData: null }])
  })

  it(
    'lists each beer of a fridge once, with its packs, at its most confident position',
    spec('3.1.4', '3.1.5', '7.2.6'),
    async () => {
      const { call } = await app.signIn()
      const [lager, stout] = [await aBeer(db), await aBeer(db)]
      const label = aLabel()
      readers.on(
        label,
        finds(
          'group',
          [
            aSighting(lager.id, { confidence: 0.6, position: { x: 10, y: 10 } }),
            aSighting(stout.id, { count: 2 }),
            aSighting(lager.id, { confidence: 0.9, position: { x: 80, y: 20 }, count: 3 }),
            { ...anUnlistedSighting(null), verdict: 'unread-container' },
          ],
          { detected: 7 },
        ),
      )
      const { body } = await call(identifyBeer, { form: { image: photo(label), context: 'fridge' } })
      expect(body).toMatchObject({
        beers: [
          { id: lager.id, count: 4, confidence: 90, position: { x: 80, y: 20 } },
          { id: stout.id, count: 2 },
        ],
        totalDetected: 2,
      })
      const scan = await call(getScan, { params: { id: body.scanId } })
      expect(scan.body).toMatchObject({
        scanType: 'multiple_beers',
        isMenu: 'false',
        beerId: null,
        beer: null,
        detected: 7,
      })
      expect(parseMenuData(scan.body.menuData)).toHaveLength(2)
    },
  )

  it('returns the positions of unread containers in the response, in the scan, and for a repeated photo', async () => {
    const { call } = await app.signIn()
    const beer = await aBeer(db)
    const label = aLabel()
    const spot = { ...anUnlistedSighting(null), verdict: 'unread-container' } as const
    const unplaced = { ...spot, position: null }
    readers.on(label, finds('group', [aSighting(beer.id), { ...spot, position: { x: 71.236, y: 30 } }, unplaced]))
    const spots = [{ x: 71.24, y: 30 }]
    for (const _ of ['first', 'again']) {
      const { body } = await call(identifyBeer, { form: { image: photo(label), context: 'fridge' } })
      expect(body).toMatchObject({ totalDetected: 1, spots })
      expect((await call(getScan, { params: { id: body.scanId } })).body.spots).toEqual(spots)
    }
  })

  it('returns the alternatives of each beer with a single scan, not in the history', async () => {
    const { call } = await app.signIn()
    const [first, close, second] = [await aBeer(db), await aBeer(db), await aBeer(db)]
    const label = aLabel()
    const candidates = [
      { beerId: first.id, confidence: 0.7 },
      { beerId: close.id, confidence: 0.4 },
    ]
    readers.on(label, finds('menu', [aSighting(first.id, { candidates }), aSighting(second.id)]))
    const { body } = await call(parseMenu, { form: { image: photo(label) } })
    const scan = (await call(getScan, { params: { id: body.scanId } })).body
    expect(scan.itemAlternatives).toMatchObject([[{ beer: { id: close.id }, confidence: 40 }], []])
    expect((await historyOf(call))[0]?.itemAlternatives).toEqual([])
  })

  it('returns an empty list for an empty fridge', async () => {
    const { call } = await app.signIn()
    const label = aLabel()
    readers.on(label, finds('group', []))
    const { status, body } = await call(identifyBeer, { form: { image: photo(label), context: 'fridge' } })
    expect(status).toBe(200)
    expect(body).toMatchObject({ beers: [], totalDetected: 0 })
  })

  it('responds in the shape of the photo, not of the request', async () => {
    const { call } = await app.signIn()
    const label = aLabel()
    readers.on(label, finds('menu', [aSighting((await aBeer(db)).id)], { title: 'Tonight' }))
    const { body } = await call(identifyBeer, { form: { image: photo(label), context: 'single_beer' } })
    expect(body).toMatchObject({ beers: [{ confidence: 90 }], title: 'Tonight' })
  })

  it('stores a beer that is not in the catalogue for the user who scanned it', async () => {
    const { call, user } = await app.signIn()
    const label = aLabel()
    readers.on(label, finds('single', [anUnlistedSighting('Cellar Door No. 4')]))
    const { body } = await call(identifyBeer, { form: { image: photo(label) } })
    const { beer } = SingleAnswer.parse(body)
    expect(beer).toMatchObject({
      name: 'Cellar Door No. 4',
      brewery: 'Test Brewing',
      breweryId: null,
      abv: 6.5,
      ibu: null,
      listed: false,
    })
    const [stored] = await db.select().from(beers).where(eq(beers.id, beer.id))
    expect(stored?.ownerId).toBe(user.id)
  })
})

describe('parsing a menu', () => {
  it('returns the beers in printed order with price, size and section', spec('7.2.13'), async () => {
    const { call } = await app.signIn()
    const [first, second] = [await aBeer(db), await aBeer(db)]
    const label = aLabel()
    const printed = { ...aSighting(0).printed, price: '€ 5,20', size: '0,3 l', section: 'On tap' }
    readers.on(label, finds('menu', [aSighting(second.id, { printed }), aSighting(first.id)], { title: 'Beers' }))
    const { status, body } = await call(parseMenu, { form: { image: photo(label), context: 'menu' } })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      title: 'Beers',
      beers: [
        { id: second.id, price: '€ 5,20', size: '0,3 l', section: 'On tap' },
        { id: first.id, price: null, size: null, section: null },
      ],
    })
    expect(readers.recognised.at(-1)?.ask).toEqual({ call: 'menu', context: 'menu' })
    const scan = await call(getScan, { params: { id: body.scanId } })
    expect(scan.body).toMatchObject({ scanType: 'menu', isMenu: 'true', beerId: second.id })
  })

  it('returns an empty list for a photo without beer', async () => {
    const { call } = await app.signIn()
    const label = aLabel()
    readers.on(label, finds('menu', []))
    const { status, body } = await call(parseMenu, { form: { image: photo(label) } })
    expect(status).toBe(200)
    expect(body).toMatchObject({ beers: [], title: null })
  })

  it('returns a single beer as a list of one', async () => {
    const { call } = await app.signIn()
    const beer = await aBeer(db)
    const label = aLabel()
    readers.on(label, finds('single', [aSighting(beer.id)]))
    const { body } = await call(parseMenu, { form: { image: photo(label) } })
    expect(body).toMatchObject({ beers: [{ id: beer.id }] })
  })
})

describe('a rejected photo', () => {
  it.each([
    ['text sent as a picture', new Blob(['a pale ale']), 415, 'not_an_image'],
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

describe('the id of a scan', () => {
  it('is chosen by the client, and creates one scan however often it is sent', async () => {
    const { call } = await app.signIn()
    const scanId = randomUUID()
    const label = aLabel()
    readers.on(label, finds('single', [aSighting((await aBeer(db)).id)]))
    const looked = readers.recognised.length
    const form = () => ({ image: photo(label), scanId })
    const [one, two] = await Promise.all([call(identifyBeer, { form: form() }), call(identifyBeer, { form: form() })])
    const later = await call(identifyBeer, { form: form() })
    expect([one, two, later].map(({ status, body }) => [status, body.scanId])).toEqual(Array(3).fill([200, scanId]))
    expect(later.body).toEqual(one.body)
    expect(readers.recognised.length - looked).toBe(1)
    expect((await call(listScans)).body).toHaveLength(1)
  })

  it('is rejected if it is another user’s', async () => {
    const [ada, bob] = [await app.signIn(), await app.signIn()]
    const scanId = randomUUID()
    await ada.call(parseMenu, { form: { image: photo(aLabel()), scanId } })
    const taken = await bob.call(parseMenu, { form: { image: photo(aLabel()), scanId } })
    expect(taken).toMatchObject({ status: 409, body: { code: 'conflict' } })
    expect((await bob.call(listScans)).body).toEqual([])
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

describe('a scan that fails', () => {
  it('is attempted three times at most', spec('10.3.3'), async () => {
    const { call } = await app.signIn()
    const label = aLabel()
    readers.on(label, fails(new Error('the reader ended')))
    const { status, body } = await call(identifyBeer, { form: { image: photo(label) } })
    expect(status).toBe(502)
    expect(body).toMatchObject({ message: expect.not.stringContaining('reader') })
    expect(readers.recognised.filter((one) => one.label === label)).toHaveLength(3)
    const list = await historyOf(call)
    expect(list).toMatchObject([{ status: 'failed', failure: expect.stringContaining('several attempts') }])
    expect(await leftOf(list[0]?.id ?? '')).toEqual({ jobs: 0, photos: 0, items: 0 })
  })

  it('completes if a later attempt succeeds', async () => {
    const { call } = await app.signIn()
    const label = aLabel()
    let attempt = 0
    const found = finds('single', [aSighting((await aBeer(db)).id)])
    readers.on(label, (ask, signal) => (++attempt < 3 ? fails(new Error('not yet')) : found)(ask, signal))
    expect((await call(identifyBeer, { form: { image: photo(label) } })).status).toBe(200)
  })

  it('reports used-up provider credits and is not retried', async () => {
    const { call } = await app.signIn()
    const label = aLabel()
    readers.on(label, fails(new RecognitionFailed('429 from the provider', 'quota_exceeded')))
    const { status, body } = await call(identifyBeer, { form: { image: photo(label) } })
    expect(status).toBe(429)
    expect(body).toMatchObject({ message: expect.stringContaining('quota exceeded') })
    expect(readers.recognised.filter((one) => one.label === label)).toHaveLength(1)
  })

  it('times out even if recognition ignores the signal', spec('10.3.2'), async () => {
    const { call } = await app.signIn()
    const label = aLabel()
    const scanId = randomUUID()
    let started = false
    readers.on(label, () => ({
      [Symbol.asyncIterator]: () => ({
        next: () => {
          started = true
          return new Promise(() => {})
        },
      }),
    }))
    await call(identifyBeer, { form: { image: photo(label), scanId }, headers: { prefer: 'respond-async' } })
    await vi.waitFor(() => expect(started).toBe(true))
    await pass(95_000)
    expect((await call(getScan, { params: { id: scanId } })).body.status).toBe('processing')
    await pass(5_000)
    await vi.waitFor(async () => {
      const { body } = await call(getScan, { params: { id: scanId } })
      expect(body).toMatchObject({ status: 'failed', failure: 'Reading this image took too long.' })
    })
  })
})

describe('a slow scan', () => {
  it('responds at once with its URL if the client prefers that', async () => {
    const { call } = await app.signIn()
    const label = aLabel()
    const pause = pausable(finds('single', [aSighting((await aBeer(db)).id)]))
    readers.on(label, pause.script)
    const { status, body, headers } = await call(identifyBeer, {
      form: { image: photo(label) },
      headers: { prefer: 'wait=1, respond-async' },
    })
    expect(status).toBe(202)
    expect(headers.location).toBe(`/api/scans/${body.scanId}`)
    pause.go()
    await vi.waitFor(async () => {
      expect((await call(getScan, { params: { id: body.scanId } })).body.status).toBe('completed')
    })
  })

  it.each([
    [identifyBeer, 55_000],
    [parseMenu, 115_000],
  ])('responds with its URL 5 s before the client gives up', spec('10.3.1'), async (route, ms) => {
    const idleClock = manualClock()
    const idle = await startTestApp({ clock: idleClock, readerSlots: 0 })
    const { call } = await idle.signIn()
    const scanId = randomUUID()
    let answered = false
    const answer = call(route, { form: { image: photo(aLabel()), scanId } }).finally(() => {
      answered = true
    })
    await vi.waitFor(async () => expect((await call(getScan, { params: { id: scanId } })).status).toBe(200))
    idleClock.advance(ms - 5_000)
    expect((await call(getScan, { params: { id: scanId } })).body?.status).toBe('processing')
    expect(answered).toBe(false)
    idleClock.advance(5_000)
    expect(await answer).toMatchObject({ status: 202, body: { scanId } })
    await call(deleteScan, { params: { id: scanId } })
    await idle.close()
  })

  it('shows progress and the beers found so far', spec('3.3.6', '7.2.23'), async () => {
    const { call } = await app.signIn()
    const beer = await aBeer(db)
    const label = aLabel()
    const pause = pausable(finds('menu', [aSighting(beer.id)]))
    readers.on(label, async function* (ask, signal) {
      yield { kind: 'progress', stage: 'reading 1 of 9 lines', done: 1, total: 9 }
      yield { kind: 'progress', stage: 'reading 2 of 9 lines', done: 2, total: 9 }
      clock.advance(500)
      yield { kind: 'progress', stage: 'reading 3 of 9 lines', done: 3, total: 9 }
      yield { kind: 'row', index: 0, sighting: aSighting(beer.id) }
      yield* pause.script(ask, signal)
    })
    const scanId = randomUUID()
    const answer = call(parseMenu, { form: { image: photo(label), scanId, context: 'menu' } })
    await pause.started
    const { body } = await call(getScan, { params: { id: scanId } })
    expect(body).toMatchObject({
      status: 'processing',
      scanType: 'menu',
      progressCurrent: 3,
      progressTotal: 9,
      stage: 'reading 3 of 9 lines',
    })
    expect(parseMenuData(body.menuData)).toMatchObject([{ id: beer.id }])
    pause.go()
    expect(await answer).toMatchObject({ status: 200, body: { beers: [{ id: beer.id }] } })
  })

  it('writes progress at most twice a second', async () => {
    const { call } = await app.signIn()
    const label = aLabel()
    const seen: number[] = []
    const scanId = randomUUID()
    const current = async () => {
      const [row] = await db.select({ n: scans.progressCurrent }).from(scans).where(eq(scans.id, scanId))
      return row?.n ?? -1
    }
    readers.on(label, async function* () {
      for (let done = 1; done <= 11; done++) {
        yield { kind: 'progress', stage: 'reading', done, total: 11 }
        seen.push(await current())
        clock.advance(100)
      }
      yield* finds('menu', [])({ call: 'menu', context: 'menu' }, new AbortController().signal)
    })
    await call(parseMenu, { form: { image: photo(label), scanId } })
    expect([...new Set(seen)]).toEqual([1, 6, 11])
  })

  it('continues when the client disconnects', async () => {
    const { call, cookie } = await app.signIn()
    const label = aLabel()
    const pause = pausable(finds('single', [aSighting((await aBeer(db)).id)]))
    readers.on(label, pause.script)
    const scanId = randomUUID()
    const client = new AbortController()
    const body = new FormData()
    body.set('scanId', scanId)
    body.set('image', photo(label), 'beer-scan.jpg')
    const origin = await app.app.listen({ host: '127.0.0.1', port: 0 })
    const headers = { cookie }
    const lost = fetch(`${origin}/api/identify-beer`, { method: 'POST', headers, body, signal: client.signal })
    await pause.started
    client.abort()
    await expect(lost).rejects.toThrow('aborted')
    pause.go()
    await vi.waitFor(async () => {
      expect((await call(getScan, { params: { id: scanId } })).body.status).toBe('completed')
    })
  })
})

describe('cancelling', () => {
  it('aborts the work and deletes everything', async () => {
    const { call } = await app.signIn()
    const label = aLabel()
    const pause = pausable(finds('single', []))
    let signal: AbortSignal | undefined
    readers.on(label, (ask, given) => {
      signal = given
      return pause.script(ask, given)
    })
    const scanId = randomUUID()
    const answer = call(identifyBeer, { form: { image: photo(label), scanId } })
    await pause.started
    expect((await call(deleteScan, { params: { id: scanId } })).status).toBe(204)
    expect(await answer).toMatchObject({ status: 409, body: { message: 'This scan was cancelled.' } })
    expect(signal?.aborted).toBe(true)
    expect((await call(getScan, { params: { id: scanId } })).status).toBe(404)
    expect(await leftOf(scanId)).toEqual({ jobs: 0, photos: 0, items: 0 })
  })

  it('removes a waiting scan from the queue before it is recognised', async () => {
    const { call } = await app.signIn()
    const labels = [aLabel(), aLabel(), aLabel()]
    const pauses = labels.map((label) => {
      const pause = pausable(finds('single', []))
      readers.on(label, pause.script)
      return pause
    })
    const headers = { prefer: 'respond-async' }
    const ids: string[] = []
    for (const label of labels)
      ids.push((await call(identifyBeer, { form: { image: photo(label) }, headers })).body.scanId)
    await Promise.all([pauses[0]?.started, pauses[1]?.started])
    await call(deleteScan, { params: { id: ids[2] ?? '' } })
    for (const pause of pauses) pause.go()
    await vi.waitFor(async () => {
      const { body } = await call(listScans)
      expect(body).toMatchObject([{ status: 'completed' }, { status: 'completed' }])
    })
    expect(readers.recognised.map(({ label }) => label)).not.toContain(labels[2])
  })

  it('finds no scan of another user', async () => {
    const [ada, bob] = [await app.signIn(), await app.signIn()]
    const { body } = await ada.call(parseMenu, { form: { image: photo(aLabel()) } })
    expect((await bob.call(deleteScan, { params: { id: body.scanId } })).status).toBe(404)
    expect((await bob.call(getScan, { params: { id: body.scanId } })).status).toBe(404)
    expect((await ada.call(getScan, { params: { id: body.scanId } })).status).toBe(200)
  })
})

describe('an automatic camera frame', () => {
  const auto = 'true'

  it('stores a scan if it shows a beer', async () => {
    const { call } = await app.signIn()
    const label = aLabel()
    readers.on(label, finds('single', [aSighting((await aBeer(db)).id)]))
    const { status, body } = await call(identifyBeer, { form: { image: photo(label), auto } })
    expect(status).toBe(200)
    expect((await call(listScans)).body).toMatchObject([{ id: body.scanId }])
  })

  it('stores nothing without a beer', async () => {
    const { call, user } = await app.signIn()
    const { status, body } = await call(identifyBeer, { form: { image: photo(aLabel()), auto } })
    expect([status, body]).toEqual([422, expect.objectContaining({ code: 'no_beer' })])
    expect(await db.select().from(scans).where(eq(scans.userId, user.id))).toEqual([])
  })

  it('is not in the history while it is processed', async () => {
    const { call } = await app.signIn()
    const label = aLabel()
    const pause = pausable(finds('single', []))
    readers.on(label, pause.script)
    const answer = call(identifyBeer, { form: { image: photo(label), auto } })
    await pause.started
    expect((await call(listScans)).body).toEqual([])
    pause.go()
    await answer
  })

  it('creates a second scan of the same beer only after 60 s', spec('10.2.3'), async () => {
    const { call } = await app.signIn()
    const beer = await aBeer(db)
    const frame = async () => {
      const label = aLabel()
      readers.on(label, finds('single', [aSighting(beer.id)]))
      return await call(identifyBeer, { form: { image: photo(label), auto } })
    }
    const first = await frame()
    clock.advance(59_000)
    const again = await frame()
    expect(again).toMatchObject({ status: 200, body: { scanId: first.body.scanId, beer: { id: beer.id } } })
    expect((await call(listScans)).body).toHaveLength(1)
    clock.advance(1_001)
    expect((await frame()).body.scanId).not.toBe(first.body.scanId)
    expect((await call(listScans)).body).toHaveLength(2)
  })

  it('creates a second scan for another beer', async () => {
    const { call } = await app.signIn()
    for (let n = 0; n < 2; n++) {
      const label = aLabel()
      readers.on(label, finds('single', [aSighting((await aBeer(db)).id)]))
      await call(identifyBeer, { form: { image: photo(label), auto } })
    }
    expect((await call(listScans)).body).toHaveLength(2)
  })
})

describe('an identical photo', () => {
  /** Shared, because each new beer changes the catalogue version. */
  let beer: BeerRow | undefined

  async function scannedTwice(between: () => unknown, second: { context?: ScanContext } = {}) {
    const { call } = await app.signIn()
    const label = aLabel()
    beer ??= await aBeer(db)
    readers.on(label, finds('menu', [aSighting(beer.id)], { title: 'Taps', detected: 3 }))
    await catalogueUpdateReachesReaders()
    const first = await call(parseMenu, { form: { image: photo(label), context: 'menu' } })
    await between()
    const again = await call(parseMenu, { form: { image: photo(label), context: 'menu', ...second } })
    const looked = readers.recognised.filter((one) => one.label === label).length
    return { call, first: first.body, again: again.body, looked }
  }

  it('creates a new scan with the same result, without recognition', async () => {
    const { call, first, again, looked } = await scannedTwice(() => {})
    expect(looked).toBe(1)
    expect(again.scanId).not.toBe(first.scanId)
    expect({ ...again, scanId: null }).toEqual({ ...first, scanId: null })
    const list = await historyOf(call)
    expect(list).toHaveLength(2)
    expect(list[0]).toMatchObject({ status: 'completed', scanType: 'menu', title: 'Taps', detected: 3 })
    expect(await leftOf(again.scanId)).toEqual({ jobs: 0, photos: 0, items: 1 })
  })

  it('is recognised again after a change of engine, catalogue or context', async () => {
    const newEngine = () => {
      readers.engineVersion += '+'
    }
    const newCatalogue = async () => {
      await nextCatalogueVersion(db)
      await catalogueUpdateReachesReaders()
    }
    expect((await scannedTwice(newEngine)).looked).toBe(2)
    expect((await scannedTwice(newCatalogue)).looked).toBe(2)
    expect((await scannedTwice(() => {}, { context: 'fridge' })).looked).toBe(2)
  })

  it('is recognised again for another user', async () => {
    const label = aLabel()
    for (let n = 0; n < 2; n++) {
      const { call } = await app.signIn()
      await call(parseMenu, { form: { image: photo(label) } })
    }
    expect(readers.recognised.filter((one) => one.label === label)).toHaveLength(2)
  })

  it('is recognised again if the first result was incomplete', async () => {
    const { call } = await app.signIn()
    const label = aLabel()
    readers.on(label, finds('menu', [], { complete: false }))
    await call(parseMenu, { form: { image: photo(label) } })
    await call(parseMenu, { form: { image: photo(label) } })
    expect(readers.recognised.filter((one) => one.label === label)).toHaveLength(2)
  })
})

describe('detecting the scene', () => {
  it('responds and stores nothing', spec('7.2.9', '7.2.10'), async () => {
    const { call, user } = await app.signIn()
    const { status, body } = await call(detectContext, { form: { image: photo('frame') } })
    expect([status, body]).toEqual([200, { context: 'fridge', confidence: 0.9, beerCount: 7, textContent: true }])
    expect(await db.select().from(scans).where(eq(scans.userId, user.id))).toEqual([])
  })

  it('drops a frame when the user sends a newer one', async () => {
    const { call } = await app.signIn()
    const older = call(detectContext, { form: { image: photo('slow') } })
    await vi.waitFor(() => expect(readers.frames).toContain('slow'))
    expect((await call(detectContext, { form: { image: photo('frame') } })).status).toBe(200)
    expect(await older).toMatchObject({ status: 503, headers: { 'retry-after': '1' } })
  })

  it('rejects a file that is not a picture', async () => {
    const { call } = await app.signIn()
    expect((await call(detectContext, { form: { image: new Blob(['no']) } })).status).toBe(415)
  })
})
