/**
 * Captures that still have to become scans. Each is stored before anything is sent, so that a closed tab, a lost
 * connection or a crash loses none. A screen may send its capture and wait for the answer; `sender.ts` sends the others. A
 * capture leaves the outbox when its scan has completed or the user removed it.
 */
import type { ScanContext } from '#contracts'
import { type Capture, newCaptureId } from './capture.ts'
import { createCaptureList } from './capture-list.ts'
import { browserStore } from './capture-store.ts'
import { claimInBrowser } from './claim.ts'
import type { Outcome } from './deliver.ts'
import { notifiesWhenHidden } from './notifies-when-hidden.ts'
import { createSender, type SenderPorts } from './sender.ts'

export interface OutboxPorts extends SenderPorts {
  /** Calls back when the network is back or the page becomes visible. Returns a function that stops it. */
  onWake(listener: () => void): () => void
}

/** What a photo showed. */
export type ResultListener = SenderPorts['onResult']

export type Outbox = ReturnType<typeof createOutbox>

export function createOutbox(ports: Omit<OutboxPorts, 'onResult'>) {
  const captures = createCaptureList(ports)
  let onResult: ResultListener | undefined
  const sender = createSender({ ...ports, onResult: (capture, result) => onResult?.(capture, result) }, captures)

  return {
    get: captures.get,
    all: captures.all,
    subscribe: captures.subscribe,

    /** Starts sending this user's captures; `listener` is given each result. Returns a function that stops it. */
    open(user: number, listener?: ResultListener): () => void {
      captures.open(user)
      onResult = listener
      const stopListening = ports.onWake(() => void sender.run())
      const stopWatching = ports.store.onExternalChange(() => void captures.reload())
      void sender.run()
      return () => {
        stopListening()
        stopWatching()
        sender.stop()
        captures.close()
      }
    },

    /** Stores a new photo without sending it. */
    add(photo: Blob, context: ScanContext, page?: Capture['page']): Promise<Capture> {
      return captures.add({
        id: newCaptureId(),
        photo,
        context,
        takenAt: new Date().toISOString(),
        state: 'waiting',
        problem: null,
        attempts: 0,
        wasSent: false,
        ...(page && { page }),
      })
    },

    /** Sends a capture and waits for its outcome. Aborting the signal leaves the capture unchanged. */
    async send(id: string, context: ScanContext, signal?: AbortSignal): Promise<Outcome> {
      if (!captures.get(id)) throw new Error('the capture is not in the outbox')
      await captures.claim(id)
      try {
        const stored = await captures.stored(id)
        // Another tab finished it while this one waited: the scan holds the result.
        if (!stored) return { kind: 'continues', scanId: id }
        await captures.update(id, { context, state: 'waiting', problem: null, wasSent: true })
        return await sender.send({ ...stored, context }, signal ? { signal } : {})
      } finally {
        captures.release(id)
        sender.schedule()
      }
    },

    /** Sends a capture in the background, without the pause it may have been given. */
    async retry(id: string): Promise<void> {
      await captures.update(id, { state: 'waiting', problem: null, notBefore: 0 })
      captures.release(id)
      await sender.run()
    },

    /** Removes a capture here and its scan on the server. */
    async cancel(id: string): Promise<void> {
      await captures.update(id, { state: 'cancelled' })
      captures.release(id)
      await sender.run()
    },

    /** Removes a capture here. A scan that the server already has stays in the history. */
    async drop(id: string): Promise<void> {
      await captures.remove(id)
      captures.release(id)
    },
  }
}

function onWake(listener: () => void): () => void {
  const whenVisible = () => document.visibilityState === 'visible' && listener()
  window.addEventListener('online', listener)
  document.addEventListener('visibilitychange', whenVisible)
  return () => {
    window.removeEventListener('online', listener)
    document.removeEventListener('visibilitychange', whenVisible)
  }
}

async function requestPersistence(): Promise<void> {
  // Old browsers and insecure pages have no storage manager.
  await navigator.storage?.persist?.()
}

/** Loads with the first capture that is sent: most visits begin without one. */
const calls = () => import('./deliver.ts')

/** This browser's outbox. */
export const outbox: Outbox = createOutbox({
  store: browserStore(),
  claim: claimInBrowser,
  requestPersistence,
  deliver: async (...capture) => (await calls()).deliver(...capture),
  scanOf: async (id) => (await calls()).scanOf(id),
  cancelScan: async (id) => (await calls()).cancelScan(id),
  onWake,
  isVisible: () => document.visibilityState === 'visible',
  notifiesWhenHidden,
  notifyEnd: (scanId, ended) => {
    import('./end-notice.ts')
      .then(({ showEndNotice }) => showEndNotice(scanId, ended))
      // A notice is an extra: the scan is in the history with or without it.
      .catch((error: unknown) => console.warn('The notice could not be shown.', error))
  },
})
