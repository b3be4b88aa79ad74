import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { eq } from 'drizzle-orm'
import { fastify } from 'fastify'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { testDatabase } from '#testing/database.ts'
import { manualClock } from '#testing/manual-clock.ts'
import { scans, users } from '../../adapters/db/schema.ts'
import { repeatedFrameStore } from './repeated-frames.ts'
import { type ScanEnd, scanWaiter } from './scan-waiter.ts'

const { db } = await testDatabase()
const clock = manualClock()
const { log } = fastify({ logger: { level: 'silent' } })
const waiter = scanWaiter({ db, clock, log })
const neverAborted = new AbortController().signal
afterAll(() => waiter.stop())

async function aProcessingScan(): Promise<string> {
  const [user] = await db.insert(users).values({ issuer: 'test', subject: randomUUID() }).returning({ id: users.id })
  const id = randomUUID()
  await db.insert(scans).values({ id, userId: user?.id ?? 0, status: 'processing', call: 'identify', context: 'auto' })
  return id
}

/** Polls until the wait has ended. */
async function afterPolling(waiting: Promise<ScanEnd>): Promise<ScanEnd> {
  for (;;) {
    clock.advance(300)
    const end = await Promise.race([waiting, setTimeout(5)])
    if (end) return end
  }
}

describe('waiting for a scan', () => {
  it('ends at once when the scan ends in this process', async () => {
    const scanId = await aProcessingScan()
    const waiting = waiter.wait(scanId, 1_000, neverAborted)
    waiter.notify(scanId, { kind: 'ended', scanId })
    expect(await waiting).toEqual({ kind: 'ended', scanId })
  })

  it('ends when another node ended the scan', async () => {
    const scanId = await aProcessingScan()
    const waiting = waiter.wait(scanId, 60_000, neverAborted)
    await db.update(scans).set({ status: 'completed' }).where(eq(scans.id, scanId))
    expect(await afterPolling(waiting)).toEqual({ kind: 'ended', scanId })
  })

  it('ends when the scan was cancelled elsewhere', async () => {
    const scanId = await aProcessingScan()
    const waiting = waiter.wait(scanId, 60_000, neverAborted)
    await db.delete(scans).where(eq(scans.id, scanId))
    expect(await afterPolling(waiting)).toEqual({ kind: 'gone' })
  })

  it('ends with the earlier scan for a camera frame that another node found repeated, until that scan is deleted', async () => {
    const earlier = await aProcessingScan()
    const [{ userId } = { userId: 0 }] = await db.select().from(scans).where(eq(scans.id, earlier))
    const frame = { id: randomUUID(), userId, sameAs: earlier }
    await repeatedFrameStore(db, clock).add(frame)
    await repeatedFrameStore(db, clock).add(frame)
    const wait = () => afterPolling(waiter.wait(frame.id, 60_000, neverAborted))
    expect(await wait()).toEqual({ kind: 'ended', scanId: earlier })
    await db.delete(scans).where(eq(scans.id, earlier))
    expect(await wait()).toEqual({ kind: 'gone' })
  })

  it('ends as pending when the time is up and the scan is still running', async () => {
    const waiting = waiter.wait(await aProcessingScan(), 1_000, neverAborted)
    clock.advance(999)
    expect(await Promise.race([waiting, 'still waiting'])).toBe('still waiting')
    clock.advance(1)
    expect(await waiting).toEqual({ kind: 'pending' })
  })

  it('ends when the client disconnects', async () => {
    const client = new AbortController()
    const waiting = waiter.wait(await aProcessingScan(), 1_000, client.signal)
    client.abort()
    expect(await waiting).toEqual({ kind: 'pending' })
  })

  it('ends when the server stops, also for a photo that arrives after that', async () => {
    const stopping = scanWaiter({ db, clock, log })
    const waiting = stopping.wait(await aProcessingScan(), 60_000, neverAborted)
    stopping.stop()
    expect(await waiting).toEqual({ kind: 'pending' })
    expect(await stopping.wait(await aProcessingScan(), 60_000, neverAborted)).toEqual({ kind: 'pending' })
  })

  it('ends for all requests that wait for the same scan', async () => {
    const scanId = await aProcessingScan()
    const all = Array.from({ length: 3 }, () => waiter.wait(scanId, 1_000, neverAborted))
    waiter.notify(scanId, { kind: 'gone' })
    expect(await Promise.all(all)).toEqual([{ kind: 'gone' }, { kind: 'gone' }, { kind: 'gone' }])
  })

  it('queries the database once for all scans, and not at all if nothing waits', async () => {
    const ids = await Promise.all(Array.from({ length: 4 }, aProcessingScan))
    const queries = vi.spyOn(db, 'select')
    const waiting = ids.map((id) => waiter.wait(id, 60_000, neverAborted))
    clock.advance(300)
    expect(queries).toHaveBeenCalledTimes(1)
    for (const scanId of ids) waiter.notify(scanId, { kind: 'gone' })
    await Promise.all(waiting)
    clock.advance(3_000)
    expect(queries).toHaveBeenCalledTimes(1)
    queries.mockRestore()
  })
})
