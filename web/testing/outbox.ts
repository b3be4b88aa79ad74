/** Outboxes whose network, tabs and storage a test controls. */
import { HttpResponse, http } from 'msw'
import { vi } from 'vitest'
import { identifyBeer } from '#contracts'
import { call } from '#web/api/call.ts'
import { type Capture, newCaptureId } from '#web/outbox/capture.ts'
import { type CaptureStore, memoryStore } from '#web/outbox/capture-store.ts'
import type { Outcome } from '#web/outbox/deliver.ts'
import { createOutbox, type OutboxPorts } from '#web/outbox/outbox.ts'
import { aSingleAnswer } from './builders.ts'
import { cutsOff, network, refuses } from './network.ts'

export const photo = new Blob(['photo'], { type: 'image/jpeg' })
export const USER = 7

/** Errors as the real calls throw them. */
async function failure(prepare: () => void): Promise<unknown> {
  prepare()
  return call(identifyBeer, { form: { image: photo } }).catch((error: unknown) => error)
}
export const offline = () => failure(() => cutsOff(identifyBeer))
export const refusal = (code: 'not_an_image' | 'scan_failed' | 'unavailable' | 'unauthenticated' | 'other_user') =>
  failure(() => refuses(identifyBeer, code, `refused: ${code}`))

/** The error of a call when the provider is out of credits. */
export const spentFor = (retryAfterSeconds: number) =>
  failure(() =>
    network.use(
      http.post('*/api/identify-beer', () =>
        HttpResponse.json(
          { message: 'API quota exceeded.', code: 'quota_exceeded', requestId: 'test' },
          { status: 429, headers: { 'Retry-After': String(retryAfterSeconds) } },
        ),
      ),
    ),
  )

export const single = (): Outcome => ({ kind: 'single', answer: aSingleAnswer() })

/** Web Locks shared by the tabs of a browser. */
export function tabLocks(): OutboxPorts['claim'] {
  const claimed = new Map<string, Promise<void>>()
  return async function claim(id, { wait = false } = {}) {
    for (let held = claimed.get(id); held; held = claimed.get(id)) {
      if (!wait) return undefined
      await held
    }
    let end: () => void = () => undefined
    claimed.set(
      id,
      new Promise((resolve) => {
        end = () => {
          claimed.delete(id)
          resolve()
        }
      }),
    )
    return end
  }
}

export function anOutbox(given: Partial<OutboxPorts> = {}) {
  const wake: (() => void)[] = []
  const ports = {
    store: given.store ?? memoryStore(),
    claim: given.claim ?? tabLocks(),
    requestPersistence: vi.fn<OutboxPorts['requestPersistence']>(),
    deliver: vi.fn<OutboxPorts['deliver']>(async () => single()),
    scanOf: vi.fn<OutboxPorts['scanOf']>(async () => undefined),
    cancelScan: vi.fn<OutboxPorts['cancelScan']>(async () => true),
    onWake: (listener: () => void) => {
      wake.push(listener)
      return () => undefined
    },
    isVisible: () => false,
    notifiesWhenHidden: () => false,
    notifyEnd: vi.fn<OutboxPorts['notifyEnd']>(),
  }
  const outbox = createOutbox({ ...ports, ...given })
  return { outbox, ports, goOnline: () => wake.forEach((listener) => void listener()) }
}

/** The store of a browser, as each of its tabs has it: the other tabs learn of its changes. */
export function tabStores() {
  const store = memoryStore()
  const tabs: (() => void)[][] = []
  function aTab(): CaptureStore {
    const listeners: (() => void)[] = []
    tabs.push(listeners)
    const report = () => {
      for (const listener of tabs.filter((tab) => tab !== listeners).flat()) listener()
    }
    return {
      ...store,
      put: (capture) => store.put(capture).then(report),
      remove: (id) => store.remove(id).then(report),
      onExternalChange(listener) {
        listeners.push(listener)
        return () => undefined
      },
    }
  }
  return { store, aTab }
}

/** Uploads that last until they are aborted, or until the test ends them. Some end too late to be aborted. */
export function heldUploads({ canAbort = true } = {}) {
  const uploads: { end: (outcome: Outcome) => void; fail: (error: unknown) => void; isAborted: () => boolean }[] = []
  const deliver = vi.fn<OutboxPorts['deliver']>(
    (_capture, { signal } = {}) =>
      new Promise((resolve, reject) => {
        if (canAbort) signal?.addEventListener('abort', () => reject(signal.reason))
        uploads.push({ end: resolve, fail: reject, isAborted: () => signal?.aborted ?? false })
      }),
  )
  return { uploads, deliver }
}

export const aCapture = (given: Partial<Capture> = {}): Capture => ({
  id: newCaptureId(),
  userId: USER,
  photo,
  context: 'auto',
  takenAt: new Date().toISOString(),
  state: 'waiting',
  problem: null,
  attempts: 0,
  ...given,
})

export async function waiting(store = memoryStore(), given: Partial<Capture> = {}) {
  const capture = aCapture(given)
  await store.put(capture)
  return { store, capture }
}
