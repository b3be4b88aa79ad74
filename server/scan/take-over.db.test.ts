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
  paused,
  photoOf,
  scriptedReaders,
} from '#testing/scripted-readers.ts'
import { scanItems, scanJobs, scanPhotos, scans } from '../db/schema.ts'
import { LeaseLost, scanQueue } from '../jobs/scan-queue.ts'
import { runScan } from './run-scan.ts'
import { scanStore } from './scan-store.ts'

const { db } = await testDatabase()
let clock: ManualClock
const nodes: TestApp[] = []

/** A node of the installation. All of them share the database and, as the time is the same everywhere, the clock. */
async function aNode({ readerSlots = 2, readers = scriptedReaders() } = {}) {
  const node = await startTestApp({ readers, clock, readerSlots })
  nodes.push(node)
  return { ...node, readers }
}

/** A node that takes photos and reads none. */
const aDoor = () => aNode({ readerSlots: 0 })

const photo = (label = 'taps') => new Blob([photoOf(label)])
const later = { prefer: 'respond-async' } as const

async function theJob() {
  const job = await scanQueue(db, clock).claim()
  if (!job) throw new Error('no scan was free')
  return job
}

/** Lets time pass until all scans of the user have ended well, and nothing of them waits any more. */
async function ended(call: Call, howMany: number) {
  await vi.waitFor(async () => {
    clock.advance(1_000)
    const list = (await call(listScans)).body ?? []
    expect(list.map(({ status }) => status)).toEqual(Array(howMany).fill('completed'))
  }, 10_000)
  expect(await db.select().from(scanJobs)).toEqual([])
  expect(await db.select().from(scanPhotos)).toEqual([])
}

/** A photo that waits for a worker; its scan's id. */
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
  it('leaves its scan to another, which ends it once', async () => {
    const { call } = await (await aDoor()).signIn()
    const beer = await aBeer(db)
    const id = await accepted(call)
    await theJob()

    const survivor = await aNode()
    survivor.readers.on('taps', finds('single', [aSighting(beer.id)]))
    clock.advance(14_000)
    expect((await call(getScan, { params: { id: id } })).body?.status).toBe('processing')
    await ended(call, 1)
    expect(survivor.readers.looked).toHaveLength(1)
    expect(await db.select().from(scanItems).where(eq(scanItems.scanId, id))).toHaveLength(1)
  })

  it('leaves ten scans of several users, half of them begun, and all end once', async () => {
    const door = await aDoor()
    const people = await Promise.all([door.signIn(), door.signIn()])
    const beers = await Promise.all(Array.from({ length: 3 }, () => aBeer(db)))
    for (let n = 0; n < 10; n++) {
      const person = people[n % people.length]
      if (person) await accepted(person.call, `taps ${n}`)
    }
    for (let n = 0; n < 5; n++) {
      const job = await theJob()
      await scanStore(db, clock)
        .claimed(job)
        .putRow(n, aSighting(beers[0]?.id ?? 0))
    }
    const readers = scriptedReaders()
    const taps = beers.map((beer) => aSighting(beer.id))
    for (let n = 0; n < 10; n++) readers.on(`taps ${n}`, finds('menu', taps))
    await aNode({ readerSlots: 3, readers })
    for (const { call } of people) await ended(call, 5)
    expect(readers.looked).toHaveLength(10)
    expect(await db.select().from(scanItems)).toHaveLength(30)
  })

  it('fails a scan that killed three of them', async () => {
    const { call } = await (await aDoor()).signIn()
    const id = await accepted(call)
    for (let attempt = 1; attempt <= 3; attempt++) {
      expect((await theJob()).attempt).toBe(attempt)
      clock.advance(15_001)
    }
    const survivor = await aNode()
    await vi.waitFor(async () => {
      expect((await call(getScan, { params: { id: id } })).body?.status).toBe('failed')
    })
    expect(survivor.readers.looked).toEqual([])
    expect(await db.select().from(scanPhotos)).toEqual([])
  })

  it('changes nothing when it comes back to life', async () => {
    const { call } = await (await aDoor()).signIn()
    const [right, wrong] = [await aBeer(db), await aBeer(db)]
    const id = await accepted(call)
    const zombie = scanStore(db, clock).claimed(await theJob())
    clock.advance(15_001)
    const current = await theJob()

    await expect(zombie.photo()).rejects.toThrow(LeaseLost)
    await expect(zombie.progress({ kind: 'progress', stage: 'stale', done: 9, total: 9 })).rejects.toThrow(LeaseLost)
    await expect(zombie.putRow(0, aSighting(wrong.id))).rejects.toThrow(LeaseLost)
    await expect(zombie.complete(anOutcome('single', [aSighting(wrong.id)]))).rejects.toThrow(LeaseLost)
    await expect(zombie.fail('scan_failed', 'no')).rejects.toThrow(LeaseLost)

    const readers = scriptedReaders()
    readers.on('taps', finds('single', [aSighting(right.id)]))
    const scans = scanStore(db, clock)
    await runScan(current, { recognise: readers.recognise, scans }, new AbortController().signal)
    const scan = await call(getScan, { params: { id: id } })
    expect(scan.body).toMatchObject({ status: 'completed', stage: null, beerId: right.id, progressCurrent: 0 })
    await expect(zombie.complete(anOutcome('single', [aSighting(wrong.id)]))).rejects.toThrow(LeaseLost)
    expect((await call(getScan, { params: { id: id } })).body).toEqual(scan.body)
  })

  it('leaves no rows of its own beside those of its successor', async () => {
    const { call } = await (await aDoor()).signIn()
    const beers = await Promise.all(Array.from({ length: 3 }, () => aBeer(db)))
    const id = await accepted(call)
    const dead = scanStore(db, clock).claimed(await theJob())
    for (const [index, beer] of beers.entries()) await dead.putRow(index, aSighting(beer.id))
    await dead.putRow(3, anUnlistedSighting('Half Read'))
    const survivor = await aNode()
    survivor.readers.on('taps', finds('menu', [aSighting(beers[2]?.id ?? 0)]))
    await ended(call, 1)
    const scan = await call(getScan, { params: { id: id } })
    expect(parseMenuData(scan.body?.menuData ?? null)).toMatchObject([{ id: beers[2]?.id }])
  })
})

describe('a cancel', () => {
  it('leaves nothing at whatever moment of the work it comes', async () => {
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
        yield { kind: 'complete', outcome: anOutcome('menu', sightings) }
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
  it('gives its scans back at once, and the next one ends them at the first attempt', async () => {
    const { call } = await (await aDoor()).signIn()
    const id = await accepted(call)
    const pause = paused(finds('single', []))
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
    expect(next.looked).toHaveLength(1)
  })

  it('answers who still waits with the address of the scan', async () => {
    const node = await aNode()
    const { call } = await node.signIn()
    const pause = paused(finds('single', []))
    node.readers.on('taps', pause.script)
    const scanId = randomUUID()
    const answer = call(identifyBeer, { form: { image: photo(), scanId } })
    await pause.started
    await node.close()
    expect(await answer).toMatchObject({ status: 202, body: { scanId } })
  })
})

describe('two nodes', () => {
  it('read what either of them took', async () => {
    const door = await aDoor()
    const { call } = await door.signIn()
    const beer = await aBeer(db)
    const reader = await aNode()
    reader.readers.on('taps', finds('single', [aSighting(beer.id)]))
    const answer = call(identifyBeer, { form: { image: photo() } })
    const ticking = setInterval(() => clock.advance(100), 5)
    expect(await answer).toMatchObject({ status: 200, body: { beer: { id: beer.id } } })
    clearInterval(ticking)
  })

  it('let a busy user wait for others', async () => {
    const door = await aDoor()
    const [busy, other] = [await door.signIn(), await door.signIn()]
    for (let n = 0; n < 4; n++) {
      clock.advance(1)
      await accepted(busy.call, `busy ${n}`)
    }
    clock.advance(1)
    await accepted(other.call, 'other')
    const readers = scriptedReaders()
    const pauses = ['busy 0', 'busy 1', 'other'].map((label) => {
      const pause = paused(finds('single', []))
      readers.on(label, pause.script)
      return pause
    })
    await aNode({ readers })
    await vi.waitFor(() => expect(readers.looked).toHaveLength(2))
    expect(readers.looked.map(({ label }) => label).sort()).toEqual(['busy 0', 'other'])
    for (const pause of pauses) pause.go()
    await ended(busy.call, 4)
  })
})
