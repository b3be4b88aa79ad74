/**
 * Ends a claimed scan: `run-scan.ts` completes it, or it fails after too many attempts or too much time. Requests that wait
 * for it are notified. Other errors are thrown, so that the scan is retried.
 */
import { SCAN_ATTEMPTS_MAX, SCAN_RUNNING_MAX_MS } from '#contracts'
import { type Readers, type RecogniseAsk, RecognitionFailed } from '#recognition'
import type { Clock } from '../../adapters/clock.ts'
import { type FailureCode, PhotoMissing } from './claimed-scan.ts'
import type { PhotoBudget, TakenPhoto } from './photo-budget.ts'
import { runScan, type ScanPorts } from './run-scan.ts'
import type { ScanJob } from './scan-queue.ts'
import type { ScanWaiter } from './scan-waiter.ts'

/** All attempts together stay within the maximum running time of a scan. */
const ATTEMPT_MAX_MS = SCAN_RUNNING_MAX_MS / SCAN_ATTEMPTS_MAX

export interface EndScanPorts extends ScanPorts {
  waiter: Pick<ScanWaiter, 'notify'>
  clock: Clock
  budget: Pick<PhotoBudget, 'usedUpMessage' | 'take' | 'giveBack' | 'metered'>
}

/** Provider errors that end the scan: an immediate retry would fail the same way, and cost money. */
const ENGINE_FAILURES: Record<string, [FailureCode, string]> = {
  quota_exceeded: ['quota_exceeded', 'API quota exceeded: the credits of the AI provider are used up.'],
  timed_out: ['timed_out', 'The AI provider took too long to answer. Please try again.'],
  unavailable: ['unavailable', 'The AI provider cannot be reached right now. Please try again in a moment.'],
  refused: ['scan_failed', 'The AI provider declined to process this picture.'],
  unusable_answer: ['scan_failed', 'The AI provider returned an unusable answer. Please try again.'],
}

function failureOf({ code }: RecognitionFailed, budget: EndScanPorts['budget']): [FailureCode, string] | undefined {
  return code === 'budget' ? ['quota_exceeded', budget.usedUpMessage] : ENGINE_FAILURES[code ?? '']
}

/** `dropped`: a camera frame without a new beer. */
export type ScanOutcome = 'completed' | 'dropped' | FailureCode

class AttemptTimeout extends Error {
  override name = 'AttemptTimeout'
}

export async function endScan(job: ScanJob, ports: EndScanPorts, signal: AbortSignal): Promise<ScanOutcome> {
  if (job.attempt > SCAN_ATTEMPTS_MAX) {
    return await fail(job, ports, 'scan_failed', "We couldn't process this image, even after several attempts.")
  }
  const limit = new AbortController()
  const stopClock = ports.clock.after(ATTEMPT_MAX_MS, () => limit.abort(new AttemptTimeout()))
  try {
    const running = runWithinBudget(job, ports, AbortSignal.any([signal, limit.signal]))
    const resultId = await Promise.race([running, rejectsOnAbort(limit.signal)])
    ports.waiter.notify(job.scanId, resultId === undefined ? { kind: 'gone' } : { kind: 'ended', scanId: resultId })
    return resultId === job.scanId ? 'completed' : 'dropped'
  } catch (error) {
    if (error instanceof AttemptTimeout) {
      return await fail(job, ports, 'timed_out', 'Reading this image took too long.')
    }
    if (error instanceof PhotoMissing) {
      return await fail(job, ports, 'scan_failed', 'This photo is no longer on the server. Please take it again.')
    }
    const failure = error instanceof RecognitionFailed && failureOf(error, ports.budget)
    if (failure) return await fail(job, ports, ...failure)
    throw error
  } finally {
    stopClock()
  }
}

/** Runs recognition within the user's provider budget. All attempts count as one photo, and as none if they cost nothing. */
async function runWithinBudget(job: ScanJob, ports: EndScanPorts, signal: AbortSignal): Promise<string | undefined> {
  const { budget } = ports
  const scan = ports.claimed(job)
  // An earlier attempt that may be billed has taken it for all.
  const { allowance, day }: TakenPhoto =
    job.countedOn === null ? await budget.take(job.userId, job.isFrame) : { allowance: 'configured_engine', day: null }
  if (allowance === 'refused') throw new RecognitionFailed('provider budget used up', 'budget')
  if (day !== null && !(await scan.countOn(day))) await budget.giveBack(job.userId, day)
  // The annotation makes the compiler reject a misspelled property, which would send the photo to the provider.
  const ask: RecogniseAsk = allowance === 'configured_engine' ? job.ask : { ...job.ask, localOnly: allowance }
  const { recognise, mayBeBilled } = watchCost(ports.recognise)
  try {
    const metered = budget.metered(job.userId, recognise)
    const resultId = await runScan({ ...job, ask }, { ...ports, recognise: metered }, signal)
    if (day !== null && !mayBeBilled()) await budget.giveBack(job.userId, day)
    return resultId
  } catch (error) {
    // The next attempt takes its own.
    if (day !== null && !mayBeBilled() && (await scan.countOn(null))) await budget.giveBack(job.userId, day)
    throw error
  }
}

/** A provider may bill calls that it answered, and those that were cut short. */
function watchCost(recognise: Readers['recognise']): { recognise: Readers['recognise']; mayBeBilled: () => boolean } {
  let isAnswered = false
  let isCutShort = false
  return {
    async *recognise(photo, ask, signal, onUsage) {
      isCutShort = true
      try {
        const steps = recognise(photo, ask, signal, (usage) => {
          isAnswered = true
          onUsage?.(usage)
        })
        for await (const step of steps) {
          if (step.kind === 'complete') isCutShort = step.outcome.fallback === 'timed_out'
          yield step
        }
      } catch (error) {
        isCutShort = signal.aborted || (error instanceof RecognitionFailed && error.code === 'timed_out')
        throw error
      }
    },
    mayBeBilled: () => isAnswered || isCutShort,
  }
}

async function fail(
  job: ScanJob,
  { claimed, waiter }: EndScanPorts,
  code: FailureCode,
  message: string,
): Promise<FailureCode> {
  await claimed(job).fail(code, message)
  waiter.notify(job.scanId, { kind: 'ended', scanId: job.scanId })
  return code
}

/** Lets the scan end even if recognition ignores the signal. */
function rejectsOnAbort(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason), { once: true }))
}
