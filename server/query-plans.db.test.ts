import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { testDatabase } from '#testing/database.ts'
import { fillDatabase, hotQueries, isLarge, plansOf } from '#testing/hot-queries.ts'
import { promoteUnlisted } from './core/beers/promote-unlisted.ts'
import { unlistedBeers } from './core/beers/unlisted-store.ts'

const { db, pool } = await testDatabase()

describe('with forty thousand scans', () => {
  let subject: Awaited<ReturnType<typeof fillDatabase>>
  beforeAll(async () => {
    subject = await fillDatabase(db, 40_000)
  })

  it.each(Object.entries(hotQueries(db)))('%s reads no large table from start to end', async (_, query) => {
    const plans = await plansOf(pool, query, subject)
    expect(plans.length).toBeGreaterThan(0)
    expect(plans.filter(({ read }) => read.some(isLarge))).toEqual([])
  })

  it('the rows of a deleted import are sought by an index', async () => {
    const { rows } = await pool.query<{ table: string }>(
      `select relname as table from pg_constraint join pg_class on pg_class.oid = conrelid
       where contype = 'f' and confrelid = 'imports'::regclass and reltuples > 1000`,
    )
    expect(rows.map(({ table }) => table)).toEqual(expect.arrayContaining(['check_ins', 'favorites', 'scans']))
    for (const { table } of rows) {
      // As PostgreSQL does for each reference to the import.
      const seek = sql`select from ${sql.identifier(table)} where import_id = 1 for key share`
      expect(await plansOf(pool, (own) => own.execute(seek), subject)).toMatchObject([{ read: [] }])
    }
  })

  it('a beer that joins the catalogue is sought in the scans of its owner alone', async () => {
    const printed = { name: 'name 17', brewery: 'brewery 18', style: null, abv: null, ibu: null }
    await unlistedBeers(db).of(subject.userId).findOrCreate(printed)
    const plans = await plansOf(pool, (own) => promoteUnlisted(own, 0), subject)
    const changes = plans.filter(({ nodes }) => nodes[0] === 'ModifyTable scan_items')
    expect(changes.length).toBeGreaterThan(0)
    expect(changes.filter(({ read }) => read.includes('scan_items'))).toEqual([])
  })
})
