/** Where captures are kept: IndexedDB, and memory for what the browser refuses to keep. */
import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import type { Capture } from './capture.ts'

export interface CaptureStore {
  all(): Promise<Capture[]>
  get(id: string): Promise<Capture | undefined>
  put(capture: Capture): Promise<void>
  remove(id: string): Promise<void>
}

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
  }
}

function indexedDbStore(): CaptureStore {
  let opened: Promise<IDBPDatabase<Schema>> | undefined
  const database = () => {
    opened ??= openDB<Schema>('beergoggles-outbox', 1, {
      upgrade: (db) => void db.createObjectStore('captures', { keyPath: 'id' }),
    })
    return opened
  }
  return {
    all: async () => (await database()).getAll('captures'),
    get: async (id) => (await database()).get('captures', id),
    put: async (capture) => void (await (await database()).put('captures', capture)),
    remove: async (id) => (await database()).delete('captures', id),
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
  }
}

export const NOT_KEPT = 'This device could not keep the photo. Leave the page open until it is sent.'
