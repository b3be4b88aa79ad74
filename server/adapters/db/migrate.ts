/** Migrations: forward only, one after the other if several nodes start at the same time. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type MigrationMeta, readMigrationFiles } from 'drizzle-orm/migrator'
import { drizzle } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import { z } from 'zod'
import { assertSuitable } from './suitable.ts'

/** Key of the advisory lock. */
const MIGRATION_LOCK = 7_238_111

/** What was applied, where Drizzle's own migrator notes it. */
const APPLIED = 'drizzle.__drizzle_migrations'

const Journal = z.object({ entries: z.array(z.object({ tag: z.string(), when: z.number() })) })

type Queryable = Pick<pg.Pool | pg.PoolClient, 'query'>

/** Next to this module in the sources, next to the bundle or its chunks in the build. */
export function migrationsFolder(): string {
  const folder = ['./migrations', '../migrations']
    .map((path) => fileURLToPath(new URL(path, import.meta.url)))
    .find((path) => existsSync(path))
  if (!folder) throw new Error('the migrations folder is missing from the build')
  return folder
}

/** The names of all migrations, in order. */
export function migrations(): string[] {
  return readJournal().entries.map(({ tag }) => tag)
}

/** It would be changed in ways that the newer version does not expect. */
export class NewerDatabase extends Error {
  override name = 'NewerDatabase'
  constructor() {
    super('The database belongs to a newer version of BeerGoggles. Install that version: migrations only go forward.')
  }
}

/** Applies pending migrations: all or none. @throws NewerDatabase, DatabaseUnsuitable */
export async function migrateDatabase(pool: Pick<pg.Pool, 'connect'>, kind: 'embedded' | 'postgres'): Promise<void> {
  const client = await pool.connect()
  try {
    await drizzle(client).transaction(async () => {
      // Behind a pooler, a lock of the session would stay with a connection that others use when this one unlocks it.
      if (kind === 'postgres') await client.query('select pg_advisory_xact_lock($1)', [MIGRATION_LOCK])
      await applyPending(client, kind)
    })
    client.release()
  } catch (error) {
    client.release(true)
    throw error
  }
}

async function applyPending(client: Queryable, kind: 'embedded' | 'postgres'): Promise<void> {
  const applied = await appliedMigrations(client)
  if (applied.includes(undefined)) throw new NewerDatabase()
  const pending = readMigrationFiles({ migrationsFolder: migrationsFolder() }).slice(
    migrations().indexOf(applied.at(-1) ?? '') + 1,
  )
  if (kind === 'postgres') await assertSuitable(client, { creates: pending.length > 0 })
  if (pending.length > 0 && applied.length === 0) await createApplied(client)
  for (const file of pending) for (const statement of [...file.sql, noteOf(file)]) await client.query(statement)
}

async function createApplied(client: Queryable): Promise<void> {
  await client.query('create schema if not exists drizzle')
  await client.query(
    `create table if not exists ${APPLIED} (id serial primary key, hash text not null, created_at bigint)`,
  )
}

function noteOf({ hash, folderMillis }: MigrationMeta): string {
  return `insert into ${APPLIED} (hash, created_at) values ('${hash}', ${folderMillis})`
}

/**
 * Creates the tables as they were after this migration, as an earlier version of the product would have. In the transaction of `client`, if
 * it has begun one.
 */
export async function migrateTo(client: Queryable, migration: string): Promise<void> {
  const last = migrations().indexOf(migration)
  if (last < 0) throw new Error(`unknown migration ${migration}`)
  await createApplied(client)
  const files = readMigrationFiles({ migrationsFolder: migrationsFolder() }).slice(0, last + 1)
  for (const file of files) await client.query([...file.sql, noteOf(file)].join(';\n'))
}

/** The migrations that the database has, in order; undefined: one that this version does not know. */
export async function appliedMigrations(client: Queryable): Promise<(string | undefined)[]> {
  const { rows: found } = await client.query<{ exists: boolean }>(
    `select to_regclass('${APPLIED}') is not null as "exists"`,
  )
  if (!found[0]?.exists) return []
  const { rows } = await client.query<{ made: string }>(`select created_at as made from ${APPLIED} order by created_at`)
  const { entries } = readJournal()
  return rows.map(({ made }) => entries.find(({ when }) => when === Number(made))?.tag)
}

/** As before the first migration. */
export async function forgetMigrations(client: Queryable): Promise<void> {
  await client.query(`drop table if exists ${APPLIED}`)
}

/** The names of the tables of all versions. */
export function ownTables(): ReadonlySet<string> {
  const statements = readMigrationFiles({ migrationsFolder: migrationsFolder() }).flatMap(({ sql }) => sql)
  return new Set(statements.flatMap((statement) => /^\s*create table "(\w+)"/iu.exec(statement)?.[1] ?? []))
}

function readJournal(): z.infer<typeof Journal> {
  return Journal.parse(JSON.parse(readFileSync(join(migrationsFolder(), 'meta/_journal.json'), 'utf8')))
}
