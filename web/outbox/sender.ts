/**
 * Sends captures that no screen waits for: on start, when the network is back, and on a timer while the page is visible.
 * Before it works on a capture it claims it and reads its stored state, because other tabs do the same.
 */
import { HIDDEN_SCAN_POLL_MS, QUOTA_PAUSE_MIN_MS, SCAN_POLL_MS, type Scan } from '#contracts'
import { anySignal } from '#web/api/any-signal.ts'
import { CallError, isOffline, userMessage } from '#web/api/call-error.ts'
import { failureText } from '#web/api/errors/error-text.ts'
import { dateText } from '#web/language/formats.ts'
import type { Capture, CaptureState } from './capture.ts'
import type { CaptureList, CaptureListPorts } from './capture-list.ts'
import type { DeliverOptions, Outcome } from './deliver.ts'
import type { Ended } from './scan-end.ts'
import { t } from './texts.ts'

export interface SenderPorts extends CaptureListPorts {
  /** Asks the browser not to evict the store when disk space runs short. Firefox asks the user: nothing waits for the answer. */
  requestPersistence(): void
  deliver(capture: Capture, options?: DeliverOptions): Promise<Outcome>
  scanOf(id: string): Promise<Scan | undefined>
  /** Returns false if the server does not know the scan. */
  cancelScan(id: string): Promise<boolean>
  isVisible(): boolean
  /** True when the end of a scan is reported even while the page is hidden. */
  notifiesWhenHidden(): boolean
  notifyEnd(scanId: string, ended: Ended): void
  /** Called with the photo of a capture that leaves the outbox with a result. */
  onResult(capture: Capture, result: Outcome | Scan): void
}

const RETRY_FIRST_MS = 5_000
const RETRY_MAX_MS = 60_000
/** From the last byte of a photo until its scan is stored, on a server that is not busy. */
const STORED_AFTER_MS = 500
/** Browsers run longer timers at once. */
const TIMER_MAX_MS = 2_147_483_647
const RETRY_LATER_CODES = ['offline', 'timed_out', 'unreadable', 'unavailable', 'too_many_requests', 'internal']
/** Without a session of the user who took the photos. */
const isSignedOut = (error: CallError) => error.status === 401 || error.code === 'other_user'

export function createSender(ports: SenderPorts, captures: CaptureList) {
  let isRunning = false
  let runAgain = false
  let timer: ReturnType<typeof setTimeout> | undefined
  /** The server asked for no calls before this time. Milliseconds since 1970. */
  let pauseUntil = 0

  /** False once the user has deleted the photo. */
  function isWanted(id: string): boolean {
    return (captures.get(id)?.state ?? 'cancelled') !== 'cancelled'
  }

  /** As `isWanted`, after reading what other tabs have done meanwhile. */
  async function isStillWanted(id: string): Promise<boolean> {
    await captures.reload()
    return isWanted(id)
  }

  /**
   * Delivers a claimed capture and stores what came of it. Deleting the photo, here or in another tab, ends the upload, and
   * nothing is stored then. @throws what `deliver` throws.
   */
  async function send(capture: Capture, { signal, ...options }: DeliverOptions): Promise<Outcome> {
    const { id } = capture
    const deleted: Outcome = { kind: 'continues', scanId: id }
    const deletion = new AbortController()
    const stopWatching = captures.subscribe(() => {
      if (!isWanted(id)) deletion.abort(new Error('the photo was deleted'))
    })
    let arrival: ReturnType<typeof setTimeout> | undefined
    const onSent = () => {
      arrival = setTimeout(() => captures.noteArrival(id), STORED_AFTER_MS)
    }
    try {
      if (!isWanted(id)) return deleted
      const outcome = await ports.deliver(capture, { ...options, signal: anySignal(deletion.signal, signal), onSent })
      const isWantedNow = await isStillWanted(id)
      signal?.throwIfAborted()
      if (!isWantedNow) return deleted
      if (outcome.kind === 'continues') {
        await captures.update(id, { state: 'accepted', problem: null })
      } else {
        await captures.remove(id)
        ports.notifyEnd(id, outcome)
        ports.onResult(capture, outcome)
      }
      return outcome
    } catch (error) {
      if (signal?.aborted) throw error
      if (!(await isStillWanted(id))) return deleted
      await storeFailure(capture, error)
      throw error
    } finally {
      clearTimeout(arrival)
      stopWatching()
    }
  }

  async function storeFailure({ id, attempts, page }: Capture, error: unknown): Promise<void> {
    const state = stateAfter(error)
    const problem = isOffline(error) ? t('sentLater') : userMessage(error)
    const changes = { state, problem, attempts: attempts + 1 }
    const pauseMs = error instanceof CallError ? (error.retryAfterSeconds ?? 0) * 1_000 : 0
    if (isOutOfCredits(error)) {
      const notBefore = Date.now() + Math.max(QUOTA_PAUSE_MIN_MS, pauseMs)
      await captures.update(id, { ...changes, problem: `${changes.problem} ${nextTryText(notBefore)}`, notBefore })
    } else {
      if (pauseMs > 0) pauseUntil = Date.now() + pauseMs
      await captures.update(id, changes)
    }
    if (state === 'failed') ports.notifyEnd(id, { kind: 'failed', ...(page && { pageOf: page.of }) })
    if (state === 'waiting') ports.requestPersistence()
  }

  /** Takes one step with a capture, unless another tab has claimed or finished it. */
  async function advance(id: string): Promise<void> {
    const release = await ports.claim(id)
    if (!release) return
    try {
      await captures.reload()
      const capture = captures.get(id)
      if (capture) await advanceClaimed(capture)
    } finally {
      release()
    }
  }

  async function advanceClaimed(capture: Capture): Promise<void> {
    if (waitsForFirstPage(capture)) return
    if (capture.state === 'waiting') {
      await captures.update(capture.id, { wasSent: true })
      await send(capture, { respondAsync: true })
    }
    if (capture.state === 'accepted') await follow(capture)
    const after = captures.get(capture.id)
    if (after?.state === 'cancelled') await deleteScanOf(after)
  }

  /** Asks how far the scan of an accepted capture is. */
  async function follow(capture: Capture): Promise<void> {
    const scan = await ports.scanOf(capture.id)
    if (scan?.status === 'processing' || !(await isStillWanted(capture.id))) return
    if (!scan || scan.status === 'completed') await captures.remove(capture.id)
    else if (scan.status === 'failed')
      await captures.update(capture.id, { state: 'failed', problem: failureText(scan) })
    if (scan) ports.notifyEnd(capture.id, scan)
    if (scan?.status === 'completed') ports.onResult(capture, scan)
  }

  /** Deletes the scan of a cancelled capture; again later if the server may be storing it just now. */
  async function deleteScanOf({ id, wasSent, mayArriveUntil = 0 }: Capture): Promise<void> {
    const isDone = wasSent === false || (await ports.cancelScan(id)) || Date.now() >= mayArriveUntil
    if (isDone) await captures.remove(id)
  }

  /** The server can add a page only to a menu it has, so the first page goes first. */
  function waitsForFirstPage({ page }: Capture): boolean {
    return page !== undefined && captures.get(page.of)?.state === 'waiting'
  }

  /** Takes one step with every unclaimed capture. A call during a run makes it run once more. */
  async function run(): Promise<void> {
    if (isRunning) {
      runAgain = true
      return
    }
    isRunning = true
    clearTimeout(timer)
    try {
      do {
        runAgain = false
        await captures.reload()
        for (const { id } of captures.all()) {
          if (Date.now() < pauseUntil) break
          if (captures.isClaimed(id) || isPaused(captures.get(id))) continue
          try {
            await advance(id)
          } catch (error) {
            // The capture stores its problem. Without a network or a session the others would fail too.
            if (!(error instanceof CallError) || error.code === 'offline' || isSignedOut(error)) break
          }
        }
      } while (runAgain)
    } finally {
      isRunning = false
      schedule()
    }
  }

  /** Sets the timer of the next run. A hidden page polls only if the user wants notices of scans that end. */
  function schedule(): void {
    clearTimeout(timer)
    const due = captures
      .all()
      .filter((one) => !captures.isClaimed(one.id))
      .map(delayOf)
      .filter((delay) => delay !== undefined)
    if (due.length === 0) return
    const isVisible = ports.isVisible()
    const notifies = ports.notifiesWhenHidden() && captures.all().some(({ state }) => state === 'accepted')
    if (!isVisible && !notifies) return
    const soonest = isVisible ? Math.min(...due) : HIDDEN_SCAN_POLL_MS
    timer = setTimeout(() => void run(), Math.min(TIMER_MAX_MS, Math.max(pauseUntil - Date.now(), soonest)))
  }

  /** Sends although the server has asked for a pause: the user wants it. */
  async function runNow(): Promise<void> {
    pauseUntil = 0
    await run()
  }

  return { send, run, runNow, schedule, stop: () => clearTimeout(timer) }
}

/** The provider has no credits left, and the server said when to try again. */
const isOutOfCredits = (error: unknown): boolean =>
  error instanceof CallError && error.code === 'quota_exceeded' && error.retryAfterSeconds !== null

const isPaused = (capture: Capture | undefined): boolean =>
  capture?.state === 'waiting' && (capture.notBefore ?? 0) > Date.now()

function nextTryText(time: number): string {
  const format: Intl.DateTimeFormatOptions = { weekday: 'short', hour: '2-digit', minute: '2-digit' }
  return t('nextTry', { time: dateText(time, format) })
}

function stateAfter(error: unknown): CaptureState {
  if (!(error instanceof CallError)) return 'waiting'
  if (RETRY_LATER_CODES.includes(error.code) || isSignedOut(error) || isOutOfCredits(error)) return 'waiting'
  return error.status >= 500 || error.code === 'quota_exceeded' ? 'failed' : 'refused'
}

/** Milliseconds until the next step of a capture; undefined when only the user can continue it. */
function delayOf({ state, attempts, notBefore = 0 }: Capture): number | undefined {
  if (state === 'accepted') return SCAN_POLL_MS
  if (state === 'waiting' && notBefore > Date.now()) return Math.min(TIMER_MAX_MS, notBefore - Date.now())
  if (state === 'waiting' || state === 'cancelled') return Math.min(RETRY_MAX_MS, RETRY_FIRST_MS * 2 ** attempts)
  return undefined
}
