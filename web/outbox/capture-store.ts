/** Stores captures in IndexedDB, or in memory if the browser refuses. */
import type { DBSchema, IDBPDatabase } from 'idb'
import type { Capture } from './capture.ts'
import { t } from './texts.ts'

export interface CaptureStore {
  all(): Promise<Capture[]>
  get(id: string): Promise<Capture | undefined>
  put(capture: Capture): Promise<void>
  remove(id: string): Promise<void>
  /** Calls back when another tab changed the store. Returns a function that stops it. */
  onExternalChange(listener: () => void): () => void
}

/** Name of the database and of the channel on which tabs report changes. */
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
    onExternalChange: () => () => undefined,
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
    opened ??= import('idb').then(({ openDB }) =>
      openDB<Schema>(NAME, 1, { upgrade: (db) => void db.createObjectStore('captures', { keyPath: 'id' }) }),
    )
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
    onExternalChange(listener) {
      tabs().addEventListener('message', listener)
      return () => tabs().removeEventListener('message', listener)
    },
  }
}

/**
 * Falls back to memory if IndexedDB fails, as in a private window or on a full disk. Such a capture is lost when the
 * page closes, and its `problem` says so.
 */
export function browserStore(durable: CaptureStore = indexedDbStore()): CaptureStore {
  const memory = memoryStore()
  return {
    async all() {
      return [...(await durable.all().catch(() => [])), ...(await memory.all())]
    },
    async get(id) {
      return (await memory.get(id)) ?? (await durable.get(id).catch(() => undefined))
    },
    async put(capture) {
      try {
        await durable.put(capture)
        await memory.remove(capture.id)
      } catch {
        await memory.put({ ...capture, problem: capture.problem ?? notStored() })
      }
    },
    async remove(id) {
      await memory.remove(id)
      await durable.remove(id).catch(() => undefined)
    },
    onExternalChange: durable.onExternalChange,
  }
}

export const notStored = () => t('notStored')
