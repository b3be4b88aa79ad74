/**
 * The signed-in user's captures in memory, in step with the store. A change shows at once and reaches the store in order.
 * A capture is claimed while a screen of this tab sends it: the sender and other tabs leave it alone until it is released.
 */
import type { Capture } from './capture.ts'
import type { CaptureStore } from './capture-store.ts'
import type { Release } from './claim.ts'

export interface CaptureListPorts {
  store: CaptureStore
  /** Claims a capture before other tabs do. Undefined when another tab has it; with `wait` it waits for that tab. */
  claim(id: string, options?: { wait?: boolean }): Promise<Release | undefined>
}

export type CaptureList = ReturnType<typeof createCaptureList>

export function createCaptureList({ store, claim }: CaptureListPorts) {
  let userId: number | undefined
  let captures: readonly Capture[] = []
  let lastWrite: Promise<unknown> = Promise.resolve()
  const claims = new Map<string, Release>()
  const listeners = new Set<() => void>()

  function show(next: readonly Capture[]): void {
    captures = next
    for (const listener of listeners) listener()
  }

  function write(work: () => Promise<void>): Promise<void> {
    const done = lastWrite.then(work)
    lastWrite = done.catch(() => undefined)
    return done
  }

  function release(id: string): void {
    claims.get(id)?.()
    claims.delete(id)
  }

  return {
    all: (): readonly Capture[] => captures,
    get: (id: string): Capture | undefined => captures.find((capture) => capture.id === id),
    isClaimed: (id: string): boolean => claims.has(id),
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },

    open(user: number): void {
      userId = user
    },
    close(): void {
      userId = undefined
      for (const id of [...claims.keys()]) release(id)
      show([])
    },

    /** Shows what the store holds: other tabs change it too. */
    async reload(): Promise<void> {
      const owner = userId
      let before: readonly Capture[]
      let written: Promise<unknown>
      let stored: Capture[]
      do {
        written = lastWrite
        await written
        before = captures
        stored = await store.all()
        if (owner !== userId) return
      } while (before !== captures || written !== lastWrite)
      const shown = new Map(captures.map((capture) => [capture.id, capture]))
      const own = stored.filter((capture) => capture.userId === owner)
      show(
        own
          .map((capture) => withPageState(capture, shown.get(capture.id)))
          .sort((a, b) => a.takenAt.localeCompare(b.takenAt)),
      )
    },

    /** Adds a new capture, claimed, and returns it once it is stored. */
    async add(fields: Omit<Capture, 'userId'>): Promise<Capture> {
      if (userId === undefined) throw new Error('the outbox is not open for a user')
      const capture = { ...fields, userId }
      // The id is new: no other tab can have it.
      claims.set(capture.id, (await claim(capture.id)) ?? NOTHING_TO_RELEASE)
      show([...captures, capture])
      await write(() => store.put(capture))
      return capture
    },

    /** Changes nothing once the capture is cancelled: that is final. */
    async update(id: string, changes: Partial<Capture>): Promise<void> {
      const before = captures.find((capture) => capture.id === id)
      if (!before || before.state === 'cancelled') return
      const { hasArrived: _, ...after } = { ...before, ...changes }
      show(captures.map((capture) => (capture.id === id ? after : capture)))
      await write(() => store.put(after))
    },

    /** Notes that the server has the photo, until the capture changes again. */
    noteArrival(id: string): void {
      show(captures.map((capture) => (capture.id === id ? { ...capture, hasArrived: true } : capture)))
    },

    async remove(id: string): Promise<void> {
      show(captures.filter((capture) => capture.id !== id))
      await write(() => store.remove(id))
    },

    /** Claims a capture until `release`, waiting for another tab that has it. */
    async claim(id: string): Promise<void> {
      if (claims.has(id)) return
      claims.set(id, (await claim(id, { wait: true })) ?? NOTHING_TO_RELEASE)
    },
    release,
  }
}

/** A stored capture with what only this page knows. The photo stays the same object: pictures of it are not loaded again. */
function withPageState(stored: Capture, shown: Capture | undefined): Capture {
  if (!shown) return stored
  const { photo, hasArrived } = shown
  return { ...stored, photo, ...(hasArrived && { hasArrived }) }
}

const NOTHING_TO_RELEASE: Release = () => undefined
