import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { sql } from 'drizzle-orm'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { damagePage, fileOfTable } from '#testing/damaged-page.ts'
import { testLog } from '#testing/log.ts'
import { manualClock } from '#testing/manual-clock.ts'
import { DataFolderInUse, lockDataFolder } from './data-lock.ts'
import { connect, type Database, openDatabase } from './database.ts'
import { DatabaseUnusable, type Embedded, explainDamage, startEmbedded } from './embedded.ts'
import { NewerDatabase } from './migrate.ts'
import { openDrizzle } from './open-drizzle.ts'
import { newestSnapshot } from './snapshots.ts'

vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 })

const scratch = mkdtempSync(join(tmpdir(), 'bg-embedded-'))
const template = join(scratch, 'template')
let folders = 0
const quiet = { info: () => {}, warn: () => {}, fatal: () => {} }

/** A new, migrated data folder. */
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

async function withDatabase(dataDir: string, use: (database: Database) => Promise<void>) {
  const database = await openDatabase({ dataDir, log: testLog })
  try {
    await use(database)
  } finally {
    await database.close()
  }
}

describe('the connection', () => {
  let database: Embedded
  beforeAll(async () => {
    database = await startEmbedded({ dataDir: aDataDir(), log: testLog })
  })
  afterAll(() => database.close())

  async function withPool(use: (pool: pg.Pool) => Promise<void>, options: pg.PoolConfig = {}) {
    const pool = connect({ ...database.socket, ...options }, testLog)
    await use(pool)
    await pool.end()
  }

  it('transfers large and small messages that are on their way at the same time', async () => {
    await withPool(async (pool) => {
      const large = (n: number) => String(n).padEnd(400_000, 'x')
      const queries = Array.from({ length: 40 }, (_, n) =>
        n % 4 === 0
          ? pool.query('select $1::text as answer', [large(n)]).then(({ rows }) => rows[0].answer === large(n))
          : pool.query('select $1::int as answer', [n]).then(({ rows }) => rows[0].answer === n),
      )
      expect(await Promise.all(queries)).toEqual(Array.from({ length: 40 }, () => true))
    })
  })

  it('rejects a pool query inside a transaction, and stays usable', async () => {
    await withPool(
      async (pool) => {
        const db = openDrizzle(pool)
        await expect(db.transaction(() => db.execute(sql`select 1`))).rejects.toThrow()
        expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
      },
      { connectionTimeoutMillis: 300 },
    )
  })

  it('survives a connection that breaks inside a transaction', async () => {
    await withPool(async (pool) => {
      const client = await pool.connect()
      await client.query('begin')
      await client.query("insert into notes values (1, 'half')")
      // A server that exits closes the socket of its clients.
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
  it('counts what is written, not what is read, so that jobs see when nothing is new', async () => {
    await withDatabase(aDataDir(), async ({ changes, pool }) => {
      const before = await changes?.()
      await pool.query("insert into notes values (1, 'kept')")
      const written = await changes?.()
      expect(written).toBeGreaterThan(before ?? Number.POSITIVE_INFINITY)
      await pool.query("update notes set text = 'lost' where id = 2")
      await pool.query('select * from notes for update skip locked limit 0')
      expect(await changes?.()).toBe(written)
    })
  })

  it('syncs to disk for each commit and for no read', async () => {
    const database = await startEmbedded({ dataDir: aDataDir(), log: testLog })
    const pool = connect(database.socket, testLog)
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

  it('loses no acknowledged row when the process is killed', async () => {
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
    await withDatabase(dataDir, (database) => assertRowsUntil(acknowledged, database))
  })
})

describe('a disk that fails under the database', () => {
  it.each([
    ['sync', 'fsyncSync'],
    ['write', 'writeSync'],
  ])('at a %s ends the process at once, which loses no acknowledged row', async (_what, operation) => {
    const dataDir = aDataDir()
    const brokenDisk = join(dataDir, 'broken-disk')
    const preload = fileURLToPath(new URL('./broken-disk.fixture.mjs', import.meta.url))
    const env = { BROKEN_DISK: brokenDisk, TEST_LOG: 'fatal' }
    const child = await aWritingProcess(dataDir, env, ['--import', preload])
    const [exit, log] = [once(child, 'exit'), [] as string[]]
    let acknowledged = 0
    for await (const line of createInterface({ input: child.stdout })) {
      if (line.startsWith('{')) log.push(line)
      else acknowledged = Number(line)
      if (acknowledged === 20) writeFileSync(brokenDisk, operation)
    }
    expect(await exit).toEqual([1, null])
    // Not for want of a reply, which it would wait for.
    expect(log).toEqual([expect.stringMatching(/PANIC: .*the embedded database failed/)])
    expect(acknowledged).toBeGreaterThanOrEqual(20)
    rmSync(brokenDisk)
    await withDatabase(dataDir, (database) => assertRowsUntil(acknowledged, database))
  })
})

describe('the data folder', () => {
  it('cannot be opened twice, neither by another process nor by the same one', async () => {
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
    ['a process that no longer exists', { pid: 2 ** 22 + 1, startedAt: '1', token: 'a' }],
    ['an earlier process whose id another process has now', { pid: 1, startedAt: 'long ago', token: 'b' }],
    ['an earlier process with the id of this one', { pid: process.pid, startedAt: 'long ago', token: 'c' }],
    ['a process that crashed while writing it', ''],
  ])('is not blocked by the lock of %s', async (_holder, lock) => {
    const dataDir = mkdtempSync(join(scratch, 'locked-'))
    writeFileSync(join(dataDir, 'lock'), JSON.stringify(lock).slice(0, lock === '' ? 0 : undefined))
    const held = await lockDataFolder(dataDir)
    held.release()
    expect(readdirSync(dataDir).filter((name) => name.startsWith('lock'))).toEqual([])
  })

  it('is locked by a process in another container, whose id says nothing here, until that is killed', async () => {
    const dataDir = aDataDir()
    const child = await aWritingProcess(dataDir)
    await once(createInterface({ input: child.stdout }), 'line')
    const lock = join(dataDir, 'lock')
    const holder = JSON.parse(readFileSync(lock, 'utf8'))
    for (const pid of [2 ** 22 + 1, process.pid]) {
      writeFileSync(lock, JSON.stringify({ ...holder, pid, startedAt: '1' }))
      await expect(openDatabase({ dataDir, log: testLog })).rejects.toThrow(new DataFolderInUse(dataDir, pid))
    }
    child.kill('SIGKILL')
    await ended(child)
    await withDatabase(dataDir, async () => {})
    expect(readdirSync(dataDir).filter((name) => name.startsWith('lock'))).toEqual([])
  })

  it('has one holder of several that come at the same time', async () => {
    const dataDir = mkdtempSync(join(scratch, 'contended-'))
    const locks = await Promise.allSettled(Array.from({ length: 5 }, () => lockDataFolder(dataDir)))
    const held = locks.flatMap((lock) => (lock.status === 'fulfilled' ? [lock.value] : []))
    expect(held).toHaveLength(1)
    held[0]?.release()
    expect(readdirSync(dataDir)).toEqual([])
  })

  it('is private, and so is its database, whatever an earlier version or PGlite allowed', async () => {
    const modeOf = (path: string) => statSync(path).mode & 0o777
    const dataDir = join(scratch, 'private')
    const lock = await lockDataFolder(dataDir)
    lock.release()
    expect(modeOf(dataDir)).toBe(0o700)
    cpSync(template, join(dataDir, 'database'), { recursive: true })
    chmodSync(join(dataDir, 'database'), 0o755)
    await withDatabase(dataDir, async () => expect(modeOf(join(dataDir, 'database'))).toBe(0o700))
  })

  it('is reported if it existed before and other users can open it', async () => {
    const dataDir = aDataDir()
    chmodSync(dataDir, 0o755)
    const warn = vi.fn()
    const database = await openDatabase({ dataDir, log: { ...testLog, warn } })
    await database.close()
    expect(warn).toHaveBeenCalledWith({ folder: dataDir }, 'other users of this machine can open the data folder')
    expect(statSync(dataDir).mode & 0o777).toBe(0o755)
  })

  it('of a newer version is left to that version', async () => {
    const dataDir = aDataDir()
    await withDatabase(dataDir, async ({ pool }) => {
      await pool.query("insert into drizzle.__drizzle_migrations (hash, created_at) values ('x', 9999999999999)")
    })
    await expect(openDatabase({ dataDir, log: testLog })).rejects.toThrow(NewerDatabase)
  })

  it('may have a path that is too long for a socket', async () => {
    const dataDir = join(scratch, 'long'.repeat(30), 'data')
    mkdirSync(dataDir, { recursive: true })
    cpSync(template, join(dataDir, 'database'), { recursive: true })
    await withDatabase(dataDir, async ({ pool }) => {
      expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
    })
  })
})

describe('a snapshot', () => {
  it('is taken only if something changed, can be opened as a database, and is deleted once three are newer', async () => {
    const dataDir = join(scratch, 'snapshots')
    // A new folder starts as a copy of the template, and is private.
    chmodSync(template, 0o755)
    const embedded = await startEmbedded({ dataDir, templateDir: template, log: testLog })
    expect(statSync(join(dataDir, 'database')).mode & 0o777).toBe(0o700)
    expect(await embedded.snapshot()).toBeNull()
    const pool = connect(embedded.socket, testLog)
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

it('a database that cannot be opened leads to its newest snapshot', async () => {
  const dataDir = aDataDir()
  await withDatabase(dataDir, async () => {})
  const snapshot = newestSnapshot(join(dataDir, 'snapshots'))?.path ?? ''
  expect(existsSync(snapshot)).toBe(true)
  writeFileSync(join(dataDir, 'database', 'global', 'pg_control'), 'no longer a database')
  const failure = await startEmbedded({ dataDir, log: testLog }).catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(DatabaseUnusable)
  expect(String(failure)).toContain(`npm run restore -- ${snapshot}`)
  expect(existsSync(join(dataDir, 'lock'))).toBe(false)

  rmSync(join(dataDir, 'snapshots'), { recursive: true })
  await expect(startEmbedded({ dataDir, log: testLog })).rejects.toThrow('restore a backup:')
})

it('a database with a damaged page keeps its intact snapshot, however often it starts', async () => {
  const dataDir = aDataDir()
  const snapshots = join(dataDir, 'snapshots')
  let file = ''
  await withDatabase(dataDir, async ({ pool }) => {
    await pool.query("insert into notes values (1, 'kept')")
    file = await fileOfTable(pool, 'notes')
  })
  rmSync(snapshots, { recursive: true })
  const intact = join(snapshots, '2026-01-01T00-00-00.000Z')
  cpSync(join(dataDir, 'database'), intact, { recursive: true })
  damagePage(join(dataDir, 'database', file))

  const log = { ...quiet, error: vi.fn() }
  for (let start = 0; start < 2; start++) {
    const embedded = await startEmbedded({ dataDir, log })
    const pool = connect(embedded.socket, testLog)
    const read = await pool.query('select * from notes').catch((error: unknown) => error)
    expect(String(read)).toContain('invalid page')
    expect(explainDamage(new Error('at start', { cause: read }), dataDir)).toBeInstanceOf(DatabaseUnusable)
    expect(String(explainDamage(read, dataDir))).toContain(`npm run restore -- ${intact}`)
    await expect(embedded.snapshot()).rejects.toThrow('the database is damaged: page 0 of base/')
    await pool.end()
    await embedded.close()
  }
  expect(readdirSync(snapshots)).toEqual([basename(intact)])
  expect(log.error).toHaveBeenCalledWith(
    { reason: expect.stringContaining(`npm run restore -- ${intact}`) },
    'taking a snapshot failed',
  )
  expect(explainDamage(new Error('another'), dataDir)).not.toBeInstanceOf(DatabaseUnusable)
})

it('a database that has changed leaves a snapshot at its end, unless there is a recent one', async () => {
  const dataDir = aDataDir()
  const snapshots = join(dataDir, 'snapshots')
  const write = (id: number) =>
    withDatabase(dataDir, async ({ pool }) => void (await pool.query('insert into notes values ($1)', [id])))
  const embedded = await startEmbedded({ dataDir, log: testLog })
  rmSync(snapshots, { recursive: true })
  const pool = connect(embedded.socket, testLog)
  await pool.query("insert into notes values (1, 'kept')")
  await pool.end()
  await embedded.close()
  expect(readdirSync(snapshots)).toHaveLength(1)

  await write(2)
  expect(readdirSync(snapshots)).toHaveLength(1)
})

it('a snapshot is taken every hour', async () => {
  const dataDir = aDataDir()
  const clock = manualClock()
  // To the watchdog, the thread does not reply for an hour.
  const embedded = await startEmbedded({ dataDir, log: testLog, clock, onLost: () => {} })
  const names = () => readdirSync(join(dataDir, 'snapshots')).filter((name) => name.endsWith('Z'))
  expect(names()).toHaveLength(1)
  const pool = connect(embedded.socket, testLog)
  await pool.query("insert into notes values (1, 'kept')")
  clock.advance(60 * 60_000)
  await expect.poll(names).toHaveLength(2)
  await pool.end()
  await embedded.close()
})

it('snapshots of a clock that was ahead hold up no later one', async () => {
  const dataDir = aDataDir()
  const snapshots = join(dataDir, 'snapshots')
  for (const month of ['01', '02', '03'])
    mkdirSync(join(snapshots, `2999-${month}-01T00-00-00.000Z`), { recursive: true })
  const embedded = await startEmbedded({ dataDir, log: testLog })
  const [atStart = ''] = readdirSync(snapshots).sort()
  expect(atStart).not.toMatch(/^2999/u)
  expect(newestSnapshot(snapshots)?.path).toBe(join(snapshots, atStart))

  const pool = connect(embedded.socket, testLog)
  await pool.query("insert into notes values (1, 'kept')")
  const taken = await embedded.snapshot()
  await pool.end()
  await embedded.close()
  expect(readdirSync(snapshots).sort()).toEqual([atStart, basename(taken ?? ''), '2999-03-01T00-00-00.000Z'])
})

describe('a snapshot that fails', () => {
  const partialIn = (dataDir: string) => readdirSync(join(dataDir, 'snapshots'))
  const failures = (log: { error: ReturnType<typeof vi.fn> }) =>
    log.error.mock.calls.filter(([, message]) => message === 'taking a snapshot failed')

  it('for want of room is reported each time, leaves nothing, and lets the database start', async () => {
    const dataDir = aDataDir()
    // A crash left it.
    mkdirSync(join(dataDir, 'snapshots', '2026-01-01T00-00-00.000Z.partial'), { recursive: true })
    const log = { ...quiet, error: vi.fn() }
    const embedded = await startEmbedded({ dataDir, log, diskReserveBytes: 2 ** 60 })
    expect(failures(log)).toHaveLength(1)
    for (let nth = 0; nth < 2; nth++) await expect(embedded.snapshot()).rejects.toThrow(/takes \d+ MB, and/)
    expect(failures(log)).toHaveLength(3)
    await embedded.close()
    expect(partialIn(dataDir)).toEqual([])
  })

  it('while it is copied leaves nothing, and is taken once that works, even if nothing changed', async () => {
    const dataDir = aDataDir()
    const log = { ...quiet, error: vi.fn() }
    // A socket cannot be copied.
    const obstacle = createServer().listen(join(dataDir, 'database', 'z'))
    await once(obstacle, 'listening')
    const embedded = await startEmbedded({ dataDir, log })
    expect(failures(log)).toHaveLength(1)
    expect(partialIn(dataDir)).toEqual([])
    obstacle.close()
    const taken = await embedded.snapshot()
    expect(partialIn(dataDir).map((name) => join(dataDir, 'snapshots', name))).toEqual([taken])
    expect(await embedded.snapshot()).toBeNull()
    await embedded.close()
  })
})

it('a look at a database takes no snapshot', async () => {
  const dataDir = aDataDir()
  const embedded = await startEmbedded({ dataDir, takesSnapshots: false, log: testLog })
  expect(await embedded.snapshot()).toBeNull()
  await embedded.close()
  expect(existsSync(join(dataDir, 'snapshots'))).toBe(false)
})

describe('the watchdog', () => {
  it('reports the database once if its thread does not reply for half a minute', async () => {
    const clock = manualClock()
    const onLost = vi.fn()
    const database = await startEmbedded({ dataDir: aDataDir(), log: testLog, onLost, clock })
    for (let ping = 0; ping < 10; ping++) {
      clock.advance(2_000)
      await database.walSyncs()
    }
    expect(onLost).not.toHaveBeenCalled()
    // No reply arrives within this call.
    clock.advance(40_000)
    expect(onLost.mock.calls).toEqual([['no reply for 30 s']])
    await database.close()
  })
})

/** A process that writes rows 1, 2, 3, … to the folder and prints each number once its row is committed. */
async function aWritingProcess(dataDir: string, env: Record<string, string> = {}, flags: string[] = []) {
  const entry = fileURLToPath(new URL('./writing-process.fixture.ts', import.meta.url))
  const args = ['--import', 'tsx', ...flags, entry, dataDir]
  return spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'], env: { ...process.env, ...env } })
}

/** At most the row that was being written is there without having been acknowledged. */
async function assertRowsUntil(acknowledged: number, { pool }: Database) {
  const { rows } = await pool.query('select count(*)::int as n, max(id) as last from notes')
  expect(rows[0].last).toBeGreaterThanOrEqual(acknowledged)
  expect(rows[0].n).toBe(rows[0].last)
}

async function ended(child: ChildProcess) {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
}
