/**
 * Copies of what the user has read, for reading it again without a network. The network is asked first; a copy answers
 * when there is none, or when it takes too long. They lie in one cache named by the user, which is deleted when anybody
 * signs in or out and when the server knows no session.
 */
import {
  type AnyRoute,
  getBeer,
  getBrewery,
  getScan,
  getUser,
  listFavorites,
  listHad,
  listScans,
  listSearches,
  similarBeers,
  User,
} from '#contracts'

const KEPT: readonly AnyRoute[] = [
  getUser,
  listFavorites,
  listHad,
  listScans,
  getScan,
  getBeer,
  similarBeers,
  getBrewery,
  listSearches,
]
const ID = '[0-9a-f-]+'
const PATHS = KEPT.map(({ path }) => new RegExp(`^${path.replace(/\{\w+\}/g, ID)}$`))
const NAME_PREFIX = 'copies-of-user-'
const NETWORK_FIRST_MS = 3_000
/** Far more than anybody reads again; the oldest go. */
const COPIES_MAX = 500

export interface CopyPorts {
  caches: CacheStorage
  fetch(request: Request): Promise<Response>
  wait(ms: number): Promise<void>
}

/** True for the calls that are read again without a network. */
export function isKept({ method, url }: Pick<Request, 'method' | 'url'>): boolean {
  const { pathname, search } = new URL(url)
  return method === 'GET' && search === '' && PATHS.some((path) => path.test(pathname))
}

export function createCopies({ caches, fetch, wait }: CopyPorts) {
  let lastTurn: Promise<unknown> = Promise.resolve()

  /** One change at a time: an answer that comes late never brings back what was forgotten. */
  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = lastTurn.then(work)
    lastTurn = done.catch(() => undefined)
    return done
  }

  const names = async () => (await caches.keys()).filter((name) => name.startsWith(NAME_PREFIX))

  async function deleteExcept(kept?: string): Promise<void> {
    for (const name of await names()) if (name !== kept) await caches.delete(name)
  }

  async function put(name: string, request: Request, response: Response): Promise<void> {
    const cache = await caches.open(name)
    await cache.put(request, response)
    const stored = await cache.keys()
    for (const oldest of stored.slice(0, Math.max(0, stored.length - COPIES_MAX))) await cache.delete(oldest)
  }

  /** Keeps an answer for the user it was given to. `owner` is whose copies there were when it was asked for. */
  async function keep(request: Request, response: Response, owner: string | undefined): Promise<void> {
    if (response.status === 401) return deleteExcept()
    if (!response.ok) return
    if (new URL(request.url).pathname !== getUser.path) {
      if (owner !== undefined && (await caches.has(owner))) await put(owner, request, response)
      return
    }
    const user = User.safeParse(await response.clone().json())
    if (!user.success) return
    const name = `${NAME_PREFIX}${user.data.id}`
    await deleteExcept(name)
    await put(name, request, response)
  }

  return {
    /** The network's answer, or the copy. `keptBy` is told of work that goes on after the answer. */
    async answer(request: Request, keptBy: (work: Promise<unknown>) => void): Promise<Response> {
      const [owner] = await inTurn(names)
      const fresh = fetch(request).then((response) => {
        const copy = response.clone()
        keptBy(inTurn(() => keep(request, copy, owner)))
        return response
      })
      keptBy(fresh.catch(() => undefined))
      const inTime = await Promise.race([fresh.catch(() => undefined), wait(NETWORK_FIRST_MS)])
      if (inTime) return inTime
      const copy = owner === undefined ? undefined : await caches.match(request, { cacheName: owner, ignoreVary: true })
      return copy ?? fresh
    },

    /** Deletes every copy. */
    forget: (): Promise<void> => inTurn(() => deleteExcept()),
  }
}

/** What every visit reads, the user first: with no user nothing is kept. */
export const warmUpPaths: readonly string[] = [getUser, listFavorites, listScans, listSearches].map(({ path }) => path)
