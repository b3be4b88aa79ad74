/**
 * Removals with an undo: the item disappears at once, and the request is sent after the undo period. Pending removals
 * outlive the screen that asked for them; a page that closes sends them on its way out. A phone discards a hidden page without
 * notice, so they are stored until they are confirmed, and the next page sends what is left.
 */
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import { deleteScan, route, UNDO_MS } from '#contracts'
import { type CallOptions, call } from '#web/api/call.ts'
import { CallError, isRefused, userMessage } from '#web/api/call-error.ts'
import { signedInId, useUser } from '#web/api/queries.ts'
import { forgetThumbs } from '#web/device/scan-thumbs.ts'
import { outbox } from '#web/outbox/outbox.ts'
import { type Notice, useToast } from '#web/ui/toast.tsx'
import { storedRemovals } from './stored-removals.ts'
import { t } from './texts.ts'

/** Another tab that is still open sends its own removals within this time. */
const OTHER_TAB_MS = 2_000
/** After a try without a network or a session. */
const RETRY_MS = 30_000
const SCANS = deleteScan.path.replace('{id}', '')

interface PendingRemoval {
  timer: ReturnType<typeof setTimeout>
  /** Offers its undo. */
  offer: () => void
  send: (options: CallOptions) => Promise<void>
}

const pending = new Map<string, PendingRemoval>()
const listeners = new Set<() => void>()
let hidden: ReadonlySet<string> = new Set()
/** What an earlier page left is not tried again before. Milliseconds since 1970. */
let pauseUntil = 0

function setHidden(addresses: readonly string[], isHidden: boolean): void {
  hidden = new Set(isHidden ? [...hidden, ...addresses] : [...hidden].filter((other) => !addresses.includes(other)))
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

window.addEventListener('pagehide', () => {
  for (const [address, { timer, send }] of pending) {
    clearTimeout(timer)
    pending.delete(address)
    void send({ keepalive: true })
  }
})

interface Removal {
  /** The address of the item at the server; identifies the removal. */
  address: string
  /** The addresses of further items that this removal hides, if it removes several. */
  also?: readonly string[]
  send: (options: CallOptions) => Promise<unknown>
  /** Toast titles: while undo is possible, and when the server refuses. */
  removed: string
  failed: string
  /** The key of the query that lists the item. */
  listKey: readonly string[]
}

export interface Removals {
  isRemoved: (address: string) => boolean
  remove: (removal: Removal) => void
}

export function useRemovals(): Removals {
  const removed = useSyncExternalStore(subscribe, () => hidden)
  const queryClient = useQueryClient()
  const toast = useToast()
  const userId = useUser().data?.id

  useEffect(() => {
    if (userId !== undefined) finishRemovals(userId, queryClient)
  }, [userId, queryClient])

  function remove({ address, also = [], listKey, ...removal }: Removal): void {
    const addresses = [address, ...also]
    // Each item by itself: by the time the next page sends them, there may be others.
    const items = also.length > 0 ? also : [address]
    const stored = userId === undefined ? undefined : storedRemovals(userId)
    setHidden(addresses, true)
    stored?.put(items, Date.now() + UNDO_MS)
    pending.set(address, { send, offer, timer: setTimeout(() => void commit(), UNDO_MS) })
    offer()

    function offer(): void {
      toast({ title: removal.removed, action: { label: t('removals.undo'), run: undo } })
    }

    function undo(): void {
      const entry = pending.get(address)
      if (!entry) {
        toast({ title: t('removals.tooLate.title'), description: t('removals.tooLate.description') })
        return
      }
      clearTimeout(entry.timer)
      pending.delete(address)
      stored?.drop(items)
      setHidden(addresses, false)
      // Of several quick removals, only the last one shows its toast: the one before it can now be undone.
      ;[...pending.values()].at(-1)?.offer()
    }

    async function commit(): Promise<void> {
      pending.delete(address)
      await send({})
    }

    async function send(options: CallOptions): Promise<void> {
      let isLeft = false
      try {
        await removal.send(options)
      } catch (error) {
        const isGone = error instanceof CallError && error.status === 404
        const failure: Notice = { title: removal.failed, description: userMessage(error), tone: 'destructive' }
        // Nobody sees the toast of a page that closes: the next one tries again.
        if (options.keepalive) isLeft = !isRefused(error)
        else if (!isGone) toast(failure)
      }
      if (!isLeft) stored?.drop(items)
      await queryClient.invalidateQueries({ queryKey: listKey })
      setHidden(addresses, false)
    }
  }

  return { isRemoved: (address) => removed.has(address), remove }
}

/**
 * Hides what an earlier page left to remove, or what another tab is about to, and sends it unless that tab does. The app calls it
 * when it starts, and each list with removals when it opens.
 */
export function finishRemovals(userId: number, queryClient: QueryClient): void {
  // Rows that reappear after a failure call this, too.
  if (Date.now() < pauseUntil) return
  const stored = storedRemovals(userId)
  const left = stored.all().filter(({ address }) => !hidden.has(address))
  if (left.length === 0) return
  const addresses = left.map(({ address }) => address)
  const dueAt = Math.max(...left.map((removal) => removal.dueAt))
  setHidden(addresses, true)
  setTimeout(() => void send(), dueAt + OTHER_TAB_MS - Date.now())

  async function send(): Promise<void> {
    // Photos that are still on this device come first: they need no network.
    const isElsewhere = (address: string) => Number(photoOf(address) === undefined)
    for (const address of addresses.sort((a, b) => isElsewhere(a) - isElsewhere(b))) {
      if (!stored.has(address)) continue
      const isSignedIn = signedInId(queryClient) === userId
      // Without a network or a session the others would fail too: a later list or start tries again.
      if (!isSignedIn || !(await removeAtServer(address))) {
        pauseUntil = Date.now() + RETRY_MS
        break
      }
      stored.drop([address])
      if (isScan(address)) await forgetThumbs(userId, [address.slice(SCANS.length)])
    }
    await queryClient.invalidateQueries({ predicate: ({ meta }) => !meta?.asksElsewhere })
    setHidden(addresses, false)
  }
}

const isScan = (address: string) => address.startsWith(SCANS)

/** The photo of a scan that this device still has, to send it (again). */
const photoOf = (address: string) => (isScan(address) ? outbox.get(address.slice(SCANS.length)) : undefined)

/**
 * Removes an item at the server. Returns false if the server could not be reached or cannot answer now. A photo is deleted here,
 * and the outbox deletes its scan.
 */
async function removeAtServer(address: string): Promise<boolean> {
  const photo = photoOf(address)
  if (photo) {
    await outbox.cancel(photo.id)
    return true
  }
  const removal = route({ ...deleteScan, path: address, params: undefined })
  try {
    await call(removal, {})
    return true
  } catch (error) {
    return isRefused(error)
  }
}
