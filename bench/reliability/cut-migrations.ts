/** Migrations that are cut off at any statement: the long form of `server/adapters/db/interrupted-migration.db.test.ts`. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { oldDatabase } from '#server/adapters/db/cut-migration.fixture.ts'
import { randomFrom } from '#testing/pictures/random.ts'

/** All migrations together have more. */
const STATEMENTS = 120

/** `databaseUrl`: of a PostgreSQL server; undefined: embedded. */
export async function cutMigrations(cuts: number, seed: number, databaseUrl: string | undefined): Promise<string[]> {
  const scratch = mkdtempSync(join(tmpdir(), 'bg-migrations-'))
  const random = randomFrom(seed)
  const problems: string[] = []
  const old = await oldDatabase(scratch, databaseUrl)
  try {
    for (let n = 0; n < cuts; n++) {
      const statements = random.whole(1, STATEMENTS)
      const problem = await old.problemAfter(statements)
      if (problem) problems.push(`after ${statements} statements: ${problem}`)
    }
  } finally {
    await old.remove()
    rmSync(scratch, { recursive: true, force: true })
  }
  return problems
}
