/**
 * Prepares the migrated database that each integration test file copies, once per run: a dump file for the embedded
 * database, a template database for PostgreSQL. The project `postgres` takes the server's URL from TEST_DATABASE_URL.
 */
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { TestProject } from 'vitest/node'
import { connect } from '#server/adapters/db/database.ts'
import { migrateDatabase, migrationsFolder } from '#server/adapters/db/migrate.ts'
import { openInMemory } from './in-memory-database.ts'

declare module 'vitest' {
  interface ProvidedContext {
    testDatabase: { dialect: 'embedded' } | { dialect: 'postgres'; url: string; template: string }
    /** The path of an embedded database with empty tables. */
    emptyTables: string
  }
}

const CACHE = fileURLToPath(new URL('../.cache/test-database/', import.meta.url))

export default async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  // A backup of one database is restored into the other.
  project.provide('emptyTables', await emptySchemaDump())
  if (project.name === 'embedded') {
    project.provide('testDatabase', { dialect: 'embedded' })
    return undefined
  }
  const url = process.env.TEST_DATABASE_URL
  if (!url) throw new Error('Set TEST_DATABASE_URL to a PostgreSQL server on which databases can be created')
  const template = `beergoggles_template_${process.pid}`
  await onServer(url, `create database ${template}`)
  const pool = connect({ connectionString: databaseUrl(url, template), max: 1 }, console)
  await migrateDatabase(pool, 'postgres')
  await pool.end()
  project.provide('testDatabase', { dialect: 'postgres', url, template })
  return () => onServer(url, `drop database if exists ${template}`)
}

/** Cached until a migration changes, because creating it takes seconds. */
async function emptySchemaDump(): Promise<string> {
  const path = join(CACHE, `${hashOfMigrations()}.tar`)
  if (existsSync(path)) return path
  rmSync(CACHE, { recursive: true, force: true })
  mkdirSync(CACHE, { recursive: true })
  const { pglite, pool, close } = await openInMemory()
  await migrateDatabase(pool, 'embedded')
  const dump = await pglite.dumpDataDir('none')
  await close()
  const temporary = `${path}.${process.pid}`
  writeFileSync(temporary, Buffer.from(await dump.arrayBuffer()))
  renameSync(temporary, path)
  return path
}

function hashOfMigrations(): string {
  const hash = createHash('sha256')
  const folder = migrationsFolder()
  for (const name of readdirSync(folder).sort()) {
    if (name.endsWith('.sql')) hash.update(name).update(readFileSync(join(folder, name)))
  }
  return hash.digest('hex').slice(0, 16)
}

export async function onServer(url: string, statement: string): Promise<void> {
  const pool = connect({ connectionString: url, max: 1 }, console)
  try {
    await pool.query(statement)
  } finally {
    await pool.end()
  }
}

export function databaseUrl(url: string, name: string): string {
  const result = new URL(url)
  result.pathname = `/${name}`
  return result.href
}
