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

/** A screen begins to send its photo sooner: it loads and detects the scene first. */
const SENT_BY_SCREEN_MS = 15_000
/** A server stores a photo sooner, once it has received the last byte. */
const ARRIVAL_MAX_MS = 30_000

/** What a photo showed. */
export type ResultListener = SenderPorts['onResult']

export type Outbox = ReturnType<typeof createOutbox>

export function createOutbox(ports: Omit<OutboxPorts, 'onResult'>) {
  const captures = createCaptureList(ports)
  let onResult: ResultListener | undefined
  const sender = createSender({ ...ports, onResult: (capture, result) => onResult?.(capture, result) }, captures)
  /** What screens are sending; each send holds the claim of its capture until it ends. */
  const sends = new Map<string, Promise<Outcome>>()

  async function sendClaimed(id: string, context: ScanContext, signal?: AbortSignal): Promise<Outcome> {
    await captures.reload()
    const capture = captures.get(id)
    // Another tab finished or deleted it while this one waited.
    if (!capture || capture.state === 'cancelled') return { kind: 'continues', scanId: id }
    await captures.update(id, { context, state: 'waiting', problem: null, wasSent: true })
    return await sender.send({ ...capture, context }, signal ? { signal } : {})
  }

  /** Sends a capture in the background, without the pause it may have been given. */
  async function retry(id: string): Promise<void> {
    await captures.update(id, { state: 'waiting', problem: null, notBefore: 0 })
    if (!sends.has(id)) captures.release(id)
    await sender.runNow()
  }

  /** Sends a capture in the background if no screen has begun to send it. */
  function sendUnsent(id: string): void {
    if (captures.isClaimed(id) && captures.get(id)?.wasSent === false) void retry(id)
  }

  /** Releases a capture that the user deleted, once the send that this ends has ended. */
  async function releaseDeleted(id: string): Promise<void> {
    await sends.get(id)?.catch(() => undefined)
    captures.release(id)
  }

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

    /** Stores a new photo for a screen that sends it next. A screen that was left before that leaves it to the sender. */
    async add(photo: Blob, context: ScanContext, page?: Capture['page']): Promise<Capture> {
      const capture = await captures.add({
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
      setTimeout(() => sendUnsent(capture.id), SENT_BY_SCREEN_MS)
      return capture
    },

    /**
     * Sends a capture and waits for its outcome, which is `continues` if the user deletes the photo. Aborting the signal
     * leaves the capture unchanged.
     */
    async send(id: string, context: ScanContext, signal?: AbortSignal): Promise<Outcome> {
      if (!captures.get(id)) throw new Error('the capture is not in the outbox')
      await captures.claim(id)
      const sending = sendClaimed(id, context, signal)
      sends.set(id, sending)
      try {
        return await sending
      } finally {
        sends.delete(id)
        captures.release(id)
        sender.schedule()
      }
    },

    retry,

    /** Removes a capture here and its scan on the server. */
    async cancel(id: string): Promise<void> {
      const mayArrive = captures.get(id)?.state === 'waiting'
      const changes = mayArrive ? { mayArriveUntil: Date.now() + ARRIVAL_MAX_MS } : {}
      await captures.update(id, { state: 'cancelled', ...changes })
      await releaseDeleted(id)
      await sender.run()
    },

    /** Removes a capture here. A scan that the server already has stays in the history. */
    async drop(id: string): Promise<void> {
      await captures.remove(id)
      await releaseDeleted(id)
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

function requestPersistence(): void {
  // Old browsers and insecure pages have no storage manager.
  navigator.storage?.persist?.().catch(() => undefined)
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
    import('./end-notice/end-notice.ts')
      .then(({ showEndNotice }) => showEndNotice(scanId, ended))
      // A notice is an extra: the scan is in the history with or without it.
      .catch((error: unknown) => console.warn('The notice could not be shown.', error))
  },
})
