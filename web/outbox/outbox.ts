/**
 * Captures on their way. Each is written down before anything is sent, so a closed tab, a dead spot or a crash loses
 * none. A screen may send its capture and wait for the answer; all others are carried by the courier below, on start,
 * when the network is back and while the page is seen. A capture ends when its scan completed or was dropped. Tabs share
 * the store: whoever works on a capture has claimed it, and looks at what the store says of it first.
 */
import { useSyncExternalStore } from 'react'
import { HIDDEN_SCAN_POLL_MS, QUOTA_PAUSE_MIN_MS, SCAN_POLL_MS, type Scan, type ScanContext } from '#contracts'
import type { CallOptions } from '#web/api/call.ts'
import { CallError, saidBy } from '#web/api/call-error.ts'
import { type Capture, type CaptureState, newCaptureId } from './capture.ts'
import { browserStore, type CaptureStore } from './capture-store.ts'
import { claimInBrowser, type Release } from './claim.ts'
import { cancelScan, deliver, type Outcome, scanOf } from './deliver.ts'
import { type Ending, endingOfOutcome, endingOfScan, tellOfEnd, tellsWhenHidden } from './tell-of-end.ts'

export interface OutboxPorts {
  store: CaptureStore
  /** Claims a capture before other tabs do; undefined when one of them has it, unless told to wait. */
  claim(id: string, options?: { wait?: boolean }): Promise<Release | undefined>
  /** Asks the browser to keep the store when space runs short. */
  askToKeep(): Promise<void>
  deliver(capture: Capture, options?: CallOptions): Promise<Outcome>
  scanOf(id: string): Promise<Scan | undefined>
  cancelScan(id: string): Promise<void>
  /** Calls back when carrying on may help: network back, page seen again. Returns the way to stop. */
  onAwake(listener: () => void): () => void
  isAwake(): boolean
  /** True when scans that end are told of although nobody looks. */
  tellsWhenHidden(): boolean
  tellOfEnd(ending: Ending): void
}

const RETRY_FIRST_MS = 5_000
const RETRY_MAX_MS = 60_000
/** Browsers run longer timers at once. */
const TIMER_MAX_MS = 2_147_483_647
const RETRY_LATER_CODES = ['offline', 'timed_out', 'unreadable', 'unavailable', 'too_many_requests', 'internal']

export type Outbox = ReturnType<typeof createOutbox>

export function createOutbox(ports: OutboxPorts) {
  let userId: number | undefined
  let captures: readonly Capture[] = []
  let carrying = false
  let again = false
  let timer: ReturnType<typeof setTimeout> | undefined
  /** No call before this time: the server asked for the pause. Milliseconds since 1970. */
  let pauseUntil = 0
  let lastWrite: Promise<unknown> = Promise.resolve()
  /** Captures that a screen is sending; the courier leaves them alone. */
  const held = new Map<string, Release>()
  const listeners = new Set<() => void>()

  function show(next: readonly Capture[]): void {
    captures = next
    for (const listener of listeners) listener()
  }

  /** Writes reach the store in the order in which they are shown. */
  function write(work: () => Promise<void>): Promise<void> {
    const done = lastWrite.then(work)
    lastWrite = done.catch(() => undefined)
    return done
  }

  /** Shows what the store holds; what a screen of this tab is sending is known better here. */
  async function reload(): Promise<void> {
    const owner = userId
    let before: readonly Capture[]
    let stored: Capture[]
    do {
      await lastWrite
      before = captures
      stored = await ports.store.all()
      if (owner !== userId) return
    } while (before !== captures)
    const mine = captures.filter((one) => held.has(one.id))
    const others = stored.filter((one) => one.userId === owner && !held.has(one.id))
    show([...others, ...mine].sort(byAge))
  }

  async function change(id: string, to: Partial<Capture>): Promise<void> {
    const before = captures.find((one) => one.id === id)
    if (!before) return
    const after = { ...before, ...to }
    show(captures.map((one) => (one.id === id ? after : one)))
    await write(() => ports.store.put(after))
  }

  async function forget(id: string): Promise<void> {
    show(captures.filter((one) => one.id !== id))
    await write(() => ports.store.remove(id))
  }

  function letGo(id: string): void {
    held.get(id)?.()
    held.delete(id)
  }

  async function send(capture: Capture, options: CallOptions): Promise<Outcome> {
    try {
      const outcome = await ports.deliver(capture, options)
      if (outcome.kind === 'continues') await change(capture.id, { state: 'accepted', problem: null })
      else await forget(capture.id)
      const ending = endingOfOutcome(capture.id, outcome)
      if (ending) ports.tellOfEnd(ending)
      return outcome
    } catch (error) {
      if (!options.signal?.aborted) {
        const attempts = capture.attempts + 1
        const state = stateAfter(error)
        const pauseMs = error instanceof CallError ? (error.retryAfterSeconds ?? 0) * 1_000 : 0
        if (isOutOfCredits(error)) {
          const notBefore = Date.now() + Math.max(QUOTA_PAUSE_MIN_MS, pauseMs)
          await change(capture.id, { state, problem: `${saidBy(error)} ${againAt(notBefore)}`, attempts, notBefore })
        } else {
          if (pauseMs > 0) pauseUntil = Date.now() + pauseMs
          await change(capture.id, { state, problem: saidBy(error), attempts })
        }
        const joined = capture.page && { pageOf: capture.page.of }
        if (state === 'failed') ports.tellOfEnd({ kind: 'failed', scanId: capture.id, ...joined })
        // The photo has to wait here for a while: now it matters that the browser keeps it.
        if (state === 'waiting') await ports.askToKeep()
      }
      throw error
    }
  }

  /** One step for one capture, unless another tab is at it or has ended it. */
  async function advance(id: string): Promise<void> {
    const release = await ports.claim(id)
    if (!release) return
    try {
      await lastWrite
      const stored = await ports.store.get(id)
      if (stored) await advanceClaimed(stored)
      else show(captures.filter((one) => one.id !== id))
    } finally {
      release()
    }
  }

  /** A page joins a menu that the server has: its first photo goes before it. */
  function waitsForFirstPage({ page }: Capture): boolean {
    return page !== undefined && captures.some(({ id, state }) => id === page.of && state === 'waiting')
  }

  async function advanceClaimed(capture: Capture): Promise<void> {
    if (waitsForFirstPage(capture)) return
    if (capture.state === 'waiting') await send(capture, { respondAsync: true })
    if (capture.state === 'accepted') {
      const scan = await ports.scanOf(capture.id)
      if (!scan || scan.status === 'completed') await forget(capture.id)
      else if (scan.status === 'failed') await change(capture.id, { state: 'failed', problem: scan.failure })
      if (scan && scan.status !== 'processing') ports.tellOfEnd(endingOfScan(scan))
    }
    if (capture.state === 'cancelled') {
      await ports.cancelScan(capture.id)
      await forget(capture.id)
    }
  }

  async function carry(): Promise<void> {
    if (carrying) {
      again = true
      return
    }
    carrying = true
    clearTimeout(timer)
    try {
      do {
        again = false
        await reload()
        for (const { id } of captures) {
          if (Date.now() < pauseUntil) break
          if (held.has(id) || isResting(captures.find((one) => one.id === id))) continue
          try {
            await advance(id)
          } catch (error) {
            // What went wrong stands in the capture; without a network or a session the others need not try.
            if (!(error instanceof CallError) || error.code === 'offline' || error.status === 401) break
          }
        }
      } while (again)
    } finally {
      carrying = false
      plan()
    }
  }

  function plan(): void {
    clearTimeout(timer)
    const due = captures
      .filter((one) => !held.has(one.id))
      .map(delayOf)
      .filter((delay) => delay !== undefined)
    if (due.length === 0) return
    const isAwake = ports.isAwake()
    const isTold = ports.tellsWhenHidden() && captures.some(({ state }) => state === 'accepted')
    if (!isAwake && !isTold) return
    const soonest = isAwake ? Math.min(...due) : HIDDEN_SCAN_POLL_MS
    timer = setTimeout(() => void carry(), Math.max(pauseUntil - Date.now(), soonest))
  }

  return {
    /** Begins carrying this user's captures; the answer ends it. */
    open(user: number): () => void {
      userId = user
      const stopListening = ports.onAwake(() => void carry())
      const stopWatching = ports.store.onForeignChange(() => void reload())
      void carry()
      return () => {
        stopListening()
        stopWatching()
        clearTimeout(timer)
        userId = undefined
        for (const id of [...held.keys()]) letGo(id)
        show([])
      }
    },

    /** Writes a new photo down. Nothing is sent yet. */
    async add(photo: Blob, context: ScanContext, page?: Capture['page']): Promise<Capture> {
      if (userId === undefined) throw new Error('the outbox is opened for a user first')
      const takenAt = new Date().toISOString()
      const capture: Capture = {
        id: newCaptureId(),
        userId,
        photo,
        context,
        takenAt,
        state: 'waiting',
        problem: null,
        attempts: 0,
        ...(page && { page }),
      }
      // The id is new: no other tab can have it.
      held.set(capture.id, (await ports.claim(capture.id)) ?? NOTHING_TO_RELEASE)
      show([...captures, capture])
      await write(() => ports.store.put(capture))
      return capture
    },

    /** Sends a capture and waits for its answer. Aborting the signal leaves the capture as it is. */
    async send(id: string, context: ScanContext, signal?: AbortSignal): Promise<Outcome> {
      if (!captures.some((one) => one.id === id)) throw new Error('this photo is no longer in the outbox')
      if (!held.has(id)) {
        held.set(id, (await ports.claim(id, { wait: true })) ?? NOTHING_TO_RELEASE)
      }
      try {
        await lastWrite
        const stored = await ports.store.get(id)
        // Another tab has brought it to its end while this one waited: its scan says what came of it.
        if (!stored) {
          show(captures.filter((one) => one.id !== id))
          return { kind: 'continues', scanId: id }
        }
        await change(id, { context, state: 'waiting', problem: null })
        return await send({ ...stored, context }, signal ? { signal } : {})
      } finally {
        letGo(id)
        plan()
      }
    },

    /** Leaves a capture that no screen waits for any more to the courier, from the beginning. */
    async retry(id: string): Promise<void> {
      await change(id, { state: 'waiting', problem: null, notBefore: 0 })
      letGo(id)
      await carry()
    },

    /** Ends a capture and whatever the server has of it. */
    async cancel(id: string): Promise<void> {
      await change(id, { state: 'cancelled' })
      letGo(id)
      await carry()
    },

    /** Forgets a photo; a scan that stands in the history stays there. */
    async drop(id: string): Promise<void> {
      await forget(id)
      letGo(id)
    },

    get: (id: string): Capture | undefined => captures.find((one) => one.id === id),
    all: (): readonly Capture[] => captures,
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

const NOTHING_TO_RELEASE: Release = () => undefined

/** Refused for want of credits, with a time after which there may be some again. */
const isOutOfCredits = (error: unknown): boolean =>
  error instanceof CallError && error.code === 'quota_exceeded' && error.retryAfterSeconds !== null

const isResting = (capture: Capture | undefined): boolean =>
  capture?.state === 'waiting' && (capture.notBefore ?? 0) > Date.now()

function againAt(time: number): string {
  const shown: Intl.DateTimeFormatOptions = { weekday: 'short', hour: '2-digit', minute: '2-digit' }
  return `It is tried again ${new Date(time).toLocaleString('en', shown)}.`
}

function stateAfter(error: unknown): CaptureState {
  if (!(error instanceof CallError)) return 'waiting'
  if (RETRY_LATER_CODES.includes(error.code) || error.status === 401 || isOutOfCredits(error)) return 'waiting'
  return error.status >= 500 || error.code === 'quota_exceeded' ? 'failed' : 'refused'
}

/** When a capture wants the courier again, in milliseconds; undefined when only the user can go on. */
function delayOf({ state, attempts, notBefore = 0 }: Capture): number | undefined {
  if (state === 'accepted') return SCAN_POLL_MS
  if (state === 'waiting' && notBefore > Date.now()) return Math.min(TIMER_MAX_MS, notBefore - Date.now())
  if (state === 'waiting' || state === 'cancelled') return Math.min(RETRY_MAX_MS, RETRY_FIRST_MS * 2 ** attempts)
  return undefined
}

const byAge = (a: Capture, b: Capture) => a.takenAt.localeCompare(b.takenAt)

function onAwake(listener: () => void): () => void {
  const whenSeen = () => document.visibilityState === 'visible' && listener()
  window.addEventListener('online', listener)
  document.addEventListener('visibilitychange', whenSeen)
  return () => {
    window.removeEventListener('online', listener)
    document.removeEventListener('visibilitychange', whenSeen)
  }
}

async function askToKeep(): Promise<void> {
  // Old browsers, and pages that are not secure, cannot be asked.
  await navigator.storage?.persist?.()
}

/** This browser's outbox. */
export const outbox: Outbox = createOutbox({
  store: browserStore(),
  claim: claimInBrowser,
  askToKeep,
  deliver,
  scanOf,
  cancelScan,
  onAwake,
  isAwake: () => document.visibilityState === 'visible',
  tellsWhenHidden,
  tellOfEnd: (ending) => {
    // A notice is an extra: the scan stands in the history whether it could be shown or not.
    tellOfEnd(ending).catch((error: unknown) => console.warn('The notice could not be shown.', error))
  },
})

/** The signed-in user's captures that have not ended. */
export function useCaptures(): readonly Capture[] {
  const all = useSyncExternalStore(outbox.subscribe, outbox.all)
  return all.filter((capture) => capture.state !== 'cancelled')
}
