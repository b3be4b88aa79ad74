/**
 * PGlite with durable commits. PGlite's own file system ignores `fsync`, so that a power failure could lose acknowledged commits.
 * Here each fsync of PostgreSQL is passed to the operating system, and those of the write-ahead log are counted.
 */
import { fsyncSync } from 'node:fs'
import { PGlite, type PGliteOptions } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { NodeFS } from '@electric-sql/pglite/nodefs'
import { BUFFERS } from './light-start.ts'
import { noteUnused } from './page-checksums.ts'

interface EmscriptenStream {
  nfd: number
  path?: string
}

/** Tests extend it to record what reaches the disk. */
export class SyncedFS extends NodeFS {
  walSyncs = 0

  /** `onPanic`: PostgreSQL cannot go on, as after a failed sync. PGlite then never replies again, and does not throw. */
  constructor(
    folder: string,
    private readonly onPanic: (reason: string) => void = () => {},
  ) {
    super(folder)
  }

  override async init(...[pglite, options]: Parameters<NodeFS['init']>): ReturnType<NodeFS['init']> {
    const { emscriptenOpts } = await super.init(pglite, options)
    const hook = (module: unknown) => this.hook(module)
    const printErr = (line: string) => {
      if (line.includes(' PANIC: ')) this.onPanic(line)
      emscriptenOpts.printErr?.(line)
    }
    return { emscriptenOpts: { ...emscriptenOpts, printErr, preRun: [...(emscriptenOpts.preRun ?? []), hook] } }
  }

  protected hook(module: unknown): void {
    const { streams, attempt } = nodeOperations(module)
    streams.fsync = (stream: EmscriptenStream) => {
      attempt(() => fsyncSync(stream.nfd))
      if (stream.path?.includes('/pg_wal/')) this.walSyncs++
      return 0
    }
  }
}

/** What Emscripten calls for open files, and for files and folders by name. */
export function nodeOperations(module: unknown) {
  const nodeFs = property(property(property(module, 'FS'), 'filesystems'), 'NODEFS')
  const names = ['stream_ops', 'node_ops', 'realPath', 'tryFSOperation']
  const [streams, nodes, realPath, attempt] = names.map((name) => property(nodeFs, name))
  if (!isRecord(streams) || !isRecord(nodes) || typeof realPath !== 'function' || typeof attempt !== 'function') {
    throw new Error('PGlite has no NODEFS operations')
  }
  return {
    streams,
    nodes,
    realPath: (node: unknown) => String(realPath(node)),
    /** Makes errors of the operating system those of PostgreSQL, which otherwise would not know of them. */
    attempt: (act: () => void) => void attempt(act),
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

function property(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined
}

export interface SyncedPGlite {
  pglite: PGlite
  /** Number of write-ahead log syncs since the start; every commit that changes something causes one. */
  walSyncs(): number
}

/** @throws Error if commits are not synced to disk, which an upgrade of PGlite could cause */
export async function openSyncedPGlite(
  folder: string,
  options: PGliteOptions = {},
  fs = new SyncedFS(folder),
): Promise<SyncedPGlite> {
  const pglite = await PGlite.create({
    ...options,
    fs,
    extensions: { ...options.extensions, pg_trgm },
    startParams: [
      ...PGlite.defaultStartParams.filter((param) => param !== '-F'),
      ...BUFFERS,
      '-c',
      'wal_sync_method=fsync',
    ],
  })
  const before = fs.walSyncs
  await pglite.exec("select pg_logical_emit_message(true, 'beergoggles', 'does a commit reach the disk?')")
  if (fs.walSyncs === before) {
    await pglite.close()
    throw new Error(
      'The embedded database does not sync commits to disk, so data could be lost. The server cannot start.',
    )
  }
  noteUnused(folder, await filesOfRelations(pglite))
  return { pglite, walSyncs: () => fs.walSyncs }
}

async function filesOfRelations(pglite: PGlite): Promise<Set<string>> {
  const { rows } = await pglite.query<{ path: string }>(
    "select pg_relation_filepath(oid) as path from pg_class where relkind in ('r', 'i', 't', 'm', 'S')",
  )
  return new Set(rows.map(({ path }) => path))
}
