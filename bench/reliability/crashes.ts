/**
 * People photograph, save, rate, search, import and delete while the server, its readers and its database connections are killed.
 * Counts what was accepted, and of that what ended, is lost, is there twice or left something behind.
 */
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { openDatabase } from '#server/adapters/db/database.ts'
import { BuiltProcess, startNode } from '#testing/built-process.ts'
import { childrenOf } from '#testing/child-processes.ts'
import { freePort } from '#testing/free-port.ts'
import { testLog } from '#testing/log.ts'
import { renderSingle } from '#testing/pictures/index.ts'
import { randomFrom } from '#testing/pictures/random.ts'
import { someBeers } from '../../e2e/fixtures/pictures.ts'
import { Person, type Result } from './person.ts'

const PEOPLE = 8
const PHOTOS = 8
const KILLS = ['server', 'readers', 'connections', 'server', 'readers', 'connections', 'server', 'server'] as const
/** Of photos, and of the files of imports. */
const READERS = 'reader.js'
const SETTINGS = { SCAN_READERS: '2', LOG_LEVEL: 'warn' }

interface Crashes {
  scans: number
  seed: number
  databaseUrl: string | undefined
}

export async function crash({ scans, seed, databaseUrl }: Crashes) {
  const random = randomFrom(seed)
  const dataDir = mkdtempSync(join(tmpdir(), 'bg-crashes-'))
  const beers = someBeers(1, PHOTOS)
  const photos = await Promise.all(beers.map((beer, index) => renderSingle({ beer, seed: 900 + index })))
  const env = { DATA_DIR: dataDir, ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }) }
  const port = await freePort()
  let server = await startNode({ ...SETTINGS, ...env }, port)
  const people: Person[] = []
  for (let n = 0; n < PEOPLE; n++) people.push(await Person.signIn(server.origin, n))
  let isOver = false
  const kills: Partial<Record<string, number>> = {}

  const killing = async () => {
    for (const what of KILLS) {
      await sleep(random.whole(3_000, 7_000))
      if (isOver) return
      if (what === 'connections' && databaseUrl === undefined) continue
      kills[what] = (kills[what] ?? 0) + 1
      if (what === 'connections') await endConnections(databaseUrl ?? '', dataDir)
      else if (what === 'readers') for (const reader of childrenOf(server.pid, READERS)) process.kill(reader, 'SIGKILL')
      else {
        await server.end('SIGKILL')
        server = await startNode({ ...SETTINGS, ...env }, port)
      }
    }
  }
  const working = Promise.all(
    people.map(async (person, n) => {
      for (let turn = n; turn < scans; turn += PEOPLE) {
        await person.work(turn, photos[Math.floor(turn / PEOPLE) % PHOTOS] ?? Buffer.alloc(0))
      }
      await person.untilAllEnded()
    }),
  ).finally(() => {
    isOver = true
  })
  try {
    await Promise.all([killing(), working])
    const results: Result[] = await Promise.all(people.map((person) => person.result()))
    const second =
      databaseUrl === undefined && (await new BuiltProcess('main', { ...env, PORT: String(await freePort()) }).exit())
    await server.end('SIGTERM')
    const left = await leftBehind(dataDir, databaseUrl)

    const sum = (pick: (result: Result) => number) => results.reduce((total, result) => total + pick(result), 0)
    const [lost, twice] = [sum((result) => result.lost), sum((result) => result.twice)]
    const refusesSecond = databaseUrl !== undefined || second === 78
    if (!refusesSecond) console.log(`a second server on the folder ended with code ${second}`)
    return {
      killed: Object.entries(kills).map(([what, times]) => `${what} ${times} times`),
      scans: sum((result) => result.scans.accepted),
      changes: sum((result) => result.changes),
      ended: sum((result) => result.scans.ended),
      failed: sum((result) => result.scans.failed),
      deleted: sum((result) => result.scans.deleted),
      ...{ lost, twice, left },
      ok: lost === 0 && twice === 0 && left === 0 && refusesSecond,
    }
  } finally {
    await server.end('SIGKILL')
    rmSync(dataDir, { recursive: true, force: true })
  }
}

async function endConnections(databaseUrl: string, dataDir: string): Promise<void> {
  const database = await openDatabase({ databaseUrl, dataDir, log: testLog })
  await database.db.execute(
    sql`select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and backend_type = 'client backend'`,
  )
  await database.close()
}

/** Jobs, and photos and files of imports that ended, in rows or files. */
async function leftBehind(dataDir: string, databaseUrl: string | undefined): Promise<number> {
  const database = await openDatabase({ dataDir, databaseUrl, log: testLog })
  const { rows } = await database.db.execute<{ n: number }>(
    sql`select (select count(*)::int from scan_jobs) + (select count(*)::int from scan_photos)
      + (select count(*)::int from import_files where packed is not null and phase in ('ended', 'failed')) as n`,
  )
  await database.close()
  // All imports have ended by now.
  const folders = databaseUrl === undefined ? ['photos', 'imports'].map((name) => join(dataDir, name)) : []
  const files = folders.filter((folder) => existsSync(folder)).flatMap((folder) => readdirSync(folder))
  return (rows[0]?.n ?? 0) + files.length
}
