/**
 * The app itself, kept whole: one cache per version, filled before the version is used and deleted after it. A page gets
 * all its files from the version it began with, so it is never half old and half new.
 */

export interface ShellFiles {
  /** Changes with any of the files. */
  version: string
  /** Paths, beginning with a slash. */
  files: readonly string[]
}

const NAME_PREFIX = 'shell-'
const PAGE = '/index.html'
/** Files under it are named by their content. */
const HASHED = '/assets/'

/** Whether a cache holds the app, and nothing of a user. */
export const isShell = (name: string): boolean => name.startsWith(NAME_PREFIX)

export function createShell(caches: CacheStorage, { version, files }: ShellFiles) {
  const name = `${NAME_PREFIX}${version}`
  const has = new Set(files)

  return {
    has: (path: string): boolean => has.has(path),

    /** Fetches every file; fails, and so leaves the version before in charge, when one is missing. */
    async install(): Promise<void> {
      const cache = await caches.open(name)
      await cache.addAll(
        files.map((path) => new Request(path, { cache: path.startsWith(HASHED) ? 'default' : 'reload' })),
      )
    },

    async deleteOthers(): Promise<void> {
      for (const other of await caches.keys()) {
        if (isShell(other) && other !== name) await caches.delete(other)
      }
    },

    /** A file of this version. A browser short of space may have dropped it; then the network has it. */
    async file(request: Request): Promise<Response> {
      const path = new URL(request.url).pathname
      return (await caches.match(path, { cacheName: name, ignoreVary: true })) ?? fetch(request)
    },

    /** The one page behind every address. */
    async page(request: Request): Promise<Response> {
      return (await caches.match(PAGE, { cacheName: name, ignoreVary: true })) ?? fetch(request)
    },
  }
}
