/**
 * Measures how many expected neighbours of fifty well-known beers (`similar-beers.yaml`) are among the ten similar beers, and the
 * time of a query among 100,000 beers, on the embedded database. Fails below its limits. `npm run bench -- similar [--misses]`.
 */
import { readFileSync } from 'node:fs'
import { eq, sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import { parse } from 'yaml'
import { z } from 'zod'
import { compileShipped } from '#catalogue/shipped'
import type { Db } from '#server/adapters/db/database.ts'
import { migrateDatabase } from '#server/adapters/db/migrate.ts'
import * as schema from '#server/adapters/db/schema.ts'
import { loadShippedCatalogue } from '#server/core/beers/shipped-catalogue.ts'
import { similarBeers } from '#server/core/beers/similar-store.ts'
import { openInMemory } from '#testing/in-memory-database.ts'

const FOUND_MIN = 0.8
const BEERS = 100_000
const QUERIES = 300
const LIMIT_MS = { p50: 20, p99: 100 }
/** A user without unlisted beers. */
const NOBODY = 0

const Expectations = z.array(z.strictObject({ beer: z.string(), like: z.array(z.string()).min(1) })).length(50)
const expectations = Expectations.parse(parse(readFileSync(new URL('./similar-beers.yaml', import.meta.url), 'utf8')))

const { pool, close } = await openInMemory()
const db: Db = drizzle(pool)
await migrateDatabase(pool, 'embedded')
await loadShippedCatalogue(db, compileShipped())
const ids = await idsByName()

const shipped = await share()
await addSiblings()
const grown = await share()
const { p50, p99 } = await measureTimes()
await close()

console.log(
  `similar: ${percent(shipped)} of ${shipped.of} expected neighbours of ${expectations.length} beers are among the first ten ` +
    `(at least ${100 * FOUND_MIN} %); with ${BEERS} beers in the catalogue ${percent(grown)}\n` +
    `${QUERIES} queries among ${BEERS} beers: p50 ${p50.toFixed(1)} ms (limit ${LIMIT_MS.p50}), p99 ${p99.toFixed(1)} ms (limit ${LIMIT_MS.p99})`,
)
if (process.argv.includes('--misses')) console.log(shipped.misses.join('\n'))
if (shipped.found / shipped.of < FOUND_MIN || p50 > LIMIT_MS.p50 || p99 > LIMIT_MS.p99) process.exitCode = 1

async function share() {
  const misses: string[] = []
  let found = 0
  let of = 0
  for (const { beer, like } of expectations) {
    const results = (await similarBeers(db).visibleTo(NOBODY).to(idOf(beer))) ?? []
    const missing = like.filter((name) => !results.some(({ id }) => id === idOf(name)))
    of += like.length
    found += like.length - missing.length
    if (missing.length > 0)
      misses.push(`${beer}: not ${missing.join(', ')}; but ${results.map(({ name }) => name).join(', ')}`)
  }
  return { found, of, misses }
}

function percent({ found, of }: { found: number; of: number }): string {
  return `${((100 * found) / of).toFixed(1)} %`
}

async function idsByName(): Promise<Map<string, number[]>> {
  const { beers, breweries } = schema
  const rows = await db
    .select({ id: beers.id, name: beers.name, brewery: breweries.name })
    .from(beers)
    .innerJoin(breweries, eq(breweries.id, beers.breweryId))
  const byName = new Map<string, number[]>()
  for (const { id, name, brewery } of rows)
    for (const key of [name, `${name} @ ${brewery}`]) byName.set(key, [...(byName.get(key) ?? []), id])
  return byName
}

function idOf(name: string): number {
  const [id, ...others] = ids.get(name) ?? []
  if (id === undefined || others.length > 0) throw new Error(`${name} names ${others.length + (id ? 1 : 0)} beers`)
  return id
}

/** Copies every beer to other breweries, with a slightly different ABV and no popularity. */
async function addSiblings(): Promise<void> {
  await db.execute(sql`
    insert into beers (name, brewery_id, style, abv, ibu, popularity, rating, rating_origin, rating_count, changed_version)
    select name || ' ' || nth, 1 + (id * 31 + nth * 977) % (select count(*) from breweries), style, abv + (nth % 5 - 2) * 0.2, ibu,
      (id * 7 + nth) % 12, rating, 'style', 0, 1
    from beers, generate_series(1, 20) as nth
    limit ${BEERS} - (select count(*) from beers)`)
  await db.execute(sql`analyze`)
}

async function measureTimes() {
  const { rows } = await db.execute<{ id: number }>(
    sql`select id from beers where style is not null order by md5(id::text) limit ${QUERIES}`,
  )
  const times: number[] = []
  for (const { id } of rows) {
    const from = performance.now()
    await similarBeers(db).visibleTo(NOBODY).to(id)
    times.push(performance.now() - from)
  }
  times.sort((a, b) => a - b)
  const at = (share: number) => times[Math.floor(times.length * share)] ?? Number.POSITIVE_INFINITY
  return { p50: at(0.5), p99: at(0.99) }
}
