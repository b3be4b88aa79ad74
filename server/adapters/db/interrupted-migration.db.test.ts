/**
 * Kills a process during the migrations and starts the server on what it left: on PostgreSQL in the gate, on the embedded database, which is
 * slower, in `npm run test:all`. `npm run bench -- reliability migrations` does so more often.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { type OldDatabase, oldDatabase } from './cut-migration.fixture.ts'

const given = inject('testDatabase')
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
  it.each([2, 9, 30])(
    'after %i statements leaves a database that starts and has every row',
    async (statements) => expect(await old.problemAfter(statements)).toBeUndefined(),
    60_000,
  )
})
