/**
 * The heart of the server: runs recognition on a claimed scan and writes each step as it arrives. `recognition` decides what
 * the photo shows, `claimed-scan.ts` how it is stored, `worker.ts` when it runs.
 */
import type { Readers, StageTimes } from '#recognition'
import type { Clock } from '../../adapters/clock.ts'
import type { ClaimedScan } from './claimed-scan.ts'
import type { Lease, ScanJob } from './scan-queue.ts'

export type ScanTimes = StageTimes & { saving: number }

export interface ScanPorts {
  recognise: Readers['recognise']
  claimed(lease: Lease): ClaimedScan
  clock: Pick<Clock, 'now'>
  /** Receives how long the stages of a completed attempt took, in seconds. */
  onTimes?(job: ScanJob, times: ScanTimes): void
}

/** Completes a claimed scan; resolves to the id of the scan with the result (see `ClaimedScan.complete`). @throws LeaseLost */
export async function runScan(
  job: ScanJob,
  { recognise, claimed, clock, onTimes }: ScanPorts,
  signal: AbortSignal,
): Promise<string | undefined> {
  const scan = claimed(job)
  const ask = { ...job.ask, ownBarcodes: await scan.ownBarcodes() }
  for await (const step of recognise(await scan.photo(), ask, signal)) {
    if (step.kind === 'progress') await scan.progress(step)
    else if (step.kind === 'row') await scan.putRow(step.index, step.sighting)
    else {
      const startedAt = clock.now()
      const resultId = await scan.complete(step.outcome) // one transaction: rows, status; photo and job are deleted
      onTimes?.(job, { ...step.times, saving: (clock.now() - startedAt) / 1_000 })
      return resultId
    }
  }
  throw new Error('Recognition ended without an outcome')
}
