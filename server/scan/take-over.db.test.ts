import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { getScan, identifyBeer, listScans, parseMenu } from '#contracts'
import { aBeer } from '#testing/builders.ts'
import { testDatabase } from '#testing/database.ts'
import { scanItems, scanJobs, scanPhotos, scans } from '../db/schema.ts'
import { type ManualClock, manualClock } from '../jobs/manual-clock.ts'
import { LeaseLost, scanQueue } from '../jobs/scan-queue.ts'
import { runScan } from './run-scan.ts'
import { type ScanApp, startScanApp } from './scan-app.ts'
import { scanStore } from './scan-store.ts'
import {
  anOutcome,
  anUnlistedSighting,
  aSighting,
  finds,
  paused,
  photoOf,
  scriptedReaders,
} from './scripted-readers.ts'

const { db } = await testDatabase()
let clock: ManualClock
const nodes: ScanApp[] = []

/** A node of the installation; the clock is common to all, as the time is. */
function aNode(options: { slots?: number } = {}): ScanApp {
  const node = startScanApp({ db, clock, ...options })
  nodes.push(node)
  return node
}

/** A node that takes photos and reads none. */
const aDoor = () => aNode({ slots: 0 })

const photo = () => new Blob([photoOf('taps')])
const later = { prefer: 'respond-async' }

async function theJob() {
  const job = await scanQueue(db, clock).claim()
  if (!job) throw new Error('no scan was free')
  return job
}

async function ended(node: ScanApp, call: Awaited<ReturnType<ScanApp['signIn']>>['call'], howMany: number) {
  await vi.waitFor(async () => {
    node.clock.advance(1_000)
    const { body } = await call(listScans)
    expect(body).toHaveLength(howMany)
    expect(new Set(body.map((scan: { status: string }) => scan.status))).toEqual(new Set(['completed']))
  }, 10_000)
  expect(await db.select().from(scanJobs)).toEqual([])
  expect(await db.select().from(scanPhotos)).toEqual([])
}

describe('a worker that dies', () => {
  beforeEach(() => {
    clock = manualClock()
  })
  afterEach(async () => {
    await Promise.all(nodes.splice(0).map((node) => node.close()))
    await db.delete(scans)
  })

  it('leaves its scan to another, which ends it once', async () => {
    const { call } = await aDoor().signIn()
    const beer = await aBeer(db)
    const { body } = await call(identifyBeer, { form: { image: photo() }, headers: later })
    await theJob()

    const survivor = aNode()
    survivor.readers.on('taps', finds('single', [aSighting(beer.id)]))
    clock.advance(14_000)
    expect((await call(getScan, { params: { id: body.scanId } })).body.status).toBe('processing')
    await ended(survivor, call, 1)
    expect(survivor.readers.looked).toHaveLength(1)
    expect(await db.select().from(scanItems).where(eq(scanItems.scanId, body.scanId))).toHaveLength(1)
  })

  it('leaves ten scans of several users, half of them begun, and all end once', async () => {
    const door = aDoor()
    const people = await Promise.all([door.signIn(), door.signIn()])
    const beers = await Promise.all(Array.from({ length: 3 }, () => aBeer(db)))
    for (let n = 0; n < 10; n++) {
      const person = people[n % people.length]
      await person?.call(parseMenu, { form: { image: new Blob([photoOf(`taps ${n}`)]) }, headers: later })
    }
    for (let n = 0; n < 5; n++) {
      const job = await theJob()
      await scanStore(db, clock)
        .claimed(job)
        .putRow(n, aSighting(beers[0]?.id ?? 0))
    }
    const survivor = aNode({ slots: 3 })
    for (let n = 0; n < 10; n++) {
      survivor.readers.on(
        `taps ${n}`,
        finds(
          'menu',
          beers.map((beer) => aSighting(beer.id)),
        ),
      )
    }
    for (const { call } of people) await ended(survivor, call, 5)
    expect(survivor.readers.looked).toHaveLength(10)
    expect(await db.select().from(scanItems)).toHaveLength(30)
  })

  it('fails a scan that killed three of them', async () => {
    const { call } = await aDoor().signIn()
    const { body } = await call(identifyBeer, { form: { image: photo() }, headers: later })
    for (let attempt = 1; attempt <= 3; attempt++) {
      expect((await theJob()).attempt).toBe(attempt)
      clock.advance(15_001)
    }
    const survivor = aNode()
    await vi.waitFor(async () => {
      expect((await call(getScan, { params: { id: body.scanId } })).body.status).toBe('failed')
    })
    expect(survivor.readers.looked).toEqual([])
    expect(await db.select().from(scanPhotos)).toEqual([])
  })

  it('changes nothing when it comes back to life', async () => {
    const { call } = await aDoor().signIn()
    const [right, wrong] = [await aBeer(db), await aBeer(db)]
    const { body } = await call(identifyBeer, { form: { image: photo() }, headers: later })
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
    const scan = await call(getScan, { params: { id: body.scanId } })
    expect(scan.body).toMatchObject({ status: 'completed', stage: null, beerId: right.id, progressCurrent: 0 })
    await expect(zombie.complete(anOutcome('single', [aSighting(wrong.id)]))).rejects.toThrow(LeaseLost)
    expect((await call(getScan, { params: { id: body.scanId } })).body).toEqual(scan.body)
  })

  it('leaves no rows of its own beside those of its successor', async () => {
    const { call } = await aDoor().signIn()
    const beers = await Promise.all(Array.from({ length: 3 }, () => aBeer(db)))
    const { body } = await call(parseMenu, { form: { image: photo() }, headers: later })
    const dead = scanStore(db, clock).claimed(await theJob())
    for (const [index, beer] of beers.entries()) await dead.putRow(index, aSighting(beer.id))
    await dead.putRow(3, anUnlistedSighting('Half Read'))
    const survivor = aNode()
    survivor.readers.on('taps', finds('menu', [aSighting(beers[2]?.id ?? 0)]))
    await ended(survivor, call, 1)
    const scan = await call(getScan, { params: { id: body.scanId } })
    expect(JSON.parse(scan.body.menuData)).toMatchObject([{ id: beers[2]?.id }])
  })
})

describe('a server that stops', () => {
  beforeEach(() => {
    clock = manualClock()
  })
  afterEach(async () => {
    await Promise.all(nodes.splice(0).map((node) => node.close()))
    await db.delete(scans)
  })

  it('gives its scans back at once, and the next one ends them at the first attempt', async () => {
    const old = aNode()
    const { call } = await old.signIn()
    const pause = paused(finds('single', []))
    old.readers.on('taps', pause.script)
    const { body } = await call(identifyBeer, { form: { image: photo() }, headers: later })
    await pause.started
    await old.worker.stop()
    expect(await db.select().from(scanJobs)).toMatchObject([{ scanId: body.scanId, attempt: 0, leaseToken: null }])

    const next = aNode()
    next.readers.on('taps', finds('single', [aSighting((await aBeer(db)).id)]))
    next.worker.wake()
    await ended(next, call, 1)
  })

  it('answers who still waits with the address of the scan', async () => {
    const node = aNode()
    const { call } = await node.signIn()
    const pause = paused(finds('single', []))
    node.readers.on('taps', pause.script)
    const scanId = randomUUID()
    const answer = call(identifyBeer, { form: { image: photo(), scanId } })
    await pause.started
    node.waiter.stop()
    expect(await answer).toMatchObject({ status: 202, body: { scanId } })
  })
})

describe('two nodes', () => {
  beforeEach(() => {
    clock = manualClock()
  })
  afterEach(async () => {
    await Promise.all(nodes.splice(0).map((node) => node.close()))
    await db.delete(scans)
  })

  it('read what either of them took', async () => {
    const door = aDoor()
    const { call } = await door.signIn()
    const beer = await aBeer(db)
    const reader = aNode()
    reader.readers.on('taps', finds('single', [aSighting(beer.id)]))
    const answer = call(identifyBeer, { form: { image: photo() } })
    const ticking = setInterval(() => clock.advance(100), 5)
    expect(await answer).toMatchObject({ status: 200, body: { beer: { id: beer.id } } })
    clearInterval(ticking)
  })

  it('let a busy user wait for others', async () => {
    const door = aDoor()
    const [busy, other] = [await door.signIn(), await door.signIn()]
    for (let n = 0; n < 4; n++) {
      clock.advance(1)
      await busy.call(identifyBeer, { form: { image: new Blob([photoOf(`busy ${n}`)]) }, headers: later })
    }
    clock.advance(1)
    await other.call(identifyBeer, { form: { image: new Blob([photoOf('other')]) }, headers: later })
    const reader = aNode({ slots: 2 })
    const pauses = ['busy 0', 'busy 1', 'other'].map((label) => {
      const pause = paused(finds('single', []))
      reader.readers.on(label, pause.script)
      return pause
    })
    await vi.waitFor(() => expect(reader.readers.looked).toHaveLength(2))
    expect(reader.readers.looked.map(({ label }) => label)).toEqual(['busy 0', 'other'])
    for (const pause of pauses) pause.go()
    await ended(reader, busy.call, 4)
  })
})
