/** Kills a process during the migrations and starts the server on what it left. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { testLog } from '#testing/log.ts'
import { connect, type DatabaseOptions, openDatabase } from './database.ts'
import { startEmbedded } from './embedded.ts'
import { migrateTo } from './migrate.ts'
import { aDatabase, everyRow, fillEveryTable, oldVersions, versions } from './old-database.fixture.ts'

const given = inject('testDatabase')
const scratch = mkdtempSync(join(tmpdir(), 'bg-migrations-'))
/** A database of the first version, and how to copy it. */
let old: { rows: Awaited<ReturnType<typeof everyRow>>; copy(): Promise<Copy>; remove(): Promise<unknown> }
beforeAll(async () => {
  old = given.dialect === 'postgres' ? await onPostgres(given.url) : await embedded()
})
afterAll(async () => {
  await old.remove()
  rmSync(scratch, { recursive: true, force: true })
})

/** A database that other processes can open. */
interface Copy {
  location: string
  options: Omit<DatabaseOptions, 'log'>
  remove(): Promise<unknown>
}

describe('a process that is killed during the migrations', () => {
  it.each([2, 9, 30])(
    'after %i statements leaves a database that starts and has every row',
    async (statements) => {
      const { location, options, remove } = await old.copy()
      const entry = fileURLToPath(new URL('./half-migrating-process.fixture.ts', import.meta.url))
      const args = ['--import', 'tsx', entry, given.dialect, location, String(statements)]
      const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
      await once(createInterface({ input: child.stdout }), 'line')
      child.kill('SIGKILL')
      await once(child, 'exit')

      const database = await openDatabase({ ...options, log: testLog })
      const after = await everyRow(database.pool)
      for (const [table, rows] of old.rows) expect(after.get(table)?.length, table).toBe(rows.length)
      const applied = await database.pool.query('select count(*)::int as n from drizzle.__drizzle_migrations')
      expect(applied.rows[0].n).toBe(versions.length)
      await database.close()
      await remove()
    },
    60_000,
  )
})

async function fill(pool: pg.Pool) {
  await migrateTo(pool, oldVersions[0] ?? '')
  await fillEveryTable(pool)
  const rows = await everyRow(pool)
  await pool.end()
  return rows
}

async function onPostgres(server: string): Promise<typeof old> {
  const filled = await aDatabase(server)
  const rows = await fill(connect({ connectionString: filled.url, max: 1 }, testLog))
  const copy = async () => {
    const { url, remove } = await aDatabase(server, filled.name)
    return { location: url, options: { databaseUrl: url, dataDir: scratch }, remove }
  }
  return { rows, copy, remove: filled.remove }
}

async function embedded(): Promise<typeof old> {
  const filled = join(scratch, 'filled')
  const { socket, close } = await startEmbedded({ dataDir: filled, log: testLog })
  const rows = await fill(connect({ ...socket, max: 1 }, testLog))
  await close()
  const copy = async () => {
    const dataDir = mkdtempSync(join(scratch, 'data-'))
    cpSync(filled, dataDir, { recursive: true })
    return { location: dataDir, options: { dataDir }, remove: async () => undefined }
  }
  return { rows, copy, remove: async () => undefined }
}
