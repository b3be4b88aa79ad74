/**
 * A full disk under the database: people save until the disk refuses, the server is killed and started on the full disk, and started
 * again once there is room; PostgreSQL is, too. Needs a small file system, which only root may mount.
 */
import { execFileSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { listSearches, SEARCHES_PER_USER_MAX, saveSearch } from '#contracts'
import { BuiltProcess, startNode } from '#testing/built-process.ts'
import { freePort } from '#testing/free-port.ts'
import { startThrowAwayPostgres } from '../../scripts/postgres.mjs'
import { signIn } from './person.ts'

/** The database and its write-ahead log take a third of it. */
const DISK_MB = { embedded: 256, PostgreSQL: 384 }
const LEFT_KB = 512
const SEARCHES_MAX = 3_000
/** In a row: then the disk is full. */
const REFUSED_MAX = 20

type Node = Awaited<ReturnType<typeof startNode>>

interface FullDisk {
  accepted: number
  refused: number
  /** What `/healthz` and `/readyz` answered meanwhile. */
  health: string
  start: string
  lost: number
  ok: boolean
}

/** Undefined without the right to mount a file system. */
export async function fillDisk(kind: keyof typeof DISK_MB): Promise<FullDisk | undefined> {
  if (userInfo().uid !== 0) return undefined
  const disk = mkdtempSync(join(tmpdir(), 'bg-full-disk-'))
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_MB[kind]}m`, 'none', disk])
  // PostgreSQL runs as a user of its own.
  chmodSync(disk, 0o755)
  let postgres: Awaited<ReturnType<typeof startThrowAwayPostgres>> | undefined
  let server: Node | undefined
  try {
    if (kind === 'PostgreSQL') postgres = await startThrowAwayPostgres(disk)
    const database: Record<string, string> = postgres
      ? { DATABASE_URL: postgres.url }
      : { DATA_DIR: join(disk, 'data') }
    // Without a reserve, the database itself meets the full disk.
    const env = { ...database, DISK_RESERVE_MB: '0', SCAN_READERS: '1', LOG_LEVEL: 'warn' }
    server = await startNode(env)
    const cookie = await signIn(server.origin)
    const ballast = join(disk, 'ballast')
    const before = await save(server, cookie, 'before', 20)
    const { bavail, bsize } = statfsSync(disk)
    writeFileSync(ballast, Buffer.alloc(bavail * bsize - LEFT_KB * 1_024))
    const during = await save(server, cookie, 'during', SEARCHES_MAX)
    const [health, ready] = [await statusOf(`${server.origin}/healthz`), await statusOf(`${server.origin}/readyz`)]
    await server.end('SIGKILL')

    const onFullDisk = await startOnFullDisk(env)
    rmSync(ballast)
    postgres?.restart()
    server = await startNode(env)
    const answer = await fetch(server.origin + listSearches.path, { headers: { cookie } })
    const stored = new Set(listSearches.answer[200].parse(await answer.json()).map(({ query }) => query))
    const accepted = [...before.accepted, ...during.accepted]
    // A user's older searches are deleted.
    const lost = accepted.slice(-SEARCHES_PER_USER_MAX).filter((query) => !stored.has(query)).length
    const after = await save(server, cookie, 'after', 20)
    const isAnswered = [...during.statuses].every((status) => status === 503)
    return {
      accepted: accepted.length + after.accepted.length,
      refused: during.refused,
      health: `${health}, ${ready}`,
      start: onFullDisk,
      lost,
      ok: lost === 0 && during.refused > 0 && isAnswered && after.accepted.length === 20,
    }
  } finally {
    await server?.end('SIGKILL')
    postgres?.stop()
    execFileSync('umount', ['--lazy', disk])
    rmSync(disk, { recursive: true, force: true })
  }
}

async function statusOf(url: string): Promise<string> {
  return await fetch(url).then(
    ({ status }) => String(status),
    () => 'no answer',
  )
}

/** Saves searches until the server has refused several in a row, or `max` are saved. */
async function save({ origin }: Node, cookie: string, name: string, max: number) {
  const accepted: string[] = []
  const statuses = new Set<number | string>()
  let refused = 0
  for (let n = 0, inARow = 0; accepted.length < max && inARow < REFUSED_MAX; n++) {
    const query = `${name} ${n} ${'x'.repeat(180)}`
    const body = JSON.stringify({ query, resultCount: 1 })
    const headers = { cookie, origin, 'content-type': 'application/json' }
    const status = await fetch(origin + saveSearch.path, { method: saveSearch.method, headers, body }).then(
      (answer) => answer.status,
      () => 'no answer',
    )
    if (status === 201) accepted.push(query)
    else {
      refused += 1
      statuses.add(status)
    }
    inARow = status === 201 ? 0 : inARow + 1
  }
  return { accepted, refused, statuses }
}

/** How the server ended, or that it runs. */
async function startOnFullDisk(env: Record<string, string>): Promise<string> {
  const port = String(await freePort())
  const server = new BuiltProcess('main', { ...env, PORT: port })
  let isRunning = false
  await server
    .until(async () => {
      isRunning = await fetch(`http://localhost:${port}/healthz`).then(
        ({ ok }) => ok,
        () => false,
      )
      return isRunning
    })
    .catch(() => undefined)
  if (isRunning) {
    await server.end('SIGKILL')
    return 'runs'
  }
  return `ends with code ${await server.exit()}: ${server.log.trim().split('\n')[0]}`
}
