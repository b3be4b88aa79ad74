/**
 * Captures on their way. Each is written down before anything is sent, so a closed tab, a dead spot or a crash loses
 * none. A screen may send its capture and wait for the answer; all others are carried by the courier below, on start,
 * when the network is back and while the page is seen. A capture ends when its scan completed or was dropped.
 */
import { useSyncExternalStore } from 'react'
import { SCAN_POLL_MS, type Scan, type ScanContext } from '#contracts'
import type { CallOptions } from '#web/api/call.ts'
import { CallError, saidBy } from '#web/api/call-error.ts'
import { type Capture, type CaptureState, newCaptureId } from './capture.ts'
import { browserStore, type CaptureStore } from './capture-store.ts'
import { cancelScan, deliver, type Outcome, scanOf } from './deliver.ts'

export interface OutboxPorts {
  store: CaptureStore
  deliver(capture: Capture, options?: CallOptions): Promise<Outcome>
  scanOf(id: string): Promise<Scan | undefined>
  cancelScan(id: string): Promise<void>
  /** Calls back when carrying on may help: network back, page seen again. Returns the way to stop. */
  onAwake(listener: () => void): () => void
  isAwake(): boolean
}

const RETRY_FIRST_MS = 5_000
const RETRY_MAX_MS = 60_000
const RETRY_LATER_CODES = ['offline', 'timed_out', 'unreadable', 'unavailable', 'too_many_requests', 'internal']

export type Outbox = ReturnType<typeof createOutbox>

export function createOutbox(ports: OutboxPorts) {
  let userId: number | undefined
  let captures: readonly Capture[] = []
  let carrying = false
  let again = false
  let timer: ReturnType<typeof setTimeout> | undefined
  /** Captures that a screen is sending; the courier leaves them alone. */
  const held = new Set<string>()
  const listeners = new Set<() => void>()

  function show(next: readonly Capture[]): void {
    captures = next
    for (const listener of listeners) listener()
  }

  async function reload(): Promise<void> {
    const owner = userId
    const stored = await ports.store.all()
    if (owner !== userId) return
    // What was captured while the store was read is known better here.
    const here = new Set(captures.map((one) => one.id))
    const earlier = stored.filter((one) => one.userId === owner && !here.has(one.id))
    show([...earlier, ...captures].sort(byAge))
  }

  async function change(id: string, to: Partial<Capture>): Promise<void> {
    const before = captures.find((one) => one.id === id)
    if (!before) return
    const after = { ...before, ...to }
    show(captures.map((one) => (one.id === id ? after : one)))
    await ports.store.put(after)
  }

  async function forget(id: string): Promise<void> {
    show(captures.filter((one) => one.id !== id))
    await ports.store.remove(id)
  }

  async function send(capture: Capture, options: CallOptions): Promise<Outcome> {
    try {
      const outcome = await ports.deliver(capture, options)
      if (outcome.kind === 'continues') await change(capture.id, { state: 'accepted', problem: null })
      else await forget(capture.id)
      return outcome
    } catch (error) {
      if (!options.signal?.aborted) {
        const attempts = capture.attempts + 1
        await change(capture.id, { state: stateAfter(error), problem: saidBy(error), attempts })
      }
      throw error
    }
  }

  /** One step for one capture. */
  async function advance(capture: Capture): Promise<void> {
    if (capture.state === 'waiting') await send(capture, { respondAsync: true })
    if (capture.state === 'accepted') {
      const scan = await ports.scanOf(capture.id)
      if (!scan || scan.status === 'completed') await forget(capture.id)
      else if (scan.status === 'failed') await change(capture.id, { state: 'failed', problem: scan.failure })
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
        for (const { id } of captures) {
          const capture = captures.find((one) => one.id === id)
          if (!capture || held.has(id)) continue
          try {
            await advance(capture)
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
    if (due.length > 0 && ports.isAwake()) timer = setTimeout(() => void carry(), Math.min(...due))
  }

  return {
    /** Begins carrying this user's captures; the answer ends it. */
    open(user: number): () => void {
      userId = user
      const stopListening = ports.onAwake(() => void carry())
      void reload().then(carry)
      return () => {
        stopListening()
        clearTimeout(timer)
        userId = undefined
        show([])
      }
    },

    /** Writes a new photo down. Nothing is sent yet. */
    async add(photo: Blob, context: ScanContext): Promise<Capture> {
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
      }
      held.add(capture.id)
      show([...captures, capture])
      await ports.store.put(capture)
      return capture
    },

    /** Sends a capture and waits for its answer. Aborting the signal leaves the capture as it is. */
    async send(id: string, context: ScanContext, signal?: AbortSignal): Promise<Outcome> {
      const capture = captures.find((one) => one.id === id)
      if (!capture) throw new Error('this photo is no longer in the outbox')
      held.add(id)
      try {
        await change(id, { context, state: 'waiting', problem: null })
        return await send({ ...capture, context }, signal ? { signal } : {})
      } finally {
        held.delete(id)
        plan()
      }
    },

    /** Leaves a capture that no screen waits for any more to the courier, from the beginning. */
    async retry(id: string): Promise<void> {
      held.delete(id)
      await change(id, { state: 'waiting', problem: null })
      await carry()
    },

    /** Ends a capture and whatever the server has of it. */
    async cancel(id: string): Promise<void> {
      held.delete(id)
      await change(id, { state: 'cancelled' })
      await carry()
    },

    /** Forgets a photo; a scan that stands in the history stays there. */
    drop: forget,

    get: (id: string): Capture | undefined => captures.find((one) => one.id === id),
    all: (): readonly Capture[] => captures,
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

function stateAfter(error: unknown): CaptureState {
  if (!(error instanceof CallError)) return 'waiting'
  if (RETRY_LATER_CODES.includes(error.code) || error.status === 401) return 'waiting'
  return error.status >= 500 || error.code === 'quota_exceeded' ? 'failed' : 'refused'
}

/** When a capture wants the courier again, in milliseconds; undefined when only the user can go on. */
function delayOf({ state, attempts }: Capture): number | undefined {
  if (state === 'accepted') return SCAN_POLL_MS
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

/** This browser's outbox. */
export const outbox: Outbox = createOutbox({
  store: browserStore(),
  deliver,
  scanOf,
  cancelScan,
  onAwake,
  isAwake: () => document.visibilityState === 'visible',
})

/** The signed-in user's captures that have not ended. */
export function useCaptures(): readonly Capture[] {
  const all = useSyncExternalStore(outbox.subscribe, outbox.all)
  return all.filter((capture) => capture.state !== 'cancelled')
}
