/**
 * Removals with an undo: the item disappears at once, and the request is sent after the undo period. Pending removals
 * outlive the screen that asked for them; a page that closes sends them on its way out.
 */
import { useQueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { UNDO_MS } from '#contracts'
import type { CallOptions } from '#web/api/call.ts'
import { CallError, userMessage } from '#web/api/call-error.ts'
import { type Notice, useToast } from '#web/ui/toast.tsx'
import { t } from './texts.ts'

interface PendingRemoval {
  timer: ReturnType<typeof setTimeout>
  send: (options: CallOptions) => Promise<void>
}

const pending = new Map<string, PendingRemoval>()
const listeners = new Set<() => void>()
let hidden: ReadonlySet<string> = new Set()

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

  function remove({ address, also = [], listKey, ...removal }: Removal): void {
    const addresses = [address, ...also]
    setHidden(addresses, true)
    pending.set(address, { send, timer: setTimeout(() => void commit(), UNDO_MS) })
    toast({ title: removal.removed, action: { label: t('removals.undo'), run: undo } })

    function undo(): void {
      const entry = pending.get(address)
      if (!entry) {
        toast({ title: t('removals.tooLate.title'), description: t('removals.tooLate.description') })
        return
      }
      clearTimeout(entry.timer)
      pending.delete(address)
      setHidden(addresses, false)
    }

    async function commit(): Promise<void> {
      pending.delete(address)
      await send({})
    }

    async function send(options: CallOptions): Promise<void> {
      try {
        await removal.send(options)
      } catch (error) {
        const isGone = error instanceof CallError && error.status === 404
        const failure: Notice = { title: removal.failed, description: userMessage(error), tone: 'destructive' }
        if (!isGone) toast(failure)
      }
      await queryClient.invalidateQueries({ queryKey: listKey })
      setHidden(addresses, false)
    }
  }

  return { isRemoved: (address) => removed.has(address), remove }
}
