/** Several processes of the built product on one PostgreSQL: server nodes, one of them without readers, and workers. */
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, it, onTestFailed, vi } from 'vitest'
import { getUser, identifyBeer, listScans, type Scan, search } from '#contracts'
import { Browser } from '#testing/browser.ts'
import { BuiltProcess, startNode } from '#testing/built-process.ts'
import { freePort } from '#testing/free-port.ts'
import { renderSingle } from '#testing/pictures/index.ts'
import { startThrowAwayPostgres } from '../scripts/postgres.mjs'

const DUVEL = { brewery: 'Brouwerij Duvel Moortgat', name: 'Duvel', style: 'Belgian Strong Golden Ale', abv: 8.5 }

const folder = mkdtempSync(join(tmpdir(), 'bg-nodes-'))
let postgres: Awaited<ReturnType<typeof startThrowAwayPostgres>>
let pool: pg.Pool
/** Accepts photos and reads none. */
let door: Awaited<ReturnType<typeof startNode>>
let cookie: string
const started: BuiltProcess[] = []

const settings = (readers: number) => ({
  DATABASE_URL: postgres.url,
  DATA_DIR: folder,
  SCAN_READERS: String(readers),
})

async function aNode(readers: number) {
  const node = await startNode(settings(readers))
  started.push(node)
  return node
}

async function aWorker(env = {}) {
  const worker = new BuiltProcess('worker', { ...settings(1), ...env })
  started.push(worker)
  await worker.until(() => worker.log.includes('reads photos'))
  return worker
}

beforeAll(async () => {
  postgres = await startThrowAwayPostgres()
  pool = new pg.Pool({ connectionString: postgres.url })
  pool.on('error', () => {})
  door = await startNode(settings(0))
  cookie = await signIn(door.origin)
})
afterEach(async () => {
  await Promise.all(started.splice(0).map((one) => one.end('SIGKILL')))
})
afterAll(async () => {
  await door?.end('SIGKILL')
  await pool?.end()
  postgres?.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** Returns the cookie of the session. */
async function signIn(origin: string): Promise<string> {
  const browser = new Browser(origin)
  const form = await browser.open('/api/login?returnTo=/api/user')
  await browser.submit(form, { firstName: 'Ada', lastName: 'Brewer', email: 'ada@example.org' })
  return `session=${browser.cookie('session')}`
}

async function send(origin: string, photo: Uint8Array): Promise<string> {
  const scanId = randomUUID()
  const body = new FormData()
  body.set('scanId', scanId)
  body.set('image', new Blob([new Uint8Array(photo)]), 'beer.jpg')
  const headers = { cookie, origin, prefer: 'respond-async' }
  const answer = await fetch(origin + identifyBeer.path, { method: 'POST', headers, body })
  expect(answer.status).toBe(202)
  return scanId
}

/** Photos that differ, so that none has the result of another. */
const photos = (n: number, seed: number) =>
  Promise.all(Array.from({ length: n }, (_, index) => renderSingle({ beer: DUVEL, seed: seed + index })))

async function scansWith(ids: readonly string[], origin = door.origin): Promise<Scan[]> {
  const answer = await fetch(origin + listScans.path, { headers: { cookie } })
  return listScans.answer[200].parse(await answer.json()).filter(({ id }) => ids.includes(id))
}

const attemptsOf = async () =>
  (await pool.query<{ attempt: number; lease_token: string | null }>('select attempt, lease_token from scan_jobs')).rows
const isBeingRead = async () => (await attemptsOf()).some((job) => job.lease_token !== null)

async function allEnd(ids: readonly string[]) {
  await vi.waitFor(
    async () => {
      const statuses = (await scansWith(ids)).map(({ status }) => status)
      expect(statuses).toEqual(Array(ids.length).fill('completed'))
    },
    { timeout: 60_000, interval: 250 },
  )
  expect(await attemptsOf()).toEqual([])
  expect((await pool.query('select from scan_photos')).rowCount).toBe(0)
}

const printLogs = () => onTestFailed(() => console.log([door, ...started].map(({ log }) => log).join('\n---\n')))

it('lets a worker read what a node without readers accepts; one that is killed or stopped loses nothing', async () => {
  printLogs()
  const killed = await aWorker()
  const ids = await Promise.all((await photos(3, 300)).map((photo) => send(door.origin, photo)))
  await vi.waitFor(async () => expect(await isBeingRead()).toBe(true), { timeout: 60_000, interval: 20 })
  await killed.end('SIGKILL')
  expect(await isBeingRead()).toBe(true)

  const stopped = await aWorker()
  await vi.waitFor(async () => expect((await attemptsOf()).length).toBeLessThan(3), { timeout: 60_000, interval: 20 })
  expect(await stopped.end('SIGTERM')).toBe(0)
  const left = await attemptsOf()
  expect(left.length).toBeGreaterThan(0)

  const METRICS_PORT = String(await freePort())
  await aWorker({ METRICS_PORT })
  await allEnd(ids)
  const metrics = await (await fetch(`http://127.0.0.1:${METRICS_PORT}/metrics`)).text()
  expect(metrics).toContain(`scan_duration_seconds_count{call="identify",outcome="completed"} ${left.length}`)
  expect(metrics).toMatch(/scan_stage_seconds_count\{call="identify",stage="reading"\} \d/)
})

it('runs three nodes as one: a killed node loses nothing, and all share sessions and catalogue', async () => {
  printLogs()
  const [lost, other] = await Promise.all([aNode(1), aNode(1)])
  for (const { origin } of [lost, other]) {
    expect((await fetch(origin + getUser.path, { headers: { cookie } })).status).toBe(200)
  }

  const [first, ...rest] = await photos(4, 400)
  const ids = [first && (await send(lost.origin, first))].flatMap((id) => id ?? [])
  await vi.waitFor(async () => expect(await isBeingRead()).toBe(true), { timeout: 60_000, interval: 20 })
  await lost.end('SIGKILL')
  for (const photo of rest) ids.push(await send(door.origin, photo))

  const beer = { brewery: 'Brauerei Zyxquor', name: 'Zyxquor Nebelglanz', style: 'Pilsner', abv: 4.9 }
  const table = join(folder, 'beers.csv')
  writeFileSync(
    table,
    `beer,brewery,style,abv,country\n${beer.name},${beer.brewery},${beer.style},${beer.abv},Germany\n`,
  )
  const importing = ['import', 'table', table, '--licence', 'CC0-1.0']
  const command = new BuiltProcess('catalogue', settings(0), importing)
  expect(await command.exit(), command.log).toBe(0)
  for (const { origin } of [door, other]) {
    await vi.waitFor(
      async () => {
        const found = await fetch(`${origin}${search.path}?q=nebelglanz`, { headers: { cookie } })
        expect(await found.json()).toMatchObject({ beers: [{ name: beer.name }] })
      },
      { timeout: 5_000, interval: 100 },
    )
  }
  // The readers of the other node look for changes every two seconds.
  await new Promise((resolve) => setTimeout(resolve, 3_000))
  const added = await send(door.origin, await renderSingle({ beer, seed: 500 }))
  await allEnd([...ids, added])
  expect((await scansWith([added]))[0]?.beer?.name).toBe(beer.name)
})

it('refuses to work for the embedded database', async () => {
  const worker = new BuiltProcess('worker', { DATA_DIR: folder })
  expect(await worker.exit()).toBe(78)
  expect(worker.log).toContain('DATABASE_URL: a worker needs PostgreSQL')
})

it('moves an embedded database with the photos that wait in it', async () => {
  const DATA_DIR = join(folder, 'embedded')
  const embedded = await startNode({ DATA_DIR, SCAN_READERS: '1' })
  started.push(embedded)
  cookie = await signIn(embedded.origin)
  const ids = await Promise.all((await photos(2, 600)).map((photo) => send(embedded.origin, photo)))
  await embedded.end('SIGKILL')

  await pool.query('create database moved')
  const DATABASE_URL = Object.assign(new URL(postgres.url), { pathname: '/moved' }).href
  const moving = new BuiltProcess('data', { DATA_DIR }, ['move', DATABASE_URL])
  expect(await moving.exit(), moving.log).toBe(0)

  const node = await startNode({ DATABASE_URL, DATA_DIR: folder, SCAN_READERS: '1' })
  started.push(node)
  onTestFailed(() => console.log(node.log))
  const statuses = async () => (await scansWith(ids, node.origin)).map(({ status }) => status)
  await expect.poll(statuses, { timeout: 60_000, interval: 250 }).toEqual(Array(ids.length).fill('completed'))
})
