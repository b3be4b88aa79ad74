/** Databases as an earlier version left them: migrated up to that version, with rows in every table. */
import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { z } from 'zod'
import { databaseUrl, onServer } from '#testing/database-setup.ts'
import { migrations } from './migrate.ts'

export const ROWS = 3
/** Derived columns and tables; migrations may drop or recompute them. */
const DERIVED: ReadonlySet<string> = new Set([
  'style_standings.thresholds',
  'search_words',
  'beers.search_vector',
  'breweries.search_vector',
  'beers.search_text',
  'breweries.search_text',
])

export const versions = migrations()
export const oldVersions = versions.slice(0, -1)

/** Empty, or a copy of the database with the given name. */
export async function aDatabase(server: string, template = 'template1') {
  const name = `beergoggles_test_${randomUUID().replaceAll('-', '')}`
  await onServer(server, `create database ${name} template ${template}`)
  return {
    name,
    url: databaseUrl(server, name),
    remove: () => onServer(server, `drop database if exists ${name} with (force)`),
  }
}

/** As before the first migration. */
export async function removeTables(pool: pg.Pool): Promise<void> {
  await pool.query('drop schema if exists public cascade; drop schema if exists drizzle cascade; create schema public')
}

type Row = Record<string, unknown>

async function tablesOf(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query(
    "select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'",
  )
  return rows.map(({ name }) => String(name)).sort()
}

export async function everyRow(pool: pg.Pool): Promise<Map<string, Row[]>> {
  const found = new Map<string, Row[]>()
  for (const table of await tablesOf(pool)) if (!DERIVED.has(table)) found.set(table, [])
  // One query for all tables: each version is compared three times.
  const queries = [...found.keys()].map(
    (table) => `select '${table}' as "table", to_jsonb(one) as row from "${table}" as one`,
  )
  const { rows } = await pool.query(queries.join(' union all '))
  for (const { table, row } of rows) found.get(table)?.push(z.record(z.string(), z.unknown()).parse(row))
  const byText = (a: Row, b: Row) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1)
  for (const one of found.values()) one.sort(byText)
  return found
}

export function withoutDerived(table: string, rows: Row[]): Row[] {
  const isKept = ([column]: [string, unknown]) => !DERIVED.has(`${table}.${column}`)
  return rows.map((row) => Object.fromEntries(Object.entries(row).filter(isKept)))
}

interface Column {
  name: string
  type: string
  isCounted: boolean
  /** `order`: the column whose nth value names the row, the first one of a key with several columns. */
  refersTo: { table: string; column: string; order: string } | null
}

/** Sets every column, optional ones too. The nth row refers to the nth rows of other tables and to the first of its own. */
export async function fillEveryTable(pool: pg.Pool): Promise<void> {
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
      ? `(select "${refersTo.column}" from "${refersTo.table}" order by "${refersTo.order}" offset ${refersTo.table === table ? 0 : nth - 1} limit 1)`
      : literalOf(type, `${table} ${name}`, nth),
  )
  await pool.query(`insert into "${table}" (${given.map(({ name }) => `"${name}"`)}) values (${values})`)
}

async function columnsOf(pool: pg.Pool, table: string): Promise<Column[]> {
  const { rows } = await pool.query(
    // A column of several keys has the value of the widest one, which its other columns share.
    `select distinct on (a.attnum) a.attname as name, format_type(a.atttypid, null) as type,
       coalesce(pg_get_expr(d.adbin, d.adrelid) like 'nextval(%', false) as counted, f.confrelid::regclass::text as "to", r.attname as "column", o.attname as "order"
     from pg_attribute a
     left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
     left join pg_constraint f on f.contype = 'f' and f.conrelid = a.attrelid and a.attnum = any(f.conkey)
     left join pg_attribute r on r.attrelid = f.confrelid and r.attnum = f.confkey[array_position(f.conkey, a.attnum)]
     left join pg_attribute o on o.attrelid = f.confrelid and o.attnum = f.confkey[1]
     where a.attrelid = $1::regclass and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     order by a.attnum, cardinality(f.conkey) desc`,
    [table],
  )
  const columns = rows.map(({ name, type, counted, to, column, order }) => ({
    name: String(name),
    type: String(type),
    isCounted: counted === true,
    refersTo: to ? { table: String(to).replaceAll('"', ''), column: String(column), order: String(order) } : null,
  }))
  // A job has the owner of its scan, also in versions where no constraint says so.
  const scan = columns.find(({ refersTo }) => refersTo?.table === 'scans' && table === 'scan_jobs')?.refersTo
  return columns.map((one) =>
    one.name === 'user_id' && !one.refersTo && scan
      ? { ...one, refersTo: { table: 'scans', column: 'user_id', order: scan.column } }
      : one,
  )
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
