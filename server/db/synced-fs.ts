/**
 * PGlite on a folder that really syncs. PGlite's folder file system leaves `fsync` out, so that a power cut could take
 * acknowledged commits with it; here each sync of PostgreSQL becomes a sync of the disk, and is counted.
 */
import { fsyncSync } from 'node:fs'
import { PGlite, type PGliteOptions } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { NodeFS } from '@electric-sql/pglite/nodefs'

interface EmscriptenStream {
  nfd: number
  path?: string
}
interface StreamOps {
  fsync?: (stream: EmscriptenStream) => number
}

class SyncedFS extends NodeFS {
  walSyncs = 0

  override async init(...[pglite, options]: Parameters<NodeFS['init']>): ReturnType<NodeFS['init']> {
    const { emscriptenOpts } = await super.init(pglite, options)
    const hook = (module: unknown) => {
      streamOpsOf(module).fsync = (stream) => {
        fsyncSync(stream.nfd)
        if (stream.path?.includes('/pg_wal/')) this.walSyncs++
        return 0
      }
    }
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [...(emscriptenOpts.preRun ?? []), hook] } }
  }
}

function streamOpsOf(module: unknown): StreamOps {
  const found = at(at(at(at(module, 'FS'), 'filesystems'), 'NODEFS'), 'stream_ops')
  if (typeof found !== 'object' || found === null) throw new Error('PGlite has no stream operations to sync through')
  return found
}

function at(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined
}

export interface SyncedPGlite {
  pglite: PGlite
  /** Syncs of the write-ahead log since the start; every commit that changes something causes one. */
  walSyncs(): number
}

/** @throws Error when commits do not reach the disk, which an upgrade of PGlite could bring about. */
export async function openSyncedPGlite(folder: string, options: PGliteOptions = {}): Promise<SyncedPGlite> {
  const fs = new SyncedFS(folder)
  const pglite = await PGlite.create({
    ...options,
    fs,
    extensions: { pg_trgm },
    startParams: [...PGlite.defaultStartParams.filter((param) => param !== '-F'), '-c', 'wal_sync_method=fsync'],
  })
  const before = fs.walSyncs
  await pglite.exec("select pg_logical_emit_message(true, 'beergoggles', 'does a commit reach the disk?')")
  if (fs.walSyncs === before) {
    await pglite.close()
    throw new Error('The embedded database does not sync its commits to disk; refusing to run without that.')
  }
  return { pglite, walSyncs: () => fs.walSyncs }
}
