import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Accepted, deleteScan, getScan, identifyBeer, listScans, parseMenu, parseMenuData } from '#contracts'
import { type Call, startTestApp, type TestApp } from '#testing/app.ts'
import { aBeer } from '#testing/builders.ts'
import { testDatabase } from '#testing/database.ts'
import { type ManualClock, manualClock } from '#testing/manual-clock.ts'
import {
  anOutcome,
  anUnlistedSighting,
  aSighting,
  finds,
  NO_TIME,
  pausable,
  photoOf,
  scriptedReaders,
} from '#testing/scripted-readers.ts'
import { repeatedFrames, scanItems, scanJobs, scanPhotos, scans } from '../../adapters/db/schema.ts'
import { LeaseLost } from '../../adapters/jobs/lease.ts'
import { claimedScan } from './claimed-scan.ts'
import { runScan } from './run-scan.ts'
import { type Lease, scanQueue } from './scan-queue.ts'

const { db } = await testDatabase()
let clock: ManualClock
const nodes: TestApp[] = []

/** A node of the installation. All nodes share the database and the clock. */
async function aNode({ readerSlots = 2, readers = scriptedReaders() } = {}) {
  const node = await startTestApp({ readers, clock, readerSlots })
  nodes.push(node)
  return { ...node, readers }
}

/** A node that accepts photos but has no reader processes. */
const anAcceptingNode = () => aNode({ readerSlots: 0 })

const photo = (label = 'taps') => new Blob([photoOf(label)])
const later = { prefer: 'respond-async' } as const

async function theJob() {
  const job = await scanQueue(db, clock).claim()
  if (!job) throw new Error('no scan was free')
  return job
}

/** Advances the clock until all scans of the user are completed. */
async function completed(call: Call, howMany: number) {
  await vi.waitFor(async () => {
    clock.advance(1_000)
    const list = (await call(listScans, {})).body ?? []
    expect(list.map(({ status }) => status)).toEqual(Array(howMany).fill('completed'))
  }, 20_000)
}

/** Waits until all scans of the only user are completed, and checks that no jobs and photos remain. */
async function ended(call: Call, howMany: number) {
  await completed(call, howMany)
  await nothingRemains()
}

async function nothingRemains() {
  expect(await db.select().from(scanJobs)).toEqual([])
  expect(await db.select().from(scanPhotos)).toEqual([])
}

/** Sends a photo that waits for a worker; returns the id of its scan. */
async function accepted(call: Call, label = 'taps'): Promise<string> {
  const { body } = await call(parseMenu, { form: { image: photo(label) }, headers: later })
  return Accepted.parse(body).scanId
}

beforeEach(() => {
  clock = manualClock()
})
afterEach(async () => {
  await Promise.all(nodes.splice(0).map((node) => node.close()))
  await db.delete(scans)
})

describe('a worker that dies', () => {
  it('loses its scan to another worker, which completes it once', async () => {
    const { call } = await (await anAcceptingNode()).signIn()
    const beer = await aBeer(db)
    const id = await accepted(call)
    await theJob()

    const survivor = await aNode()
    survivor.readers.on('taps', finds('single', [aSighting(beer.id)]))
    clock.advance(14_000)
    expect((await call(getScan, { params: { id: id } })).body?.status).toBe('processing')
    await ended(call, 1)
    expect(survivor.readers.recognised).toHaveLength(1)
    expect(await db.select().from(scanItems).where(eq(scanItems.scanId, id))).toHaveLength(1)
  })

  it('leaves ten scans of several users, half of them started, and each is completed once', async () => {
    const door = await anAcceptingNode()
    const people = await Promise.all([door.signIn(), door.signIn()])
    const beers = await Promise.all(Array.from({ length: 3 }, () => aBeer(db)))
    for (let n = 0; n < 10; n++) {
      const person = people[n % people.length]
      if (person) await accepted(person.call, `taps ${n}`)
    }
    for (let n = 0; n < 5; n++) {
      const job = await theJob()
      await claimedScan(job, db, clock).putRow(n, aSighting(beers[0]?.id ?? 0))
    }
    const readers = scriptedReaders()
    const taps = beers.map((beer) => aSighting(beer.id))
    for (let n = 0; n < 10; n++) readers.on(`taps ${n}`, finds('menu', taps))
    await aNode({ readerSlots: 3, readers })
    for (const { call } of people) await completed(call, 5)
    await nothingRemains()
    expect(readers.recognised).toHaveLength(10)
    expect(await db.select().from(scanItems)).toHaveLength(30)
  })

  it('does not get a scan that has crashed three workers: the scan fails', async () => {
    const { call } = await (await anAcceptingNode()).signIn()
    const id = await accepted(call)
    for (let attempt = 1; attempt <= 3; attempt++) {
      expect((await theJob()).attempt).toBe(attempt)
      clock.advance(15_001)
    }
    const survivor = await aNode()
    await vi.waitFor(async () => {
      expect((await call(getScan, { params: { id: id } })).body?.status).toBe('failed')
    })
    expect(survivor.readers.recognised).toEqual([])
    expect(await db.select().from(scanPhotos)).toEqual([])
  })

  it('cannot write after its lease has lapsed', async () => {
    const { call } = await (await anAcceptingNode()).signIn()
    const [right, wrong] = [await aBeer(db), await aBeer(db)]
    const id = await accepted(call)
    const zombie = claimedScan(await theJob(), db, clock)
    clock.advance(15_001)
    const current = await theJob()

    await expect(zombie.photo()).rejects.toThrow(LeaseLost)
    await expect(zombie.progress({ kind: 'progress', stage: 'stale', done: 9, total: 9 })).rejects.toThrow(LeaseLost)
    await expect(zombie.putRow(0, aSighting(wrong.id))).rejects.toThrow(LeaseLost)
    await expect(zombie.complete(anOutcome('single', [aSighting(wrong.id)]))).rejects.toThrow(LeaseLost)
    await expect(zombie.fail('scan_failed', 'no')).rejects.toThrow(LeaseLost)

    const readers = scriptedReaders()
    readers.on('taps', finds('single', [aSighting(right.id)]))
    const claimed = (lease: Lease) => claimedScan(lease, db, clock)
    await runScan(current, { recognise: readers.recognise, claimed, clock }, new AbortController().signal)
    const scan = await call(getScan, { params: { id: id } })
    expect(scan.body).toMatchObject({ status: 'completed', stage: null, beerId: right.id, progressCurrent: 0 })
    await expect(zombie.complete(anOutcome('single', [aSighting(wrong.id)]))).rejects.toThrow(LeaseLost)
    expect((await call(getScan, { params: { id: id } })).body).toEqual(scan.body)
  })

  it('leaves no rows of its own in the result of its successor', async () => {
    const { call } = await (await anAcceptingNode()).signIn()
    const beers = await Promise.all(Array.from({ length: 3 }, () => aBeer(db)))
    const id = await accepted(call)
    const dead = claimedScan(await theJob(), db, clock)
    for (const [index, beer] of beers.entries()) await dead.putRow(index, aSighting(beer.id))
    await dead.putRow(3, anUnlistedSighting('Half Read'))
    const survivor = await aNode()
    survivor.readers.on('taps', finds('menu', [aSighting(beers[2]?.id ?? 0)]))
    await ended(call, 1)
    const scan = await call(getScan, { params: { id: id } })
    expect(parseMenuData(scan.body?.menuData ?? null)).toMatchObject([{ id: beers[2]?.id }])
  })
})

describe('cancelling', () => {
  it('deletes everything at any point of the work', async () => {
    const readers = scriptedReaders()
    const beers = await Promise.all(Array.from({ length: 4 }, () => aBeer(db)))
    const node = await aNode({ readerSlots: 4, readers })
    const { call, user } = await node.signIn()
    const cancelled = Array.from({ length: 18 }, async (_, n) => {
      const label = `taps ${n}`
      const scanId = randomUUID()
      const cancel = () => call(deleteScan, { params: { id: scanId } })
      let answer: ReturnType<typeof cancel> | undefined
      readers.on(label, async function* () {
        for (const [index, beer] of beers.entries()) {
          if (n % 6 === index) answer = cancel()
          yield { kind: 'row', index, sighting: aSighting(beer.id) }
          yield { kind: 'progress', stage: 'reading', done: index, total: 4 }
        }
        if (n % 6 === 4) answer = cancel()
        const sightings = beers.map((beer) => aSighting(beer.id))
        yield { kind: 'complete', outcome: anOutcome('menu', sightings), times: NO_TIME }
      })
      await call(parseMenu, { form: { image: photo(label), scanId } })
      answer ??= cancel()
      expect((await answer).status).toBe(204)
    })
    await Promise.all(cancelled)
    await vi.waitFor(async () => expect(await db.select().from(scanJobs)).toEqual([]))
    expect(await db.select().from(scans).where(eq(scans.userId, user.id))).toEqual([])
    expect(await db.select().from(scanPhotos)).toEqual([])
    expect(await db.select().from(scanItems)).toEqual([])
  })
})

describe('a server that stops', () => {
  it('returns its scans to the queue at once, and the next one completes them at the first attempt', async () => {
    const { call } = await (await anAcceptingNode()).signIn()
    const id = await accepted(call)
    const pause = pausable(finds('single', []))
    const old = scriptedReaders()
    old.on('taps', pause.script)
    const stopping = await aNode({ readers: old })
    await pause.started
    await stopping.close()
    expect(await db.select().from(scanJobs)).toMatchObject([{ scanId: id, attempt: 0, leaseToken: null }])

    const next = scriptedReaders()
    next.on('taps', finds('single', [aSighting((await aBeer(db)).id)]))
    await aNode({ readers: next })
    await ended(call, 1)
    expect(next.recognised).toHaveLength(1)
  })

  it('responds to waiting requests with the URL of the scan', async () => {
    const node = await aNode()
    const { call } = await node.signIn()
    const pause = pausable(finds('single', []))
    node.readers.on('taps', pause.script)
    const scanId = randomUUID()
    const answer = call(identifyBeer, { form: { image: photo(), scanId } })
    await pause.started
    await node.close()
    expect(await answer).toMatchObject({ status: 202, body: { scanId } })
  })
})

describe('two nodes', () => {
  it('process each other’s scans', async () => {
    const door = await anAcceptingNode()
    const { call } = await door.signIn()
    const beer = await aBeer(db)
    const reader = await aNode()
    reader.readers.on('taps', finds('single', [aSighting(beer.id)]))
    const answer = call(identifyBeer, { form: { image: photo() } })
    const ticking = setInterval(() => clock.advance(100), 5)
    expect(await answer).toMatchObject({ status: 200, body: { beer: { id: beer.id } } })
    clearInterval(ticking)
  })

  it('answer a repeated camera frame with the scan that it repeats, and forget it within hours', async () => {
    const door = await anAcceptingNode()
    const { call } = await door.signIn()
    const beer = await aBeer(db)
    const reader = await aNode()
    for (const label of ['frame', 'next frame']) reader.readers.on(label, finds('single', [aSighting(beer.id)]))
    const frame = (label: string) => call(identifyBeer, { form: { image: photo(label), auto: 'true' } })
    const ticking = setInterval(() => clock.advance(100), 20)
    const first = await frame('frame')
    // However long the next ones take, they follow within a minute.
    await db.update(scans).set({ scannedAt: new Date(clock.now() + 60 * 60_000) })
    const repeated = [await frame('next frame'), await frame('next frame')]
    clearInterval(ticking)
    expect(first.status).toBe(200)
    for (const { status, body } of repeated) expect([status, body]).toEqual([200, first.body])
    expect((await call(listScans, {})).body).toMatchObject([{ id: first.body.scanId }])
    await nothingRemains()

    expect(await db.$count(repeatedFrames)).toBe(2)
    clock.advance(60 * 60_000)
    await vi.waitFor(async () => expect(await db.$count(repeatedFrames)).toBe(0), 20_000)
  })

  it('complete scans of one user with the same new beers, in another order', async () => {
    const { call } = await (await anAcceptingNode()).signIn()
    await accepted(call, 'front')
    await accepted(call, 'back')
    const names = ['Alpha Ale', 'Beta Bock', 'Gamma Gose', 'Delta Dunkel']
    const sightings = names.map((name) => anUnlistedSighting(name))
    const [one, other] = [await theJob(), await theJob()]
    await Promise.all([
      claimedScan(one, db, clock).complete(anOutcome('menu', sightings)),
      claimedScan(other, db, clock).complete(anOutcome('menu', sightings.toReversed())),
    ])
    await nothingRemains()
  })

  it('prefer users with fewer running scans', async () => {
    const door = await anAcceptingNode()
    const [busy, other] = [await door.signIn(), await door.signIn()]
    for (let n = 0; n < 4; n++) {
      clock.advance(1)
      await accepted(busy.call, `busy ${n}`)
    }
    clock.advance(1)
    await accepted(other.call, 'other')
    const readers = scriptedReaders()
    const pauses = ['busy 0', 'busy 1', 'other'].map((label) => {
      const pause = pausable(finds('single', []))
      readers.on(label, pause.script)
      return pause
    })
    await aNode({ readers })
    await vi.waitFor(() => expect(readers.recognised).toHaveLength(2))
    expect(readers.recognised.map(({ label }) => label).sort()).toEqual(['busy 0', 'other'])
    for (const pause of pauses) pause.go()
    await completed(busy.call, 4)
    await completed(other.call, 1)
    await nothingRemains()
  })
})
