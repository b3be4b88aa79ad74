/** Where captures are kept: IndexedDB, and memory for what the browser refuses to keep. */
import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import type { Capture } from './capture.ts'

export interface CaptureStore {
  all(): Promise<Capture[]>
  get(id: string): Promise<Capture | undefined>
  put(capture: Capture): Promise<void>
  remove(id: string): Promise<void>
  /** Calls back when another tab changed what is kept. Returns the way to stop. */
  onForeignChange(listener: () => void): () => void
}

/** Of the database, and of the channel on which tabs tell each other that it changed. */
const NAME = 'beergoggles-outbox'

interface Schema extends DBSchema {
  captures: { key: string; value: Capture }
}

export function memoryStore(): CaptureStore {
  const captures = new Map<string, Capture>()
  return {
    all: async () => [...captures.values()],
    get: async (id) => captures.get(id),
    put: async (capture) => void captures.set(capture.id, capture),
    remove: async (id) => void captures.delete(id),
    onForeignChange: () => () => undefined,
  }
}

function indexedDbStore(): CaptureStore {
  let opened: Promise<IDBPDatabase<Schema>> | undefined
  let channel: BroadcastChannel | undefined
  const tabs = () => {
    channel ??= new BroadcastChannel(NAME)
    return channel
  }
  const database = () => {
    opened ??= openDB<Schema>(NAME, 1, {
      upgrade: (db) => void db.createObjectStore('captures', { keyPath: 'id' }),
    })
    return opened
  }
  return {
    all: async () => (await database()).getAll('captures'),
    get: async (id) => (await database()).get('captures', id),
    async put(capture) {
      await (await database()).put('captures', capture)
      tabs().postMessage(null)
    },
    async remove(id) {
      await (await database()).delete('captures', id)
      tabs().postMessage(null)
    },
    onForeignChange(listener) {
      tabs().addEventListener('message', listener)
      return () => tabs().removeEventListener('message', listener)
    },
  }
}

/**
 * The browser's store. A private window or a full disk may refuse it; the capture then lives in memory and says so in
 * its `problem`, as it is lost when the page closes before it was sent.
 */
export function browserStore(kept: CaptureStore = indexedDbStore()): CaptureStore {
  const unkept = memoryStore()
  return {
    async all() {
      return [...(await kept.all().catch(() => [])), ...(await unkept.all())]
    },
    async get(id) {
      return (await unkept.get(id)) ?? (await kept.get(id).catch(() => undefined))
    },
    async put(capture) {
      try {
        await kept.put(capture)
        await unkept.remove(capture.id)
      } catch {
        await unkept.put({ ...capture, problem: capture.problem ?? NOT_KEPT })
      }
    },
    async remove(id) {
      await unkept.remove(id)
      await kept.remove(id).catch(() => undefined)
    },
    onForeignChange: kept.onForeignChange,
  }
}

export const NOT_KEPT = 'This device could not keep the photo. Leave the page open until it is sent.'
