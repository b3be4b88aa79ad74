import { useSyncExternalStore } from 'react'
import { type Capture, isScan } from './capture.ts'
import { outbox } from './outbox.ts'

/** The signed-in user's captures that have not become completed scans; cancelled ones excluded. */
export function useCaptures(): readonly Capture[] {
  const all = useSyncExternalStore(outbox.subscribe, outbox.all)
  return all.filter((capture) => capture.state !== 'cancelled')
}

/** False while a photo of this device is on its way to the server, which does not know its scan yet. */
export function useIsScan(id: string | undefined): boolean {
  const capture = useCaptures().find((one) => one.id === id)
  return capture === undefined || isScan(capture)
}
