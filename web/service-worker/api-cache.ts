/**
 * API responses stored for reading without a network: network first, the stored response when the network fails or is slow.
 * Each user has one cache. It is deleted when anyone signs in or out, and when the server answers 401.
 */
import {
  type AnyRoute,
  getBeer,
  getBrewery,
  getJournalSummary,
  getScan,
  getUser,
  listFavorites,
  listJournal,
  listMarks,
  listScans,
  listSearches,
  listWants,
  similarBeers,
  User,
} from '#contracts'
import { API_CACHE_PREFIX } from '#web/device/cache-names.ts'

const CACHED_ROUTES: readonly AnyRoute[] = [
  getUser,
  listFavorites,
  listMarks,
  listWants,
  listJournal,
  getJournalSummary,
  listScans,
  getScan,
  getBeer,
  similarBeers,
  getBrewery,
  listSearches,
]
const ID = '[0-9a-f-]+'
const PATHS = CACHED_ROUTES.map(({ path }) => new RegExp(`^${path.replace(/\{\w+\}/g, ID)}$`))
const NETWORK_TIMEOUT_MS = 3_000
/** Far more than anyone reads again; the oldest entries are deleted first. */
const MAX_ENTRIES = 500

export interface ApiCachePorts {
  caches: CacheStorage
  fetch(request: Request): Promise<Response>
  wait(ms: number): Promise<void>
}

/** True for requests whose response is stored for offline use. */
export function isCacheable({ method, url }: Pick<Request, 'method' | 'url'>): boolean {
  const { pathname, search } = new URL(url)
  return method === 'GET' && search === '' && PATHS.some((path) => path.test(pathname))
}

export function createApiCache({ caches, fetch, wait }: ApiCachePorts) {
  let queue: Promise<unknown> = Promise.resolve()

  /** Runs changes one at a time, so that a late response never restores a cache that was deleted. */
  function serialize<T>(work: () => Promise<T>): Promise<T> {
    const done = queue.then(work)
    queue = done.catch(() => undefined)
    return done
  }

  const names = async () => (await caches.keys()).filter((name) => name.startsWith(API_CACHE_PREFIX))

  async function deleteExcept(current?: string): Promise<void> {
    for (const name of await names()) if (name !== current) await caches.delete(name)
  }

  async function put(name: string, request: Request, response: Response): Promise<void> {
    const cache = await caches.open(name)
    await cache.put(request, response)
    const stored = await cache.keys()
    for (const oldest of stored.slice(0, Math.max(0, stored.length - MAX_ENTRIES))) await cache.delete(oldest)
  }

  /** Stores a response in the cache that was the user's when the request was sent (`owner`). */
  async function store(request: Request, response: Response, owner: string | undefined): Promise<void> {
    if (response.status === 401) return deleteExcept()
    if (!response.ok) return
    if (new URL(request.url).pathname !== getUser.path) {
      if (owner !== undefined && (await caches.has(owner))) await put(owner, request, response)
      return
    }
    const user = User.safeParse(await response.clone().json())
    if (!user.success) return
    const name = `${API_CACHE_PREFIX}${user.data.id}`
    await deleteExcept(name)
    await put(name, request, response)
  }

  return {
    /** The network's response, or the stored one. `waitUntil` receives the work that continues after the response. */
    async respond(request: Request, waitUntil: (work: Promise<unknown>) => void): Promise<Response> {
      const [owner] = await serialize(names)
      const fresh = fetch(request).then((response) => {
        const copy = response.clone()
        waitUntil(serialize(() => store(request, copy, owner)))
        return response
      })
      waitUntil(fresh.catch(() => undefined))
      const inTime = await Promise.race([fresh.catch(() => undefined), wait(NETWORK_TIMEOUT_MS)])
      if (inTime) return inTime
      const stored =
        owner === undefined ? undefined : await caches.match(request, { cacheName: owner, ignoreVary: true })
      return stored ?? fresh
    },

    clear: (): Promise<void> => serialize(() => deleteExcept()),
  }
}

/** What every visit reads. The user comes first: without one nothing is stored. */
export const warmUpPaths: readonly string[] = [getUser, listFavorites, listScans, listSearches].map(({ path }) => path)
