/**
 * Removals that can be taken back: what is removed is out of sight at once, and leaves the server a while later. They
 * outlive the screen that asked for them; a page that closes carries them out on its way.
 */
import { useQueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { UNDO_MS } from '#contracts'
import { type Notice, useToast } from '#web/ui/toast.tsx'
import type { CallOptions } from './call.ts'
import { CallError, saidBy } from './call-error.ts'

const TEXTS = {
  undo: 'Undo',
  tooLate: { title: 'Too late', description: 'It is removed already.' },
} as const

interface Waiting {
  timer: ReturnType<typeof setTimeout>
  carryOut: (options: CallOptions) => Promise<void>
}

const waiting = new Map<string, Waiting>()
const listeners = new Set<() => void>()
let hidden: ReadonlySet<string> = new Set()

function setHidden(address: string, isHidden: boolean): void {
  hidden = new Set(isHidden ? [...hidden, address] : [...hidden].filter((other) => other !== address))
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

window.addEventListener('pagehide', () => {
  for (const [address, { timer, carryOut }] of waiting) {
    clearTimeout(timer)
    waiting.delete(address)
    void carryOut({ keepalive: true })
  }
})

export interface Removal {
  /** The address of what is removed, as the server knows it. */
  address: string
  send: (options: CallOptions) => Promise<unknown>
  /** Said while it can be taken back, and when the server refuses. */
  removed: string
  failed: string
  /** The list it stands in. */
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

  function remove({ address, send, listKey, ...said }: Removal): void {
    setHidden(address, true)
    waiting.set(address, { carryOut, timer: setTimeout(() => void begin(), UNDO_MS) })
    toast({ title: said.removed, action: { label: TEXTS.undo, run: takeBack } })

    function takeBack(): void {
      const one = waiting.get(address)
      if (!one) {
        toast(TEXTS.tooLate)
        return
      }
      clearTimeout(one.timer)
      waiting.delete(address)
      setHidden(address, false)
    }

    async function begin(): Promise<void> {
      waiting.delete(address)
      await carryOut({})
    }

    async function carryOut(options: CallOptions): Promise<void> {
      try {
        await send(options)
      } catch (error) {
        const isGone = error instanceof CallError && error.status === 404
        const refusal: Notice = { title: said.failed, description: saidBy(error), tone: 'destructive' }
        if (!isGone) toast(refusal)
      }
      await queryClient.invalidateQueries({ queryKey: listKey })
      setHidden(address, false)
    }
  }

  return { isRemoved: (address) => removed.has(address), remove }
}
