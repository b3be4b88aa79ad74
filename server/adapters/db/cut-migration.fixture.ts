/** A filled database of the first version; each of its copies is migrated by a process that is killed halfway. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type pg from 'pg'
import { testLog } from '#testing/log.ts'
import { connect, type DatabaseOptions, openDatabase } from './database.ts'
import { startEmbedded } from './embedded.ts'
import { migrateTo } from './migrate.ts'
import { aDatabase, everyRow, fillEveryTable, oldVersions, versions } from './old-database.fixture.ts'

/** A database that other processes can open. */
interface Copy {
  location: string
  options: Omit<DatabaseOptions, 'log'>
  remove(): Promise<unknown>
}

export interface OldDatabase {
  /** What is wrong after a migration that was cut off and the next start; undefined if nothing is. */
  problemAfter(statements: number): Promise<string | undefined>
  remove(): Promise<unknown>
}

/** `server`: the URL of a PostgreSQL server; undefined: embedded. */
export async function oldDatabase(scratch: string, server: string | undefined): Promise<OldDatabase> {
  const { rows, copy, remove } = server === undefined ? await embedded(scratch) : await onPostgres(scratch, server)
  return {
    async problemAfter(statements) {
      const copied = await copy()
      await cutOff(server === undefined ? 'embedded' : 'postgres', copied.location, statements)
      const database = await openDatabase({ ...copied.options, log: testLog })
      const after = await everyRow(database.pool)
      const lost = [...rows].filter(([table, before]) => after.get(table)?.length !== before.length)
      const applied = await database.pool.query('select count(*)::int as n from drizzle.__drizzle_migrations')
      await database.close()
      await copied.remove()
      if (lost.length > 0) return `rows of ${lost.map(([table]) => table).join(', ')} are lost`
      return applied.rows[0].n === versions.length ? undefined : `${applied.rows[0].n} migrations were applied`
    },
    remove,
  }
}

async function cutOff(kind: 'embedded' | 'postgres', location: string, statements: number): Promise<void> {
  const entry = fileURLToPath(new URL('./half-migrating-process.fixture.ts', import.meta.url))
  const args = ['--import', 'tsx', entry, kind, location, String(statements)]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = once(child, 'exit')
  const isHalfway = once(createInterface({ input: child.stdout }), 'line').then(() => true)
  if (!(await Promise.race([isHalfway, ended.then(() => false)]))) {
    throw new Error(`the migrations ended before statement ${statements}`)
  }
  child.kill('SIGKILL')
  await ended
}

async function fill(pool: pg.Pool) {
  await migrateTo(pool, oldVersions[0] ?? '')
  await fillEveryTable(pool)
  const rows = await everyRow(pool)
  await pool.end()
  return rows
}

async function onPostgres(scratch: string, server: string) {
  const filled = await aDatabase(server)
  const rows = await fill(connect({ connectionString: filled.url, max: 1 }, testLog))
  const copy = async (): Promise<Copy> => {
    const { url, remove } = await aDatabase(server, filled.name)
    return { location: url, options: { databaseUrl: url, dataDir: scratch }, remove }
  }
  return { rows, copy, remove: filled.remove }
}

async function embedded(scratch: string) {
  const filled = join(scratch, 'filled')
  const { socket, close } = await startEmbedded({ dataDir: filled, log: testLog })
  const rows = await fill(connect(socket, testLog))
  await close()
  const copy = async (): Promise<Copy> => {
    const dataDir = mkdtempSync(join(scratch, 'data-'))
    cpSync(filled, dataDir, { recursive: true })
    return { location: dataDir, options: { dataDir }, remove: async () => undefined }
  }
  return { rows, copy, remove: async () => undefined }
}
