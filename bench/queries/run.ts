/**
 * The plans and times of hot queries on a PostgreSQL with a million scans, filled for it. Run by
 * `npm run bench -- queries [--scans 1000000] [--plans] [--record]`. Fails if one of them reads a large table from
 * start to end.
 */
import { parseArgs } from 'node:util'
import { connect } from '#server/adapters/db/database.ts'
import { migrateDatabase } from '#server/adapters/db/migrate.ts'
import { openDrizzle } from '#server/adapters/db/open-drizzle.ts'
import { fillDatabase, hotQueries, isLarge, plansOf } from '#testing/hot-queries.ts'
import { startThrowAwayPostgres } from '../../scripts/postgres.mjs'
import { figures, RECORD } from '../figures.ts'
import { percentile } from '../statistics/shares.ts'

const RUNS = 20

const { values } = parseArgs({
  options: { scans: { type: 'string', default: '1000000' }, plans: { type: 'boolean', default: false }, ...RECORD },
})
const table = figures('queries', ['query', 'statements', 'p50, ms', 'p95, ms', 'reads whole'], values)
let isFine = true
const postgres = await startThrowAwayPostgres()
try {
  const pool = connect({ connectionString: postgres.url, max: 2 }, console)
  await migrateDatabase(pool, 'postgres')
  const db = openDrizzle(pool)
  const beganAt = performance.now()
  const subject = await fillDatabase(db, Number(values.scans))
  console.log(`${values.scans} scans, filled in ${((performance.now() - beganAt) / 1_000).toFixed(0)} s`)
  for (const [name, query] of Object.entries(hotQueries(db))) {
    const times: number[] = []
    for (let run = 0; run < RUNS; run++) {
      const startedAt = performance.now()
      await query(db, subject)
      times.push(performance.now() - startedAt)
    }
    const plans = await plansOf(pool, query, subject)
    const ms = (share: number) => (percentile(times, share) ?? 0).toFixed(1)
    const read = [...new Set(plans.flatMap(({ read }) => read))]
    isFine &&= !read.some(isLarge)
    table.add(name, String(plans.length), ms(0.5), ms(0.95), read.join(', ') || 'none')
    if (values.plans) for (const { nodes } of plans) console.log(`  ${nodes.join(' < ')}`)
  }
  await pool.end()
} finally {
  postgres.stop()
}
process.exit(isFine ? 0 : 1)
