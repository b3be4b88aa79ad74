/**
 * API responses stored for reading without a network: network first, the stored response when the network fails, or when it is slow
 * and the user has changed nothing since. Each user has one cache, and one for their own pictures, which never change and come from
 * there first. Both are deleted when anyone signs in or out, and when the server answers 401.
 */
import {
  type AnyRoute,
  detectContext,
  getBeer,
  getBrewery,
  getJournalSummary,
  getScan,
  getTaste,
  getUser,
  listFavorites,
  listJournal,
  listMarks,
  listPictures,
  listRatings,
  listScans,
  listSearches,
  listWants,
  PARSE_MENU_TIMEOUT_MS,
  picturePath,
  removeBeerPicture,
  removeEntryPicture,
  removeJournalEntry,
  removePictures,
  similarBeers,
  User,
} from '#contracts'
import { REQUESTED_AT } from '#web/api/stored-answer.ts'
import { API_CACHE_PREFIX, apiCacheIn, PICTURES_SUFFIX, THUMBS_SUFFIX } from '#web/device/cache-names.ts'

const CACHED_ROUTES: readonly AnyRoute[] = [
  getUser,
  listFavorites,
  listMarks,
  listPictures,
  listRatings,
  getTaste,
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
const patternOf = (path: string) => new RegExp(`^${path.replace(/\{\w+\}/g, ID)}$`)
const PATHS = CACHED_ROUTES.map(({ path }) => patternOf(path))
const PICTURE = patternOf(picturePath('{id}'))
/** Calls after which a picture may be gone, whatever their method. */
const PICTURE_CHANGES = [removePictures, removeBeerPicture, removeEntryPicture, removeJournalEntry].map(({ path }) =>
  patternOf(path),
)
const NETWORK_TIMEOUT_MS = 3_000
/** The longest call. Within this time after a request that changes something, a response may be from before the change. */
const CHANGE_MAX_MS = PARSE_MENU_TIMEOUT_MS
/** Address of an empty response in a user's cache, requested when the user last changed something. */
const LAST_CHANGE = '/last-change'
/** Far more than anyone reads again; the oldest entries are deleted first. */
const MAX_ENTRIES = 500
const MAX_PICTURES = 300

export interface ApiCachePorts {
  caches: CacheStorage
  fetch(request: Request): Promise<Response>
  wait(ms: number): Promise<void>
}

/** True for requests whose response is stored for offline use. */
export function isCacheable({ method, url }: Pick<Request, 'method' | 'url'>): boolean {
  const { pathname, search } = new URL(url)
  return method === 'GET' && search === '' && [...PATHS, PICTURE].some((path) => path.test(pathname))
}

/** True for requests that may remove or replace a picture. */
export function changesPictures({ method, url }: Pick<Request, 'method' | 'url'>): boolean {
  const { pathname } = new URL(url)
  return (method === 'DELETE' || method === 'PUT') && PICTURE_CHANGES.some((path) => path.test(pathname))
}

/** True for requests after which a stored response may be outdated. */
export function changesData({ method, url }: Pick<Request, 'method' | 'url'>): boolean {
  const { pathname } = new URL(url)
  if (['GET', 'HEAD', 'OPTIONS'].includes(method) || !pathname.startsWith('/api/')) return false
  // The camera sends its frames all the time, and the server stores none.
  return pathname !== detectContext.path
}

const requestedAt = (stored: Response | undefined) => Number(stored?.headers.get(REQUESTED_AT) ?? 0)

/** A page of the network's own, such as the one that asks for its password: the API answers with none. */
const isForeign = ({ ok, headers }: Response) => ok && headers.get('Content-Type')?.startsWith('text/html') === true

function stamped(response: Response, time: number): Response {
  const headers = new Headers(response.headers)
  headers.set(REQUESTED_AT, String(time))
  return new Response(response.body, { status: response.status, headers })
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
    const kept = [current, current + PICTURES_SUFFIX, current + THUMBS_SUFFIX]
    for (const name of await names()) if (current === undefined || !kept.includes(name)) await caches.delete(name)
  }

  /** A browser whose storage is damaged finds nothing: the network still answers. */
  const ownerNow = async () => apiCacheIn(await caches.keys().catch(() => []))

  const find = (request: Request, cacheName: string) =>
    caches.match(request, { cacheName, ignoreVary: true }).catch(() => undefined)

  async function put(name: string, request: Request | string, response: Response, maxEntries: number): Promise<void> {
    const cache = await caches.open(name)
    await cache.put(request, response)
    const stored = await cache.keys()
    for (const oldest of stored.slice(0, Math.max(0, stored.length - maxEntries))) await cache.delete(oldest)
  }

  /** Stores a response in the cache that was the user's when the request was sent (`owner`). */
  async function store(request: Request, response: Response, owner: string | undefined): Promise<void> {
    if (response.status === 401) return deleteExcept()
    if (!response.ok || isForeign(response)) return
    const { pathname } = new URL(request.url)
    if (pathname !== getUser.path) {
      if (owner === undefined || !(await caches.has(owner))) return
      if (PICTURE.test(pathname)) return put(owner + PICTURES_SUFFIX, request, response, MAX_PICTURES)
      return put(owner, request, response, MAX_ENTRIES)
    }
    const user = User.safeParse(await response.clone().json())
    if (!user.success) return
    const name = `${API_CACHE_PREFIX}${user.data.id}`
    await deleteExcept(name)
    await put(name, request, response, MAX_ENTRIES)
  }

  /** True if the response was requested after the user's last change had ended, also one that an earlier worker saw. */
  async function isUpToDate(stored: Response, owner: string): Promise<boolean> {
    const change = await caches.match(LAST_CHANGE, { cacheName: owner })
    return requestedAt(stored) > requestedAt(change) + CHANGE_MAX_MS
  }

  return {
    /** The network's response, or the stored one. `waitUntil` receives the work that continues after the response. */
    async respond(request: Request, waitUntil: (work: Promise<unknown>) => void): Promise<Response> {
      const owner = await serialize(ownerNow)
      if (owner !== undefined && PICTURE.test(new URL(request.url).pathname)) {
        const picture = await find(request, owner + PICTURES_SUFFIX)
        if (picture) return picture
      }
      const requested = Date.now()
      const fresh = fetch(request).then((response) => {
        const copy = stamped(response.clone(), requested)
        waitUntil(serialize(() => store(request, copy, owner)))
        return response
      })
      waitUntil(fresh.catch(() => undefined))
      const inTime = await Promise.race([fresh.catch(() => undefined), wait(NETWORK_TIMEOUT_MS)])
      if (inTime && !isForeign(inTime)) return inTime
      if (owner === undefined) return fresh
      const stored = await find(request, owner)
      if (!stored) return fresh
      if (await isUpToDate(stored, owner).catch(() => false)) return stored
      return fresh.then((response) => (isForeign(response) ? stored : response)).catch(() => stored)
    },

    /** Call it for every request that changes data, as soon as it is sent. */
    noteChange: (): Promise<void> =>
      serialize(async () => {
        const owner = await ownerNow()
        if (owner === undefined) return
        await put(owner, LAST_CHANGE, stamped(new Response(), Date.now()), MAX_ENTRIES)
      }),

    clear: (): Promise<void> => serialize(() => deleteExcept()),

    forgetPictures: (): Promise<void> =>
      serialize(async () => {
        for (const name of await names()) if (name.endsWith(PICTURES_SUFFIX)) await caches.delete(name)
      }),
  }
}

/** What every visit reads. The user comes first: without one nothing is stored. */
export const warmUpPaths: readonly string[] = [getUser, listFavorites, listScans, listSearches].map(({ path }) => path)
