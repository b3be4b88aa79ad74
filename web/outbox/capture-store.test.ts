import { afterEach, expect, it, vi } from 'vitest'
import { aCapture } from '#web/testing/outbox.ts'
import { browserStore, type CaptureStore, indexedDbStore, memoryStore, notStored } from './capture-store.ts'

afterEach(() => void vi.useRealTimers())

/**
 * A database whose connections the test can close, as a browser does with those of a page in the background. Like Safari in a
 * private window, it stores no files.
 */
function aDatabase() {
  const captures = new Map<string, { id: string; photo: unknown }>()
  let isOpen = false
  const assertOpen = () => {
    if (!isOpen) throw new DOMException('The database connection is closing.', 'InvalidStateError')
  }
  const open = vi.fn(async () => {
    isOpen = true
    return {
      async getAll() {
        assertOpen()
        return [...captures.values()]
      },
      async put(_store: string, capture: { id: string; photo: unknown }) {
        assertOpen()
        if (capture.photo instanceof Blob) throw new DOMException('Error preparing Blob/File data', 'UnknownError')
        captures.set(capture.id, capture)
      },
      async delete(_store: string, id: string) {
        assertOpen()
        captures.delete(id)
      },
      close: () => undefined,
    }
  })
  const closeConnections = () => {
    isOpen = false
  }
  // Of the connection, as much as the store uses.
  const store = indexedDbStore(open as unknown as Parameters<typeof indexedDbStore>[0])
  return { open, store, closeConnections, captures }
}

/** A store that the test can make unreadable and unwritable. */
function aBreakingStore() {
  const stored = memoryStore()
  const broken = new Set<keyof CaptureStore>()
  const work =
    <Args extends unknown[], T>(method: keyof CaptureStore, run: (...args: Args) => Promise<T>) =>
    async (...args: Args): Promise<T> => {
      if (broken.has(method)) throw new DOMException('Connection to Indexed Database server lost', 'UnknownError')
      return await run(...args)
    }
  const durable: CaptureStore = {
    all: work('all', stored.all),
    put: work('put', stored.put),
    remove: work('remove', stored.remove),
    onExternalChange: stored.onExternalChange,
  }
  return { durable, store: browserStore(durable), broken }
}

it('opens a new connection when the browser has closed the old one', async () => {
  const { store, closeConnections, open } = aDatabase()
  const [first, second] = [aCapture(), aCapture()]
  await store.put(first)
  closeConnections()
  expect(await store.all()).toEqual([first])
  closeConnections()
  await store.put(second)
  closeConnections()
  await store.remove(first.id)
  expect(await store.all()).toEqual([second])
  expect(open).toHaveBeenCalledTimes(4)
})

it('returns the photo as it was, whether it could be stored as a file or not', async () => {
  const { store, captures } = aDatabase()
  await store.put(aCapture({ photo: new Blob(['jpeg'], { type: 'image/jpeg' }) }))
  const file = aCapture({ photo: new Blob(['file'], { type: 'image/jpeg' }) })
  captures.set(file.id, file)
  const photos = (await store.all()).map(({ photo }) => photo)
  expect(photos.map(({ type }) => type)).toEqual(['image/jpeg', 'image/jpeg'])
  expect(await Promise.all(photos.map((photo) => photo.text()))).toEqual(['jpeg', 'file'])
})

it('opens one new connection for calls that fail together', async () => {
  const { store, closeConnections, open } = aDatabase()
  await store.put(aCapture())
  closeConnections()
  const lists = await Promise.all([store.all(), store.all(), store.all()])
  expect(lists.map((list) => list.length)).toEqual([1, 1, 1])
  expect(open).toHaveBeenCalledTimes(2)
})

it('is opened again after it could not be opened', async () => {
  const { store, open } = aDatabase()
  const lost = new DOMException('Connection to Indexed Database server lost', 'UnknownError')
  open.mockRejectedValueOnce(lost).mockRejectedValueOnce(lost)
  await expect(store.all()).rejects.toBe(lost)
  expect(await store.all()).toEqual([])
})

it('lists the captures that it last knew while it cannot be read', async () => {
  const { store, broken } = aBreakingStore()
  const [sent, waiting, taken] = [aCapture(), aCapture(), aCapture()]
  await store.put(sent)
  await store.put(waiting)
  await store.all()
  broken.add('all')
  await store.remove(sent.id)
  await store.put(taken)
  expect(await store.all()).toEqual([waiting, taken])
})

it('lists a capture once, as it was last changed, when the change could not be stored', async () => {
  const { store, broken } = aBreakingStore()
  const capture = aCapture()
  await store.put(capture)
  broken.add('put')
  const changed = { ...capture, state: 'failed' } as const
  await store.put(changed)
  expect(await store.all()).toEqual([{ ...changed, problem: notStored() }])
  broken.clear()
  await store.put(changed)
  expect(await store.all()).toEqual([changed])
})

it('says of a photo that waits for the network that it is not stored, but of a failed one why it failed', async () => {
  const { store, broken } = aBreakingStore()
  broken.add('put')
  await store.put(
    aCapture({ state: 'waiting', problem: "Saved for later. We'll send your photo when you're back online." }),
  )
  await store.put(aCapture({ state: 'failed', problem: 'There was no beer.' }))
  expect((await store.all()).map(({ problem }) => problem)).toEqual([notStored(), 'There was no beer.'])
})

it('keeps captures in memory while the database does not answer', async () => {
  vi.useFakeTimers()
  const { durable, store } = aBreakingStore()
  const [kept, first, second] = [aCapture(), aCapture(), aCapture()]
  await store.put(kept)
  let open: () => void = () => undefined
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  const { all, put } = durable
  durable.all = () => opened.then(all)
  durable.put = (capture) => opened.then(() => put(capture))

  const putting = store.put(first)
  await vi.advanceTimersByTimeAsync(4_000)
  await putting
  const next = Promise.all([store.put(second), store.all()])
  await vi.advanceTimersByTimeAsync(0)
  const [, list] = await next
  expect(list.map(({ id, problem }) => [id, problem])).toEqual([
    [kept.id, kept.problem],
    [first.id, notStored()],
    [second.id, notStored()],
  ])

  open()
  await vi.advanceTimersByTimeAsync(0)
  expect(await durable.all()).toEqual([kept, first, second])
})
