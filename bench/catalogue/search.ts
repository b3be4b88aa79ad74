/**
 * Measures search among 100,000 beers (the shipped ones, an imported data set if there is one, generated siblings): how often
 * the right beer is in the first three, by kind of query; the time through the store on the embedded database and over HTTP; the
 * cost of the search index.
 */
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq, isNull, sql } from 'drizzle-orm'
import { fastify } from 'fastify'
import { importSourceNamed } from '#catalogue/import'
import { compileShipped, type Shipped } from '#catalogue/shipped'
import { type Db, openDatabase } from '#server/adapters/db/database.ts'
import { beers, breweries, users } from '#server/adapters/db/schema.ts'
import { userTurns } from '#server/adapters/http/user-turns.ts'
import { loadShippedCatalogue } from '#server/core/beers/shipped-catalogue.ts'
import { openFiles } from '#server/core/ingest/open-files.ts'
import { runImport } from '#server/core/ingest/run-import.ts'
import { openSearchIndexFeed } from '#server/core/search/search-index-feed.ts'
import { startDiscovery } from '#server/features/discovery/discovery.ts'
import { searchRoutes } from '#server/features/search/search-routes.ts'
import { searchStore } from '#server/features/search/search-store.ts'
import { testLog } from '#testing/log.ts'
import { randomFrom } from '../statistics/random.ts'
import { type GrownCatalogue, growCatalogue } from './grown-catalogue.ts'
import { fittingBeers, KINDS, type Kind, makeQueries, type Query } from './search-queries.ts'

const BEERS = 100_000
const QUERIES = 1_000
/** The right beer must be among this many. */
const FIRST = 3
const GROWTH_SEED = 7
const WARM_UP = 50
const HTTP_QUERIES = 200

export interface SearchResults {
  seed: number
  beers: number
  imported: number
  right: Record<Kind, { found: number; of: number }>
  share: number
  misses: string[]
  ms: { p50: number; p99: number }
  /** CPU time of one query over all threads: its duration on an idle machine. */
  cpuMs: { p50: number; p99: number }
  httpMs: { p50: number; p99: number }
  /** Time to build the index, and its memory. */
  index: { seconds: number; megabytes: number }
}

/** Takes a minute or two, most of it to generate the catalogue. `data` is the folder of real data sets. */
export async function measureSearch(shipped: Shipped, data: string, seed: number): Promise<SearchResults> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-search-'))
  const database = await openDatabase({ dataDir: folder, log: testLog })
  try {
    const { db } = database
    await loadShippedCatalogue(db, compileShipped(shipped))
    const imported = await importFrom(db, shipped, join(data, 'openbeerdb'))
    const grown = await grow(db)
    const [user] = await db
      .insert(users)
      .values({ issuer: 'bench', subject: 'bench', email: '', firstName: '', lastName: '' })
      .returning()
    if (!user) throw new Error('the user was not returned')

    const before = heap()
    const from = performance.now()
    const names = openSearchIndexFeed(db)
    await names.current()
    const index = { seconds: (performance.now() - from) / 1_000, megabytes: heap() - before }

    const queries = makeQueries(grown, QUERIES, randomFrom(seed))
    const find = (text: string) => searchStore(db, names).visibleTo(user.id).find(text)
    for (const { text } of queries.slice(0, WARM_UP)) await find(text)
    const fittingOf = fittingBeers(grown)
    const right = Object.fromEntries(KINDS.map((kind) => [kind, { found: 0, of: 0 }])) as SearchResults['right']
    const misses: string[] = []
    const times: number[] = []
    const cpuTimes: number[] = []
    for (const query of queries) {
      const used = process.cpuUsage()
      const start = performance.now()
      const answer = await find(query.text)
      times.push(performance.now() - start)
      const { user: own, system } = process.cpuUsage(used)
      cpuTimes.push((own + system) / 1_000)
      const fitting = fittingOf(query)
      const isRight = answer.beers.slice(0, FIRST).some(({ id }) => fitting.has(id))
      right[query.kind].of++
      if (isRight) right[query.kind].found++
      else misses.push(`${query.kind}: "${query.text}" for ${nameOf(grown, query)}`)
    }
    const found = KINDS.reduce((sum, kind) => sum + right[kind].found, 0)
    return {
      seed,
      beers: grown.beers.length,
      imported,
      right,
      share: found / queries.length,
      misses,
      ms: quantiles(times),
      cpuMs: quantiles(cpuTimes),
      httpMs: await overHttp(db, user, queries.slice(0, HTTP_QUERIES)),
      index,
    }
  } finally {
    await database.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function importFrom(db: Db, shipped: Shipped, folder: string): Promise<number> {
  const source = importSourceNamed('openbeerdb')
  if (!source || !existsSync(folder)) return 0
  const { files, name } = openFiles([folder], source.filePattern)
  const request = {
    source: source.name,
    fileName: name,
    licence: source.licence,
    items: source.parse(files),
    dryRun: false,
  }
  await runImport(db, shipped, request)
  const [counted] = await db.select({ n: sql<number>`count(*)::int` }).from(beers).where(isNull(beers.key))
  return counted?.n ?? 0
}

/** Writes siblings of the stored beers in order of id, from which the queries are drawn; returns the new ids. */
async function grow(db: Db): Promise<GrownCatalogue> {
  const { id, name, aliases, city, country } = breweries
  const base = {
    breweries: await db
      .select({ id, name, aliases, city, country })
      .from(breweries)
      .where(eq(breweries.removed, false))
      .orderBy(breweries.id),
    beers: await db
      .select({
        id: beers.id,
        breweryId: beers.breweryId,
        name: beers.name,
        aliases: beers.aliases,
        style: beers.style,
        abv: beers.abv,
        popularity: beers.popularity,
      })
      .from(beers)
      .where(eq(beers.removed, false))
      .orderBy(beers.id),
  }
  const grown = growCatalogue(base, BEERS, randomFrom(GROWTH_SEED))
  const rowsOf = (rows: readonly unknown[]) => JSON.stringify(rows)
  await db.execute(sql`
    insert into breweries (id, name, aliases, city, country, changed_version)
    select id, name, aliases, city, country, 1 from jsonb_to_recordset(${rowsOf(grown.breweries.slice(base.breweries.length))}::jsonb)
      as row(id int, name text, aliases jsonb, city text, country text)`)
  const PAGE = 10_000
  for (let at = base.beers.length; at < grown.beers.length; at += PAGE)
    await db.execute(sql`
      insert into beers (id, brewery_id, name, aliases, style, abv, popularity, rating, rating_origin, changed_version)
      select id, "breweryId", name, aliases, style, abv, popularity, 70, 'style', 1
      from jsonb_to_recordset(${rowsOf(grown.beers.slice(at, at + PAGE))}::jsonb)
        as row(id int, "breweryId" int, name text, aliases jsonb, style text, abv real, popularity int)`)
  await db.execute(sql`analyze`)
  return grown
}

async function overHttp(db: Db, user: typeof users.$inferSelect, queries: readonly Query[]) {
  const app = fastify()
  app.decorate('checksContracts', false)
  app.decorate('turns', userTurns())
  app.decorateRequest('user', undefined)
  app.addHook('onRequest', async (request) => {
    request.user = user
  })
  const names = openSearchIndexFeed(db)
  const lexicons = () => {
    throw new Error('no source is configured')
  }
  const discovery = startDiscovery({ db, names, sources: [], lexicons, now: Date.now, log: testLog })
  searchRoutes(app, { db, names, discovery })
  const address = await app.listen({ port: 0, host: '127.0.0.1' })
  try {
    await names.current()
    const times: number[] = []
    for (const { text } of queries) {
      const start = performance.now()
      const answer = await fetch(`${address}/api/search?q=${encodeURIComponent(text)}`)
      await answer.arrayBuffer()
      if (answer.status !== 200) throw new Error(`the search answered ${answer.status}`)
      times.push(performance.now() - start)
    }
    return quantiles(times)
  } finally {
    await app.close()
  }
}

function nameOf({ beers, breweries }: GrownCatalogue, { beerId }: Query): string {
  const beer = beers.find(({ id }) => id === beerId)
  return `${beer?.name}, ${breweries.find(({ id }) => id === beer?.breweryId)?.name}`
}

function quantiles(times: number[]): { p50: number; p99: number } {
  const sorted = [...times].sort((a, b) => a - b)
  const at = (share: number) => sorted[Math.floor(sorted.length * share)] ?? Number.POSITIVE_INFINITY
  return { p50: at(0.5), p99: at(0.99) }
}

function heap(): number {
  globalThis.gc?.()
  return process.memoryUsage().heapUsed / 2 ** 20
}
