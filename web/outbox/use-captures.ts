import { useSyncExternalStore } from 'react'
import type { Capture } from './capture.ts'
import { outbox } from './outbox.ts'

/** The signed-in user's captures that have not become completed scans; cancelled ones excluded. */
export function useCaptures(): readonly Capture[] {
  const all = useSyncExternalStore(outbox.subscribe, outbox.all)
  return all.filter((capture) => capture.state !== 'cancelled')
}
