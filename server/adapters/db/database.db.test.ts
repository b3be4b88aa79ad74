import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { testDatabase } from '#testing/database.ts'

const { db, pool } = await testDatabase()

test('starts with every table and the pg_trgm extension', async () => {
  const { rows } = await db.execute<{ n: number }>(
    sql`select count(*)::int as n from pg_extension where extname = 'pg_trgm'`,
  )
  expect(rows[0]?.n).toBe(1)
  const tables = await pool.query("select table_name from information_schema.tables where table_schema = 'public'")
  expect(tables.rows.map((row) => row.table_name)).toContain('scan_jobs')
})
