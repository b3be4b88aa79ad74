/**
 * The heart of the server: runs recognition on a claimed scan and writes each step as it arrives. `recognition` decides what
 * the photo shows, `claimed-scan.ts` how it is stored, `worker.ts` when it runs.
 */
import type { Readers } from '#recognition'
import type { ClaimedScan } from './claimed-scan.ts'
import type { Lease, ScanJob } from './scan-queue.ts'

export interface ScanPorts {
  recognise: Readers['recognise']
  claimed(lease: Lease): ClaimedScan
}

/** Completes a claimed scan; resolves to the id of the scan with the result (see `ClaimedScan.complete`). @throws LeaseLost */
export async function runScan(
  job: ScanJob,
  { recognise, claimed }: ScanPorts,
  signal: AbortSignal,
): Promise<string | undefined> {
  const scan = claimed(job)
  const ask = { ...job.ask, ownBarcodes: await scan.ownBarcodes() }
  for await (const step of recognise(await scan.photo(), ask, signal)) {
    if (step.kind === 'progress') await scan.progress(step)
    else if (step.kind === 'row') await scan.putRow(step.index, step.sighting)
    else return await scan.complete(step.outcome) // one transaction: rows, status; photo and job are deleted
  }
  throw new Error('Recognition ended without an outcome')
}
