/** A separate database for each integration test file, with empty tables, in the dialect of the run. */
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { inject } from 'vitest'
import { connect, type Database } from '#server/adapters/db/database.ts'
import { openDrizzle } from '#server/adapters/db/open-drizzle.ts'
import { databaseUrl, onServer } from './database-setup.ts'
import { openInMemory } from './in-memory-database.ts'
import { testLog } from './log.ts'

let opened: Promise<Database> | undefined

/** Opening them takes a fifth of what making and migrating a new database takes. */
export const emptyTables = () => new Blob([readFileSync(inject('emptyTables'))])

/** All calls in a test file return the same database. */
export function testDatabase(): Promise<Database> {
  opened ??= open()
  return opened
}

/** For the setup of the tests (see close-database.ts): the next file of this worker gets a database of its own. */
export async function closeTestDatabase(): Promise<void> {
  const database = await opened
  opened = undefined
  await database?.close()
}

function open(): Promise<Database> {
  const prepared = inject('testDatabase')
  return prepared.dialect === 'embedded' ? openEmptyTables() : copyTemplate(prepared.url, prepared.template)
}

async function openEmptyTables(): Promise<Database> {
  const { pool, close } = await openInMemory(emptyTables())
  return { db: openDrizzle(pool), pool, kind: 'embedded', close }
}

async function copyTemplate(url: string, template: string): Promise<Database> {
  const name = `beergoggles_test_${randomUUID().replaceAll('-', '')}`
  await onServer(url, `create database ${name} template ${template} strategy file_copy`)
  const pool = connect({ connectionString: databaseUrl(url, name), max: 10 }, testLog)
  return {
    db: openDrizzle(pool),
    pool,
    kind: 'postgres',
    async close() {
      await pool.end()
      await onServer(url, `drop database if exists ${name} with (force)`)
    },
  }
}
