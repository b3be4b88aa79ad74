/** For tests: opens the data folder given and writes numbered rows until it is killed, saying each one that is acknowledged. */
import { testLog } from '#testing/log.ts'
import { openDatabase } from './database.ts'

const [dataDir = ''] = process.argv.slice(2)
const { pool } = await openDatabase({ dataDir, log: testLog })
for (let id = 1; ; id++) {
  await pool.query('insert into notes values ($1, $2)', [id, 'x'.repeat(500)])
  console.log(id)
}
