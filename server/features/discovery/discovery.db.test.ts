import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { and, count, eq, ilike, inArray } from 'drizzle-orm'
import { Registry } from 'prom-client'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { search } from '#contracts'
import { beers, breweries, catalogueOrigins, engineUsage, imports } from '#server/adapters/db/schema.ts'
import { nextCatalogueVersion } from '#server/core/beers/catalogue-version.ts'
import { undoImport } from '#server/core/ingest/undo-import.ts'
import { openSearchIndexFeed } from '#server/core/search/search-index-feed.ts'
import { shippedLexicons } from '#server/product-files.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { aBeer, aBrewery, aUser } from '#testing/builders.ts'
import { testLog } from '#testing/log.ts'
import { manualClock } from '#testing/manual-clock.ts'
import { spec } from '#testing/spec.ts'
import { EngineFailure, type TextProvider } from '#vision/text'
import type { VisionConfig } from '../provider-budget/engines-of.ts'
import { providerBudget } from '../provider-budget/provider-budget.ts'
import { aiSource } from './ai-source.ts'
import { startDiscovery } from './discovery.ts'
import type { DiscoverySource } from './discovery-source.ts'
import { openSources } from './sources.ts'

type Answer = (request: IncomingMessage, response: ServerResponse) => void

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

/** A source with its own address, and the requests that it received. */
async function source(answer: Answer): Promise<{ address: string; asked: string[] }> {
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(request.url ?? '')
    answer(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closing.push(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return { address: `http://127.0.0.1:${port}`, asked }
}

const json =
  (body: unknown): Answer =>
  (_, response) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))

const product = (code: string, name: string, brands: string, more: object = {}) => ({
  code,
  product_name: name,
  brands,
  categories_tags: ['en:beverages', 'en:alcoholic-beverages', 'en:beers'],
  nutriments: { alcohol: 5.4 },
  ...more,
})

async function appThatAsks(discovery: string, options: Parameters<typeof startTestApp>[0] = {}): Promise<TestApp> {
  const app = await startTestApp({ env: { DISCOVERY: discovery }, ...options })
  closing.push(() => app.close())
  return app
}

async function finding(app: TestApp) {
  const { call } = await app.signIn()
  return async (q: string) => (await call(search, { query: { q } })).body
}

describe('discovery', () => {
  it('reports at once that discovery is off', spec('2.6.26'), async () => {
    const find = await finding(await appThatAsks('none'))
    expect(await find('zumhof kellerbier')).toEqual({ breweries: [], beers: [], discovery: 'off' })
    expect(await find('zum')).toEqual({ breweries: [], beers: [] })
  })

  it(
    'stores what a source knows as provisional, with its origin, and finds it from then on without asking',
    spec('2.6.28'),
    async () => {
      const off = await source(json({ products: [product('3300000000015', 'Zumhof Kellerbier', 'Zumhof')] }))
      const app = await appThatAsks(`open-food-facts=${off.address}`)
      const find = await finding(app)
      const { beers: found, discovery } = await find('zumhof kelerbier')
      expect(discovery).toBe('found')
      expect(found).toMatchObject([
        {
          name: 'Zumhof Kellerbier',
          brewery: 'Zumhof',
          abv: 5.4,
          listed: true,
          kind: 'beer',
          provisional: { source: 'open-food-facts', licence: 'ODbL 1.0, contents DbCL 1.0' },
        },
      ])
      const again = await find('kellerbier zumhof')
      expect(again.beers.map(({ id }) => id)).toEqual(found.map(({ id }) => id))
      expect(again.discovery).toBeUndefined()
      expect(off.asked).toHaveLength(1)
    },
  )

  it('finds breweries too', async () => {
    const brewery = {
      id: 'abc-1',
      name: 'Quarrel Hill Brewing',
      brewery_type: 'micro',
      city: 'Bend',
      country: 'United States',
    }
    const db = await source(json([brewery, { id: 7 }, { ...brewery, id: 'abc-2', name: 'Elsewhere Taproom' }]))
    const find = await finding(await appThatAsks(`open-brewery-db=${db.address}`))
    const { breweries, discovery } = await find('quarrel hill')
    expect(discovery).toBe('found')
    expect(breweries).toMatchObject([{ name: 'Quarrel Hill Brewing', city: 'Bend', beerCount: 0 }])
  })

  it('stores the country of a brewery as the catalogue spells it', async () => {
    const brewery = {
      id: 'abc-3',
      name: 'Marram Dune Brewing',
      brewery_type: 'micro',
      city: 'Whitby',
      country: 'England',
    }
    const db = await source(json([brewery]))
    const app = await appThatAsks(`open-brewery-db=${db.address}`)
    const find = await finding(app)
    expect((await find('marram dune')).breweries).toHaveLength(1)
    const stored = await app.db.select().from(breweries).where(eq(breweries.name, 'Marram Dune Brewing'))
    expect(stored).toMatchObject([{ city: 'Whitby', country: 'United Kingdom' }])
  })

  it('queries no source if the catalogue has a result', spec('2.6.27'), async () => {
    const off = await source(json({ products: [] }))
    const app = await appThatAsks(`open-food-facts=${off.address}`)
    await aBeer(app.db, { name: 'Ohnegleichen' })
    const find = await finding(app)
    expect((await find('ohnegleichen')).beers).toHaveLength(1)
    expect(off.asked).toHaveLength(0)
  })

  it('recognises a catalogue beer under another name of its brewery, and adds none', spec('2.6.29'), async () => {
    const off = await source(json({ products: [product('3300000000022', 'Tannhof Kellerbier', 'Spezlbraeu,Tannhof')] }))
    const app = await appThatAsks(`open-food-facts=${off.address}`)
    const brewery = await aBrewery(app.db, { name: 'Brauerei Tannhof', country: 'Germany' })
    const known = await aBeer(app.db, { breweryId: brewery.id, name: 'Kellerbier', style: null, abv: 5.3 })
    const find = await finding(app)
    const answer = await find('spezlbraeu')
    expect(answer.discovery).toBe('found')
    expect(answer.beers).toMatchObject([{ id: known.id, provisional: null }])
    const origins = await app.db.select().from(catalogueOrigins).where(eq(catalogueOrigins.beerId, known.id))
    expect(origins).toMatchObject([{ source: 'open-food-facts', sourceId: '3300000000022', created: false }])
  })

  it('shows no beer of a closed brewery as current', async () => {
    const off = await source(json({ products: [product('3300000000213', 'Schlusshof Kellerbier', 'Schlusshof')] }))
    const app = await appThatAsks(`open-food-facts=${off.address}`)
    await aBrewery(app.db, { name: 'Schlusshof', country: 'Germany', closed: 2020 })
    const { beers: found } = await (await finding(app))('schlusshof kellerbier')
    expect(found).toMatchObject([{ name: 'Schlusshof Kellerbier', status: 'retired' }])
  })

  it.each([
    ['a beer', 'absagemärz', 'open-food-facts', { products: [product('3300000000114', 'Absagemärz', 'Haus')] }],
    ['a brewery', 'widerruf', 'open-brewery-db', [{ id: 'abc-4', name: 'Widerruf Brauerei', brewery_type: 'micro' }]],
  ])('adds %s again whose import was undone', async (_, query, name, answer) => {
    const found = async () => {
      const { address } = await source(json(answer))
      const app = await appThatAsks(`${name}=${address}`)
      const { beers, breweries } = await (await finding(app))(query)
      return { app, ids: [...beers, ...breweries].map(({ id }) => id) }
    }
    const { app, ids: imported } = await found()
    const { db } = app
    const [row] = await db.insert(imports).values({ source: name, fileName: 'a.json' }).returning()
    await db
      .update(catalogueOrigins)
      .set({ importId: row?.id ?? 0 })
      .where(inArray(catalogueOrigins.sourceId, ['3300000000114', 'abc-4']))
    await undoImport(db, row?.id ?? 0)
    const { ids: again } = await found()
    expect([again.length, again.filter((id) => imported.includes(id))]).toEqual([1, []])
    expect((await found()).ids).toEqual(again)
  })

  it('gives a beer no brewery that pruning removes while it is being stored', async () => {
    const { db } = await appThatAsks('none')
    const abandoned = await aBrewery(db, { name: 'Quellsteg Brauerei', country: 'Germany' })
    const off = await source(json({ products: [product('3300000000107', 'Morgenrot', 'Quellsteg Brauerei')] }))
    const pruned = Object.assign(Object.create(db), {
      transaction: async (...args: Parameters<typeof db.transaction>) => {
        await db.transaction(async (tx) => {
          const changedVersion = await nextCatalogueVersion(tx)
          await tx.update(breweries).set({ removed: true, changedVersion }).where(eq(breweries.id, abandoned.id))
        })
        return await db.transaction(...args)
      },
    })
    const discovery = startDiscovery({
      db: pruned,
      names: openSearchIndexFeed(db),
      sources: openSources([{ name: 'open-food-facts', address: off.address }], fetch),
      lexicons: shippedLexicons,
      now: Date.now,
      log: testLog,
    })
    const { beers: found } = await discovery.discover('morgenrot', 1)
    const stored = await db
      .select({ breweryId: beers.breweryId, removed: breweries.removed })
      .from(beers)
      .innerJoin(breweries, eq(breweries.id, beers.breweryId))
      .where(eq(beers.id, found[0] ?? 0))
    expect(stored).toEqual([{ breweryId: expect.any(Number), removed: false }])
  })

  it('sends one request for concurrent identical queries', async () => {
    const off = await source((request, response) =>
      setTimeout(
        () => json({ products: [product('3300000000039', 'Doppelfrage', 'Zwilling')] })(request, response),
        150,
      ),
    )
    const app = await appThatAsks(`open-food-facts=${off.address}`)
    const [ada, grace] = [await finding(app), await finding(app)]
    const [one, other] = await Promise.all([ada('doppelfrage'), grace('Doppelfrage ')])
    expect(one.beers).toHaveLength(1)
    expect(other).toEqual(one)
    expect(off.asked).toHaveLength(1)
  })

  it('asks again for a user whose budget is left, if that of the user who asked first is used up', async () => {
    const off = await source(json({ products: [product('3300000000121', 'Teilfund', 'Haus')] }))
    const { db } = await appThatAsks('none')
    const [ada, bob] = [1_000_003, 1_000_004]
    const askedBy: number[] = []
    const limited: DiscoverySource = {
      name: 'ai',
      licence: null,
      async find(_query, _signal, userId) {
        askedBy.push(userId)
        return userId === ada ? 'used_up' : { beers: [], breweries: [] }
      },
    }
    const discovery = startDiscovery({
      db,
      names: openSearchIndexFeed(db),
      sources: [...openSources([{ name: 'open-food-facts', address: off.address }], fetch), limited],
      lexicons: shippedLexicons,
      now: Date.now,
      log: testLog,
    })
    const ask = async (query: string, ...users: number[]) => {
      askedBy.length = 0
      const results = await Promise.all(users.map((user) => discovery.discover(query, user)))
      return [results.map(({ outcome }) => outcome), [...askedBy]]
    }
    const both = [ada, bob]
    expect(await ask('niemand', ...both)).toEqual([['full', 'nothing'], both])
    expect(await ask('teilfund', ada)).toEqual([['found'], [ada]])
    expect(await ask('teilfund', ...both)).toEqual([['found', 'found'], both])
    expect(await ask('teilfund', ...both)).toEqual([['found', 'found'], []])
  })

  it('caches empty results', async () => {
    const off = await source(json({ products: [] }))
    const find = await finding(await appThatAsks(`open-food-facts=${off.address}`))
    expect((await find('niegehoert')).discovery).toBe('nothing')
    expect((await find('niegehoert')).discovery).toBe('nothing')
    expect(off.asked).toHaveLength(1)
  })

  it('drops results that do not match the query, and invalid names', async () => {
    const off = await source(
      json({
        products: [
          product('3300000000046', 'Ganz Anderes', 'Haus'),
          product('3300000000053', `Gesuchtes ${'x'.repeat(5_000)}`, 'Haus'),
          product('3300000000060', '<script>alert(1)</script> Gesuchtes', 'Haus'),
          product('3300000000077', 'Gesuchtes Ginger', 'Haus', { categories_tags: ['en:ginger-beers'] }),
          product('3300000000084', 'Gesuchtes Pils', 'Haus'),
        ],
      }),
    )
    const app = await appThatAsks(`open-food-facts=${off.address}`)
    const find = await finding(app)
    expect((await find('gesuchtes')).beers.map(({ name }) => name)).toEqual(['Gesuchtes Pils'])
    const [stored] = await app.db
      .select({ n: count() })
      .from(beers)
      .where(and(eq(beers.provisional, true), ilike(beers.name, '%gesucht%')))
    expect(stored?.n).toBe(1)
  })

  it.each<[string, Answer]>([
    ['a refusal', (_, response) => response.writeHead(503).end()],
    ['a page instead of data', (_, response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<p>')],
    [
      'data that is none',
      (_, response) => response.writeHead(200, { 'content-type': 'application/json' }).end('{"products'),
    ],
    ['a way to somewhere else', (_, response) => response.writeHead(302, { location: 'http://127.0.0.1:9/' }).end()],
    ['a broken connection', (request) => request.socket.destroy()],
    [
      'an answer without end',
      (_, response) => {
        response.writeHead(200, { 'content-type': 'application/json' })
        const pour = () => {
          while (!response.destroyed && response.write(' '.repeat(65_536)));
          if (!response.destroyed) response.once('drain', pour)
        }
        pour()
      },
    ],
  ])('reports that a source is unavailable after %s, and stops querying it for a while', async (_, answer) => {
    const off = await source(answer)
    const find = await finding(await appThatAsks(`open-food-facts=${off.address}`))
    expect(await find('irgendwas')).toEqual({ breweries: [], beers: [], discovery: 'unavailable' })
    expect((await find('irgendwas')).discovery).toBe('unavailable')
    expect(off.asked).toHaveLength(1)
  })

  it('stops waiting for a silent source at the deadline, and keeps the results of the others', async () => {
    const silent = await source(() => undefined)
    const off = await source(json({ products: [product('3300000000107', 'Ungeduld', 'Haus')] }))
    const { db } = await appThatAsks('none')
    const allowed = [
      { name: 'open-brewery-db', address: silent.address },
      { name: 'open-food-facts', address: off.address },
    ]
    const discovery = startDiscovery({
      db,
      names: openSearchIndexFeed(db),
      sources: openSources(allowed, fetch),
      lexicons: shippedLexicons,
      now: Date.now,
      log: testLog,
      deadlineMs: 200,
    })
    const { outcome, beers } = await discovery.discover('ungeduld', 1)
    expect(outcome).toBe('found')
    expect(beers).toHaveLength(1)
    expect((await discovery.discover('geduld', 1)).outcome).toBe('unavailable')
    expect(silent.asked).toHaveLength(1)
  })

  it('reports at once that there is no network', async () => {
    const gone = await source(() => undefined)
    await closing.pop()?.()
    const find = await finding(await appThatAsks(`open-food-facts=${gone.address}`))
    expect((await find('unerreichbar')).discovery).toBe('unavailable')
  })

  async function addFinds({ db }: TestApp, number: number, at: Date) {
    const changedVersion = await nextCatalogueVersion(db)
    const finds = Array.from({ length: number }, (_, nth) => ({
      name: `Fund ${nth}`,
      provisional: true,
      changedVersion,
    }))
    const rows = await db.insert(beers).values(finds).returning()
    const origin = { source: 'open-food-facts', entity: 'beer', created: true, at } as const
    await db.insert(catalogueOrigins).values(rows.map(({ id }) => ({ ...origin, sourceId: `find ${id}`, beerId: id })))
  }

  it('adds no more for queries at the same time', async () => {
    const waiting: (() => void)[] = []
    const off = await source((request, response) => {
      const isFirst = request.url?.includes('erstling')
      const found = isFirst ? product('3300000000718', 'Erstling', 'Haus') : product('3300000000725', 'Spätling', 'Hof')
      waiting.push(() => json({ products: [found] })(request, response))
      if (waiting.length === 2) for (const answer of waiting) answer()
    })
    const clock = manualClock(Date.UTC(2026, 5, 1))
    const app = await appThatAsks(`open-food-facts=${off.address}`, { clock })
    await addFinds(app, 199, new Date(clock.now()))
    const find = await finding(app)
    const both = await Promise.all([find('erstling'), find('spätling')])
    expect(both.map(({ discovery }) => discovery).sort()).toEqual(['found', 'full'])
    expect(both.flatMap((answer) => answer.beers)).toHaveLength(1)
  })

  it('adds at most its limit of beers per day', spec('10.1.9'), async () => {
    const off = await source(json({ products: [product('3300000000091', 'Neuling', 'Haus')] }))
    const clock = manualClock()
    const app = await appThatAsks(`open-food-facts=${off.address}`, { clock })
    await addFinds(app, 199, new Date(clock.now()))
    const find = await finding(app)
    expect((await find('neuling')).discovery).toBe('found')
    expect((await find('oxenfurt')).discovery).toBe('full')
    expect(off.asked).toHaveLength(1)
    clock.advance(24 * 60 * 60_000)
    expect((await find('oxenfurt')).discovery).not.toBe('full')
    expect(off.asked).toHaveLength(2)
  })

  it('asks an AI provider within a daily budget of each user and of all, apart from that of photos', async () => {
    const { db } = await appThatAsks('none')
    const clock = manualClock()
    const vision: VisionConfig = {
      provider: { name: 'openai', model: 'gpt-5-mini', baseUrl: undefined, answers: 'schema' },
      hasFallback: true,
      models: undefined,
      budget: { perUser: 2, total: 3 },
    }
    const budget = providerBudget({ db, clock, vision, registry: new Registry(), log: testLog })
    const asked: string[] = []
    const provider: TextProvider = {
      name: 'openai',
      async answer({ question, schema }, { onUsage }) {
        asked.push(question)
        onUsage?.({ calls: 1, inputTokens: 300, outputTokens: 20 })
        return schema.parse({ beers: [], breweries: [] })
      },
    }
    const discovery = startDiscovery({
      db,
      names: openSearchIndexFeed(db),
      sources: [aiSource(provider, budget)],
      lexicons: shippedLexicons,
      now: clock.now,
      log: testLog,
    })
    const ask = async (query: string, userId: number) => (await discovery.discover(query, userId)).outcome
    const [{ id: ada }, { id: bob }] = [await aUser(db), await aUser(db)]
    expect([await ask('erstfrage', ada), await ask('zweitfrage', ada)]).toEqual(['nothing', 'nothing'])
    expect([await ask('drittfrage', ada), await ask('erstfrage', ada)]).toEqual(['full', 'nothing'])
    expect([await ask('viertfrage', bob), await ask('fuenftfrage', bob)]).toEqual(['nothing', 'full'])
    expect(asked).toHaveLength(3)
    expect((await budget.info(ada)).budget).toMatchObject({ userLeft: 2, totalLeft: 3 })
    const [used] = await db.select().from(engineUsage).where(eq(engineUsage.userId, ada))
    expect(used).toMatchObject({ engine: 'openai search', calls: 2, inputTokens: 600, outputTokens: 40 })
    clock.advance(24 * 60 * 60_000)
    expect(await ask('drittfrage', ada)).toBe('nothing')
  })

  it('tells the operator why an AI provider did not answer', async () => {
    const { db } = await appThatAsks('none')
    const log = { info: vi.fn(), warn: vi.fn() }
    const refused = new EngineFailure('The AI provider rejected the request (HTTP 401)', 'unavailable')
    const provider: TextProvider = { name: 'openai', answer: () => Promise.reject(refused) }
    const budget = {
      takeQuestion: async () => '2026-11-30',
      giveBackQuestion: async () => {},
      recordQuestion: async () => {},
    }
    const discovery = startDiscovery({
      db,
      names: openSearchIndexFeed(db),
      sources: [aiSource(provider, budget)],
      lexicons: shippedLexicons,
      now: manualClock().now,
      log,
    })
    expect((await discovery.discover('siebtfrage', 1_000_001)).outcome).toBe('unavailable')
    expect(log.warn.mock.calls[0]?.[0]).toEqual({ source: 'ai', reason: refused.message })
  })

  it('has a deadline of 8 s', spec('10.1.8'), async () => {
    const deadline = vi.spyOn(AbortSignal, 'timeout')
    const off = await source(json({ products: [] }))
    const find = await finding(await appThatAsks(`open-food-facts=${off.address}`))
    await find('niemandsbier')
    expect(deadline.mock.calls).toContainEqual([8_000])
    deadline.mockRestore()
  })
})
