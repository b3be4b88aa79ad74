/** For tests: stops after the given number of migration statements, prints a line, and waits until it is killed. */
import type pg from 'pg'
import { testLog } from '#testing/log.ts'
import { connect } from './database.ts'
import { startEmbedded } from './embedded.ts'
import { migrateDatabase } from './migrate.ts'

const [kind, location = '', statements = '0'] = process.argv.slice(2)
const pool =
  kind === 'postgres'
    ? connect({ connectionString: location, max: 1 }, testLog)
    : connect((await startEmbedded({ dataDir: location, log: testLog })).socket, testLog)
const client = await pool.connect()
const query = client.query.bind(client)
let sent = 0

/** Sends the first statements; later ones never resolve. */
const limitedQuery = async (...args: Parameters<pg.PoolClient['query']>) => {
  sent += 1
  if (sent <= Number(statements)) return await query(...args)
  console.log('halfway')
  return await new Promise(() => undefined)
}
client.query = limitedQuery as pg.PoolClient['query']
await migrateDatabase({ connect: async () => client }, kind === 'postgres' ? 'postgres' : 'embedded')
