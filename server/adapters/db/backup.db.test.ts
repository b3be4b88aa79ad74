/** Backs up filled databases and restores them, into the other kind of database as well. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import type pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest'
import { emptyTables } from '#testing/database.ts'
import { openInMemory } from '#testing/in-memory-database.ts'
import { testLog } from '#testing/log.ts'
import { restoreBackup, writeBackup } from './backup.ts'
import { connect } from './database.ts'
import { migrateDatabase, migrateTo } from './migrate.ts'
import {
  aDatabase,
  everyRow,
  fillEveryTable,
  oldVersions,
  ROWS,
  removeTables,
  versions,
} from './old-database.fixture.ts'

const given = inject('testDatabase')
const folder = mkdtempSync(join(tmpdir(), 'bg-backup-'))
const path = join(folder, 'backup')
const opened: (() => Promise<unknown>)[] = []
let filled: pg.Pool

beforeAll(async () => {
  filled = await anEmbedded()
  await fillEveryTable(filled)
})
afterEach(() => rmSync(path, { force: true }))
afterAll(async () => {
  for (const close of opened) await close()
  rmSync(folder, { recursive: true })
})

async function anEmbedded(): Promise<pg.Pool> {
  const { pool, close } = await openInMemory(emptyTables())
  opened.push(close)
  return pool
}

async function anotherEmpty(): Promise<{ pool: pg.Pool; kind: 'embedded' | 'postgres' }> {
  if (given.dialect === 'embedded') return { pool: await anEmbedded(), kind: 'embedded' }
  const { url, remove } = await aDatabase(given.url)
  const pool = connect({ connectionString: url, max: 2 }, testLog)
  opened.push(() => pool.end().then(remove))
  return { pool, kind: 'postgres' }
}

/** All rows; photos of unfinished scans are not in a backup. */
async function rowsWithoutPhotos(pool: pg.Pool) {
  const rows = await everyRow(pool)
  return new Map(rows).set(
    'scan_photos',
    (rows.get('scan_photos') ?? []).map((row) => ({ ...row, bytes: null })),
  )
}

describe('a backup', () => {
  it('is restored with every row, and new rows continue its numbers', async () => {
    const { pool, kind } = await anotherEmpty()
    const expected = await rowsWithoutPhotos(filled)
    const written = await writeBackup(filled, path)
    expect(written).toMatchObject({ tables: expected.size, rows: expected.size * ROWS })
    expect(await restoreBackup(pool, kind, path)).toEqual(written)
    expect(await rowsWithoutPhotos(pool)).toEqual(expected)

    const { rows } = await pool.query(
      "select max(id) as last, nextval(pg_get_serial_sequence('breweries', 'id'))::int as next from breweries",
    )
    expect(rows[0].next).toBe(rows[0].last + 1)
    await expect(pool.query('insert into favorites (user_id, beer_id) values (-1, -1)')).rejects.toThrow(/foreign key/)
  })

  // Once is enough.
  if (given.dialect === 'postgres') {
    it('of an earlier version is migrated', async () => {
      const old = await anEmbedded()
      await removeTables(old)
      await migrateTo(old, oldVersions.at(-1) ?? '')
      await fillEveryTable(old)
      // Its photos were never without bytes.
      await old.query('delete from scan_photos')
      const { rows: all } = await writeBackup(old, path)
      const lines = linesOf(path)
      writeLines([{ ...JSON.parse(lines[0] ?? ''), migration: oldVersions.at(-1) }, ...lines.slice(1)])
      const { pool, kind } = await anotherEmpty()
      expect(await restoreBackup(pool, kind, path)).toMatchObject({ rows: all })
      const { rows } = await pool.query('select count(*)::int as n from drizzle.__drizzle_migrations')
      expect(rows[0].n).toBe(versions.length)
    })
  }
})

const linesOf = (file: string) => gunzipSync(readFileSync(file)).toString().trimEnd().split('\n')
const writeLines = (lines: readonly unknown[]) =>
  writeFileSync(
    path,
    gzipSync(lines.map((line) => `${typeof line === 'string' ? line : JSON.stringify(line)}\n`).join('')),
  )

describe('a file that cannot be restored changes nothing', () => {
  let target: Awaited<ReturnType<typeof anotherEmpty>>
  beforeAll(async () => {
    target = await anotherEmpty()
  })

  it.each([
    ['no backup', () => writeFileSync(path, 'beer'), 'This file is damaged, or not a backup.'],
    ['an archive of something else', () => writeLines([{ format: 'zip' }]), 'This is not a backup of BeerGoggles.'],
    [
      'cut off',
      () => writeFileSync(path, readFileSync(path).subarray(0, -100)),
      'This file is damaged, or not a backup.',
    ],
    ['without its end', () => writeLines(linesOf(path).slice(0, -1)), 'The backup is not complete.'],
    [
      'of a newer version',
      () => writeLines([{ ...JSON.parse(linesOf(path)[0] ?? ''), migration: '9999_robots' }]),
      'This backup was made by a newer version. Upgrade first.',
    ],
    [
      'without a row',
      () => writeLines(linesOf(path).filter((_line, index, lines) => !lines[index - 1]?.includes('"begin":"users"'))),
      'The rows of users differ from the backup, so nothing was restored.',
    ],
  ])('%s', async (_what, damage, message) => {
    await writeBackup(filled, path)
    damage()
    const { pool, kind } = target
    await expect(restoreBackup(pool, kind, path)).rejects.toThrow(message)
    await migrateDatabase(pool, kind)
    expect((await pool.query('select count(*)::int as n from users')).rows[0].n).toBe(0)
  })

  it('into a database with users', async () => {
    await writeBackup(filled, path)
    const before = await everyRow(filled)
    await expect(restoreBackup(filled, 'embedded', path)).rejects.toThrow(
      `The database has ${ROWS} users. Restore into an empty one.`,
    )
    expect(await everyRow(filled)).toEqual(before)
  })
})

it('leaves no file if it cannot be written', async () => {
  await expect(writeBackup(filled, join(folder, 'missing', 'backup'))).rejects.toThrow('ENOENT')
  expect(readdirSync(folder)).toEqual([])
})

// The last, because it changes the filled database.
it('takes the pictures of the embedded database along, which are files', async () => {
  await filled.query('update pictures set bytes = null')
  const { rows } = await filled.query<{ id: string }>('select id from pictures order by id')
  const [id = '', ...missing] = rows.map((row) => row.id)
  expect(missing).not.toEqual([])
  const picture = Buffer.from('a label')
  await writeBackup(filled, path, { read: async (asked) => (asked === id ? picture : undefined) })

  const { pool, kind } = await anotherEmpty()
  const files = new Map<string, Buffer>()
  const write = async (written: string, bytes: Uint8Array) => void files.set(written, Buffer.from(bytes))
  await restoreBackup(pool, kind, path, kind === 'embedded' ? { write } : undefined)
  const kept = await pool.query<{ id: string; bytes: Buffer }>('select id, bytes from pictures where bytes is not null')
  const inRows = kept.rows.map((row): [string, Buffer] => [row.id, row.bytes])
  expect([...files, ...inRows]).toEqual([[id, picture]])
})
