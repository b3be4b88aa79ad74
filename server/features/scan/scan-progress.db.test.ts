import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { deleteScan, getScan, identifyBeer, listScans, parseMenu, parseMenuData } from '#contracts'
import { RecognitionFailed } from '#recognition'
import { startTestApp } from '#testing/app.ts'
import { aBeer } from '#testing/builders.ts'
import { manualClock } from '#testing/manual-clock.ts'
import { aSighting, fails, finds, pausable } from '#testing/scripted-readers.ts'
import { spec } from '#testing/spec.ts'
import { scans } from '../../adapters/db/schema.ts'
import { aLabel, photo, startRecognitionApp } from './recognition.fixture.ts'

const { app, advanceWithLeases, clock, db, historyOf, readers, rowsOf } = await startRecognitionApp()
afterAll(() => app.close())

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
    expect(await rowsOf(list[0]?.id ?? '')).toEqual({ jobs: 0, photos: 0, items: 0 })
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
    await advanceWithLeases(95_000)
    expect((await call(getScan, { params: { id: scanId } })).body.status).toBe('processing')
    await advanceWithLeases(5_000)
    await vi.waitFor(async () => {
      const { body } = await call(getScan, { params: { id: scanId } })
      expect(body).toMatchObject({
        status: 'failed',
        failure: 'Reading this image took too long.',
        failureCode: 'timed_out',
      })
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
      yield { kind: 'progress', stage: 'reading 3 of 9 lines', done: 3, total: 9, detected: 4 }
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
      detected: 4,
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
    expect(await rowsOf(scanId)).toEqual({ jobs: 0, photos: 0, items: 0 })
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
      const { body } = await call(listScans, {})
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
