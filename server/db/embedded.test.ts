import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { testLog } from '#testing/log.ts'
import { DataFolderInUse } from './data-lock.ts'
import { connect, type Database, openDatabase } from './database.ts'
import { type Embedded, startEmbedded } from './embedded.ts'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const scratch = mkdtempSync(join(tmpdir(), 'bg-embedded-'))
const template = join(scratch, 'template')
let folders = 0

/** A migrated data folder of its own. */
function aDataDir(): string {
  const dataDir = join(scratch, `data-${++folders}`)
  mkdirSync(dataDir)
  cpSync(template, join(dataDir, 'database'), { recursive: true })
  return dataDir
}

beforeAll(async () => {
  const first = await openDatabase({ dataDir: join(scratch, 'first'), log: testLog })
  await first.db.execute(sql`create table notes (id int primary key, text text)`)
  await first.close()
  cpSync(join(scratch, 'first', 'database'), template, { recursive: true })
})
afterAll(() => rmSync(scratch, { recursive: true, force: true }))

async function withDatabase(dataDir: string, use: (database: Database) => Promise<void>, timeoutMs?: number) {
  const database = await openDatabase({ dataDir, log: testLog, connectionTimeoutMs: timeoutMs })
  try {
    await use(database)
  } finally {
    await database.close()
  }
}

describe('the one connection', () => {
  it('keeps large messages apart from small ones', async () => {
    await withDatabase(aDataDir(), async ({ pool }) => {
      const large = (n: number) => String(n).padEnd(400_000, 'x')
      const asked = Array.from({ length: 40 }, (_, n) =>
        n % 4 === 0
          ? pool.query('select $1::text as answer', [large(n)]).then(({ rows }) => rows[0].answer === large(n))
          : pool.query('select $1::int as answer', [n]).then(({ rows }) => rows[0].answer === n),
      )
      expect(await Promise.all(asked)).toEqual(Array.from({ length: 40 }, () => true))
    })
  })

  it('answers a query of the pool inside a transaction with an error, and goes on', async () => {
    const nested = ({ db }: Database) => db.transaction(async () => db.execute(sql`select 1`))
    await withDatabase(
      aDataDir(),
      async (database) => {
        await expect(nested(database)).rejects.toThrow()
        expect((await database.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
      },
      300,
    )
  })

  it('survives a connection that breaks inside a transaction', async () => {
    await withDatabase(aDataDir(), async ({ pool }) => {
      const client = await pool.connect()
      await client.query('begin')
      await client.query("insert into notes values (1, 'half')")
      // A server that goes away closes the socket under the client.
      Reflect.get(Reflect.get(client, 'connection'), 'stream').destroy()
      await expect(client.query('commit')).rejects.toThrow()
      client.release(true)
      await expect
        .poll(() =>
          pool.query('select * from notes').then(
            ({ rows }) => rows,
            () => 'not yet',
          ),
        )
        .toEqual([])
    })
  })
})

describe('durability', () => {
  it('syncs each commit to disk, and no read', async () => {
    const database = await startEmbedded({ dataDir: aDataDir(), log: testLog })
    const pool = connect({ ...database.socket, max: 1 }, testLog)
    const before = await database.walSyncs()
    for (let id = 0; id < 50; id++) await pool.query('insert into notes values ($1, $2)', [id, 'kept'])
    const afterWrites = await database.walSyncs()
    expect(afterWrites - before).toBeGreaterThanOrEqual(50)
    expect(afterWrites - before).toBeLessThan(60)
    for (let id = 0; id < 50; id++) await pool.query('select * from notes where id = $1', [id])
    expect(await database.walSyncs()).toBe(afterWrites)
    await pool.end()
    await database.close()
  })

  it('keeps every acknowledged row when the process is killed', async () => {
    const dataDir = aDataDir()
    const child = await aWritingProcess(dataDir)
    let acknowledged = 0
    for await (const line of createInterface({ input: child.stdout })) {
      acknowledged = Number(line)
      if (acknowledged === 200) child.kill('SIGKILL')
    }
    await ended(child)
    expect(acknowledged).toBeGreaterThanOrEqual(200)
    expect(existsSync(join(dataDir, 'lock'))).toBe(true)
    await withDatabase(dataDir, async ({ pool }) => {
      const { rows } = await pool.query('select count(*)::int as n, max(id) as last from notes')
      expect(rows[0].last).toBeGreaterThanOrEqual(acknowledged)
      expect(rows[0].n).toBe(rows[0].last)
    })
  })
})

describe('the data folder', () => {
  it('refuses a second process, and this one a second time', async () => {
    const dataDir = aDataDir()
    const child = await aWritingProcess(dataDir)
    await once(createInterface({ input: child.stdout }), 'line')
    await expect(openDatabase({ dataDir, log: testLog })).rejects.toThrow(new DataFolderInUse(dataDir, child.pid ?? 0))
    child.kill('SIGKILL')
    await ended(child)
    await withDatabase(dataDir, async () => {
      await expect(openDatabase({ dataDir, log: testLog })).rejects.toThrow(DataFolderInUse)
    })
  })

  it.each([
    ['a process that is gone', { pid: 2 ** 22 + 1, startedAt: '1', token: 'a' }],
    ['another process that has its number now', { pid: 1, startedAt: 'long ago', token: 'b' }],
    ['this process in an earlier life', { pid: process.pid, startedAt: 'long ago', token: 'c' }],
    ['nobody, as it was cut off', ''],
  ])('is not blocked by the lock of %s', async (_whose, lock) => {
    const dataDir = aDataDir()
    writeFileSync(join(dataDir, 'lock'), JSON.stringify(lock).slice(0, lock === '' ? 0 : undefined))
    await withDatabase(dataDir, async ({ pool }) => {
      expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
    })
    expect(readdirSync(dataDir).filter((name) => name.startsWith('lock'))).toEqual([])
  })

  it('may have a path that is too long for a socket', async () => {
    const dataDir = join(scratch, 'long'.repeat(30), 'data')
    mkdirSync(dataDir, { recursive: true })
    cpSync(template, join(dataDir, 'database'), { recursive: true })
    await withDatabase(dataDir, async ({ pool }) => {
      expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
    })
  })

  it('starts from the template of the build when it is new', async () => {
    const dataDir = join(scratch, 'from-template')
    const database = await openDatabase({ dataDir, templateDir: template, log: testLog })
    expect((await database.pool.query('select count(*)::int as n from notes')).rows).toEqual([{ n: 0 }])
    await database.close()
  })
})

describe('a snapshot', () => {
  let embedded: Embedded
  const dataDir = join(scratch, 'snapshots')
  beforeAll(async () => {
    embedded = await startEmbedded({ dataDir, templateDir: template, log: testLog })
  })

  it('is taken only when something changed, opens as a database, and three are kept', async () => {
    expect(await embedded.snapshot()).toBeNull()
    const pool = connect({ ...embedded.socket, max: 1 }, testLog)
    const taken: string[] = []
    for (let id = 1; id <= 5; id++) {
      await pool.query('insert into notes values ($1, $2)', [id, 'kept'])
      taken.push((await embedded.snapshot()) ?? '')
    }
    expect(await embedded.snapshot()).toBeNull()
    await pool.end()
    await embedded.close()

    const left = readdirSync(join(dataDir, 'snapshots'))
    expect(left.map((name) => join(dataDir, 'snapshots', name)).sort()).toEqual(taken.slice(-3))
    const restored = join(scratch, 'restored')
    mkdirSync(restored)
    cpSync(taken[3] ?? '', join(restored, 'database'), { recursive: true })
    await withDatabase(restored, async ({ pool }) => {
      expect((await pool.query('select max(id) as last from notes')).rows).toEqual([{ last: 4 }])
    })
  })
})

describe('a database that is lost', () => {
  it('is noticed when its thread is silent, and says so once', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] })
    const onLost = vi.fn()
    const database = await startEmbedded({ dataDir: aDataDir(), log: testLog, onLost })
    const pool = connect({ ...database.socket, max: 1 }, testLog)
    const sleeping = pool.query('select pg_sleep(4)')
    for (let seconds = 0; seconds < 20; seconds++) await vi.advanceTimersByTimeAsync(1_000)
    expect(onLost.mock.calls).toEqual([['no answer for 10 s']])
    vi.useRealTimers()
    await sleeping
    await pool.end()
    await database.close()
  })
})

describe('migrations', () => {
  it('leave what is there and run once', async () => {
    const dataDir = aDataDir()
    await withDatabase(dataDir, async ({ pool }) => {
      await pool.query("insert into users (issuer, subject, first_name) values ('i', 's', 'Ada')")
    })
    await withDatabase(dataDir, async ({ pool }) => {
      expect((await pool.query('select first_name from users')).rows).toEqual([{ first_name: 'Ada' }])
      const journal = JSON.parse(readFileSync(new URL('./migrations/meta/_journal.json', import.meta.url), 'utf8'))
      const { rows } = await pool.query('select count(*)::int as n from drizzle.__drizzle_migrations')
      expect(rows[0].n).toBe(journal.entries.length)
    })
  })
})

/** A process that holds the folder and writes rows 1, 2, 3, ... saying each number once it is acknowledged. */
async function aWritingProcess(dataDir: string) {
  const entry = fileURLToPath(new URL('./writing-process.fixture.ts', import.meta.url))
  return spawn(process.execPath, ['--import', 'tsx', entry, dataDir], { stdio: ['ignore', 'pipe', 'inherit'] })
}

async function ended(child: ChildProcess) {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
}
