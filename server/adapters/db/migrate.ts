/** Migrations: forward only, one after the other if several nodes start at the same time. */
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import type pg from 'pg'
import { z } from 'zod'

/** Key of the advisory lock. */
const MIGRATION_LOCK = 7_238_111

const Journal = z.looseObject({ entries: z.array(z.looseObject({ tag: z.string() })) })

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

/** Applies pending migrations. */
export async function migrateDatabase(pool: pg.Pool, kind: 'embedded' | 'postgres'): Promise<void> {
  const client = await pool.connect()
  try {
    if (kind === 'postgres') await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
    await migrate(drizzle(client), { migrationsFolder: migrationsFolder() })
    if (kind === 'postgres') await client.query('select pg_advisory_unlock($1)', [MIGRATION_LOCK])
    client.release()
  } catch (error) {
    client.release(true)
    throw error
  }
}

/** Applies pending migrations up to this one, as an earlier version of the product would have. */
export async function migrateTo(pool: pg.Pool, migration: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'bg-migrations-'))
  try {
    const journal = readJournal()
    const last = journal.entries.findIndex(({ tag }) => tag === migration)
    if (last < 0) throw new Error(`unknown migration ${migration}`)
    const entries = journal.entries.slice(0, last + 1)
    mkdirSync(join(folder, 'meta'))
    for (const { tag } of entries) cpSync(join(migrationsFolder(), `${tag}.sql`), join(folder, `${tag}.sql`))
    writeFileSync(join(folder, 'meta/_journal.json'), JSON.stringify({ ...journal, entries }))
    await migrate(drizzle(pool), { migrationsFolder: folder })
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function readJournal(): z.infer<typeof Journal> {
  return Journal.parse(JSON.parse(readFileSync(join(migrationsFolder(), 'meta/_journal.json'), 'utf8')))
}
