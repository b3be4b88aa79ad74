/**
 * The app's files, one cache per version: filled before that version is used, deleted after it. A page gets all its files
 * from the version it started with, so it never mixes two.
 */
import { APP_SHELL_PREFIX } from '#web/device/cache-names.ts'

export interface ShellFiles {
  /** Changes with any of the files. */
  version: string
  /** Paths, beginning with a slash. */
  files: readonly string[]
}

const PAGE = '/index.html'
/** Files below this path have a content hash in their names. */
const HASHED = '/assets/'

export function createShell(caches: CacheStorage, { version, files }: ShellFiles) {
  const name = `${APP_SHELL_PREFIX}${version}`
  const has = new Set(files)
  /** A browser whose storage is damaged finds nothing: the network still answers. */
  const stored = (path: string) => caches.match(path, { cacheName: name, ignoreVary: true }).catch(() => undefined)

  return {
    has: (path: string): boolean => has.has(path),

    /** Fetches every file. A missing one fails the installation, and the previous version stays active. */
    async install(): Promise<void> {
      const cache = await caches.open(name)
      await cache.addAll(
        files.map((path) => new Request(path, { cache: path.startsWith(HASHED) ? 'default' : 'reload' })),
      )
    },

    async deleteOthers(): Promise<void> {
      for (const other of await caches.keys()) {
        if (other.startsWith(APP_SHELL_PREFIX) && other !== name) await caches.delete(other)
      }
    },

    /** A file of this version; fetched again when the browser evicted it to free space. */
    async file(request: Request): Promise<Response> {
      const path = new URL(request.url).pathname
      return (await stored(path)) ?? fetch(request)
    },

    /** The HTML page, which is the same at every address. */
    async page(request: Request): Promise<Response> {
      return (await stored(PAGE)) ?? fetch(request)
    },
  }
}
