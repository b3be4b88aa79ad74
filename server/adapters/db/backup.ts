/**
 * Backups of either database as one file, which either can restore. Rows are stored as PostgreSQL writes them (`row::text`), so that every
 * type survives unchanged. The file is gzipped lines of JSON: a header; for each table its name, its rows and their digest; the pictures
 * whose bytes the embedded database keeps beside its rows; an end.
 */
import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream, rmSync } from 'node:fs'
import { rename, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import type pg from 'pg'
import { z } from 'zod'
import type { ByteFiles } from '../byte-files.ts'
import type { Command } from '../commands/command-socket.ts'
import { jsonLine, linesIn } from '../json-lines.ts'
import { syncToDisk } from '../sync-to-disk.ts'
import { appliedMigrations, forgetMigrations, migrateDatabase, migrateTo, migrations, ownTables } from './migrate.ts'
import { assertSuitable } from './suitable.ts'

const FORMAT = 'beergoggles-backup-1'
/** Rows that are fetched and inserted at once. */
const ROWS_AT_ONCE = 500
/** Photos of unfinished scans and files of unfinished imports are left out. Both fail after a restore, and say why. */
const LEFT_OUT: Readonly<Record<string, string>> = { scan_photos: 'bytes', import_files: 'packed' }

const Header = z.object({
  format: z.literal(FORMAT),
  /** The last migration of the database. */
  migration: z.string(),
  createdAt: z.iso.datetime(),
  /** The last number that each table gave, also to a row that was deleted since. Files of earlier versions have none. */
  numbers: z.optional(z.record(z.string(), z.number())),
})
type Numbers = z.infer<typeof Header>['numbers']
const TableEnd = z.object({ table: z.string(), rows: z.number(), digest: z.string() })
/** `bytes`: in base64. */
const Picture = z.object({ picture: z.guid(), bytes: z.base64() })
const Line = z.union([
  z.string(),
  z.object({ begin: z.string() }),
  TableEnd,
  Picture,
  z.object({ end: z.literal(true) }),
])

export interface BackupSummary {
  createdAt: Date
  tables: number
  rows: number
  users: number
}

/** A file that cannot be restored, or not into this database; the message tells the operator why. */
class UnusableBackup extends Error {
  override name = 'UnusableBackup'
}

/**
 * Writes all rows to a file, as of one moment, and the pictures. An existing file is replaced once the new one is complete and synced.
 * `files`: the pictures of the embedded database; one that a user removes meanwhile is left out. Aborting leaves no file.
 */
export async function writeBackup(
  pool: pg.Pool,
  path: string,
  files?: Pick<ByteFiles, 'read'>,
  signal?: AbortSignal,
): Promise<BackupSummary> {
  const aside = `${path}.partial`
  const summary = { createdAt: new Date(), tables: 0, rows: 0, users: 0 }
  try {
    const written = createWriteStream(aside, { mode: 0o600 })
    await pipeline(linesOfBackup(pool, summary, files), createGzip(), written, { ...(signal && { signal }) })
    await syncToDisk(aside)
    await rename(aside, path)
    await syncToDisk(dirname(path))
    return summary
  } catch (error) {
    rmSync(aside, { force: true })
    throw error
  }
}

/** Pictures are read once the rows are: the embedded database has a single connection, and users wait for it. */
async function* linesOfBackup(
  pool: pg.Pool,
  summary: BackupSummary,
  files?: Pick<ByteFiles, 'read'>,
): AsyncGenerator<string> {
  const client = await pool.connect()
  let pictures: string[] = []
  try {
    await client.query('begin isolation level repeatable read read only')
    await writeAlike(client)
    yield* linesOfRows(client, summary)
    if (files) pictures = await idsInFiles(client)
  } finally {
    await endTransaction(client)
  }
  for (const id of pictures) {
    const bytes = await files?.read(id)
    if (bytes) yield jsonLine({ picture: id, bytes: Buffer.from(bytes).toString('base64') })
  }
  yield jsonLine({ end: true })
}

/** Counts tables, rows and users in `summary`. */
async function* linesOfRows(client: pg.PoolClient, summary: BackupSummary): AsyncGenerator<string> {
  const applied = await appliedMigrations(client)
  if (applied.length === 0) throw new Error('The database has no tables of BeerGoggles: there is nothing to back up.')
  const migration = applied.at(-1)
  if (migration === undefined) {
    throw new Error('The database belongs to a newer version of BeerGoggles. Back it up with that version.')
  }
  const own = ownTables()
  const numbers = await lastNumbers(client, own)
  yield jsonLine({ format: FORMAT, migration, createdAt: summary.createdAt.toISOString(), numbers })
  for (const table of (await tablesOf(client)).filter((name) => own.has(name))) {
    yield jsonLine({ begin: table })
    const digest = new Digest()
    for await (const row of rowsOf(client, table, LEFT_OUT[table])) {
      digest.add(row)
      yield jsonLine(row)
    }
    yield jsonLine({ table, rows: digest.rows, digest: digest.value() })
    summary.rows += digest.rows
    summary.tables++
    if (table === 'users') summary.users = digest.rows
  }
}

async function idsInFiles(client: pg.PoolClient): Promise<string[]> {
  // A database of an earlier version is backed up as it is.
  if (!(await tablesOf(client)).includes('pictures')) return []
  const { rows } = await client.query<{ id: string }>('select id from pictures where bytes is null')
  return rows.map(({ id }) => id)
}

/**
 * Restores a backup, of this or an earlier version, into a database without users and tables of others, and compares the digests of all
 * tables. All or nothing: one transaction replaces the tables and writes the rows. `files`: where an embedded database keeps its pictures.
 * @throws UnusableBackup
 */
export async function restoreBackup(
  pool: pg.Pool,
  kind: 'embedded' | 'postgres',
  path: string,
  files?: Pick<ByteFiles, 'write'>,
): Promise<BackupSummary> {
  const lines = linesOf(path)
  try {
    const header = Header.safeParse(await next(lines))
    if (!header.success) throw new UnusableBackup('This is not a backup of BeerGoggles.')
    const { migration, createdAt, numbers } = header.data
    if (!migrations().includes(migration)) {
      throw new UnusableBackup('This backup was made by a newer version. Upgrade first.')
    }
    if (kind === 'postgres') await assertSuitable(pool, { creates: true })
    const summary = await load(pool, { migration, numbers }, lines, files)
    await migrateDatabase(pool, kind)
    if (files) await moveToFiles(pool, files)
    return { createdAt: new Date(createdAt), ...summary }
  } finally {
    await lines.return(undefined)
  }
}

/**
 * As a command for the running server, which may see other folders than whoever sends it and therefore returns the size of the file. With a
 * single connection, requests wait while the rows are read.
 */
export function backupCommand(pool: pg.Pool, files?: Pick<ByteFiles, 'read'>): Command {
  return async (input, _report, signal) => {
    const path = z.string().parse(input)
    const summary = await writeBackup(pool, path, files, signal)
    return { ...summary, bytes: (await stat(path)).size }
  }
}

async function load(
  pool: pg.Pool,
  { migration, numbers }: Pick<z.infer<typeof Header>, 'migration' | 'numbers'>,
  lines: AsyncGenerator<unknown>,
  files?: Pick<ByteFiles, 'write'>,
): Promise<Omit<BackupSummary, 'createdAt'>> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    await writeAlike(client)
    await removeTables(client)
    await migrateTo(client, migration)
    // Checked as a whole when they are added again: rows of one table may refer to each other in any order.
    const references = await dropReferences(client)
    const empty = await tablesOf(client)
    await client.query(`truncate ${empty.map(quoted).join(', ')}`)
    const expected: z.infer<typeof TableEnd>[] = []
    let line = Line.parse(await next(lines))
    for (; typeof line === 'object' && 'begin' in line; line = Line.parse(await next(lines))) {
      expected.push(await loadTable(client, line.begin, lines))
    }
    for (const { table, rows, digest } of expected) {
      const stored = new Digest()
      for await (const row of rowsOf(client, table)) stored.add(row)
      if (stored.rows !== rows || stored.value() !== digest) {
        throw new UnusableBackup(`The rows of ${table} differ from the backup, so nothing was restored.`)
      }
    }
    for (; typeof line === 'object' && 'picture' in line; line = Line.parse(await next(lines))) {
      await keepPicture(client, line, files)
    }
    if (typeof line === 'string' || !('end' in line)) throw new UnusableBackup('The backup is damaged.')
    for (const add of references) await client.query(add)
    await continueNumbers(client, numbers)
    await client.query('commit')
    return {
      tables: expected.length,
      rows: expected.reduce((sum, { rows }) => sum + rows, 0),
      users: expected.find(({ table }) => table === 'users')?.rows ?? 0,
    }
  } finally {
    await endTransaction(client)
  }
}

async function keepPicture(
  client: pg.PoolClient,
  { picture, bytes }: z.infer<typeof Picture>,
  files?: Pick<ByteFiles, 'write'>,
): Promise<void> {
  const content = Buffer.from(bytes, 'base64')
  if (files) await files.write(picture, content)
  else await client.query('update pictures set bytes = $2 where id = $1', [picture, content])
}

/** Of a backup of PostgreSQL, which keeps the bytes in the rows: there they would outlive the picture, in snapshots. */
async function moveToFiles(pool: pg.Pool, files: Pick<ByteFiles, 'write'>): Promise<void> {
  const { rows } = await pool.query<{ id: string }>('select id from pictures where bytes is not null')
  for (const { id } of rows) {
    const { rows: found } = await pool.query<{ bytes: Buffer }>('select bytes from pictures where id = $1', [id])
    for (const { bytes } of found) await files.write(id, bytes)
  }
  await pool.query('update pictures set bytes = null where bytes is not null')
}

/** Ends what was not committed, and gives the connection back. */
async function endTransaction(client: pg.PoolClient): Promise<void> {
  const isLost = await client.query('rollback').then(
    () => false,
    () => true,
  )
  client.release(isLost)
}

/** Inserts the rows up to the end of the table, and returns that. */
async function loadTable(client: pg.PoolClient, table: string, lines: AsyncGenerator<unknown>) {
  const columns = await columnsOf(client, table, "and is_generated = 'NEVER'")
  if (columns.length === 0) throw new UnusableBackup(`The backup has a table ${table} that its version does not have.`)
  const names = columns.map(quoted)
  const insert = `insert into ${quoted(table)} (${names}) select ${names.map((name) => `(one.row).${name}`)}
    from (select unnest($1::text[])::${quoted(table)} as row offset 0) as one`
  let batch: string[] = []
  const flush = async () => {
    if (batch.length > 0) await client.query(insert, [batch])
    batch = []
  }
  for (;;) {
    const line = Line.parse(await next(lines))
    if (typeof line === 'string') {
      batch.push(line)
      if (batch.length === ROWS_AT_ONCE) await flush()
    } else if ('table' in line && line.table === table) {
      await flush()
      return line
    } else throw new UnusableBackup('The backup is damaged.')
  }
}

async function next(lines: AsyncGenerator<unknown>): Promise<unknown> {
  const { value, done } = await lines.next()
  if (done) throw new UnusableBackup('The backup is not complete.')
  return value
}

async function* linesOf(path: string): AsyncGenerator<unknown, void> {
  const file = createReadStream(path)
  const unpacked = createGunzip()
  const read = pipeline(file, unpacked).catch((error: unknown) => error)
  try {
    for await (const line of linesIn(unpacked)) yield JSON.parse(line)
  } catch (cause) {
    if (cause instanceof UnusableBackup) throw cause
    throw new UnusableBackup('This file is damaged, or not a backup.', { cause })
  } finally {
    file.destroy()
    unpacked.destroy()
    await read
  }
}

/** Settings that make equal rows equal texts on every server. */
async function writeAlike(client: pg.PoolClient): Promise<void> {
  await client.query(
    "set local timezone = 'UTC'; set local datestyle = 'ISO'; set local bytea_output = 'hex'; set local extra_float_digits = 1",
  )
}

async function* rowsOf(client: pg.PoolClient, table: string, leftOut?: string): AsyncGenerator<string> {
  const columns = (await columnsOf(client, table)).map((column) =>
    column === leftOut ? 'null::bytea' : `one.${quoted(column)}`,
  )
  await client.query(
    `declare backup no scroll cursor for select row(${columns})::${quoted(table)}::text as row from ${quoted(table)} as one`,
  )
  for (;;) {
    const { rows } = await client.query<{ row: string }>(`fetch ${ROWS_AT_ONCE} from backup`)
    for (const { row } of rows) yield row
    if (rows.length < ROWS_AT_ONCE) break
  }
  await client.query('close backup')
}

async function tablesOf(client: pg.PoolClient): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    "select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE' order by 1",
  )
  return rows.map(({ name }) => name)
}

async function columnsOf(client: pg.PoolClient, table: string, condition = ''): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select column_name as name from information_schema.columns
     where table_schema = 'public' and table_name = $1 ${condition} order by ordinal_position`,
    [table],
  )
  return rows.map(({ name }) => name)
}

/** Returns the statements that add them again. */
async function dropReferences(client: pg.PoolClient): Promise<string[]> {
  const { rows } = await client.query<{ table: string; name: string; definition: string }>(
    `select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
     from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace`,
  )
  for (const { table, name } of rows) await client.query(`alter table ${table} drop constraint ${name}`)
  return rows.map(({ table, name, definition }) => `alter table ${table} add constraint ${name} ${definition}`)
}

async function numberedTables(client: pg.PoolClient): Promise<{ table: string; column: string }[]> {
  const { rows } = await client.query<{ table: string; column: string }>(
    "select table_name as table, column_name as column from information_schema.columns where table_schema = 'public' and column_default like 'nextval(%'",
  )
  return rows
}

async function lastNumbers(client: pg.PoolClient, own: ReadonlySet<string>): Promise<Record<string, number>> {
  const numbers: Record<string, number> = {}
  for (const { table, column } of (await numberedTables(client)).filter((one) => own.has(one.table))) {
    const { rows } = await client.query<{ last: string | null }>(
      'select pg_sequence_last_value(pg_get_serial_sequence($1, $2)::regclass) as last',
      [quoted(table), column],
    )
    for (const { last } of rows) if (last !== null) numbers[table] = Number(last)
  }
  return numbers
}

/** No number is given twice: devices, links and e-mails that were sent name deleted rows by theirs. */
async function continueNumbers(client: pg.PoolClient, numbers: Numbers = {}): Promise<void> {
  const hasMoved = (await tablesOf(client)).includes('moved_beers')
  for (const { table, column } of await numberedTables(client)) {
    // The ids of unlisted beers that joined the catalogue go on leading to their listed beers.
    const moved = table === 'beers' && hasMoved ? 'union all select id from moved_beers' : ''
    await client.query(
      `select setval(pg_get_serial_sequence($1, $2), coalesce(last, 1), last is not null)
       from (select greatest(max(id), $3::bigint) as last from (select ${quoted(column)} as id from ${quoted(table)} ${moved}) as used) as given`,
      [quoted(table), column, numbers[table] ?? null],
    )
  }
}

/** @throws UnusableBackup if the database has users, or what this version does not know */
async function removeTables(client: pg.PoolClient): Promise<void> {
  const tables = await tablesOf(client)
  const own = ownTables()
  const foreign = tables.filter((name) => !own.has(name))
  if (foreign.length > 0) {
    throw new UnusableBackup(`The database has other tables (${foreign.join(', ')}). Restore into an empty one.`)
  }
  const applied = await appliedMigrations(client)
  if (applied.includes(undefined) || (tables.length > 0 && applied.length === 0)) {
    throw new UnusableBackup(
      'The database belongs to a newer version, or to another application. Restore into an empty one.',
    )
  }
  if (tables.includes('users')) {
    await client.query('lock table users')
    const { rows } = await client.query<{ users: string }>('select count(*) as users from users')
    if (Number(rows[0]?.users) > 0) {
      throw new UnusableBackup(`The database has ${rows[0]?.users} users. Restore into an empty one.`)
    }
  }
  // Fails if something else depends on them.
  if (tables.length > 0) await client.query(`drop table ${tables.map(quoted).join(', ')}`)
  await forgetMigrations(client)
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

/** The number of rows, and a digest that does not depend on their order. */
class Digest {
  rows = 0
  #sum = 0n

  add(row: string): void {
    this.rows++
    const hash = createHash('sha256').update(row).digest()
    this.#sum = BigInt.asUintN(128, this.#sum + (hash.readBigUInt64BE(0) << 64n) + hash.readBigUInt64BE(8))
  }

  value(): string {
    return this.#sum.toString(16)
  }
}
