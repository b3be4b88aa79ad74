/** A minimal CacheStorage: named maps from addresses to responses. */
export function fakeCaches(): CacheStorage {
  const all = new Map<string, Map<string, Response>>()
  const addressOf = (request: RequestInfo | URL) =>
    request instanceof Request ? request.url : new URL(request, 'http://localhost').href
  const opened = (entries: Map<string, Response>) => ({
    put: async (request: RequestInfo, response: Response) => {
      entries.delete(addressOf(request))
      entries.set(addressOf(request), response)
    },
    match: async (request: RequestInfo) => entries.get(addressOf(request))?.clone(),
    keys: async () => [...entries.keys()].map((url) => new Request(url)),
    delete: async (request: Request) => entries.delete(request.url),
  })
  const storage = {
    keys: async () => [...all.keys()],
    has: async (name: string) => all.has(name),
    delete: async (name: string) => all.delete(name),
    open: async (name: string) => {
      const entries = all.get(name) ?? new Map<string, Response>()
      all.set(name, entries)
      return opened(entries)
    },
    match: async (request: RequestInfo | URL, { cacheName = '' }: MultiCacheQueryOptions = {}) =>
      all.get(cacheName)?.get(addressOf(request))?.clone(),
  }
  return storage as unknown as CacheStorage
}
