/** An in-memory embedded database, accessed through the same socket server and driver as the real one. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { PGLiteSocketServer } from '@electric-sql/pglite-socket'
import { connect } from '#server/adapters/db/database.ts'
import { type KeptPool, ONE_SHARED_CONNECTION } from '#server/adapters/db/keep-connections.ts'
import { BUFFERS } from '#server/adapters/db/light-start.ts'

export interface InMemory {
  pglite: PGlite
  pool: KeptPool
  close(): Promise<void>
}

export async function openInMemory(dump?: Blob): Promise<InMemory> {
  const startParams = [...PGlite.defaultStartParams, ...BUFFERS]
  const pglite = await PGlite.create({ extensions: { pg_trgm }, startParams, ...(dump && { loadDataDir: dump }) })
  const folder = mkdtempSync(join(tmpdir(), 'bg-'))
  const server = new PGLiteSocketServer({ db: pglite, path: join(folder, '.s.PGSQL.5432'), maxConnections: 1 })
  await server.start()
  const options = { host: folder, port: 5432, user: 'postgres', database: 'postgres' }
  const pool = connect({ ...options, ...ONE_SHARED_CONNECTION }, console)
  return {
    pglite,
    pool,
    async close() {
      await pool.end()
      await server.stop()
      await pglite.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
