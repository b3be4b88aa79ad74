/** Backs up filled databases and restores them, into the other kind of database as well. */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import type pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, inject, it, vi } from 'vitest'
import { emptyTables } from '#testing/database.ts'
import { openInMemory } from '#testing/in-memory-database.ts'
import { testLog } from '#testing/log.ts'
import { backupCommand, restoreBackup, writeBackup } from './backup.ts'
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

/** All rows; photos of unfinished scans and files of unfinished imports are not in a backup. */
async function rowsWithoutUploads(pool: pg.Pool) {
  const rows = new Map(await everyRow(pool))
  for (const [table, column] of [
    ['scan_photos', 'bytes'],
    ['import_files', 'packed'],
  ] as const) {
    rows.set(
      table,
      (rows.get(table) ?? []).map((row) => ({ ...row, [column]: null })),
    )
  }
  return rows
}

describe('a backup', () => {
  it('is restored with every row, and new rows continue its numbers', async () => {
    const { pool, kind } = await anotherEmpty()
    await filled.query('update moved_beers set id = id + 100000')
    const expected = await rowsWithoutUploads(filled)
    const written = await writeBackup(filled, path)
    expect(written).toMatchObject({ tables: expected.size, rows: expected.size * ROWS })
    expect(await restoreBackup(pool, kind, path)).toEqual(written)
    expect(await rowsWithoutUploads(pool)).toEqual(expected)

    const { rows } = await pool.query(
      "select max(id) as last, nextval(pg_get_serial_sequence('breweries', 'id'))::int as next from breweries",
    )
    expect(rows[0].next).toBe(rows[0].last + 1)
    // The ids of unlisted beers that joined the catalogue are taken, too.
    const { rows: ids } = await pool.query(
      "select greatest((select max(id) from beers), (select max(id) from moved_beers)) as last, nextval(pg_get_serial_sequence('beers', 'id'))::int as next",
    )
    expect(ids[0].next).toBe(ids[0].last + 1)
    await expect(pool.query('insert into favorites (user_id, beer_id) values (-1, -1)')).rejects.toThrow(/foreign key/)
  })

  it('leads to no number that was given before, also to a row that was deleted', async () => {
    const { pool, kind } = await anotherEmpty()
    const next = async (at: pg.Pool, table: string) => {
      const { rows } = await at.query<{ id: number }>(`select nextval('${table}_id_seq')::int as id`)
      return rows[0]?.id ?? 0
    }
    const given = [await next(filled, 'outgoing_messages'), await next(filled, 'users')]
    await writeBackup(filled, path)
    await restoreBackup(pool, kind, path)
    expect([await next(pool, 'outgoing_messages'), await next(pool, 'users')]).toEqual(given.map((id) => id + 1))
  })

  // Once is enough.
  if (given.dialect === 'postgres') {
    it('keeps texts with every separator of lines, which the file itself does not contain', async () => {
      const text = 'a\u2028b\u2029c\nd\re'
      const { pool: separated, kind } = await anotherEmpty()
      await migrateDatabase(separated, kind)
      await separated.query('insert into styles (name, family) values ($1, $2)', [text, 'Ale'])
      await writeBackup(separated, path)
      expect(linesOf(path).join('')).not.toMatch(/[\u2028\u2029\r]/u)

      // Files of earlier versions contain them.
      writeLines(linesOf(path).map((line) => line.replaceAll('\\u2028', '\u2028').replaceAll('\\u2029', '\u2029')))
      expect(linesOf(path).join('')).toContain('\u2028')
      const target = await anotherEmpty()
      await restoreBackup(target.pool, target.kind, path)
      expect((await target.pool.query('select name from styles')).rows).toEqual([{ name: text }])
    })

    it('has the tables of this product only', async () => {
      const { pool: shared, kind } = await anotherEmpty()
      await migrateDatabase(shared, kind)
      await shared.query('create table orders (id int)')
      expect(await writeBackup(shared, path)).toMatchObject({ tables: (await everyRow(filled)).size })
      expect(linesOf(path).join('')).not.toContain('orders')
    })

    it('of a database that a newer version has migrated is left to that version', async () => {
      const { pool: newer, kind } = await anotherEmpty()
      await migrateDatabase(newer, kind)
      await newer.query("insert into drizzle.__drizzle_migrations (hash, created_at) values ('x', 9999999999999)")
      await expect(writeBackup(newer, path)).rejects.toThrow('belongs to a newer version')
      expect(existsSync(path)).toBe(false)
    })

    it('of no tables is refused', async () => {
      const empty = await anEmbedded()
      await removeTables(empty)
      await expect(writeBackup(empty, path)).rejects.toThrow('there is nothing to back up')
    })

    it.each(['0003_standings_and_namesakes', '0024_journal', oldVersions.at(-1) ?? ''])(
      'of version %s is migrated',
      async (version) => {
        const old = await anEmbedded()
        await removeTables(old)
        await migrateTo(old, version)
        await fillEveryTable(old)
        // Its photos were never without bytes.
        await old.query('delete from scan_photos')
        const { rows: all } = await writeBackup(old, path, { read: async () => undefined })
        expect(JSON.parse(linesOf(path)[0] ?? '')).toMatchObject({ migration: version })
        const { pool, kind } = await anotherEmpty()
        expect(await restoreBackup(pool, kind, path)).toMatchObject({ rows: all })
        const { rows } = await pool.query('select count(*)::int as n from drizzle.__drizzle_migrations')
        expect(rows[0].n).toBe(versions.length)
      },
    )
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
    await migrateDatabase(target.pool, target.kind)
    await target.pool.query("insert into styles (name, family) values ('Altbier', 'Ale')")
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
    expect((await pool.query('select name from styles')).rows).toEqual([{ name: 'Altbier' }])
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

// Once is enough.
if (given.dialect === 'postgres') {
  describe('a database with something else in it is not restored into', () => {
    it.each([
      ['tables of another application', 'create table orders (id int)', 'The database has other tables (orders).'],
      [
        'a table of our name',
        'create table workers (id int)',
        'The database belongs to a newer version, or to another',
      ],
      [
        'the migrations of another application',
        'create schema drizzle; create table drizzle.__drizzle_migrations (created_at bigint); insert into drizzle.__drizzle_migrations values (1)',
        'The database belongs to a newer version, or to another',
      ],
    ])('%s', async (_what, statements, message) => {
      await writeBackup(filled, path)
      const { pool, kind } = await anotherEmpty()
      await removeTables(pool)
      await pool.query(statements)
      const tables = "select table_schema, table_name from information_schema.tables where table_name !~ '^(pg|sql)_'"
      const before = await pool.query(tables)
      await expect(restoreBackup(pool, kind, path)).rejects.toThrow(message)
      expect((await pool.query(tables)).rows).toEqual(before.rows)
    })

    it('a view of ours by another application', async () => {
      await writeBackup(filled, path)
      const { pool, kind } = await anotherEmpty()
      await migrateDatabase(pool, kind)
      await pool.query('create view report as select name from beers')
      await expect(restoreBackup(pool, kind, path)).rejects.toThrow('other objects depend on')
      expect((await pool.query('select * from report')).rows).toEqual([])
    })
  })
}

it('leaves no file if it cannot be written', async () => {
  await expect(writeBackup(filled, join(folder, 'missing', 'backup'))).rejects.toThrow('ENOENT')
  expect(readdirSync(folder)).toEqual([])
})

it('replaces an earlier backup once it is on the disk', async () => {
  writeFileSync(path, 'earlier')
  const handle = await open(folder)
  const synced: string[] = []
  const sync = vi.spyOn(Object.getPrototypeOf(handle), 'sync').mockImplementation(async () => {
    synced.push(readFileSync(path).toString() === 'earlier' ? 'file' : 'folder')
  })
  await writeBackup(filled, path).finally(() => sync.mockRestore())
  await handle.close()
  expect(synced).toEqual(['file', 'folder'])
})

it('returns the size of its file to the sender of the command, and who is in it', async () => {
  const written = await backupCommand(filled)(path, () => {}, new AbortController().signal)
  expect(written).toMatchObject({ users: ROWS, bytes: statSync(path).size })
})

/** An embedded database keeps pictures in files. */
const filesOf = (kind: 'embedded' | 'postgres', files: Map<string, Buffer>) => {
  const write = async (id: string, bytes: Uint8Array) => void files.set(id, Buffer.from(bytes))
  return kind === 'embedded' ? { write } : undefined
}

const picturesIn = async (pool: pg.Pool) => {
  const { rows } = await pool.query<{ id: string; bytes: Buffer }>(
    'select id, bytes from pictures where bytes is not null order by id',
  )
  return rows.map(({ id, bytes }): [string, Buffer] => [id, bytes])
}

it('moves the pictures of PostgreSQL, which are in rows, to files of the embedded database', async () => {
  await writeBackup(filled, path)
  const { pool, kind } = await anotherEmpty()
  const files = new Map<string, Buffer>()
  await restoreBackup(pool, kind, path, filesOf(kind, files))
  const [written, inRows] = [[...files].sort(), await picturesIn(pool)]
  const pictures = await picturesIn(filled)
  expect(pictures).toHaveLength(ROWS)
  expect(kind === 'embedded' ? [written, inRows] : [inRows, written]).toEqual([pictures, []])
})

// The last, because it changes the filled database.
it('takes the pictures of the embedded database along, which are files, while its connection is free', async () => {
  await filled.query('update pictures set bytes = null')
  const { rows } = await filled.query<{ id: string }>('select id from pictures order by id')
  const [id = '', ...missing] = rows.map((row) => row.id)
  expect(missing).not.toEqual([])
  const picture = Buffer.from('a label')
  const read = async (asked: string) => {
    await filled.query('select 1')
    return asked === id ? picture : undefined
  }
  await writeBackup(filled, path, { read })

  const { pool, kind } = await anotherEmpty()
  const files = new Map<string, Buffer>()
  await restoreBackup(pool, kind, path, filesOf(kind, files))
  expect([...files, ...(await picturesIn(pool))]).toEqual([[id, picture]])
})

it('leaves no file if it is aborted', async () => {
  const stopping = new AbortController()
  const read = async () => {
    stopping.abort(new Error('the server stops'))
    return Buffer.from('a picture')
  }
  await filled.query('update pictures set bytes = null')
  await expect(writeBackup(filled, path, { read }, stopping.signal)).rejects.toThrow('aborted')
  expect(readdirSync(folder).filter((name) => name.startsWith('backup'))).toEqual([])
})
