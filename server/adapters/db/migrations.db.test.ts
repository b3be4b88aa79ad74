/** Migrates filled databases: for every earlier version, fills all tables, applies the later migrations and compares all rows. */
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { emptyTables } from '#testing/database.ts'
import { openInMemory } from '#testing/in-memory-database.ts'
import { testLog } from '#testing/log.ts'
import { IS_THOROUGH } from '#testing/thorough.ts'
import { connect, type Database } from './database.ts'
import { migrateDatabase, migrateTo, ownTables } from './migrate.ts'
import {
  aDatabase,
  everyRow,
  fillEveryTable,
  oldVersions,
  ROWS,
  removeTables,
  withoutDerived,
} from './old-database.fixture.ts'

const given = inject('testDatabase')
/** The gate starts from the first version, the last one, and some between them; `npm run test:all` from every one. */
const EVERY = IS_THOROUGH ? 1 : given.dialect === 'embedded' ? 16 : 4
const startVersions = oldVersions.filter((_, index) => index === 0 || (oldVersions.length - 1 - index) % EVERY === 0)

describe('the migrations after a version', () => {
  let pool: pg.Pool
  let kind: Database['kind']
  let close: () => Promise<unknown>
  beforeAll(async () => {
    const opened = await openDatabase()
    pool = opened.pool
    kind = opened.kind
    close = opened.close
  })
  afterAll(() => close())

  it.each(startVersions)('%s preserve every row', async (version) => {
    await removeTables(pool)
    await migrateTo(pool, version)
    await fillEveryTable(pool)
    const before = await everyRow(pool)
    expect([...before.values()].map((rows) => rows.length)).toEqual([...before.keys()].map(() => ROWS))
    const own = ownTables()
    expect([...before.keys()].filter((table) => !own.has(table))).toEqual([])

    await migrateDatabase(pool, kind)
    const after = await everyRow(pool)
    for (const [table, rows] of before) {
      const columns = Object.keys(rows[0] ?? {})
      const migrated = (after.get(table) ?? []).map((row) =>
        Object.fromEntries(columns.map((name) => [name, row[name]])),
      )
      expect(withoutDerived(table, migrated), table).toEqual(withoutDerived(table, rows))
    }
    await migrateDatabase(pool, kind)
    expect(await everyRow(pool), 'a second start changes nothing').toEqual(after)
  })
})

async function openDatabase(): Promise<{ pool: pg.Pool; kind: Database['kind']; close: () => Promise<unknown> }> {
  if (given.dialect === 'embedded') return { ...(await openInMemory(emptyTables())), kind: 'embedded' }
  const { url, remove } = await aDatabase(given.url)
  const pool = connect({ connectionString: url, max: 4 }, testLog)
  return { pool, kind: 'postgres', close: () => pool.end().then(remove) }
}
