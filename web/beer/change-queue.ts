/**
 * Changes that were made without a network. They are shown at once, stored on this device, and sent in order when the network is
 * back. Sending one twice must do no harm.
 */
import { useSyncExternalStore } from 'react'
import { z } from 'zod/mini'
import { type CallError, isRefused, isUnsent } from '#web/api/call-error.ts'
import { persisted } from '#web/device/storage.ts'

const RETRY_MS = 30_000

/** A change with the same id and the same time is the same change. */
type ChangeSchema = z.ZodMiniType<{ changedAt: string }>

interface QueueOf<S extends ChangeSchema> {
  /** Of the stored list. */
  name: string
  change: S
  /** A change replaces the waiting one with the same id. */
  idOf: (change: z.output<S>) => string
  send: (change: z.output<S>) => Promise<unknown>
}

export interface ChangeQueue<C> {
  /** `failure`: of the call that sent the change before it was put here. */
  put(userId: number, change: C, failure?: unknown): void
  /** Returns what was dropped; undefined if it does not wait (any more), or is being sent. */
  drop(userId: number, id: string): C | undefined
  /** As `drop`, but what is being sent ends first: undefined means that the server may have it. */
  takeBack(userId: number, id: string): Promise<C | undefined>
  /** Whether the server may have a change that waits or was taken back: it was sent, and its answer was lost. */
  mayHaveArrived(userId: number, change: C): boolean
  /** What waits, oldest first; the same array until it changes. */
  waiting(userId: number | undefined): readonly C[]
  useWaiting(userId: number | undefined): readonly C[]
  /**
   * Sends what waits: now, whenever the network is back, and every half minute while something is left. A change that the server
   * refuses is dropped.
   */
  sendWaiting(userId: number, options: SendOptions<C>): Sending
}

interface SendOptions<C> {
  onSent: () => void
  onRefused?: (change: C, error: CallError) => void
  /** Runs before each attempt. */
  after?: () => Promise<unknown>
  /** Whether a change waits for something else, and is skipped. */
  isHeld?: (change: C) => boolean
}

interface Sending {
  stop(): void
  /** Sends what waits. */
  now(): Promise<void>
}

export function changeQueue<S extends ChangeSchema>({
  name,
  change,
  idOf,
  send,
}: QueueOf<S>): ChangeQueue<z.output<S>> {
  type Change = z.output<S>
  type OnRefused = (change: Change, error: CallError) => void
  const NONE: readonly Change[] = []
  const listeners = new Set<() => void>()
  const snapshots = new Map<number, readonly Change[]>()
  /** What is being sent, by user and id. */
  const inFlight = new Map<string, Promise<boolean>>()
  const flightOf = (userId: number, id: string) => `${userId} ${id}`
  /** What was sent without an answer since the page has loaded, as `versionOf` names it. */
  const unanswered = new Set<string>()
  const versionOf = (userId: number, change: Change) => `${flightOf(userId, idOf(change))} ${change.changedAt}`
  const stored = (userId: number) => persisted(`${name}-${userId}`, z.array(change), [])

  function waiting(userId: number | undefined): readonly Change[] {
    if (userId === undefined) return NONE
    const changes = snapshots.get(userId) ?? stored(userId).get()
    snapshots.set(userId, changes)
    return changes
  }

  function store(userId: number, changes: readonly Change[]): void {
    snapshots.set(userId, changes)
    stored(userId).set([...changes])
    for (const listener of listeners) listener()
  }

  // Not by identity: after a change in another tab the list is parsed anew.
  const isSame = (a: Change, b: Change) => idOf(a) === idOf(b) && a.changedAt === b.changedAt

  const find = (userId: number, id: string) => waiting(userId).find((each) => idOf(each) === id)

  function remove(userId: number, removed: Change): void {
    store(
      userId,
      waiting(userId).filter((each) => !isSame(each, removed)),
    )
  }

  function drop(userId: number, id: string): Change | undefined {
    if (inFlight.has(flightOf(userId, id))) return undefined
    const dropped = find(userId, id)
    if (dropped) remove(userId, dropped)
    return dropped
  }

  async function takeBack(userId: number, id: string): Promise<Change | undefined> {
    await inFlight.get(flightOf(userId, id))
    return drop(userId, id)
  }

  function subscribe(listener: () => void): () => void {
    // Another tab has queued or sent something.
    const reread = () => {
      snapshots.clear()
      listener()
    }
    listeners.add(listener)
    window.addEventListener('storage', reread)
    return () => {
      listeners.delete(listener)
      window.removeEventListener('storage', reread)
    }
  }

  function noteFailure(userId: number, change: Change, failure: unknown): void {
    if (!isUnsent(failure)) unanswered.add(versionOf(userId, change))
  }

  /** Returns false if the server could not be reached or cannot answer now. */
  async function trySend(userId: number, sent: Change, onRefused?: OnRefused): Promise<boolean> {
    try {
      await send(sent)
    } catch (error) {
      if (!isRefused(error)) {
        noteFailure(userId, sent, error)
        return false
      }
      onRefused?.(sent, error)
    }
    // A change that was made meanwhile is another one.
    if (waiting(userId).some((each) => isSame(each, sent))) remove(userId, sent)
    return true
  }

  /** Sends a change, unless an earlier run is at it. */
  function settle(userId: number, change: Change, onRefused?: OnRefused): Promise<boolean> {
    const flight = flightOf(userId, idOf(change))
    const settling = inFlight.get(flight) ?? trySend(userId, change, onRefused).finally(() => inFlight.delete(flight))
    inFlight.set(flight, settling)
    return settling
  }

  return {
    put(userId, added, failure) {
      if (failure !== undefined) noteFailure(userId, added, failure)
      store(userId, [...waiting(userId).filter((each) => idOf(each) !== idOf(added)), added])
    },
    drop,
    takeBack,
    mayHaveArrived: (userId, change) => unanswered.has(versionOf(userId, change)),
    useWaiting: (userId) => useSyncExternalStore(subscribe, () => waiting(userId)),
    waiting,
    sendWaiting(userId, { onSent, onRefused, after, isHeld }) {
      let running: Promise<void> | undefined
      let isStopped = false
      let timer: ReturnType<typeof setTimeout> | undefined

      function run(): Promise<void> {
        running ??= sendAll().finally(() => {
          running = undefined
        })
        return running
      }

      async function sendAll(): Promise<void> {
        clearTimeout(timer)
        if (waiting(userId).length === 0) return
        if (after) await after()
        let hasSent = false
        for (const id of waiting(userId).map(idOf)) {
          const change = find(userId, id)
          if (!change || isHeld?.(change)) continue
          if (isStopped || !(await settle(userId, change, onRefused))) break
          hasSent = true
        }
        if (hasSent) onSent()
      }
      /** Without a pause: someone has just said that there is no network. */
      const wait = () => {
        clearTimeout(timer)
        if (!isStopped && waiting(userId).length > 0) timer = setTimeout(() => void run().then(wait), RETRY_MS)
      }
      const wake = () => void run().then(wait)

      wake()
      window.addEventListener('online', wake)
      const stopListening = subscribe(wait)
      return {
        stop() {
          isStopped = true
          clearTimeout(timer)
          window.removeEventListener('online', wake)
          stopListening()
        },
        now: run,
      }
    },
  }
}
