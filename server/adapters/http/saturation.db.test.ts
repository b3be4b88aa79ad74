import type pg from 'pg'
import { afterAll, afterEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { addFavorite, identifyBeer, listFavorites } from '#contracts'
import { startTestApp } from '#testing/app.ts'
import { aBeer } from '#testing/builders.ts'
import { anOutcome, aSighting, NO_TIME, photoOf, scriptedReaders } from '#testing/scripted-readers.ts'
import { inBackground, inRequest, newRequest, type RequestState } from '../db/connection-queue.ts'

const readers = scriptedReaders()
const app = await startTestApp({ readers })
const { pool } = app.database
/** On a busy machine. */
const SOON_MS = 10_000
let held: pg.PoolClient[] = []

/** Takes all connections, as slow statements would. */
async function saturate() {
  held = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()))
}
function recover() {
  for (const client of held.splice(0)) client.release()
}
afterEach(recover)
afterAll(() => app.close())

describe('a database that cannot be reached', () => {
  it('answers 503 with Retry-After, and everything again once it can', async () => {
    const { call } = await app.signIn()
    const { connectionString } = pool.options
    pool.options.connectionString = 'postgres://nobody@127.0.0.1:1/nothing'
    try {
      await vi.waitFor(async () => {
        while (pool.idleCount > 0) (await pool.connect()).release(true)
        const unavailable = { status: 503, body: { code: 'unavailable' }, headers: { 'retry-after': '5' } }
        expect(await call(listFavorites)).toMatchObject(unavailable)
      }, SOON_MS)
    } finally {
      pool.options.connectionString = connectionString
    }
    await vi.waitFor(async () => expect((await call(listFavorites)).status).toBe(200), SOON_MS)
  })
})

if (app.database.kind === 'postgres') {
  it('answers 503 to changes on a connection that may only read, as after a failover, and gives it up', async () => {
    const { call } = await app.signIn()
    const beer = await aBeer(app.db)
    await saturate()
    for (const client of held) await client.query('set default_transaction_read_only = on')
    recover()
    const change = () => call(addFavorite, { body: { beerId: beer.id } })
    expect(await change()).toMatchObject({
      status: 503,
      body: { code: 'unavailable' },
      headers: { 'retry-after': '5' },
    })
    await vi.waitFor(async () => expect((await change()).status).toBe(201), SOON_MS)
  })

  it('answers 503 to a read and a change whose connections end meanwhile, as when PostgreSQL restarts', async () => {
    const { call } = await app.signIn()
    const beer = await aBeer(app.db)
    const others = await pool.connect()
    onTestFinished(() => others.release(true))
    await others.query('begin')
    await others.query('lock table favorites')
    const answers = Promise.all([call(listFavorites), call(addFavorite, { body: { beerId: beer.id } })])
    const waiting = "from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'"
    await vi.waitFor(async () => expect((await pool.query(`select pid ${waiting}`)).rowCount).toBe(2), SOON_MS)
    await pool.query(`select pg_terminate_backend(pid) ${waiting}`)
    for (const answer of await answers) {
      expect(answer).toMatchObject({ status: 503, body: { code: 'unavailable' }, headers: { 'retry-after': '5' } })
    }
  })
}

describe('a saturated database', () => {
  it('refuses reads and writes rather than letting them wait, and answers again as soon as it recovers', async () => {
    const { call } = await app.signIn()
    const others = await Promise.all(Array.from({ length: 25 }, () => app.signIn()))
    const beer = await aBeer(app.db)
    await saturate()
    const startedAt = performance.now()
    const refused = await Promise.all([
      ...others.flatMap((other) => [other.call(listFavorites), other.call(listFavorites)]),
      call(addFavorite, { body: { beerId: beer.id } }),
    ])
    // Jobs wait for ten seconds. A busy machine takes its time for 51 answers; `connection-queue.test.ts` holds the 0.7 s of each.
    expect(performance.now() - startedAt).toBeLessThan(5_000)
    for (const answer of refused) {
      expect(answer).toMatchObject({ status: 503, body: { code: 'unavailable' }, headers: { 'retry-after': '2' } })
    }
    recover()
    expect((await call(listFavorites)).body).toEqual([])
    // A job of the server may have one for a moment.
    await vi.waitFor(() => expect(pool.idleCount).toBe(pool.totalCount), SOON_MS)
  })

  it('serves a request that has begun before those that have not', async () => {
    await saturate()
    const order: string[] = []
    const query = (name: string, state: RequestState) =>
      inRequest(state, () => pool.query('select 1')).then(() => order.push(name))
    const fresh = query('fresh', newRequest())
    const begun = query('begun', { ...newRequest(), hasBegun: true })
    held.pop()?.release()
    await Promise.all([fresh, begun])
    expect(order).toEqual(['begun', 'fresh'])
  })

  it('lets clients connect before it gives a connection that becomes free to the next request', async () => {
    await saturate()
    const waiting = pool.query('select 1')
    await vi.waitFor(() => expect(pool.waitingCount).toBe(1), SOON_MS)
    app.app.connectionsFirst?.accepted()
    recover()
    expect(pool.waitingCount).toBe(1)
    await waiting
    expect(pool.waitingCount).toBe(0)
  })

  it('serves requests before work in the background, which goes on all the same', async () => {
    await saturate()
    const order: string[] = []
    const query = (name: string) => pool.query('select 1').then(() => order.push(name))
    const request = (name: string) => inRequest(newRequest(), () => query(name))
    const background = [inBackground(() => query('first job')), inBackground(() => query('second job'))]
    const first = request('first request')
    held.pop()?.release()
    await Promise.all([...background, first])
    expect(order).toEqual(['first request', 'first job', 'second job'])

    recover()
    order.length = 0
    await saturate()
    const waiting = inBackground(() => query('job'))
    // Longer than jobs let requests go first, until both are served: a job of the server may take the place first.
    const later = vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 2_100)
    const second = request('request')
    held.pop()?.release()
    await Promise.all([waiting, second]).finally(() => later.mockRestore())
    expect(order).toEqual(['job', 'request'])
  })

  it('counts a request that the server makes to itself as part of the one that needs it', async () => {
    const state = newRequest()
    await inRequest(state, () => pool.query('select 1'))
    expect(inRequest(state, newRequest)).toBe(state)
    expect(newRequest()).not.toBe(state)
  })

  it('answers a browser that opens a page with a page', async () => {
    const html = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8', host: 'localhost:3000' }
    const open = (url: string, cookie = '') => app.app.inject({ url, headers: { ...html, cookie } })
    const begun = await open('/api/login')
    const { pathname, search } = new URL(String(begun.headers.location))
    const shown = await open(pathname + search)
    const cookie = [shown.headers['set-cookie']]
      .flat()
      .map((each) => String(each).split(';')[0])
      .join('; ')
    const form = String(shown.headers.location)
    expect((await open(form, cookie)).body).toContain('First name')

    await saturate()
    const pages = ['/api/login', pathname + search, form]
    for (const refused of await Promise.all(pages.map((url) => open(url, cookie)))) {
      expect(refused.statusCode).toBe(503)
      expect(refused.headers).toMatchObject({
        'content-type': expect.stringContaining('text/html'),
        'retry-after': '2',
      })
      expect(refused.body).toContain('A lot is going on right now. Please try again in a moment.')
      expect(refused.body).toContain('Try again</a>')
    }
  })

  it('reports how many wait', async () => {
    await saturate()
    const waiting = Promise.all([pool.query('select 1'), pool.query('select 1')])
    await vi.waitFor(() => expect(pool.waitingCount).toBeGreaterThanOrEqual(2), SOON_MS)
    recover()
    await waiting
    await vi.waitFor(() => expect(pool.waitingCount).toBe(0), SOON_MS)
  })

  it('lets a scan wait that a request has started', async () => {
    const { call } = await app.signIn()
    const beer = await aBeer(app.db)
    readers.on('waits', async function* () {
      await saturate()
      setTimeout(recover, 1_500)
      yield { kind: 'complete', outcome: anOutcome('single', [aSighting(beer.id)]), times: NO_TIME }
    })
    const answer = await call(identifyBeer, { form: { image: new Blob([photoOf('waits')]) } })
    expect(answer).toMatchObject({ status: 200, body: { beer: { id: beer.id } } })
    expect(readers.recognised).toHaveLength(1)
  })
})
