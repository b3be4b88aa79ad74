/** Stores captures in IndexedDB, or in memory if the browser refuses. */
import type { DBSchema, IDBPDatabase } from 'idb'
import type { Capture } from './capture.ts'
import { t } from './texts.ts'

export interface CaptureStore {
  all(): Promise<Capture[]>
  put(capture: Capture): Promise<void>
  remove(id: string): Promise<void>
  /** Calls back when another tab changed the store. Returns a function that stops it. */
  onExternalChange(listener: () => void): () => void
}

/** Name of the database and of the channel on which tabs report changes. */
const NAME = 'beergoggles-outbox'

/** The photo is a file, which a list of captures need not load; or its bytes, as Safari stores no files in a private window. */
interface StoredCapture extends Omit<Capture, 'photo'> {
  photo: Blob | { type: string; bytes: ArrayBuffer }
}

interface Schema extends DBSchema {
  captures: { key: string; value: StoredCapture }
}

async function withBytes(capture: Capture): Promise<StoredCapture> {
  const { photo } = capture
  return { ...capture, photo: { type: photo.type, bytes: await photo.arrayBuffer() } }
}

function fromStored({ photo, ...capture }: StoredCapture): Capture {
  return { ...capture, photo: photo instanceof Blob ? photo : new Blob([photo.bytes], { type: photo.type }) }
}

export function memoryStore(): CaptureStore {
  const captures = new Map<string, Capture>()
  return {
    all: async () => [...captures.values()],
    put: async (capture) => void captures.set(capture.id, capture),
    remove: async (id) => void captures.delete(id),
    onExternalChange: () => () => undefined,
  }
}

type Connection = Pick<IDBPDatabase<Schema>, 'getAll' | 'put' | 'delete' | 'close'>

async function connect(): Promise<Connection> {
  const { openDB } = await import('idb')
  return await openDB<Schema>(NAME, 1, { upgrade: (db) => void db.createObjectStore('captures', { keyPath: 'id' }) })
}

/** Every method may reject; that says nothing about what is stored. */
export function indexedDbStore(open: () => Promise<Connection> = connect): CaptureStore {
  let opened: Promise<Connection> | undefined
  let channel: BroadcastChannel | undefined
  const tabs = () => {
    channel ??= new BroadcastChannel(NAME)
    return channel
  }

  /** Runs `work` once more on a new connection if it fails: iOS closes the connections of a page in the background. */
  async function onDatabase<T>(work: (database: Connection) => Promise<T>): Promise<T> {
    opened ??= open()
    const used = opened
    try {
      return await work(await used)
    } catch {
      if (opened === used) {
        used.then((database) => database.close()).catch(() => undefined)
        opened = open()
      }
      return await work(await opened)
    }
  }

  return {
    all: async () => (await onDatabase((database) => database.getAll('captures'))).map(fromStored),
    async put(capture) {
      await onDatabase(async (database) => {
        try {
          return await database.put('captures', capture)
        } catch {
          return await database.put('captures', await withBytes(capture))
        }
      })
      tabs().postMessage(null)
    },
    async remove(id) {
      await onDatabase((database) => database.delete('captures', id))
      tabs().postMessage(null)
    },
    onExternalChange(listener) {
      tabs().addEventListener('message', listener)
      return () => tabs().removeEventListener('message', listener)
    },
  }
}

/** In Safari, a database may never open. A slow phone stores a photo sooner. */
const ANSWER_MAX_MS = 4_000

/**
 * Falls back to memory if IndexedDB fails or does not answer in time, as on a full disk. Such a capture is lost when
 * the page closes, and its `problem` says so. While IndexedDB cannot be read, `all` returns what this page last knew.
 */
export function browserStore(durable: CaptureStore = indexedDbStore()): CaptureStore {
  let stored = new Map<string, Capture>()
  const unstored = new Map<string, Capture>()
  /** Since an answer was too late, until there is one: nothing is waited for. */
  let isLate = false

  function inTime<T>(work: Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      const giveUp = () => {
        isLate = true
        reject(new Error('late'))
      }
      const timer = setTimeout(giveUp, isLate ? 0 : ANSWER_MAX_MS)
      work.then(resolve, reject).finally(() => {
        clearTimeout(timer)
        isLate = false
      })
    })
  }

  return {
    async all() {
      const read = await inTime(durable.all()).catch(() => undefined)
      if (read) stored = new Map(read.map((capture) => [capture.id, capture]))
      return [...new Map([...stored, ...unstored]).values()]
    },
    async put(capture) {
      try {
        await inTime(durable.put(capture))
        stored.set(capture.id, capture)
        unstored.delete(capture.id)
      } catch {
        // What is not stored can be lost: that matters more than why it waits.
        const problem = capture.state === 'waiting' ? notStored() : (capture.problem ?? notStored())
        unstored.set(capture.id, { ...capture, problem })
      }
    },
    async remove(id) {
      stored.delete(id)
      unstored.delete(id)
      await inTime(durable.remove(id)).catch(() => undefined)
    },
    onExternalChange: durable.onExternalChange,
  }
}

export const notStored = () => t('notStored')
