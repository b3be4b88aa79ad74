/** Kills a process during the migrations and starts the server on what it left. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, inject, it } from 'vitest'
import { testLog } from '#testing/log.ts'
import { connect, openDatabase } from './database.ts'
import { startEmbedded } from './embedded.ts'
import { migrateTo } from './migrate.ts'
import { anEmptyDatabase, everyRow, fillEveryTable, oldVersions, versions } from './old-database.fixture.ts'

const given = inject('testDatabase')
const scratch = mkdtempSync(join(tmpdir(), 'bg-migrations-'))
afterAll(() => rmSync(scratch, { recursive: true, force: true }))

describe('a process that is killed during the migrations', () => {
  it.each([2, 9, 30])(
    'after %i statements leaves a database that starts and has every row',
    async (statements) => {
      const store = await aStore()
      const old = await store.open()
      await migrateTo(old.pool, oldVersions[0] ?? '')
      await fillEveryTable(old.pool)
      const before = await everyRow(old.pool)
      await old.close()

      const entry = fileURLToPath(new URL('./half-migrating-process.fixture.ts', import.meta.url))
      const args = ['--import', 'tsx', entry, store.kind, store.location, String(statements)]
      const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
      await once(createInterface({ input: child.stdout }), 'line')
      child.kill('SIGKILL')
      await once(child, 'exit')

      const database = await openDatabase({ ...store.options, log: testLog })
      const after = await everyRow(database.pool)
      for (const [table, rows] of before) expect(after.get(table)?.length, table).toBe(rows.length)
      const applied = await database.pool.query('select count(*)::int as n from drizzle.__drizzle_migrations')
      expect(applied.rows[0].n).toBe(versions.length)
      await database.close()
      await store.remove()
    },
    60_000,
  )
})

/** An empty database that other processes can open. */
async function aStore() {
  if (given.dialect === 'postgres') {
    const { url, remove } = await anEmptyDatabase(given.url)
    const open = async () => {
      const pool = connect({ connectionString: url, max: 1 }, testLog)
      return { pool, close: () => pool.end() }
    }
    return { kind: 'postgres', location: url, options: { databaseUrl: url, dataDir: scratch }, open, remove }
  }
  const dataDir = mkdtempSync(join(scratch, 'data-'))
  const open = async () => {
    const { socket, close } = await startEmbedded({ dataDir, log: testLog })
    const pool = connect({ ...socket, max: 1 }, testLog)
    return { pool, close: () => pool.end().then(close) }
  }
  return { kind: 'embedded', location: dataDir, options: { dataDir }, open, remove: async () => undefined }
}
