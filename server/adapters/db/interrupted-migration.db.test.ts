/** Kills a process during the migrations and starts the server on what it left; `npm run bench -- reliability migrations` does so more often. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { type OldDatabase, oldDatabase } from './cut-migration.fixture.ts'

const given = inject('testDatabase')
/** The embedded database is slower and is cut once, in `npm run test:all` as often as PostgreSQL. */
const CUTS = given.dialect === 'embedded' && process.env.TEST_ALL !== '1' ? [30] : [2, 9, 30]
const scratch = mkdtempSync(join(tmpdir(), 'bg-migrations-'))
let old: OldDatabase
beforeAll(async () => {
  old = await oldDatabase(scratch, given.dialect === 'postgres' ? given.url : undefined)
})
afterAll(async () => {
  await old.remove()
  rmSync(scratch, { recursive: true, force: true })
})

describe('a process that is killed during the migrations', () => {
  it.each(CUTS)(
    'after %i statements leaves a database that starts and has every row',
    async (statements) => expect(await old.problemAfter(statements)).toBeUndefined(),
    60_000,
  )
})
