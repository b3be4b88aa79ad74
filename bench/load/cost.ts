/**
 * What a call costs, by kind: processor time of the server and of its database. Calls follow one another and processor time is counted, so that
 * other work on the machine matters little. Run by `npm run bench -- cost [--calls 200] [--only embedded|postgres]
 * [--record]`.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { addFavorite, search } from '#contracts'
import { startThrowAwayPostgres } from '../../scripts/postgres.mjs'
import { figures, RECORD } from '../figures.ts'
import { randomFrom } from '../statistics/random.ts'
import { percentile } from '../statistics/shares.ts'
import { type Call, MIX, QUERIES, request } from './browse.ts'
import { keepScanning, startServer } from './served.ts'

/** Linux counts processor time in hundredths of a second. */
const TICK_MS = 10
const WARM_CALLS = 50
/** Fills the history. */
const SCANNING_MS = 15_000
const FAVORITES = 20

const { values } = parseArgs({
  options: { calls: { type: 'string', default: '200' }, only: { type: 'string' }, ...RECORD },
})
const calls = Number(values.calls)
const table = figures('cost', ['call', 'share', 'server, ms', 'database, ms', 'answered in p50, ms'], values)

if (values.only !== 'postgres') await measure('embedded', {}, async (pid) => databaseThread(pid))
if (values.only !== 'embedded') {
  const postgres = await startThrowAwayPostgres()
  const pool = new pg.Pool({ connectionString: postgres.url, max: 1 })
  try {
    await measure('PostgreSQL', { DATABASE_URL: postgres.url }, () => backends(pool))
  } finally {
    await pool.end()
    postgres.stop()
  }
}

/** Milliseconds of processor time. */
interface Spent {
  server: number
  database: number
}

async function measure(
  name: string,
  settings: Record<string, string>,
  databaseMs: (pid: number) => Promise<number>,
): Promise<void> {
  const { product, accounts } = await startServer(settings)
  const { origin, pid } = product
  const cookie = accounts[0]?.cookie ?? ''
  const random = randomFrom(1)

  async function ask(call: Call): Promise<unknown> {
    const answer = await request(origin, call, cookie)
    if (!answer || answer.status >= 300) throw new Error(`${call.path} answered ${answer?.status}`)
    return answer.json()
  }
  async function spent(): Promise<Spent> {
    const database = await databaseMs(pid)
    const all = processorMs(`/proc/${pid}/stat`)
    return { server: settings.DATABASE_URL === undefined ? all - database : all, database }
  }

  try {
    const stopScanning = keepScanning(origin, accounts.slice(0, 1))
    await sleep(SCANNING_MS)
    await stopScanning()
    const ids: number[] = []
    for (const q of QUERIES) {
      const found = await ask({ route: search, path: `${search.path}?q=${q}` })
      ids.push(...search.answer[200].parse(found).beers.map(({ id }) => id))
    }
    for (const beerId of ids.slice(0, FAVORITES)) {
      await ask({ route: addFavorite, path: addFavorite.path, body: { beerId } })
    }
    const mean: Spent = { server: 0, database: 0 }
    for (const [kind, { share, call }] of Object.entries(MIX)) {
      for (let n = 0; n < WARM_CALLS; n++) await ask(call(random, ids))
      const times: number[] = []
      const before = await spent()
      for (let n = 0; n < calls; n++) {
        const startedAt = performance.now()
        await ask(call(random, ids))
        times.push(performance.now() - startedAt)
      }
      const after = await spent()
      const cost = {
        server: (after.server - before.server) / calls,
        database: (after.database - before.database) / calls,
      }
      mean.server += share * cost.server
      mean.database += share * cost.database
      add(name, kind, `${(share * 100).toFixed(0)} %`, cost, (percentile(times, 0.5) ?? 0).toFixed(1))
    }
    add(name, 'the mix', '', mean, '')
  } finally {
    await product.stop()
  }
}

function add(name: string, kind: string, share: string, { server, database }: Spent, p50: string): void {
  table.add(`${kind}, ${name}`, share, server.toFixed(1), database.toFixed(1), p50)
}

/** The fields of a `stat` file from the state on. */
function statOf(file: string): string[] {
  const stat = readFileSync(file, 'utf8')
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
}

function sumMs(ticks: readonly string[]): number {
  return ticks.reduce((sum, each) => sum + Number(each), 0) * TICK_MS
}

function processorMs(statFile: string): number {
  return sumMs(statOf(statFile).slice(11, 13))
}

/** The busiest thread besides the main one. */
function databaseThread(pid: number): number {
  const others = readdirSync(`/proc/${pid}/task`).filter((thread) => thread !== String(pid))
  return Math.max(...others.map((thread) => processorMs(`/proc/${pid}/task/${thread}/stat`)))
}

/** All processes of PostgreSQL, those that have ended among them. */
async function backends(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ pid: number }>('select pg_backend_pid() as pid')
  const parent = statOf(`/proc/${rows[0]?.pid}/stat`)[1]
  const children = readdirSync('/proc').filter((name) => {
    const file = `/proc/${name}/stat`
    return Number(name) > 0 && existsSync(file) && statOf(file)[1] === parent
  })
  const ended = sumMs(statOf(`/proc/${parent}/stat`).slice(13, 15))
  return children.reduce((sum, pid) => sum + processorMs(`/proc/${pid}/stat`), ended)
}
