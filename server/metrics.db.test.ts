import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { Registry } from 'prom-client'
import { afterAll, expect, it, vi } from 'vitest'
import { identifyBeer } from '#contracts'
import { RecognitionFailed } from '#recognition'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { aScan } from '#testing/builders.ts'
import { testLog } from '#testing/log.ts'
import { manualClock } from '#testing/manual-clock.ts'
import { anOutcome, fails, photoOf, scriptedReaders } from '#testing/scripted-readers.ts'
import { connect } from './adapters/db/database.ts'
import { databaseMetrics } from './adapters/db/database-metrics.ts'
import { openDrizzle } from './adapters/db/open-drizzle.ts'
import { scanJobs, workers } from './adapters/db/schema.ts'
import { measuredGauge } from './adapters/metrics.ts'
import { reportWorker, workerMetrics } from './features/scan/worker-roster.ts'

const PROVIDER = { VISION_ENGINE: 'openai', VISION_MODEL: 'gpt-5-mini', VISION_API_KEY: 'secret-key' }
const apps: TestApp[] = []
afterAll(async () => {
  for (const app of apps) await app.close()
})

async function anApp(...[options]: Parameters<typeof startTestApp>): Promise<TestApp> {
  const app = await startTestApp(options)
  apps.push(app)
  return app
}

async function metricsOf({ app }: TestApp): Promise<string[]> {
  return (await app.inject('/metrics')).body.split('\n')
}

it('count the scans that wait, and how long the oldest of them has waited', async () => {
  const clock = manualClock()
  const app = await anApp({ clock, readerSlots: 0 })
  expect(await metricsOf(app)).toEqual(expect.arrayContaining(['scans_waiting 0', 'scans_waiting_oldest_seconds 0']))

  const { user } = await app.signIn()
  const ago = (seconds: number) => new Date(clock.now() - seconds * 1_000)
  const aJob = async (createdAt: Date, leaseUntil: Date | null) => {
    const { id } = await aScan(app.db, { userId: user.id, status: 'processing', endedAt: null })
    await app.db.insert(scanJobs).values({ scanId: id, userId: user.id, createdAt, leaseUntil })
  }
  await aJob(ago(40), ago(5))
  await aJob(ago(20), null)
  await aJob(ago(90), ago(-30))
  expect(await metricsOf(app)).toEqual(expect.arrayContaining(['scans_waiting 2', 'scans_waiting_oldest_seconds 40']))
  await app.db.delete(scanJobs)
})

it('count scans by outcome, and say how long their stages took', async () => {
  const readers = scriptedReaders()
  const app = await anApp({ readers })
  const { call } = await app.signIn()
  const label = randomUUID()
  readers.on(label, fails(new RecognitionFailed('too slow', 'timed_out')))
  const timed = randomUUID()
  readers.on(timed, async function* () {
    yield { kind: 'complete', outcome: anOutcome('single', []), times: { scene: 0.2, reading: 3, matching: 0.04 } }
  })
  for (const text of [randomUUID(), timed, label])
    await call(identifyBeer, { form: { image: new Blob([photoOf(text)]), context: 'single_beer' } })
  await vi.waitUntil(async () => (await metricsOf(app)).some((line) => line.includes('outcome="timed_out"')))
  expect(await metricsOf(app)).toEqual(
    expect.arrayContaining([
      'scan_duration_seconds_count{call="identify",outcome="completed"} 2',
      'scan_duration_seconds_count{call="identify",outcome="timed_out"} 1',
      'scan_stage_seconds_count{call="identify",stage="waiting"} 3',
      'scan_stage_seconds_count{call="identify",stage="saving"} 2',
      'scan_stage_seconds_sum{call="identify",stage="scene"} 0.2',
      'scan_stage_seconds_sum{call="identify",stage="reading"} 3',
      'scan_stage_seconds_sum{call="identify",stage="matching"} 0.04',
    ]),
  )
})

it('report readers, database connections, sign-ins and what is left of the budget', async () => {
  const app = await anApp({ env: { ...PROVIDER, VISION_SCANS_TOTAL: '7' } })
  await app.app.inject({ url: '/api/callback?state=unknown', headers: { host: 'localhost:3000' } })
  expect(await metricsOf(app)).toEqual(
    expect.arrayContaining([
      'reader_memory_bytes{lane="batch",reader="0",kind="resident"} 600',
      'reader_memory_bytes{lane="batch",reader="0",kind="peak"} 900',
      'reader_restarts_total{lane="batch"} 2',
      'database_waiting 0',
      'sign_ins_total{kind="form",outcome="expired"} 1',
      'engine_photos_left 7',
    ]),
  )
})

it('say which processes read photos, and which of them went without stopping', async () => {
  const { db } = await anApp({ readerSlots: 0 })
  // Other nodes of this file report at the real time.
  const clock = manualClock(Date.now())
  const registry = new Registry()
  workerMetrics(registry, db, clock)
  const alive = async () => {
    const lines = (await registry.metrics()).split('\n').filter((line) => line.includes('kind="worker"'))
    return lines.map((line) => line.replace(/,process="[^"]*"/u, '')).sort()
  }
  const start = (node: string) => reportWorker({ db, clock, log: testLog, kind: 'worker', node })
  const [cellar, attic] = [start('cellar'), start('attic')]
  const both = ['workers_alive{node="attic",kind="worker"} 1', 'workers_alive{node="cellar",kind="worker"} 1']
  await vi.waitFor(async () => expect(await alive()).toEqual(both))
  await cellar.close()
  expect(await alive()).toEqual(both.slice(0, 1))

  // Killed: it no longer reports, and never said that it stops.
  await attic.close()
  await db.insert(workers).values({ id: randomUUID(), node: 'attic', kind: 'worker', seenAt: new Date(clock.now()) })
  clock.advance(60_000)
  expect(await alive()).toEqual(['workers_alive{node="attic",kind="worker"} 0'])
  const successor = start('attic')
  await vi.waitFor(async () => expect(await alive()).toEqual(both.slice(0, 1)))

  // The other one beside it does not hide that it is missing.
  clock.advance(1_000)
  await db.insert(workers).values({ id: randomUUID(), node: 'attic', kind: 'worker', seenAt: new Date(clock.now()) })
  for (let passed = 0; passed < 75; passed += 15) {
    clock.advance(15_000)
    await vi.waitFor(async () => {
      const [latest] = await db
        .select()
        .from(workers)
        .where(eq(workers.seenAt, new Date(clock.now())))
      expect(latest).toMatchObject({ node: 'attic' })
    })
  }
  expect(await alive()).toEqual(['workers_alive{node="attic",kind="worker"} 0', ...both.slice(0, 1)])
  await successor.close()
})

it('say when the newest snapshot was taken', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'snapshots-'))
  const registry = new Registry()
  const onWaited = (listener: (seconds: number) => void) => [0, 0.02, 0.3].forEach(listener)
  databaseMetrics(registry, { totalCount: 3, idleCount: 1, waitingCount: 4, onWaited }, folder)
  const before = await registry.metrics()
  expect(before).toContain('database_connections{state="busy"} 2')
  expect(before).toContain('database_waiting 4')
  expect(before).toContain('database_wait_seconds_bucket{le="0.025"} 2')
  expect(before).toContain('database_wait_seconds_sum 0.32')
  expect(before).not.toMatch(/^snapshot_newest/m)
  for (const name of ['2026-03-01T10-00-00.000Z', '2026-03-01T11-30-00.500Z', 'incomplete'])
    mkdirSync(join(folder, name))
  expect(await registry.metrics()).toContain(`timestamp_seconds ${Date.parse('2026-03-01T11:30:00.500Z') / 1_000}`)
  rmSync(folder, { recursive: true })
})

it('leave out what cannot be measured', async () => {
  const registry = new Registry()
  let isBroken = false
  measuredGauge(registry, { name: 'rows', help: 'Rows.' }, async () => {
    if (isBroken) throw new Error('no database')
    return 5
  })
  measuredGauge(registry, { name: 'other', help: 'Another.' }, () => 1)
  expect(await registry.metrics()).toContain('rows 5')
  isBroken = true
  expect(await registry.metrics()).not.toMatch(/^rows /m)
  expect(await registry.metrics()).toContain('other 1')
})

it('are read while the database does not answer', { timeout: 8_000 }, async () => {
  const sockets: Socket[] = []
  const silent = createServer((socket) => void sockets.push(socket)).listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const { port } = silent.address() as AddressInfo
  const pool = connect({ connectionString: `postgres://nobody@127.0.0.1:${port}/none` }, testLog)
  const registry = new Registry()
  workerMetrics(registry, openDrizzle(pool), manualClock())
  measuredGauge(registry, { name: 'other', help: 'Another.' }, () => 1)
  expect(await registry.metrics()).toContain('other 1')
  silent.close()
  for (const socket of sockets) socket.destroy()
  await pool.end()
})
