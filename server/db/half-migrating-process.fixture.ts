/** For tests: migrates the database given, stops in the middle of it, says so, and stays there until it is killed. */
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import type pg from 'pg'
import { testLog } from '#testing/log.ts'
import { connect, migrationsFolder } from './database.ts'
import { startEmbedded } from './embedded.ts'

const [kind, where = '', statements = '0'] = process.argv.slice(2)
const pool =
  kind === 'postgres'
    ? connect({ connectionString: where, max: 1 }, testLog)
    : connect({ ...(await startEmbedded({ dataDir: where, log: testLog })).socket, max: 1 }, testLog)
const client = await pool.connect()
const query = client.query.bind(client)
let run = 0

/** The statements before the middle reach the database; the next one is never sent. */
const untilTheMiddle = async (...asked: Parameters<pg.PoolClient['query']>) => {
  run += 1
  if (run <= Number(statements)) return await query(...asked)
  console.log('in the middle')
  return await new Promise(() => undefined)
}
client.query = untilTheMiddle as pg.PoolClient['query']
await migrate(drizzle(client), { migrationsFolder: migrationsFolder() })
