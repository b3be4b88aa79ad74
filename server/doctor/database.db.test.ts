import { expect, inject, it } from 'vitest'
import { testDatabase } from '#testing/database.ts'
import { aDatabase } from '../adapters/db/old-database.fixture.ts'
import { readConfig } from '../config.ts'
import { databaseOf, doctorCommands } from './database.ts'

it('a database with a migration that this version lacks belongs to a newer one, whenever that was made', async () => {
  const { db, pool } = await testDatabase()
  const describeDatabase = () => doctorCommands(db)['describe-database'](null, () => {}, new AbortController().signal)
  expect(await describeDatabase()).toMatchObject({ isNewer: false })
  await pool.query("insert into drizzle.__drizzle_migrations (hash, created_at) values ('x', 1)")
  expect(await describeDatabase()).toMatchObject({ isNewer: true })
})

const given = inject('testDatabase')
if (given.dialect === 'postgres') {
  it.each([
    ['default_transaction_read_only=on', 'It is read-only, as a replica is.'],
    ['role=pg_monitor', 'The user pg_monitor may not create tables'],
    ['datestyle=German', "gets dates in the style 'German, DMY'"],
  ])('says what is wrong with PostgreSQL: %s', async (option, problem) => {
    const { url, remove } = await aDatabase(given.url, 'template0')
    const settings = readConfig({ DATABASE_URL: `${url}?options=${encodeURIComponent(`-c ${option}`)}` })
    await expect(databaseOf(settings).run()).rejects.toThrow(problem)
    await remove()
  })

  it('compares the clocks of PostgreSQL and this machine', async () => {
    const { url, remove } = await aDatabase(given.url, 'template0')
    const settings = readConfig({ DATABASE_URL: url })
    expect(await databaseOf(settings).run()).toContain('the next start applies')
    const found = databaseOf(settings, () => Date.now() - 20_000).run()
    await expect(found).rejects.toThrow(/^Its clock differs from that of this machine by (19|20) s\.$/)
    await remove()
  })
}
