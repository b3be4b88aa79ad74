import { sql } from 'drizzle-orm'
import { afterAll, expect, it, vi } from 'vitest'
import { startTestApp } from '#testing/app.ts'
import { manualClock } from '#testing/manual-clock.ts'

const clock = manualClock()
const app = await startTestApp({ clock })
afterAll(() => app.close())
const { db, database } = app

async function sizeOf(table: string): Promise<number> {
  const { rows } = await db.execute<{ bytes: string }>(sql`select pg_total_relation_size(${table}) as bytes`)
  return Number(rows[0]?.bytes)
}

/** The test fills and empties a table, and ten minutes pass. */
async function emptiedTable(): Promise<{ before: number }> {
  await db.execute(sql`create table piles (pile text)`)
  const before = await sizeOf('piles')
  await db.execute(sql`insert into piles select repeat('beer', 500) from generate_series(1, 2000)`)
  await db.execute(sql`delete from piles`)
  expect(await sizeOf('piles')).toBeGreaterThan(before)
  clock.advance(10 * 60_000)
  return { before }
}

if (database.kind === 'embedded') {
  it('gives the space of deleted rows back, table by table', async () => {
    const query = vi.spyOn(database.pool, 'query')
    const { before } = await emptiedTable()
    // At most a page of the maps of free and of visible space is left.
    await vi.waitFor(async () => expect(await sizeOf('piles')).toBeLessThanOrEqual(before + 8 * 8_192), 10_000)
    expect(query.mock.calls.flat()).toContain('vacuum piles')
    expect(query.mock.calls.flat()).not.toContain('vacuum')
  })
} else {
  it('leaves PostgreSQL to its autovacuum', async () => {
    const query = vi.spyOn(database.pool, 'query')
    await emptiedTable()
    expect(query.mock.calls.flat().join()).not.toContain('vacuum ')
  })
}
