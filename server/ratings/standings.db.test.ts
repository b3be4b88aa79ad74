import { eq, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { aBeer, aUser } from '#testing/builders.ts'
import { testDatabase } from '#testing/database.ts'
import { beerStore } from '../beers/beer-store.ts'
import type { Db } from '../db/database.ts'
import { beerRatings, beers, importedRatings, styleStandings } from '../db/schema.ts'
import { rateBeers } from './rate-beers.ts'
import { distrustStandings, refreshStandings } from './standings.ts'

let db: Db
beforeAll(async () => {
  db = (await testDatabase()).db
})

/** Beers of one style, rated 50, 51, … by an import; the last one is the best. */
async function ratedBeers(style: string, count: number) {
  const made = []
  for (let nth = 0; nth < count; nth++) {
    made.push(await aBeer(db, { style, rating: 50 + nth, ratingOrigin: 'imported', ratingCount: 40 }))
  }
  await distrustStandings(db)
  await refreshStandings(db)
  return made
}

const standingOf = async (id: number) => (await beerStore(db).byIds([id])).get(id)?.standing
const isStale = async (style: string) =>
  (await db.select().from(styleStandings).where(eq(styleStandings.style, style)))[0]?.isStale

describe('where a beer stands within its style', () => {
  it('is the share of rated beers that are as good or better, in whole percent', async () => {
    const made = await ratedBeers('Ranked', 25)
    const told = await Promise.all(made.map(({ id }) => standingOf(id)))
    expect(told.map((standing) => standing?.topPercent)).toEqual(made.map((_, nth) => (25 - nth) * 4))
    expect(told[0]?.beers).toBe(25)
  })

  it('is told from ten rated beers of the style, not of nine', async () => {
    const [nine] = await ratedBeers('Nine', 9)
    expect(await standingOf(nine?.id ?? 0)).toBeNull()
    const [ten] = await ratedBeers('Ten', 10)
    expect(await standingOf(ten?.id ?? 0)).toEqual({ topPercent: 100, beers: 10 })
  })

  it('is not told of an estimate, be it by style or by a provider, nor of an unlisted beer', async () => {
    await ratedBeers('Guessed', 10)
    const guess = await aBeer(db, { style: 'Guessed', rating: 90, ratingOrigin: 'style' })
    expect(await standingOf(guess.id)).toBeNull()
    const estimate = await aBeer(db, { style: 'Guessed', rating: 90, ratingOrigin: 'ai' })
    expect(await standingOf(estimate.id)).toBeNull()
    const owner = await aUser(db)
    const facts = { style: 'Guessed', rating: 90, ratingOrigin: 'community' as const, breweryId: null }
    const unlisted = await aBeer(db, { ...facts, ownerId: owner.id, ownerKey: 'x|y' })
    expect(await standingOf(unlisted.id)).toBeNull()
  })

  it('gives equal ratings the same place', async () => {
    for (let nth = 0; nth < 12; nth++) await aBeer(db, { style: 'Equal', rating: 77.7, ratingOrigin: 'community' })
    await distrustStandings(db)
    await refreshStandings(db)
    const [one] = await db.select().from(beers).where(eq(beers.style, 'Equal'))
    expect(await standingOf(one?.id ?? 0)).toEqual({ topPercent: 100, beers: 12 })
  })

  it('becomes stale with a rating that rests on more than the style, and only then', async () => {
    const [first] = await ratedBeers('Moving', 10)
    const fresh = await aBeer(db, { style: 'Moving', rating: 0, ratingOrigin: null })
    await rateBeers(db, sql`id = ${fresh.id}`)
    expect(await isStale('Moving')).toBe(false)
    const user = await aUser(db)
    await db.insert(beerRatings).values({ userId: user.id, beerId: first?.id ?? 0, rating: 100 })
    await rateBeers(db, sql`id = ${first?.id ?? 0}`)
    expect(await isStale('Moving')).toBe(true)
    await refreshStandings(db)
    expect(await isStale('Moving')).toBe(false)
  })

  it('loses a beer whose evidence is taken back', async () => {
    const made = await ratedBeers('Undone', 10)
    const extra = await aBeer(db, { style: 'Undone', rating: 0 })
    await db.insert(importedRatings).values({ source: 'set', beerId: extra.id, mean: 99, count: 500 })
    await rateBeers(db, sql`id = ${extra.id}`)
    await refreshStandings(db)
    expect(await standingOf(extra.id)).toEqual({ topPercent: 10, beers: 11 }) // 1 of 11, rounded up
    await db.delete(importedRatings).where(eq(importedRatings.beerId, extra.id))
    await rateBeers(db, sql`id = ${extra.id}`)
    await refreshStandings(db)
    expect(await standingOf(extra.id)).toBeNull()
    expect(await standingOf(made.at(-1)?.id ?? 0)).toEqual({ topPercent: 10, beers: 10 })
  })
})

it('computes one style of a hundred thousand rated beers at a fraction of what all styles take', async () => {
  const of = Array.from({ length: 200 }, (_, nth) => `Style ${nth}`)
  await db.execute(sql`
    insert into beers (name, style, rating, rating_origin, rating_count, changed_version)
    select 'Made up ' || n, (${sql.param(of)}::text[])[1 + n % 200], 30 + (n * 7919) % 700 / 10.0, 'imported', 50, 1
    from generate_series(1, 100000) as n`)
  const all = performance.now()
  await distrustStandings(db)
  expect(await refreshStandings(db)).toBeGreaterThanOrEqual(200)
  const allMs = performance.now() - all
  await db.update(styleStandings).set({ isStale: true }).where(eq(styleStandings.style, 'Style 7'))
  const one = performance.now()
  expect(await refreshStandings(db)).toBe(1)
  const oneMs = performance.now() - one
  expect(oneMs).toBeLessThan(allMs / 10)
})
