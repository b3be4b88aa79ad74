/** For tests: writes numbered rows to a data folder until it is ended, and prints each number once its row is committed. */
import { testLog } from '#testing/log.ts'
import { openDatabase } from './database.ts'

const [dataDir = ''] = process.argv.slice(2)
const { pool } = await openDatabase({ dataDir, log: testLog })
for (let id = 1; ; id++) {
  try {
    await pool.query('insert into notes values ($1, $2)', [id, 'x'.repeat(500)])
    console.log(id)
  } catch (error) {
    // As a server, which answers with an error and goes on.
    console.error(String(error))
  }
}
