import { randomUUID } from 'node:crypto'
import { fastify } from 'fastify'
import { describe, expect, it, vi } from 'vitest'
import { manualClock } from '#testing/manual-clock.ts'
import { LeaseLost } from '../../adapters/jobs/lease.ts'
import type { ScanJob } from './scan-queue.ts'
import { startWorker, type WorkerPorts } from './worker.ts'

const { log } = fastify({ logger: { level: 'silent' } })

/** A queue in memory that remembers what was asked of it. */
function aQueue(waiting: string[]) {
  const held = new Set<string>()
  const givenBack: [scanId: string, attempt: string][] = []
  const attempts = new Map<string, number>()
  return {
    waiting,
    held,
    givenBack,
    async claim(): Promise<ScanJob | undefined> {
      const scanId = waiting.shift()
      if (!scanId) return undefined
      const attempt = (attempts.get(scanId) ?? 0) + 1
      attempts.set(scanId, attempt)
      const job = { scanId, createdAt: new Date(0), attempt, leaseToken: randomUUID(), userId: 1 }
      held.add(job.leaseToken)
      return { ...job, countedOn: null, isFrame: false, ask: { call: 'identify', context: 'auto' } }
    },
    async renew(tokens: string[]) {
      return new Set<string | null>(tokens.filter((token) => held.has(token)))
    },
    async giveBack(lease: { scanId: string; leaseToken: string }, attempt: 'failed' | 'aborted') {
      held.delete(lease.leaseToken)
      givenBack.push([lease.scanId, attempt])
    },
  }
}

function aWorker(queue: ReturnType<typeof aQueue>, work: WorkerPorts['work'], slots = 2) {
  const clock = manualClock()
  return { clock, worker: startWorker({ queue, work, slots, clock, log }) }
}

/** Work that runs until `end` is called or its signal is aborted. */
function pausedWork() {
  const started: string[] = []
  const aborted = new Map<string, unknown>()
  const ends = new Map<string, () => void>()
  const work: WorkerPorts['work'] = ({ scanId }, signal) =>
    new Promise((resolve, reject) => {
      started.push(scanId)
      ends.set(scanId, resolve)
      signal.addEventListener('abort', () => {
        aborted.set(scanId, signal.reason)
        reject(signal.reason)
      })
    })
  return { started, aborted, work, end: (scanId: string) => ends.get(scanId)?.() }
}

describe('a worker', () => {
  it('starts with the waiting scans, as many at a time as it has slots', async () => {
    const paused = pausedWork()
    const { worker } = aWorker(aQueue(['a', 'b', 'c']), paused.work)
    await vi.waitFor(() => expect(paused.started).toEqual(['a', 'b']))
    paused.end('a')
    await vi.waitFor(() => expect(paused.started).toEqual(['a', 'b', 'c']))
    await worker.stop()
  })

  it('claims a scan at once when it is woken', async () => {
    const queue = aQueue([])
    const paused = pausedWork()
    const { worker } = aWorker(queue, paused.work)
    await Promise.resolve()
    queue.waiting.push('a')
    worker.wake()
    await vi.waitFor(() => expect(paused.started).toEqual(['a']))
    await worker.stop()
  })

  it('does not miss a wake-up while it claims', async () => {
    const queue = aQueue([])
    const paused = pausedWork()
    const { worker } = aWorker(queue, paused.work, 5)
    for (const scanId of ['a', 'b', 'c', 'd']) {
      queue.waiting.push(scanId)
      worker.wake()
      await Promise.resolve()
    }
    await vi.waitFor(() => expect(paused.started).toEqual(['a', 'b', 'c', 'd']))
    await worker.stop()
  })

  it('polls every 5 s for scans it was not notified of', async () => {
    const queue = aQueue([])
    const paused = pausedWork()
    const { worker, clock } = aWorker(queue, paused.work)
    await vi.waitFor(() => expect(paused.started).toEqual([]))
    queue.waiting.push('from another node')
    clock.advance(5_000)
    await vi.waitFor(() => expect(paused.started).toEqual(['from another node']))
    await worker.stop()
  })

  it('drops the work when the lease is lost, and releases nothing', async () => {
    const queue = aQueue(['a'])
    const paused = pausedWork()
    const { worker, clock } = aWorker(queue, paused.work)
    await vi.waitFor(() => expect(paused.started).toEqual(['a']))
    queue.held.clear()
    clock.advance(5_000)
    await vi.waitFor(() => expect(paused.aborted.get('a')).toBeInstanceOf(LeaseLost))
    await worker.stop()
    expect(queue.givenBack).toEqual([])
  })

  it('keeps working while the lease is renewed', async () => {
    const paused = pausedWork()
    const { worker, clock } = aWorker(aQueue(['a']), paused.work)
    await vi.waitFor(() => expect(paused.started).toEqual(['a']))
    clock.advance(60_000)
    await new Promise(setImmediate)
    expect(paused.aborted.size).toBe(0)
    await worker.stop()
  })

  it('aborts a scan at once when it is cancelled in this process', async () => {
    const queue = aQueue(['a', 'b'])
    const paused = pausedWork()
    const { worker } = aWorker(queue, paused.work)
    await vi.waitFor(() => expect(paused.started).toEqual(['a', 'b']))
    worker.drop('a')
    await vi.waitFor(() => expect([...paused.aborted.keys()]).toEqual(['a']))
    await worker.stop()
    expect(queue.givenBack).toEqual([['b', 'aborted']])
  })

  it('counts a failure as an attempt and releases the scan', async () => {
    const queue = aQueue(['a'])
    const { worker } = aWorker(queue, () => Promise.reject(new Error('the reader ended')))
    await vi.waitFor(() => expect(queue.givenBack).toEqual([['a', 'failed']]))
    await worker.stop()
  })

  it('releases unfinished scans when it stops, without counting the attempt', async () => {
    const queue = aQueue(['a', 'b', 'c'])
    const paused = pausedWork()
    const { worker } = aWorker(queue, paused.work)
    await vi.waitFor(() => expect(paused.started).toHaveLength(2))
    await worker.stop()
    expect(queue.givenBack).toEqual([
      ['a', 'aborted'],
      ['b', 'aborted'],
    ])
    expect(queue.waiting).toEqual(['c'])
  })

  it('continues after the database was unavailable', async () => {
    const queue = aQueue([])
    const paused = pausedWork()
    const claim = vi.spyOn(queue, 'claim').mockRejectedValueOnce(new Error('no connection'))
    const { worker, clock } = aWorker(queue, paused.work)
    await vi.waitFor(() => expect(claim).toHaveBeenCalledTimes(1))
    queue.waiting.push('a')
    await new Promise(setImmediate)
    clock.advance(5_000)
    await vi.waitFor(() => expect(paused.started).toEqual(['a']))
    await worker.stop()
  })
})
