/**
 * Sees to it that a claimed scan ends: completed by `run-scan.ts`, or failed when its attempts or its time are used up.
 * Whoever waits for it is told. Other failures are thrown, so that the scan is tried again.
 */
import { SCAN_ATTEMPTS_MAX, SCAN_RUNNING_MAX_MS } from '#contracts'
import { RecognitionFailed } from '#recognition'
import type { Clock } from '../jobs/clock.ts'
import type { ClaimedScan } from '../jobs/scan-queue.ts'
import type { ScanWaiter } from '../jobs/scan-waiter.ts'
import { BUDGET_USED_UP, type EngineUse } from '../usage/engine-use.ts'
import { runScan, type ScanPorts } from './run-scan.ts'
import type { FailureCode } from './scan-store.ts'

/** All attempts together stay within the running time that a scan is promised to end in. */
const ATTEMPT_MAX_MS = SCAN_RUNNING_MAX_MS / SCAN_ATTEMPTS_MAX

export interface EndScanPorts extends ScanPorts {
  waiter: Pick<ScanWaiter, 'tell'>
  clock: Clock
  engine: Pick<EngineUse, 'begin' | 'counted'>
}

/** What became of a scan that an engine of others could not read: trying again at once would end the same way, and cost. */
const ENGINE_FAILURES: Record<string, [FailureCode, string]> = {
  quota_exceeded: ['quota_exceeded', 'API quota exceeded: the credits of the AI provider are used up.'],
  budget: ['quota_exceeded', `API quota exceeded: ${BUDGET_USED_UP}`],
  timed_out: ['timed_out', 'The AI provider took too long to answer. Please try again.'],
  unavailable: ['unavailable', 'The AI provider cannot be reached right now. Please try again in a moment.'],
  refused: ['scan_failed', 'The AI provider declined to look at this picture.'],
  unusable_answer: ['scan_failed', 'The AI provider gave no usable answer. Please try again.'],
}

class OutOfTime extends Error {
  override name = 'OutOfTime'
}

export async function endScan(job: ClaimedScan, ports: EndScanPorts, signal: AbortSignal): Promise<void> {
  if (job.attempt > SCAN_ATTEMPTS_MAX) {
    return await fail(job, ports, 'scan_failed', "We couldn't process this image, although we tried several times.")
  }
  const limit = new AbortController()
  const stopClock = ports.clock.after(ATTEMPT_MAX_MS, () => limit.abort(new OutOfTime()))
  try {
    const running = runPermitted(job, ports, AbortSignal.any([signal, limit.signal]))
    const holder = await Promise.race([running, rejectedBy(limit.signal)])
    ports.waiter.tell(job.scanId, holder === undefined ? { kind: 'gone' } : { kind: 'ended', scanId: holder })
  } catch (error) {
    if (error instanceof OutOfTime) {
      return await fail(job, ports, 'timed_out', 'Reading this image took too long.')
    }
    const failure = error instanceof RecognitionFailed && ENGINE_FAILURES[error.code ?? '']
    if (failure) return await fail(job, ports, ...failure)
    throw error
  } finally {
    stopClock()
  }
}

/** Reads the photo with whom it may be shown to. */
async function runPermitted(job: ClaimedScan, ports: EndScanPorts, signal: AbortSignal): Promise<string | undefined> {
  const { engine, recognise } = ports
  const permit = await engine.begin(job.userId, job.isFrame ?? false)
  if (permit === 'refused') throw new RecognitionFailed('The budget is used up', 'budget')
  const asked = permit === 'anyone' ? job : { ...job, ask: { ...job.ask, staysHere: permit } }
  return await runScan(asked, { ...ports, recognise: engine.counted(job.userId, recognise) }, signal)
}

async function fail(job: ClaimedScan, { scans, waiter }: EndScanPorts, code: FailureCode, message: string) {
  await scans.claimed(job).fail(code, message)
  waiter.tell(job.scanId, { kind: 'ended', scanId: job.scanId })
}

/** A reader that ignores the signal does not keep the scan from ending. */
function rejectedBy(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason), { once: true }))
}
