import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import {
  deleteUser,
  getImport,
  IMPORT_PREVIEW_TTL_MS,
  listFavorites,
  listImports,
  listSearches,
  listWants,
  startImport,
  undoImport,
} from '#contracts'
import type { TestApp } from '#testing/app.ts'
import { aBeer, aBrewery } from '#testing/builders.ts'
import { testLog } from '#testing/log.ts'
import { spec } from '#testing/spec.ts'
import { lockUser } from '../../adapters/db/lock-user.ts'
import { beers, importFiles, imports, searches } from '../../adapters/db/schema.ts'
import { LeaseLost } from '../../adapters/jobs/lease.ts'
import { DEFAULT_PREFERENCES } from '../../core/notices/queue-notice.ts'
import { pictureStore } from '../../core/pictures/picture-store.ts'
import { shippedLexicons } from '../../product-files.ts'
import { batchesOf } from './batches.ts'
import { importQueue } from './import-queue.ts'
import { importStore } from './import-store.ts'
import { at, exportData, type ImportApp, startImportApp, toFile, userWithRecords } from './imports.fixture.ts'
import { parseFile } from './parse-file.ts'
import { ReadingKilled, UnreadableFile } from './read-file-in-process.ts'
import { runClaimedImport, startImportRunner } from './run-claimed-import.ts'

let app: TestApp
let clock: ImportApp['clock']
let check: ImportApp['check']
let importFile: ImportApp['importFile']
let runAll: ImportApp['runAll']
let upload: ImportApp['upload']
beforeAll(async () => {
  ;({ app, clock, check, importFile, runAll, upload } = await startImportApp())
})
afterAll(() => app.close())

describe('an unsupported file', () => {
  it.each([
    ['an empty file', '', 400],
    ['only whitespace', '  \n ', 400],
    ['a picture', new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 0, 0x10]), 400],
    ['another CSV', 'a,b,c\n1,2,3', 400],
    ['another JSON', '{"hello": [1, 2]}', 400],
    ['a file over 50 MB', new Uint8Array(50 * 1024 * 1024 + 1), 413],
  ])('is rejected without starting an import: %s', spec('10.3.12'), async (_what, file, status) => {
    const person = await app.signIn()
    expect((await upload(person, file)).status).toBe(status)
    expect((await person.call(listImports)).body).toEqual([])
  })

  it('is not rejected for its size up to 50 MB', { ...spec('10.3.12'), timeout: 60_000 }, async () => {
    const person = await app.signIn()
    const answer = await upload(person, new Uint8Array(50 * 1024 * 1024))
    expect(answer.status).toBe(400)
  })

  it('is rejected without a session', async () => {
    const answer = await app.app.inject({
      method: 'POST',
      url: '/api/import',
      headers: { host: 'localhost:3000' },
      payload: '{}',
    })
    expect(answer.statusCode).toBe(401)
  })
})

describe('a second upload', () => {
  it('replaces an import that was only previewed, and is rejected while one is running', async () => {
    const person = await app.signIn()
    const first = await check(person, toFile({ searches: [] }))
    const second = await check(person, toFile({ favorites: [] }))
    expect((await person.call(listImports)).body?.map(({ id }) => id)).toEqual([second.id])
    expect((await person.call(startImport, { params: { id: first.id } })).status).toBe(404)
    await app.db
      .update(importFiles)
      .set({ phase: 'importing', leaseToken: randomUUID(), leaseUntil: new Date(clock.now() + 60_000) })
      .where(eq(importFiles.importId, second.id))
    expect(await upload(person, toFile({ scans: [] }))).toMatchObject({ status: 409, body: { code: 'import_running' } })
    expect((await person.call(undoImport, { params: { id: second.id } })).status).toBe(204)
    expect((await upload(person, toFile({ scans: [] }))).status).toBe(202)
  })

  it('replaces the first at the same moment, and both are answered', async () => {
    const person = await app.signIn()
    const { begin } = importStore(app.db, clock, pictureStore(app.db)).of(person.user.id)
    const bytes = new TextEncoder().encode(toFile({ searches: [] }))
    // More than there are connections.
    const names = Array.from({ length: 20 }, (_, n) => `${n}.json`)
    const begun = await Promise.all(names.map((name) => begin(name, 'export-json', bytes)))
    expect(begun.map(({ fileName }) => fileName)).toEqual(names)
    expect((await person.call(listImports)).body).toHaveLength(1)
  })

  it('may be a multipart form, and is imported in the background', async () => {
    const person = await app.signIn()
    const data = new FormData()
    data.set(
      'file',
      new Blob([toFile({ searches: [{ query: 'orval', searchedAt: at(1).toISOString() }] })]),
      'mine.json',
    )
    const encoded = new Response(data)
    const payload = Buffer.from(await encoded.arrayBuffer())
    const { status, body } = await upload(person, payload, 'mine.json', encoded.headers.get('content-type') ?? '')
    expect([status, body]).toMatchObject([202, { fileName: 'mine.json', source: 'beergoggles' }])
    const params = { id: body.id }
    const hasState = (state: string) =>
      vi.waitFor(async () => expect((await person.call(getImport, { params })).body.state).toBe(state), {
        timeout: 20_000,
        interval: 10,
      })
    await hasState('checked')
    expect((await person.call(startImport, { params })).status).toBe(202)
    await hasState('done')
    expect((await person.call(listSearches)).body).toMatchObject([{ query: 'orval' }])
  })
})

describe('a malformed file', () => {
  it('affects only its malformed records', async () => {
    const person = await app.signIn()
    const search = (query: string) => ({ query, resultCount: 1, searchedAt: at(1).toISOString() })
    const deep = '['.repeat(200_000) + ']'.repeat(200_000)
    const menu = (menuData: string) => ({
      status: 'completed',
      scanType: 'menu',
      menuData,
      scannedAt: at(2).toISOString(),
    })
    const parts = [
      JSON.stringify(search('good one')),
      JSON.stringify(search('nul \0 and half \ud83c pair')),
      `{"__proto__": {"polluted": true}, "constructor": 1, "query": "proto", "resultCount": 1, "searchedAt": "${at(3).toISOString()}"}`,
      `{"query": ${deep}}`,
      '{"query": "broken',
      JSON.stringify({ ...search('future'), searchedAt: '2999-01-01T00:00:00.000Z' }),
      JSON.stringify(search('x'.repeat(5_000))),
    ]
    const file = `{"scans": [${JSON.stringify(menu(deep))}, ${JSON.stringify(menu('{"a":1}'))}, ${JSON.stringify(menu('no JSON'))}],
      "searches": [${parts.join(',\n')}
      ], "constructor": [{"a": 1}], "toString": [{"b": 2}]}`
    const done = await importFile(person, file)
    const { scans, searches: imported } = await exportData(person)
    expect(scans).toEqual([])
    expect(imported.map(({ query }) => query)).toEqual(
      expect.arrayContaining(['good one', 'nul  and half \ufffd pair', 'proto', 'x'.repeat(200)]),
    )
    expect(done.counts.searches.fresh).toBe(4)
    expect(done.counts.unplaced).toBeGreaterThanOrEqual(6)
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined()
  })

  it.each(['half \ud83c pair', 'nul \0'])(
    'may have settings in a language that cannot be stored: %j',
    async (language) => {
      const person = await app.signIn()
      const preferences = { ...DEFAULT_PREFERENCES, soundEffects: true, vibration: false }
      const file = JSON.stringify({
        searches: [{ query: 'good one', resultCount: 1, searchedAt: at(1).toISOString() }],
        settings: [{ preferences, language, timeZone: null, keepsPictures: false }],
      })
      const done = await importFile(person, file)
      expect(done.counts).toMatchObject({ searches: { fresh: 1 }, settings: { fresh: 1 } })
      expect(done.settings).toMatchObject({ vibration: false })
    },
  )

  it('reports at most 100 problems and counts all of them', spec('10.3.13'), async () => {
    const person = await app.signIn()
    const bad = Array.from({ length: 130 }, (_, number) => ({ query: number }))
    const { counts, problems } = await check(person, toFile({ searches: bad }))
    expect([problems.length, counts.unplaced]).toEqual([100, 130])
  })

  it('is imported up to the point where it is cut off, which is reported', async () => {
    const person = await userWithRecords(app)
    const whole = toFile(await exportData(person))
    const grace = await app.signIn()
    const cut = whole.slice(0, Math.floor(whole.length * 0.6))
    const done = await importFile(grace, cut)
    expect(done.counts.scans.fresh).toBeGreaterThan(2)
    expect(done.reasons).toEqual([{ what: 'the file is cut off here', count: 1 }])
  })

  it('cannot reach another user’s beer by its id', async () => {
    const ada = await userWithRecords(app)
    const eve = await app.signIn()
    const beer = { id: ada.unlisted, name: 'Kellerbier "Nr. 1"', brewery: 'Brauerei im Keller', listed: true }
    await importFile(eve, toFile({ favorites: [{ beer, favoritedAt: at(1).toISOString() }] }))
    const [favorite] = (await eve.call(listFavorites)).body ?? []
    expect(favorite?.beerId).not.toBe(ada.unlisted)
    expect(favorite?.beer.listed).toBe(false)
  })
})

describe('an interrupted import', () => {
  it('resumes after the last stored batch and stores nothing twice', async () => {
    const person = await app.signIn()
    const queries = Array.from({ length: 120 }, (_, n) => ({
      query: `search ${n}`,
      resultCount: n,
      searchedAt: new Date(at(1).getTime() + n * 1_000).toISOString(),
    }))
    const { id } = await check(person, toFile({ searches: queries }))
    // The state after a crash of the server: the first batch is stored, and the lease has lapsed.
    const first = queries.slice(0, 50)
    await app.db.insert(searches).values(
      first.map(({ query, resultCount, searchedAt }) => ({
        userId: person.user.id,
        importId: id,
        query,
        resultCount,
        searchedAt: new Date(searchedAt),
      })),
    )
    await app.db
      .update(importFiles)
      .set({ phase: 'importing', done: 50, leaseToken: randomUUID(), leaseUntil: new Date(clock.now() - 1) })
      .where(eq(importFiles.importId, id))
    await runAll()
    const { body: done } = await person.call(getImport, { params: { id } })
    expect(done.state).toBe('done')
    expect(done.counts.searches).toEqual({ fresh: 70, known: 0 })
    expect((await exportData(person)).searches).toHaveLength(120)
    const [file] = await app.db.select().from(importFiles).where(eq(importFiles.importId, id))
    expect(file?.packed).toBeNull()
  })

  it('stays with the node that reads it, however long a batch takes, until that node loses the lease', async () => {
    const person = await app.signIn()
    const store = importStore(app.db, clock, pictureStore(app.db))
    const file = new TextEncoder().encode(toFile({ searches: [] }))
    const { id } = await store.of(person.user.id).begin('slow.json', 'export-json', file)
    let reading: AbortSignal | undefined
    const slow = startImportRunner({
      db: app.db,
      queue: importQueue(app.db, clock),
      pictures: pictureStore(app.db),
      lexicons: shippedLexicons,
      // Its first batch takes for ever.
      async *readFile(_kind, _packed, signal) {
        reading = signal
        await new Promise((resolve) => signal.addEventListener('abort', resolve))
        throw signal.reason
      },
      clock,
      log: testLog,
    })
    const row = async () => (await app.db.select().from(importFiles).where(eq(importFiles.importId, id)))[0]
    const isRenewed = async () => expect((await row())?.leaseUntil).toEqual(new Date(clock.now() + 15_000))
    await vi.waitFor(() => expect(reading).toBeDefined(), 20_000)
    const lease = (await row())?.leaseToken
    for (let passed = 0; passed < 30_000; passed += 5_000) {
      // Also wakes the runner of the app, which is another node.
      clock.advance(5_000)
      await vi.waitFor(isRenewed, 20_000)
    }
    expect(await row()).toMatchObject({ leaseToken: lease, attempt: 1 })

    const taken = { leaseToken: randomUUID(), leaseUntil: new Date(clock.now() + 60_000) }
    await app.db.update(importFiles).set(taken).where(eq(importFiles.importId, id))
    clock.advance(5_000)
    await vi.waitFor(() => expect(reading?.reason).toBeInstanceOf(LeaseLost), 20_000)
    await slow.close()
    expect(await row()).toMatchObject({ ...taken, phase: 'looking' })
    await app.db.delete(importFiles).where(eq(importFiles.importId, id))
  })

  it('is free at once for another node if its own is stopped while it claims it', async () => {
    const person = await app.signIn()
    const store = importStore(app.db, clock, pictureStore(app.db))
    const file = new TextEncoder().encode(toFile({ searches: [] }))
    const { id } = await store.of(person.user.id).begin('stopped.json', 'export-json', file)
    const queue = importQueue(app.db, clock)
    let hasClaimed = () => {}
    const claimed = new Promise<void>((resolve) => {
      hasClaimed = resolve
    })
    let goOn = () => {}
    const paused = new Promise<void>((resolve) => {
      goOn = resolve
    })
    const runner = startImportRunner({
      db: app.db,
      queue: {
        ...queue,
        async claim() {
          const found = await queue.claim()
          hasClaimed()
          await paused
          return found
        },
      },
      pictures: pictureStore(app.db),
      lexicons: shippedLexicons,
      clock,
      log: testLog,
    })
    await claimed
    const closed = runner.close()
    goOn()
    await closed
    const [row] = await app.db.select().from(importFiles).where(eq(importFiles.importId, id))
    expect(row).toMatchObject({ phase: 'looking', leaseToken: null, leaseUntil: null, attempt: 0 })
    await app.db.delete(importFiles).where(eq(importFiles.importId, id))
  })

  it('fails after three attempts, of which each began its preview anew', async () => {
    const person = await app.signIn()
    const file = toFile({ searches: [{ query: 'orval', resultCount: 1, searchedAt: at(1).toISOString() }] })
    const store = importStore(app.db, clock, pictureStore(app.db))
    const { id } = await store.of(person.user.id).begin('deadly.json', 'export-json', new TextEncoder().encode(file))
    async function* readFile() {
      yield* batchesOf(parseFile('export-json', new TextEncoder().encode(file)))
      throw new ReadingKilled('it ended with SIGKILL')
    }
    const ports = { db: app.db, pictures: pictureStore(app.db), lexicons: shippedLexicons, readFile }
    for (let attempt = 1; attempt <= 3; attempt++) {
      // Each finds the lease of the one before lapsed.
      const queue = importQueue(app.db, { now: () => clock.now() + attempt * 20_000 })
      const claimed = await queue.claim()
      if (!claimed) throw new Error('the import is not claimable')
      await expect(runClaimedImport(claimed, { ...ports, queue }, AbortSignal.timeout(60_000))).rejects.toThrow(
        ReadingKilled,
      )
    }
    expect(await importQueue(app.db, { now: () => clock.now() + 80_000 }).claim()).toBeUndefined()
    expect((await person.call(getImport, { params: { id } })).body.state).toBe('failed')
  })

  it('fails after three attempts', async () => {
    const person = await app.signIn()
    const { id } = await check(person, toFile({ searches: [] }))
    await app.db
      .update(importFiles)
      .set({ phase: 'importing', attempt: 3, leaseUntil: new Date(clock.now() - 1) })
      .where(eq(importFiles.importId, id))
    await runAll()
    expect((await person.call(getImport, { params: { id } })).body.state).toBe('failed')
  })
})

describe('an import of an unlisted beer that the catalogue has', () => {
  it('goes on while the beer is promoted between two batches', async () => {
    const person = await app.signIn()
    const brewery = await aBrewery(app.db, { name: 'Schleusenhof' })
    const listed = await aBeer(app.db, { name: 'Schleusenbock', breweryId: brewery.id, abv: 7 })
    const beer = { name: 'Schleusenbock', brewery: 'Schleusenhof', abv: 7, listed: false }
    const time = at(1).toISOString()
    const file = toFile({ favorites: [{ beer, favoritedAt: time }], wants: [{ beer, wantedAt: time }] })
    const { id } = await check(person, file)
    const start = await importStore(app.db, clock, pictureStore(app.db)).of(person.user.id).start(id)
    expect(start).toBeDefined()
    const isPromoted = async () => {
      clock.advance(2_000)
      expect(await app.db.$count(beers, eq(beers.ownerId, person.user.id))).toBe(0)
    }
    // Its lease lasts, however often the clock advances.
    const queue = importQueue(app.db, { now: () => clock.now() + 60 * 60_000 })
    const claimed = await queue.claim()
    if (!claimed) throw new Error('the import is not claimable')
    const ports = { db: app.db, queue, pictures: pictureStore(app.db), lexicons: shippedLexicons }
    async function* readFile() {
      for await (const { records } of batchesOf(parseFile('export-json', new TextEncoder().encode(file)))) {
        for (const [index, record] of records.entries()) {
          yield { records: [record], share: (index + 1) / records.length }
          await vi.waitFor(isPromoted, 20_000)
        }
      }
    }
    await runClaimedImport(claimed, { ...ports, readFile }, AbortSignal.timeout(60_000))
    const [favorite] = (await person.call(listFavorites)).body ?? []
    const [want] = (await person.call(listWants)).body ?? []
    expect([favorite?.beerId, want?.beerId]).toEqual([listed.id, listed.id])
    expect((await person.call(getImport, { params: { id } })).body.counts.unlistedBeers).toBe(1)
  })
})

it('that was started is not replaced by another file that arrives at the same time', async () => {
  const person = await app.signIn()
  const file = toFile({ searches: [{ query: 'orval', resultCount: 1, searchedAt: at(1).toISOString() }] })
  const { id } = await check(person, file)
  const store = importStore(app.db, clock, pictureStore(app.db)).of(person.user.id)
  let starting: Promise<unknown> = Promise.resolve()
  await app.db.transaction(async (tx) => {
    // As the other file does first.
    await lockUser(tx, person.user.id)
    const open = await tx.select().from(importFiles).where(eq(importFiles.importId, id))
    expect(open).toMatchObject([{ phase: 'looked' }])
    starting = store.start(id).catch((error: unknown) => error)
    await Promise.race([starting, sleep(300)])
    await tx.delete(imports).where(eq(imports.id, id))
  })
  expect(await starting).toMatchObject({ code: 'not_found' })
})

it('that is started a day later is not deleted at the same time', async () => {
  const person = await app.signIn()
  const { id } = await check(person, toFile({ searches: [] }))
  const later = { now: () => clock.now() + IMPORT_PREVIEW_TTL_MS + 1 }
  const store = importStore(app.db, later, pictureStore(app.db))
  let cleaning = Promise.resolve()
  await app.db.transaction(async (tx) => {
    // As starting does first.
    await lockUser(tx, person.user.id)
    await tx.update(importFiles).set({ phase: 'importing' }).where(eq(importFiles.importId, id))
    cleaning = store.removeAbandoned()
    await Promise.race([cleaning, sleep(300)])
  })
  await cleaning
  expect((await person.call(getImport, { params: { id } })).body).toMatchObject({ state: 'importing' })
})

it('that is undone while it ends waits for that', async () => {
  const person = await app.signIn()
  const { id } = await check(person, toFile({ searches: [] }))
  await importStore(app.db, clock, pictureStore(app.db)).of(person.user.id).start(id)
  const queue = importQueue(app.db, clock)
  const claimed = await queue.claim()
  if (!claimed) throw new Error('the import is not claimable')
  let ending: Promise<unknown> = Promise.resolve()
  await app.db.transaction(async (tx) => {
    // In the order in which undoing locks them.
    await lockUser(tx, person.user.id)
    await tx.select().from(imports).where(eq(imports.id, id)).for('update')
    ending = queue.end(claimed).catch((error: unknown) => error)
    await Promise.race([ending, sleep(300)])
    await tx.update(importFiles).set({ phase: 'ended', leaseToken: null }).where(eq(importFiles.importId, id))
  })
  expect(await ending).toBeInstanceOf(LeaseLost)
})

it('ends with the account of its user, between two batches', async () => {
  const person = await app.signIn()
  const search = (day: number) => ({ query: 'orval', resultCount: 1, searchedAt: at(day).toISOString() })
  const file = toFile({ searches: [search(1), search(2)] })
  const { id } = await check(person, file)
  await importStore(app.db, clock, pictureStore(app.db)).of(person.user.id).start(id)
  const queue = importQueue(app.db, clock)
  const claimed = await queue.claim()
  if (!claimed) throw new Error('the import is not claimable')
  async function* readFile() {
    for await (const { records } of batchesOf(parseFile('export-json', new TextEncoder().encode(file)))) {
      for (const record of records) {
        yield { records: [record], share: 0.5 }
        await person.call(deleteUser)
      }
    }
  }
  const ports = { db: app.db, queue, pictures: pictureStore(app.db), lexicons: shippedLexicons, readFile }
  await expect(runClaimedImport(claimed, ports, AbortSignal.timeout(60_000))).rejects.toThrow(LeaseLost)
})

describe('a file that cannot be read to its end', () => {
  /** Starts an import of one search, whose reading then ends with the error. */
  async function cutOffBy(error: Error) {
    const person = await app.signIn()
    const file = toFile({ searches: [{ query: 'orval', resultCount: 1, searchedAt: at(1).toISOString() }] })
    const { id } = await check(person, file)
    await importStore(app.db, clock, pictureStore(app.db)).of(person.user.id).start(id)
    const queue = importQueue(app.db, clock)
    const claimed = await queue.claim()
    if (!claimed) throw new Error('the import is not claimable')
    const run = runClaimedImport(
      claimed,
      {
        db: app.db,
        queue,
        pictures: pictureStore(app.db),
        lexicons: shippedLexicons,
        async *readFile() {
          yield* batchesOf(parseFile('export-json', new TextEncoder().encode(file)))
          throw error
        },
      },
      AbortSignal.timeout(60_000),
    )
    await expect(run).rejects.toThrow(error)
    return { person, queue, state: async () => (await person.call(getImport, { params: { id } })).body }
  }

  it('fails at once, says from where on, and keeps what was stored', async () => {
    const { person, queue, state } = await cutOffBy(new UnreadableFile('it ended with SIGABRT'))
    expect(await state()).toMatchObject({
      state: 'failed',
      counts: { searches: { fresh: 1 } },
      reasons: [{ what: 'the file cannot be read from here on', count: 1 }],
    })
    expect(await queue.claim()).toBeUndefined()
    expect((await exportData(person)).searches).toHaveLength(1)
  })

  it('is read again, and nothing stored twice, if its process was killed', async () => {
    const { person, state } = await cutOffBy(new ReadingKilled('it ended with SIGKILL'))
    expect((await state()).state).toBe('importing')
    // Its lease lapses, and the runner of the app claims it.
    clock.advance(20_000)
    await vi.waitFor(async () => expect((await state()).state).toBe('done'), 20_000)
    expect((await state()).counts.searches).toEqual({ fresh: 1, known: 0 })
    expect((await exportData(person)).searches).toHaveLength(1)
  })
})
