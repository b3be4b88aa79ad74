import { sql } from 'drizzle-orm'
import type pg from 'pg'
import { expect, inject, test } from 'vitest'
import { testDatabase } from '#testing/database.ts'
import { testLog } from '#testing/log.ts'
import { startFailure } from '../../start-failure.ts'
import { connect, type Db, openDatabase } from './database.ts'
import { migrateDatabase } from './migrate.ts'
import { aDatabase } from './old-database.fixture.ts'
import { openDrizzle } from './open-drizzle.ts'

const { db, pool } = await testDatabase()

test('starts with every table and the pg_trgm extension', async () => {
  const { rows } = await db.execute<{ n: number }>(
    sql`select count(*)::int as n from pg_extension where extname = 'pg_trgm'`,
  )
  expect(rows[0]?.n).toBe(1)
  const tables = await pool.query("select table_name from information_schema.tables where table_schema = 'public'")
  expect(tables.rows.map((row) => row.table_name)).toContain('scan_jobs')
})

const given = inject('testDatabase')
if (given.dialect === 'postgres') {
  test.each([
    [
      'a server waits for a host that has vanished for less time than the app waits',
      { isPatient: false, timeout: 45_000 },
    ],
    ['a command waits for its statements', { isPatient: true, timeout: undefined }],
  ])('%s', async (_what, { isPatient, timeout }) => {
    const { url, remove } = await aDatabase(given.url)
    const opened = await openDatabase({ databaseUrl: url, isPatient, dataDir: '', log: testLog })
    const client = await opened.pool.connect()
    expect(timeoutOf(client)).toBe(timeout)
    expect(opened.pool.options).toMatchObject({ keepAlive: true, keepAliveInitialDelayMillis: 30_000 })
    client.release()
    await opened.close()
    await remove()
  })

  test('transactions see what others have committed, whatever the default of the role', async () => {
    const { url, remove } = await aDatabase(given.url)
    const pool = connect({ connectionString: url, options: '-c default_transaction_isolation=serializable' }, testLog)
    const { rows } = await openDrizzle(pool).transaction((tx) => tx.execute(sql`show transaction_isolation`))
    expect(rows).toEqual([{ transaction_isolation: 'read committed' }])
    await pool.end()
    await remove()
  })

  test('what a start prepares may take as long as it needs', async () => {
    const { url, remove } = await aDatabase(given.url)
    let timeout: unknown
    const prepare = async (prepared: Db) => {
      const client: pg.PoolClient = await Reflect.get(prepared, '$client').connect()
      timeout = timeoutOf(client)
      client.release()
    }
    const opened = await openDatabase({ databaseUrl: url, dataDir: '', prepare, log: testLog })
    expect(timeout).toBeUndefined()
    await opened.close()
    await remove()
  })

  test.each([
    [
      'may not create tables',
      '',
      'role=pg_monitor',
      /^The user pg_monitor may not create tables in .* owner to pg_monitor$/,
    ],
    ['would create them elsewhere', '', 'search_path=other', /^The tables belong into .* set search_path = public$/],
    ['would write dates as Germans do', '', 'datestyle=German', /'German, DMY', which is not .* set datestyle = ISO$/],
    [
      'cannot hold all letters',
      "encoding 'LATIN1' locale 'C'",
      'role=none',
      /^The database .* has the encoding LATIN1\./,
    ],
  ])('a start says what to change about a database in which it %s', async (_what, creation, option, message) => {
    const { url, remove } = await aDatabase(given.url, `template0 ${creation}`)
    const databaseUrl = `${url}?options=${encodeURIComponent(`-c ${option}`)}`
    const starting = openDatabase({ databaseUrl, dataDir: '', log: testLog })
    await expect(starting).rejects.toThrow(message)
    await starting.catch((error: unknown) => expect(startFailure(error).exitCode).toBe(78))
    await remove()
  })

  test('a start through a pooler leaves no lock on the connections that others get next', async () => {
    const { url, remove } = await aDatabase(given.url)
    const server = connect({ connectionString: url }, testLog)
    const { client, end } = await pooledClient(server)
    await migrateDatabase({ connect: async () => client }, 'postgres')
    const locks = await server.query(`
      select mode from pg_locks join pg_database on pg_database.oid = pg_locks.database
      where datname = current_database() and locktype = 'advisory' and granted`)
    expect(locks.rows).toEqual([])
    end()
    await server.end()
    await remove()
  })
}

/** After which silence of the database the connection ends. */
const timeoutOf = (client: pg.PoolClient): unknown =>
  Reflect.get(Reflect.get(Reflect.get(client, 'connection'), 'stream'), 'timeout')

/** As behind a pooler in transaction mode: each transaction, and each statement outside of one, gets another connection of the server. */
async function pooledClient(server: pg.Pool) {
  const used: pg.PoolClient[] = []
  let connection: pg.PoolClient | undefined
  const client = await server.connect()
  const release = client.release.bind(client)
  const query = async (statement: string | pg.QueryConfig, values?: unknown[]) => {
    const text = typeof statement === 'string' ? statement : statement.text
    const executing = connection ?? (await server.connect())
    if (!connection) used.push(executing)
    connection = /^(commit|rollback)/u.test(text) || !(connection || text.startsWith('begin')) ? undefined : executing
    return await executing.query(statement, values)
  }
  Object.assign(client, { query, release: () => {} })
  return {
    client,
    end() {
      release()
      for (const one of used) one.release()
    },
  }
}
