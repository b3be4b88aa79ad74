/** Migrates filled databases: for every earlier version, fills all tables, applies the later migrations and compares all rows. */
import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { z } from 'zod'
import { databaseUrl, onServer } from '#testing/database-setup.ts'
import { openInMemory } from '#testing/in-memory-database.ts'
import { testLog } from '#testing/log.ts'
import { connect, type Database, migrateDatabase, migrationsFolder, openDatabase } from './database.ts'
import { startEmbedded } from './embedded.ts'

const ROWS = 3
/** Derived columns and tables; migrations may drop or recompute them. */
const DERIVED: ReadonlySet<string> = new Set([
  'style_standings.thresholds',
  'search_words',
  'beers.search_vector',
  'breweries.search_vector',
  'beers.search_text',
  'breweries.search_text',
])

const given = inject('testDatabase')
const scratch = mkdtempSync(join(tmpdir(), 'bg-migrations-'))
afterAll(() => rmSync(scratch, { recursive: true, force: true }))

const Journal = z.looseObject({ entries: z.array(z.looseObject({ tag: z.string() })) })
const journal = Journal.parse(JSON.parse(readFileSync(join(migrationsFolder(), 'meta/_journal.json'), 'utf8')))
const versions = journal.entries.map(({ tag }) => tag)
const oldVersions = versions.slice(0, -1)

/** A migrations folder that ends with this version. */
function folderAt(version: string): string {
  const folder = join(scratch, `until-${version}`)
  mkdirSync(join(folder, 'meta'), { recursive: true })
  const entries = journal.entries.slice(0, versions.indexOf(version) + 1)
  for (const { tag } of entries) cpSync(join(migrationsFolder(), `${tag}.sql`), join(folder, `${tag}.sql`))
  writeFileSync(join(folder, 'meta/_journal.json'), JSON.stringify({ ...journal, entries }))
  return folder
}

const migrateTo = (pool: pg.Pool, version: string) => migrate(drizzle(pool), { migrationsFolder: folderAt(version) })

describe('the migrations after a version', () => {
  let pool: pg.Pool
  let kind: Database['kind']
  let close: () => Promise<unknown>
  beforeAll(async () => {
    const opened = await openEmpty()
    pool = opened.pool
    kind = opened.kind
    close = opened.close
  })
  afterAll(() => close())

  it.each(oldVersions)('%s preserve every row', async (version) => {
    await pool.query(
      'drop schema if exists public cascade; drop schema if exists drizzle cascade; create schema public',
    )
    await migrateTo(pool, version)
    await fillEveryTable(pool)
    const before = await everyRow(pool)
    expect([...before.values()].map((rows) => rows.length)).toEqual([...before.keys()].map(() => ROWS))

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

async function openEmpty(): Promise<{ pool: pg.Pool; kind: Database['kind']; close: () => Promise<unknown> }> {
  if (given.dialect === 'embedded') return { ...(await openInMemory()), kind: 'embedded' }
  const { url, remove } = await anEmptyDatabase(given.url)
  const pool = connect({ connectionString: url, max: 4 }, testLog)
  return { pool, kind: 'postgres', close: () => pool.end().then(remove) }
}

async function anEmptyDatabase(server: string) {
  const name = `beergoggles_test_${randomUUID().replaceAll('-', '')}`
  await onServer(server, `create database ${name}`)
  return {
    url: databaseUrl(server, name),
    remove: () => onServer(server, `drop database if exists ${name} with (force)`),
  }
}

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

type Row = Record<string, unknown>

async function tablesOf(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query(
    "select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'",
  )
  return rows.map(({ name }) => String(name)).sort()
}

async function everyRow(pool: pg.Pool): Promise<Map<string, Row[]>> {
  const found = new Map<string, Row[]>()
  for (const table of await tablesOf(pool)) {
    if (DERIVED.has(table)) continue
    const { rows } = await pool.query(`select to_jsonb(one) as row from "${table}" as one order by 1`)
    const byText = (a: Row, b: Row) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1)
    found.set(table, rows.map(({ row }) => z.record(z.string(), z.unknown()).parse(row)).sort(byText))
  }
  return found
}

function withoutDerived(table: string, rows: Row[]): Row[] {
  const isKept = ([column]: [string, unknown]) => !DERIVED.has(`${table}.${column}`)
  return rows.map((row) => Object.fromEntries(Object.entries(row).filter(isKept)))
}

interface Column {
  name: string
  type: string
  isCounted: boolean
  refersTo: { table: string; column: string } | null
}

/** Sets every column, optional ones too. The nth row refers to the nth rows of other tables and to the first of its own. */
async function fillEveryTable(pool: pg.Pool): Promise<void> {
  const columns = new Map<string, Column[]>()
  for (const table of await tablesOf(pool)) columns.set(table, await columnsOf(pool, table))
  const filled = new Set<string>()
  while (filled.size < columns.size) {
    const ready = [...columns].filter(
      ([table, its]) =>
        !filled.has(table) &&
        its.every(({ refersTo }) => !refersTo || refersTo.table === table || filled.has(refersTo.table)),
    )
    if (ready.length === 0) throw new Error('the tables have cyclic references')
    for (const [table, its] of ready) {
      for (let nth = 1; nth <= ROWS; nth++) await insert(pool, table, its, nth)
      filled.add(table)
    }
  }
}

async function insert(pool: pg.Pool, table: string, columns: Column[], nth: number): Promise<void> {
  const given = columns.filter(({ isCounted }) => !isCounted)
  const values = given.map(({ name, type, refersTo }) =>
    refersTo
      ? `(select "${refersTo.column}" from "${refersTo.table}" order by 1 offset ${refersTo.table === table ? 0 : nth - 1} limit 1)`
      : literalOf(type, `${table} ${name}`, nth),
  )
  await pool.query(`insert into "${table}" (${given.map(({ name }) => `"${name}"`)}) values (${values})`)
}

async function columnsOf(pool: pg.Pool, table: string): Promise<Column[]> {
  const { rows } = await pool.query(
    `select a.attname as name, format_type(a.atttypid, null) as type,
       coalesce(pg_get_expr(d.adbin, d.adrelid) like 'nextval(%', false) as counted, f.confrelid::regclass::text as "to", r.attname as "column"
     from pg_attribute a
     left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
     left join pg_constraint f on f.contype = 'f' and f.conrelid = a.attrelid and f.conkey = array[a.attnum]
     left join pg_attribute r on r.attrelid = f.confrelid and r.attnum = f.confkey[1]
     where a.attrelid = $1::regclass and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''`,
    [table],
  )
  return rows.map(({ name, type, counted, to, column }) => ({
    name: String(name),
    type: String(type),
    isCounted: counted === true,
    refersTo: to ? { table: String(to).replaceAll('"', ''), column: String(column) } : null,
  }))
}

function literalOf(type: string, what: string, nth: number): string {
  if (type === 'integer' || type === 'bigint') return String(100 + nth)
  if (type === 'real') return `${nth}.5`
  if (type === 'boolean') return String(nth % 2 === 0)
  if (type === 'text') return `'${what} ${nth}'`
  if (type === 'jsonb') return `'["${what} ${nth}"]'`
  if (type === 'bytea') return `'\\x0${nth}'`
  if (type === 'uuid') return `'${randomUUID()}'`
  if (type === 'date') return `'2026-03-0${nth}'`
  if (type === 'timestamp with time zone') return `'2026-03-0${nth}T20:00:00Z'`
  if (type === 'real[]') return `'{${nth},${nth + 1}}'`
  throw new Error(`no value for the type ${type} of ${what}`)
}
