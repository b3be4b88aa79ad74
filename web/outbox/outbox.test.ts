import fc from 'fast-check'
import { HttpResponse, http } from 'msw'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { identifyBeer, type Scan, ScanId } from '#contracts'
import { spec } from '#testing/spec.ts'
import { call } from '#web/api/call.ts'
import { aScan } from '#web/testing/builders.ts'
import { network } from '#web/testing/network.ts'
import { anOutbox, offline, photo, refusal, single, spentFor, tabLocks, USER, waiting } from '#web/testing/outbox.ts'
import { type Capture, isScan, newCaptureId } from './capture.ts'
import { browserStore, memoryStore, notStored } from './capture-store.ts'
import type { Outcome } from './deliver.ts'
import type { OutboxPorts } from './outbox.ts'

// The promised value, not the one the code imports.
const HIDDEN_SCAN_POLL_MS = 10_000
/** A photo that its screen has not begun to send by then is sent in the background. */
const SENT_BY_SCREEN_MS = 15_000
/** Longer than any retry delay. */
const LONG_MS = 10 * 60_000

afterEach(() => vi.useRealTimers())

describe('a capture', () => {
  it('is stored before anything is sent', async () => {
    const { outbox, ports } = anOutbox()
    outbox.open(USER)
    const capture = await outbox.add(photo, 'auto')
    expect(ports.deliver).not.toHaveBeenCalled()
    expect(await ports.store.all()).toEqual([capture])
  })

  it('has a unique id that is a valid scan id', () => {
    const ids = Array.from({ length: 200 }, newCaptureId)
    expect(ids.every((id) => ScanId.safeParse(id).success)).toBe(true)
    expect(new Set(ids).size).toBe(200)
  })

  it('leaves the outbox with its answer', async () => {
    const { outbox, ports } = anOutbox()
    outbox.open(USER)
    const { id } = await outbox.add(photo, 'auto')
    expect((await outbox.send(id, 'single_beer')).kind).toBe('single')
    expect(await ports.store.all()).toEqual([])
    expect(outbox.all()).toEqual([])
  })

  it('waits while offline and is sent with the same id afterwards', async () => {
    const noNetwork = await offline()
    const { outbox, ports, goOnline } = anOutbox()
    ports.deliver.mockRejectedValueOnce(noNetwork)
    outbox.open(USER)
    const { id } = await outbox.add(photo, 'menu')
    await expect(outbox.send(id, 'menu')).rejects.toBe(noNetwork)
    expect(outbox.get(id)).toMatchObject({ state: 'waiting', attempts: 1 })
    goOnline()
    await vi.waitFor(() => expect(outbox.all()).toEqual([]))
    expect(ports.deliver.mock.calls.map(([capture]) => capture.id)).toEqual([id, id])
    expect(ports.deliver.mock.lastCall?.[1]).toMatchObject({ respondAsync: true })
  })

  it('survives a reload and is sent on the next start', async () => {
    const { store } = await waiting()
    const { outbox, ports } = anOutbox({ store })
    outbox.open(USER)
    await vi.waitFor(async () => expect(await store.all()).toEqual([]))
    expect(ports.deliver).toHaveBeenCalledTimes(1)
  })

  it('is never shown to or sent for another user', async () => {
    vi.useFakeTimers()
    const { store, capture } = await waiting()
    const { outbox, ports } = anOutbox({ store, isVisible: () => true })
    outbox.open(USER + 1)
    await vi.advanceTimersByTimeAsync(LONG_MS)
    expect(outbox.all()).toEqual([])
    expect(ports.deliver).not.toHaveBeenCalled()
    expect(await store.all()).toEqual([capture])
  })

  it('is polled after the server accepted it until its scan ends', async () => {
    const scans: Scan['status'][] = ['processing', 'completed']
    const { store } = await waiting(memoryStore(), { state: 'accepted' })
    const scanOf = vi.fn(async () => aScan({ status: scans.shift() ?? 'completed' }))
    const { outbox, goOnline } = anOutbox({ store, scanOf })
    outbox.open(USER)
    await vi.waitFor(() => expect(scanOf).toHaveBeenCalledTimes(1))
    expect(outbox.all()).toHaveLength(1)
    await vi.waitFor(() => {
      goOnline()
      expect(outbox.all()).toEqual([])
    })
  })

  it.each(['completed', 'failed'] as const)(
    'accepted by the server is reported once it is %s, also on a hidden page',
    spec('10.3.7'),
    async (status) => {
      vi.useFakeTimers()
      const scans: Scan['status'][] = ['processing', status]
      const { store, capture } = await waiting(memoryStore(), { state: 'accepted' })
      const scanOf = vi.fn(async () => aScan({ id: capture.id, status: scans.shift() ?? status }))
      const { outbox, ports } = anOutbox({ store, scanOf, notifiesWhenHidden: () => true })
      outbox.open(USER)
      await vi.advanceTimersByTimeAsync(HIDDEN_SCAN_POLL_MS - 1)
      expect(scanOf).toHaveBeenCalledTimes(1)
      expect(ports.notifyEnd).not.toHaveBeenCalled()
      await vi.advanceTimersByTimeAsync(HIDDEN_SCAN_POLL_MS / 2)
      expect(ports.notifyEnd.mock.calls).toEqual([[capture.id, expect.objectContaining({ status })]])
    },
  )

  it('is not polled on a hidden page without notifications', async () => {
    vi.useFakeTimers()
    const { store } = await waiting(memoryStore(), { state: 'accepted' })
    const scanOf = vi.fn(async () => aScan({ status: 'processing' }))
    const { outbox } = anOutbox({ store, scanOf })
    outbox.open(USER)
    await vi.advanceTimersByTimeAsync(10 * HIDDEN_SCAN_POLL_MS)
    expect(scanOf).toHaveBeenCalledTimes(1)
  })

  it('stays for a retry when its scan failed', async () => {
    const { store, capture } = await waiting(memoryStore(), { state: 'accepted' })
    const { outbox } = anOutbox({ store, scanOf: async () => aScan({ status: 'failed', failure: 'too dark' }) })
    outbox.open(USER)
    await vi.waitFor(() => expect(outbox.get(capture.id)).toMatchObject({ state: 'failed', problem: 'too dark' }))
  })

  it('is not sent again automatically after a permanent refusal', async () => {
    const refused = await refusal('not_an_image')
    const { store, capture } = await waiting()
    vi.useFakeTimers()
    const { outbox, ports, goOnline } = anOutbox({ store, isVisible: () => true })
    ports.deliver.mockRejectedValue(refused)
    outbox.open(USER)
    await vi.waitFor(() => expect(outbox.get(capture.id)?.state).toBe('refused'))
    goOnline()
    await vi.advanceTimersByTimeAsync(LONG_MS)
    expect(ports.deliver).toHaveBeenCalledTimes(1)
    expect(outbox.get(capture.id)?.problem).toBe('refused: not_an_image')
  })

  it.each([
    ['unavailable', 'waiting'],
    ['unauthenticated', 'waiting'],
    ['other_user', 'waiting'],
    ['scan_failed', 'failed'],
  ] as const)('answered %s is then %s', async (code, state) => {
    const error = await refusal(code)
    const { outbox, ports } = anOutbox()
    ports.deliver.mockRejectedValue(error)
    outbox.open(USER)
    const { id } = await outbox.add(photo, 'auto')
    await expect(outbox.send(id, 'auto')).rejects.toBe(error)
    expect(outbox.get(id)?.state).toBe(state)
  })

  it('is cancelled on the server too, even if that has to wait for the network', async () => {
    const noNetwork = await offline()
    const { outbox, ports, goOnline } = anOutbox()
    ports.deliver.mockRejectedValueOnce(noNetwork)
    ports.cancelScan.mockRejectedValueOnce(noNetwork)
    outbox.open(USER)
    const { id } = await outbox.add(photo, 'auto')
    await expect(outbox.send(id, 'auto')).rejects.toBe(noNetwork)
    await outbox.cancel(id)
    expect((await ports.store.all())[0]?.state).toBe('cancelled')
    goOnline()
    await vi.waitFor(async () => expect(await ports.store.all()).toEqual([]))
    expect(ports.cancelScan.mock.calls).toEqual([[id], [id]])
    expect(ports.deliver).toHaveBeenCalledTimes(1)
  })

  it('is cancelled without asking the server, which cannot know a photo that was never sent', async () => {
    const { outbox, ports } = anOutbox()
    outbox.open(USER)
    const { id } = await outbox.add(photo, 'auto')
    await outbox.cancel(id)
    await vi.waitFor(async () => expect(await ports.store.all()).toEqual([]))
    expect(ports.cancelScan).not.toHaveBeenCalled()
    expect(ports.deliver).not.toHaveBeenCalled()
  })

  it('is a scan shortly after the last byte was sent, until the server refuses it', async () => {
    vi.useFakeTimers()
    const busy = await refusal('unavailable')
    const { outbox, ports } = anOutbox()
    let end: () => void = () => undefined
    ports.deliver.mockImplementationOnce((_capture, { onSent } = {}) => {
      onSent?.()
      return new Promise((_, reject) => {
        end = () => reject(busy)
      })
    })
    outbox.open(USER)
    const { id } = await outbox.add(photo, 'auto')
    const isKnown = () => isScan(outbox.get(id) as Capture)
    const sending = outbox.send(id, 'auto').catch((error: unknown) => error)
    await vi.advanceTimersByTimeAsync(400)
    expect(isKnown()).toBe(false)
    await vi.advanceTimersByTimeAsync(200)
    expect(isKnown()).toBe(true)
    expect((await ports.store.all())[0]).not.toHaveProperty('hasArrived')
    end()
    expect(await sending).toBe(busy)
    expect(isKnown()).toBe(false)
  })

  it('is no scan when the server refuses it as soon as it was sent', async () => {
    vi.useFakeTimers()
    const busy = await refusal('unavailable')
    const { outbox, ports } = anOutbox()
    ports.deliver.mockImplementationOnce(async (_capture, { onSent } = {}) => {
      onSent?.()
      throw busy
    })
    outbox.open(USER)
    const { id } = await outbox.add(photo, 'auto')
    await expect(outbox.send(id, 'auto')).rejects.toBe(busy)
    await vi.advanceTimersByTimeAsync(1_000)
    expect(isScan(outbox.get(id) as Capture)).toBe(false)
  })

  it('stays in memory with a warning when the device cannot store it', async () => {
    const full = { ...memoryStore(), put: () => Promise.reject(new DOMException('full', 'QuotaExceededError')) }
    const { outbox, ports } = anOutbox({ store: browserStore(full) })
    outbox.open(USER)
    const { id } = await outbox.add(photo, 'auto')
    expect((await ports.store.all())[0]).toMatchObject({ id, problem: notStored() })
    expect((await outbox.send(id, 'auto')).kind).toBe('single')
    expect(await ports.store.all()).toEqual([])
  })
})

it('keeps a photo whose store can no longer be read, and sends it again', async () => {
  const noNetwork = await offline()
  const durable = memoryStore()
  const { outbox, ports, goOnline } = anOutbox({ store: browserStore(durable) })
  ports.deliver.mockRejectedValueOnce(noNetwork)
  outbox.open(USER)
  const { id } = await outbox.add(photo, 'auto')
  await expect(outbox.send(id, 'auto')).rejects.toBe(noNetwork)
  const lost = () => Promise.reject(new DOMException('Connection to Indexed Database server lost', 'UnknownError'))
  vi.spyOn(durable, 'all').mockImplementation(lost)
  vi.spyOn(durable, 'put').mockImplementation(lost)
  ports.deliver.mockRejectedValueOnce(noNetwork)
  goOnline()
  await vi.waitFor(() => expect(outbox.get(id)).toMatchObject({ state: 'waiting', attempts: 2 }))
  expect((await outbox.send(id, 'auto')).kind).toBe('single')
  expect(outbox.all()).toEqual([])
})

it('is sent in the background when no screen sends the photo that it was taken for', async () => {
  vi.useFakeTimers()
  const { outbox, ports } = anOutbox()
  outbox.open(USER)
  const { id } = await outbox.add(photo, 'auto')
  await vi.advanceTimersByTimeAsync(SENT_BY_SCREEN_MS - 1)
  expect(ports.deliver).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(ports.deliver.mock.calls).toEqual([
    [expect.objectContaining({ id }), expect.objectContaining({ respondAsync: true })],
  ])
  expect(outbox.all()).toEqual([])
})

describe('a page of a menu', () => {
  it('is sent after the first page, however late that is', async () => {
    const { outbox, ports, goOnline } = anOutbox()
    const busy = await refusal('unavailable')
    ports.deliver.mockRejectedValueOnce(busy)
    outbox.open(USER)
    const first = await outbox.add(photo, 'menu')
    const page = await outbox.add(photo, 'menu', { of: first.id, number: 2 })
    await outbox.retry(page.id)
    expect(ports.deliver).not.toHaveBeenCalled()
    await outbox.retry(first.id)
    await vi.waitFor(() => expect(outbox.get(first.id)).toMatchObject({ state: 'waiting', attempts: 1 }))
    goOnline()
    await vi.waitFor(() => expect(outbox.all()).toEqual([]))
    expect(ports.deliver.mock.calls.map(([{ id }]) => id)).toEqual([first.id, first.id, page.id])
    expect(ports.deliver.mock.lastCall?.[0].page).toEqual({ of: first.id, number: 2 })
  })
})

describe('two tabs', () => {
  it('never send the same capture', async () => {
    const claim = tabLocks()
    const store = memoryStore()
    for (let n = 0; n < 5; n += 1) await waiting(store, { takenAt: new Date(n).toISOString() })
    const arrived: string[] = []
    const slowly: OutboxPorts['deliver'] = async ({ id }) => {
      arrived.push(id)
      await new Promise((resolve) => setTimeout(resolve, 2))
      return single()
    }
    const tabs = [1, 2].map(() => anOutbox({ store, claim, deliver: slowly }))
    for (const { outbox } of tabs) outbox.open(USER)
    await vi.waitFor(async () => expect(await store.all()).toEqual([]))
    for (const { goOnline } of tabs) goOnline()
    await vi.waitFor(() => expect(tabs.flatMap(({ outbox }) => outbox.all())).toEqual([]))
    expect(arrived).toHaveLength(5)
    expect(new Set(arrived).size).toBe(5)
  })

  it('show the same count', async () => {
    const listeners = new Set<() => void>()
    const { store, capture } = await waiting(undefined, { state: 'failed' })
    const { outbox } = anOutbox({
      store: {
        ...store,
        onExternalChange: (listener) => {
          listeners.add(listener)
          return () => listeners.delete(listener)
        },
      },
    })
    const close = outbox.open(USER)
    await vi.waitFor(() => expect(outbox.all()).toHaveLength(1))
    await store.remove(capture.id)
    for (const listener of listeners) listener()
    await vi.waitFor(() => expect(outbox.all()).toEqual([]))
    close()
    expect(listeners.size).toBe(0)
  })

  it('leave a capture alone that the other tab has claimed', async () => {
    const claim = tabLocks()
    const store = memoryStore()
    vi.useFakeTimers()
    const taking = anOutbox({ store, claim })
    const other = anOutbox({ store, claim, isVisible: () => true })
    taking.outbox.open(USER)
    const { id } = await taking.outbox.add(photo, 'auto')
    other.outbox.open(USER)
    await vi.advanceTimersByTimeAsync(SENT_BY_SCREEN_MS - 1)
    expect(other.outbox.all()).toHaveLength(1)
    expect(other.ports.deliver).not.toHaveBeenCalled()
    await taking.outbox.send(id, 'single_beer')
    other.goOnline()
    await vi.waitFor(() => expect(other.outbox.all()).toEqual([]))
    expect(other.ports.deliver).not.toHaveBeenCalled()
  })

  it('agree on the scan when one retries a capture that the other is sending', async () => {
    const claim = tabLocks()
    const { store, capture } = await waiting()
    let answer: (outcome: Outcome) => void = () => undefined
    const deliver = () => new Promise<Outcome>((resolve) => (answer = resolve))
    const sending = anOutbox({ store, claim, deliver })
    const retrying = anOutbox({ store, claim })
    sending.outbox.open(USER)
    retrying.outbox.open(USER)
    await vi.waitFor(() => expect(retrying.outbox.all()).toHaveLength(1))
    const outcome = retrying.outbox.send(capture.id, 'auto')
    answer(single())
    expect(await outcome).toEqual({ kind: 'continues', scanId: capture.id })
    expect(retrying.ports.deliver).not.toHaveBeenCalled()
  })
})

/** The error of a server that asks for a pause. */
async function busyFor(seconds: number): Promise<unknown> {
  network.use(
    http.post('*/api/identify-beer', () =>
      HttpResponse.json(
        { message: 'The kitchen is busy', code: 'unavailable', requestId: 'test' },
        { status: 503, headers: { 'Retry-After': String(seconds) } },
      ),
    ),
  )
  return await call(identifyBeer, { form: { image: photo } }).catch((error: unknown) => error)
}

it('respects Retry-After, whatever wakes the page', async () => {
  const busy = await busyFor(30)
  vi.useFakeTimers()
  const { store } = await waiting()
  await waiting(store)
  const { outbox, ports, goOnline } = anOutbox({ store })
  ports.deliver.mockRejectedValueOnce(busy)
  outbox.open(USER)
  await vi.waitFor(() => expect(outbox.all().map(({ attempts }) => attempts)).toContain(1))
  await vi.advanceTimersByTimeAsync(29_000)
  goOnline()
  await vi.advanceTimersByTimeAsync(0)
  expect(ports.deliver).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(1_001)
  goOnline()
  await vi.waitFor(() => expect(outbox.all()).toEqual([]))
  expect(ports.deliver).toHaveBeenCalledTimes(3)
})

it('sends before the end of Retry-After when the user asks for it', async () => {
  const busy = await busyFor(600)
  const { store, capture } = await waiting()
  const { outbox, ports } = anOutbox({ store })
  ports.deliver.mockRejectedValueOnce(busy)
  outbox.open(USER)
  await vi.waitFor(() => expect(outbox.all().map(({ attempts }) => attempts)).toEqual([1]))
  await outbox.retry(capture.id)
  expect(ports.deliver).toHaveBeenCalledTimes(2)
  expect(outbox.all()).toEqual([])
})

it('pauses a capture while the provider is out of credits, says until when, and sends the others', async () => {
  const spent = await spentFor(3_600)
  vi.useFakeTimers()
  const { store, capture } = await waiting()
  await waiting(store)
  const { outbox, ports, goOnline } = anOutbox({ store })
  ports.deliver.mockRejectedValueOnce(spent)
  outbox.open(USER)
  await vi.waitFor(() => expect(outbox.all()).toHaveLength(1))
  expect(ports.deliver).toHaveBeenCalledTimes(2)
  const stored = outbox.all()[0]
  expect(stored).toMatchObject({ state: 'waiting', problem: expect.stringMatching(/exceeded\. Next try \w+/) })
  expect(ports.notifyEnd).not.toHaveBeenCalledWith(capture.id, { kind: 'failed' })
  await vi.advanceTimersByTimeAsync(3_599_000)
  goOnline()
  await vi.advanceTimersByTimeAsync(0)
  expect(ports.deliver).toHaveBeenCalledTimes(2)
  await vi.advanceTimersByTimeAsync(1_001)
  goOnline()
  await vi.waitFor(() => expect(outbox.all()).toEqual([]))
})

it('pauses a capture for at least 15 minutes when the credits are used up', spec('10.3.8'), async () => {
  const spent = await spentFor(20)
  vi.useFakeTimers()
  const { store } = await waiting()
  const { outbox, ports, goOnline } = anOutbox({ store })
  ports.deliver.mockRejectedValueOnce(spent)
  outbox.open(USER)
  await vi.waitFor(() => expect(outbox.all()[0]?.problem).toMatch(/exceeded/))
  await vi.advanceTimersByTimeAsync(15 * 60_000 - 1_000)
  goOnline()
  await vi.advanceTimersByTimeAsync(0)
  expect(ports.deliver).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(1_001)
  goOnline()
  await vi.waitFor(() => expect(outbox.all()).toEqual([]))
})

it('requests persistent storage only when a capture has to wait', async () => {
  const noNetwork = await offline()
  const { outbox, ports } = anOutbox()
  outbox.open(USER)
  const sent = await outbox.add(photo, 'auto')
  await outbox.send(sent.id, 'auto')
  expect(ports.requestPersistence).not.toHaveBeenCalled()
  ports.deliver.mockRejectedValueOnce(noNetwork)
  const { id } = await outbox.add(photo, 'auto')
  await expect(outbox.send(id, 'auto')).rejects.toBe(noNetwork)
  expect(ports.requestPersistence).toHaveBeenCalledTimes(1)
})

it('does not wait until the user answers whether storage may persist, as Firefox asks', async () => {
  const { outbox, ports, goOnline } = anOutbox({ requestPersistence: () => new Promise(() => undefined) })
  outbox.open(USER)
  const noNetwork = await offline()
  ports.deliver.mockRejectedValueOnce(noNetwork)
  const { id } = await outbox.add(photo, 'auto')
  await expect(outbox.send(id, 'auto')).rejects.toBe(noNetwork)
  goOnline()
  await vi.waitFor(() => expect(outbox.all()).toEqual([]))
})

it('loses no capture and sends none twice on a flaky network', async () => {
  const noNetwork = await offline()
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(fc.boolean(), { maxLength: 4 }), { minLength: 1, maxLength: 5 }),
      async (luck) => {
        const store = memoryStore()
        const arrived: string[] = []
        const plans = new Map<string, boolean[]>()
        for (const [n, attempts] of luck.entries()) {
          const { capture } = await waiting(store, { takenAt: new Date(n).toISOString() })
          plans.set(capture.id, [...attempts])
        }
        const { outbox, goOnline } = anOutbox({
          store,
          deliver: async ({ id }) => {
            if (plans.get(id)?.shift() === false) throw noNetwork
            arrived.push(id)
            return single()
          },
        })
        outbox.open(USER)
        await vi.waitFor(
          async () => {
            goOnline()
            expect(await store.all()).toEqual([])
          },
          { timeout: 5_000, interval: 1 },
        )
        expect(arrived.toSorted()).toEqual([...plans.keys()].toSorted())
      },
    ),
    { numRuns: 25 },
  )
})
