/**
 * Works off the queue: claims scans while readers are idle, keeps their leases, and tells the work when it is for nothing.
 * What the work is, it is handed; how a scan ends is not decided here.
 */
import type { FastifyBaseLogger } from 'fastify'
import type { Clock } from './clock.ts'
import { type ClaimedScan, LeaseLost, type ScanQueue } from './scan-queue.ts'

/** How often leases are renewed, and lapsed ones and scans accepted by other nodes are looked for. */
const LOOK_INTERVAL_MS = 5_000

export interface WorkerPorts {
  queue: Pick<ScanQueue, 'claim' | 'renew' | 'giveBack'>
  /** Ends the scan one way or the other. What it throws counts as a failed attempt; the scan is then free again. */
  work(job: ClaimedScan, signal: AbortSignal): Promise<void>
  /** Scans at a time. */
  slots: number
  clock: Clock
  log: FastifyBaseLogger
}

export interface Worker {
  /** A scan may be waiting. */
  wake(): void
  /** The scan is gone; whoever works on it here may stop. */
  drop(scanId: string): void
  /** Resolves when nothing runs any more. Unfinished scans are given back. */
  stop(): Promise<void>
}

interface Running {
  job: ClaimedScan
  controller: AbortController
  done: Promise<void>
}

export function startWorker({ queue, work, slots, clock, log }: WorkerPorts): Worker {
  const running = new Map<string, Running>()
  let claiming: Promise<void> | undefined
  let renewing: Promise<void> | undefined
  let woken = false
  let stopping = false

  const stopLooking = clock.every(LOOK_INTERVAL_MS, () => {
    renewing ??= renew()
      .catch((error: unknown) => log.error({ err: error }, 'leases could not be renewed'))
      .finally(() => {
        renewing = undefined
      })
    wake()
  })
  wake()

  function wake() {
    woken = true
    claiming ??= claimWhileWoken()
      .catch((error: unknown) => log.error({ err: error }, 'scans could not be claimed'))
      .finally(() => {
        claiming = undefined
        if (woken && !stopping) wake()
      })
  }

  async function claimWhileWoken() {
    while (woken && !stopping) {
      woken = false
      while (running.size < slots) {
        const job = await queue.claim()
        if (!job) break
        if (stopping) return await queue.giveBack(job, 'called off')
        start(job)
      }
    }
  }

  function start(job: ClaimedScan) {
    const controller = new AbortController()
    const done = attempt(job, controller.signal).finally(() => {
      running.delete(job.leaseToken)
      wake()
    })
    running.set(job.leaseToken, { job, controller, done })
  }

  async function attempt(job: ClaimedScan, signal: AbortSignal) {
    const facts = { scanId: job.scanId, attempt: job.attempt }
    try {
      await work(job, signal)
    } catch (error) {
      if (error instanceof LeaseLost || signal.reason instanceof LeaseLost) return log.info(facts, 'a scan was dropped')
      if (!stopping) log.error({ ...facts, err: error }, 'an attempt at a scan failed')
      await queue.giveBack(job, stopping ? 'called off' : 'failed').catch((cause: unknown) => {
        log.error({ ...facts, err: cause }, 'a scan could not be given back; its lease will lapse')
      })
    }
  }

  async function renew() {
    const tokens = [...running.keys()]
    const held = await queue.renew(tokens)
    for (const token of tokens) if (!held.has(token)) lose(running.get(token))
  }

  function lose(lost: Running | undefined) {
    lost?.controller.abort(new LeaseLost(lost.job.scanId))
  }

  return {
    wake,
    drop(scanId) {
      for (const one of running.values()) if (one.job.scanId === scanId) lose(one)
    },
    async stop() {
      stopping = true
      stopLooking()
      for (const { controller } of running.values()) controller.abort(new Error('The server stops'))
      await claiming
      await renewing
      await Promise.all([...running.values()].map(({ done }) => done))
    },
  }
}
