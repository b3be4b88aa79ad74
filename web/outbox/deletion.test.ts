import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Scan } from '#contracts'
import { aScan } from '#web/testing/builders.ts'
import {
  anOutbox,
  heldUploads,
  offline,
  photo,
  single,
  tabLocks,
  tabStores,
  USER,
  waiting,
} from '#web/testing/outbox.ts'
import { memoryStore } from './capture-store.ts'

/** Longer than any retry delay. */
const LONG_MS = 10 * 60_000

afterEach(() => vi.useRealTimers())

type AnOutbox = ReturnType<typeof anOutbox>['outbox']
/** Who sends a photo. */
const SENDERS = [
  ['the outbox', (outbox: AnOutbox, id: string) => outbox.retry(id)],
  ['a screen', (outbox: AnOutbox, id: string) => outbox.send(id, 'auto')],
] as const

/** Adds a photo and sends it until its upload has begun. */
async function beginUpload(outbox: AnOutbox, start: (typeof SENDERS)[number][1], uploads: readonly unknown[]) {
  const { id } = await outbox.add(photo, 'auto')
  const sending = start(outbox, id)
  await vi.waitFor(() => expect(uploads).toHaveLength(1))
  return { id, sending }
}

describe.each(SENDERS)('a capture that is deleted while %s sends it', (_sender, start) => {
  it('is not uploaded further, and its scan is deleted', async () => {
    const { uploads, deliver } = heldUploads()
    const { outbox, ports } = anOutbox({ deliver })
    outbox.open(USER)
    const { id, sending } = await beginUpload(outbox, start, uploads)
    await outbox.cancel(id)
    expect(uploads[0]?.isAborted()).toBe(true)
    await sending
    await vi.waitFor(async () => expect(await ports.store.all()).toEqual([]))
    expect(ports.cancelScan.mock.calls).toEqual([[id]])
    expect(deliver).toHaveBeenCalledTimes(1)
  })

  it.each([
    ['accepted', 'continues'],
    ['answered', 'single'],
    ['lost', 'offline'],
  ] as const)('stays deleted when it is %s at that moment', async (_end, end) => {
    const noNetwork = await offline()
    const { uploads, deliver } = heldUploads({ canAbort: false })
    const { outbox, ports } = anOutbox({ deliver })
    const onResult = vi.fn()
    outbox.open(USER, onResult)
    const { id, sending } = await beginUpload(outbox, start, uploads)
    const cancelling = outbox.cancel(id)
    await new Promise((resolve) => setTimeout(resolve))
    expect(ports.cancelScan).not.toHaveBeenCalled()
    if (end === 'offline') uploads[0]?.fail(noNetwork)
    else uploads[0]?.end(end === 'single' ? single() : { kind: 'continues', scanId: id })
    await Promise.all([sending, cancelling])
    await vi.waitFor(async () => expect(await ports.store.all()).toEqual([]))
    expect(ports.cancelScan.mock.calls).toEqual([[id]])
    expect(deliver).toHaveBeenCalledTimes(1)
    expect(ports.notifyEnd).not.toHaveBeenCalled()
    expect(onResult).not.toHaveBeenCalled()
  })

  it('is deleted in the tab that sends it when that happens in another one', async () => {
    const { uploads, deliver } = heldUploads()
    const { store, aTab } = tabStores()
    const claim = tabLocks()
    const sender = anOutbox({ store: aTab(), claim, deliver })
    const other = anOutbox({ store: aTab(), claim })
    sender.outbox.open(USER)
    other.outbox.open(USER)
    const { id, sending } = await beginUpload(sender.outbox, start, uploads)
    await other.outbox.cancel(id)
    await vi.waitFor(() => expect(uploads[0]?.isAborted()).toBe(true))
    await sending
    sender.goOnline()
    await vi.waitFor(async () => expect(await store.all()).toEqual([]))
    await vi.waitFor(() => expect(other.outbox.all()).toEqual([]))
    expect(sender.ports.cancelScan.mock.calls).toEqual([[id]])
    expect([deliver, other.ports.deliver].map(({ mock }) => mock.calls.length)).toEqual([1, 0])
  })

  it.each([
    ['answers', 'single'],
    ['is cut off', 'offline'],
  ] as const)('in another tab stays deleted when the server %s first', async (_end, end) => {
    const noNetwork = await offline()
    const { uploads, deliver } = heldUploads()
    // These tabs learn nothing of each other until they read the store.
    const store = memoryStore()
    const claim = tabLocks()
    const sender = anOutbox({ store, claim, deliver })
    const other = anOutbox({ store, claim })
    sender.outbox.open(USER)
    const { id, sending } = await beginUpload(sender.outbox, start, uploads)
    other.outbox.open(USER)
    await vi.waitFor(() => expect(other.outbox.all()).toHaveLength(1))
    await other.outbox.cancel(id)
    if (end === 'single') uploads[0]?.end(single())
    else uploads[0]?.fail(noNetwork)
    await sending
    sender.goOnline()
    await vi.waitFor(async () => expect(await store.all()).toEqual([]))
    expect(sender.ports.cancelScan.mock.calls).toEqual([[id]])
    expect(sender.ports.notifyEnd).not.toHaveBeenCalled()
  })

  it('is deleted at the server after a reload', async () => {
    const { uploads, deliver } = heldUploads()
    const before = anOutbox({ deliver, cancelScan: () => new Promise(() => undefined) })
    const close = before.outbox.open(USER)
    const { id } = await beginUpload(before.outbox, start, uploads)
    void before.outbox.cancel(id)
    await vi.waitFor(async () => expect(await before.ports.store.all()).toMatchObject([{ state: 'cancelled' }]))
    close()
    const after = anOutbox({ store: before.ports.store })
    after.outbox.open(USER)
    await vi.waitFor(async () => expect(await after.ports.store.all()).toEqual([]))
    expect(after.ports.cancelScan.mock.calls).toEqual([[id]])
    expect(after.ports.deliver).not.toHaveBeenCalled()
  })

  it('is not uploaded further when it is only removed from this device', async () => {
    const { uploads, deliver } = heldUploads()
    const { outbox, ports } = anOutbox({ deliver })
    outbox.open(USER)
    const { id, sending } = await beginUpload(outbox, start, uploads)
    await outbox.drop(id)
    await sending
    expect(uploads[0]?.isAborted()).toBe(true)
    expect(await ports.store.all()).toEqual([])
    expect(ports.cancelScan).not.toHaveBeenCalled()
  })
})

describe('a deleted capture', () => {
  it('is deleted again while the server may still be storing the photo', async () => {
    vi.useFakeTimers()
    const { uploads, deliver } = heldUploads()
    const { outbox, ports } = anOutbox({ deliver, isVisible: () => true })
    ports.cancelScan.mockResolvedValueOnce(false)
    outbox.open(USER)
    const { id } = await outbox.add(photo, 'auto')
    void outbox.send(id, 'auto')
    await vi.waitFor(() => expect(uploads).toHaveLength(1))
    await outbox.cancel(id)
    expect(await ports.store.all()).toMatchObject([{ id, state: 'cancelled' }])
    await vi.advanceTimersByTimeAsync(5_000)
    expect(ports.cancelScan.mock.calls).toEqual([[id], [id]])
    expect(await ports.store.all()).toEqual([])
  })

  it('is forgotten when its photo has not arrived for a while', async () => {
    vi.useFakeTimers()
    const { store, capture } = await waiting(memoryStore(), { wasSent: true, notBefore: Date.now() + LONG_MS })
    const { outbox, ports } = anOutbox({ store, isVisible: () => true, cancelScan: vi.fn(async () => false) })
    outbox.open(USER)
    await vi.waitFor(() => expect(outbox.all()).toHaveLength(1))
    await outbox.cancel(capture.id)
    await vi.advanceTimersByTimeAsync(25_000)
    expect(await store.all()).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(10_000)
    expect(await store.all()).toEqual([])
    expect(ports.deliver).not.toHaveBeenCalled()
  })

  it('that was accepted is deleted at the server though its scan ends at that moment', async () => {
    const { store, capture } = await waiting(memoryStore(), { state: 'accepted' })
    let end: (scan: Scan) => void = () => undefined
    const scanOf = vi.fn(() => new Promise<Scan>((resolve) => (end = resolve)))
    const { outbox, ports } = anOutbox({ store, scanOf })
    outbox.open(USER)
    await vi.waitFor(() => expect(scanOf).toHaveBeenCalledTimes(1))
    await outbox.cancel(capture.id)
    end(aScan({ id: capture.id, status: 'completed' }))
    await vi.waitFor(async () => expect(await store.all()).toEqual([]))
    expect(ports.cancelScan.mock.calls).toEqual([[capture.id]])
    expect(ports.notifyEnd).not.toHaveBeenCalled()
  })
})

it('uploads a photo once when the user sends again what a screen is sending', async () => {
  const { uploads, deliver } = heldUploads()
  const { outbox } = anOutbox({ deliver })
  outbox.open(USER)
  const { id } = await outbox.add(photo, 'auto')
  const sending = outbox.send(id, 'auto')
  await vi.waitFor(() => expect(uploads).toHaveLength(1))
  await outbox.retry(id)
  uploads[0]?.end(single())
  expect((await sending).kind).toBe('single')
  expect(deliver).toHaveBeenCalledTimes(1)
  expect(outbox.all()).toEqual([])
})
