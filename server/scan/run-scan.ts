/**
 * The heart of the server: a claimed scan is read step by step, and each step is written as it comes. What is seen on the
 * photo is decided in `recognition`, how it is stored in `scan-store.ts`, who works when in `jobs`.
 */
import type { Readers } from '#recognition'
import type { ClaimedScan } from '../jobs/scan-queue.ts'
import type { ScanStore } from './scan-store.ts'

export interface ScanPorts {
  recognise: Readers['recognise']
  scans: Pick<ScanStore, 'claimed'>
}

/**
 * Turns a claimed scan into a finished one. Every write carries the lease; a lost lease drops the work. Resolves to the scan
 * that holds the answer: this one, or for a camera frame that leaves no scan of its own an earlier one or none.
 */
export async function runScan(
  job: ClaimedScan,
  { recognise, scans }: ScanPorts,
  signal: AbortSignal,
): Promise<string | undefined> {
  const scan = scans.claimed(job)
  for await (const step of recognise(await scan.photo(), job.ask, signal)) {
    if (step.kind === 'progress') await scan.progress(step)
    else if (step.kind === 'row') await scan.putRow(step.index, step.sighting)
    else return await scan.complete(step.outcome) // one transaction: rows, status; photo and job are deleted
  }
  throw new Error('Recognition ended without an outcome')
}
