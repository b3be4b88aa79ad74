import { expect, it } from 'vitest'
import { testDatabase } from '#testing/database.ts'
import { doctorCommands } from './database.ts'

it('a database with a migration that this version lacks belongs to a newer one, whenever that was made', async () => {
  const { db, pool } = await testDatabase()
  const describeDatabase = () => doctorCommands(db)['describe-database'](null, () => {}, new AbortController().signal)
  expect(await describeDatabase()).toMatchObject({ isNewer: false })
  await pool.query("insert into drizzle.__drizzle_migrations (hash, created_at) values ('x', 1)")
  expect(await describeDatabase()).toMatchObject({ isNewer: true })
})
