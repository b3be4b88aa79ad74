/** Claims scans from the queue while slots are free, renews their leases, and aborts the work whose lease is lost. */
import type { FastifyBaseLogger } from 'fastify'
import type { Clock } from '../../adapters/clock.ts'
import { LeaseLost } from '../../adapters/jobs/lease.ts'
import { startPoll } from '../../adapters/jobs/poll.ts'
import type { ScanJob, ScanQueue } from './scan-queue.ts'

/** How often the worker renews leases and looks for lapsed leases and scans that other nodes accepted. */
const POLL_INTERVAL_MS = 5_000

export interface WorkerPorts {
  queue: Pick<ScanQueue, 'claim' | 'renew' | 'giveBack'>
  /** Completes or fails the scan. An error counts as a failed attempt and returns the scan to the queue. */
  work(job: ScanJob, signal: AbortSignal): Promise<void>
  /** Maximum number of concurrent scans. */
  slots: number
  /** Default: `POLL_INTERVAL_MS`. Scans that this process accepted wake the worker anyway. */
  claimIntervalMs?: number
  clock: Clock
  log: FastifyBaseLogger
}

export interface Worker {
  /** Looks for a waiting scan now. */
  wake(): void
  /** Aborts the work on a deleted scan. */
  drop(scanId: string): void
  /** Aborts all work, returns unfinished scans to the queue, and resolves when nothing runs. */
  stop(): Promise<void>
}

interface Running {
  job: ScanJob
  controller: AbortController
  done: Promise<void>
}

export function startWorker({ queue, work, slots, claimIntervalMs, clock, log }: WorkerPorts): Worker {
  const running = new Map<string, Running>()
  let stopping = false

  const intervalMs = POLL_INTERVAL_MS
  const renewals = startPoll({ clock, intervalMs, work: renew, log, failureMessage: 'renewing leases failed' })
  const claims = startPoll({
    clock,
    intervalMs: claimIntervalMs ?? POLL_INTERVAL_MS,
    work: claim,
    log,
    failureMessage: 'claiming scans failed',
  })
  claims.wake()

  async function claim() {
    while (running.size < slots && !stopping) {
      const job = await queue.claim()
      if (!job) return
      if (stopping) return await queue.giveBack(job, 'aborted')
      start(job)
    }
  }

  function start(job: ScanJob) {
    const controller = new AbortController()
    const done = attempt(job, controller.signal).finally(() => {
      running.delete(job.leaseToken)
      claims.wake()
    })
    running.set(job.leaseToken, { job, controller, done })
  }

  async function attempt(job: ScanJob, signal: AbortSignal) {
    const facts = { scanId: job.scanId, attempt: job.attempt }
    try {
      await work(job, signal)
    } catch (error) {
      if (error instanceof LeaseLost || signal.reason instanceof LeaseLost) return log.info(facts, 'scan dropped')
      if (!stopping) log.error({ ...facts, err: error }, 'attempt at scan failed')
      await queue.giveBack(job, stopping ? 'aborted' : 'failed').catch((cause: unknown) => {
        log.error({ ...facts, err: cause }, 'returning a scan to the queue failed; its lease will lapse')
      })
    }
  }

  async function renew() {
    const tokens = [...running.keys()]
    const held = await queue.renew(tokens)
    for (const token of tokens) if (!held.has(token)) abort(running.get(token))
  }

  function abort(lost: Running | undefined) {
    lost?.controller.abort(new LeaseLost(`scan ${lost.job.scanId}`))
  }

  return {
    wake: claims.wake,
    drop(scanId) {
      for (const one of running.values()) if (one.job.scanId === scanId) abort(one)
    },
    async stop() {
      stopping = true
      for (const { controller } of running.values()) controller.abort(new Error('server is stopping'))
      await Promise.all([claims.close(), renewals.close()])
      await Promise.all([...running.values()].map(({ done }) => done))
    },
  }
}
