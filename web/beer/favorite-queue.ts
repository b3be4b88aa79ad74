/**
 * Favourites that were added or taken away without a network. They are applied to the list at once, stored on this device,
 * and sent when the network is back. Sending twice does no harm: a beer is a favourite or it is not.
 */
import { useSyncExternalStore } from 'react'
import { z } from 'zod/mini'
import { addFavorite, Beer, type Favorite, removeFavorite } from '#contracts'
import { call } from '#web/api/call.ts'
import { CallError } from '#web/api/call-error.ts'
import { persisted } from '#web/device/storage.ts'

const RETRY_MS = 30_000

const Change = z.object({ beer: Beer, isRemoval: z.boolean(), changedAt: z.iso.datetime() })
type Change = z.infer<typeof Change>
const NONE: readonly Change[] = []

const stored = (userId: number) => persisted(`favorite-queue-${userId}`, z.array(Change), [])
/** What each user's list waits for, so that React gets the same array until it changes. */
const snapshots = new Map<number, readonly Change[]>()
const listeners = new Set<() => void>()

function queued(userId: number | undefined): readonly Change[] {
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

const otherBeers = (userId: number, beerId: number) => queued(userId).filter(({ beer }) => beer.id !== beerId)

export const favoriteQueue = {
  /** The last change of a beer replaces the one before. */
  put(userId: number, beer: Beer, isRemoval: boolean): void {
    store(userId, [...otherBeers(userId, beer.id), { beer, isRemoval, changedAt: new Date().toISOString() }])
  },
  /** For a beer that the server knows again. */
  drop(userId: number, beerId: number): void {
    const left = otherBeers(userId, beerId)
    if (left.length < queued(userId).length) store(userId, left)
  },
}

export function useQueuedFavorites(userId: number | undefined): readonly Change[] {
  return useSyncExternalStore(subscribe, () => queued(userId))
}

/** The server's list with the changes that wait. */
export function withQueued(list: Favorite[], changes: readonly Change[]): Favorite[] {
  if (changes.length === 0) return list
  const known = list.filter(({ beerId }) => !changes.some(({ beer, isRemoval }) => isRemoval && beer.id === beerId))
  const added = changes
    .filter(({ beer, isRemoval }) => !isRemoval && !list.some(({ beerId }) => beerId === beer.id))
    .map(({ beer, changedAt }) => ({ id: -beer.id, beerId: beer.id, beer, favoritedAt: changedAt }))
  return [...added.reverse(), ...known]
}

/** Sends what waits: now, whenever the network is back, and every half minute while something is left. Returns the way to stop. */
export function sendQueuedFavorites(userId: number, onSent: () => void): () => void {
  let isRunning = false
  let timer: ReturnType<typeof setTimeout> | undefined

  async function run(): Promise<void> {
    if (isRunning) return
    isRunning = true
    clearTimeout(timer)
    const before = queued(userId)
    for (const change of before) if (!(await send(userId, change))) break
    isRunning = false
    if (before.length > 0 && queued(userId).length < before.length) onSent()
  }
  /** Without a pause: someone has just said that there is no network. */
  const wait = () => {
    clearTimeout(timer)
    if (queued(userId).length > 0) timer = setTimeout(() => void run().then(wait), RETRY_MS)
  }
  const wake = () => void run().then(wait)

  wake()
  window.addEventListener('online', wake)
  const stopListening = subscribe(wait)
  return () => {
    clearTimeout(timer)
    window.removeEventListener('online', wake)
    stopListening()
  }
}

/** Returns false if the server could not be reached or cannot answer now. */
async function send(userId: number, change: Change): Promise<boolean> {
  const { beer, isRemoval } = change
  try {
    if (isRemoval) await call(removeFavorite, { params: { beerId: beer.id } })
    else await call(addFavorite, { body: { beerId: beer.id } })
  } catch (error) {
    const isRefused = error instanceof CallError && [400, 404, 409].includes(error.status)
    if (!isRefused) return false
  }
  // A change that was made meanwhile is another one.
  if (queued(userId).includes(change)) favoriteQueue.drop(userId, beer.id)
  return true
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
