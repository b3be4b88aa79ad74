import { eq, inArray, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { aBeer, aUser } from '#testing/builders.ts'
import { testDatabase } from '#testing/database.ts'
import { spec } from '#testing/spec.ts'
import type { Db } from '../../adapters/db/database.ts'
import { beerRatings, beers, importedRatings, stylePercentiles } from '../../adapters/db/schema.ts'
import { beerStore } from '../beers/beer-store.ts'
import { rateBeers } from './rate-beers.ts'
import { invalidateStylePercentiles, refreshStylePercentiles } from './style-percentiles.ts'

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
  await invalidateStylePercentiles(db)
  await refreshStylePercentiles(db)
  return made
}

const percentileOf = async (id: number) => (await beerStore(db).byIds([id])).get(id)?.standing
const isStale = async (style: string) =>
  (await db.select().from(stylePercentiles).where(eq(stylePercentiles.style, style)))[0]?.isStale

describe('the percentile of a beer within its style', () => {
  it('is the share of rated beers that are as good or better, in whole percent', async () => {
    const made = await ratedBeers('Ranked', 25)
    const percentiles = await Promise.all(made.map(({ id }) => percentileOf(id)))
    expect(percentiles.map((percentile) => percentile?.topPercent)).toEqual(made.map((_, nth) => (25 - nth) * 4))
    expect(percentiles[0]?.beers).toBe(25)
  })

  it('is known for styles with at least ten rated beers', spec('10.1.6'), async () => {
    const [nine] = await ratedBeers('Nine', 9)
    expect(await percentileOf(nine?.id ?? 0)).toBeNull()
    const [ten] = await ratedBeers('Ten', 10)
    expect(await percentileOf(ten?.id ?? 0)).toEqual({ topPercent: 100, beers: 10 })
  })

  it('ranks expected ratings, so that a new installation has ranks', async () => {
    for (let nth = 0; nth < 10; nth++)
      await aBeer(db, { style: 'Expected', rating: 60 + nth, ratingOrigin: 'expected', ratingCount: 0 })
    await invalidateStylePercentiles(db)
    await refreshStylePercentiles(db)
    const best = await aBeer(db, { style: 'Expected', rating: 69, ratingOrigin: 'expected' })
    expect(await percentileOf(best.id)).toEqual({ topPercent: 10, beers: 10 })
  })

  it('is unknown for estimates by style or AI, and for unlisted beers', async () => {
    await ratedBeers('Guessed', 10)
    const guess = await aBeer(db, { style: 'Guessed', rating: 90, ratingOrigin: 'style' })
    expect(await percentileOf(guess.id)).toBeNull()
    const estimate = await aBeer(db, { style: 'Guessed', rating: 90, ratingOrigin: 'ai' })
    expect(await percentileOf(estimate.id)).toBeNull()
    const owner = await aUser(db)
    const facts = { style: 'Guessed', rating: 90, ratingOrigin: 'community' as const, breweryId: null }
    const unlisted = await aBeer(db, { ...facts, ownerId: owner.id, ownerKey: 'x|y' })
    expect(await percentileOf(unlisted.id)).toBeNull()
  })

  it('is the same for equal ratings', async () => {
    for (let nth = 0; nth < 12; nth++) await aBeer(db, { style: 'Equal', rating: 77.7, ratingOrigin: 'community' })
    await invalidateStylePercentiles(db)
    await refreshStylePercentiles(db)
    const [one] = await db.select().from(beers).where(eq(beers.style, 'Equal'))
    expect(await percentileOf(one?.id ?? 0)).toEqual({ topPercent: 100, beers: 12 })
  })

  it('becomes stale only when a rating other than the style’s estimate changes', async () => {
    const [first] = await ratedBeers('Moving', 10)
    const fresh = await aBeer(db, { style: 'Moving', rating: 0, ratingOrigin: null })
    await rateBeers(db, sql`id = ${fresh.id}`)
    expect(await isStale('Moving')).toBe(false)
    const user = await aUser(db)
    await db.insert(beerRatings).values({ userId: user.id, beerId: first?.id ?? 0, rating: 100 })
    await rateBeers(db, sql`id = ${first?.id ?? 0}`)
    expect(await isStale('Moving')).toBe(true)
    await refreshStylePercentiles(db)
    expect(await isStale('Moving')).toBe(false)
  })

  it('drops a beer whose evidence is removed', async () => {
    const made = await ratedBeers('Undone', 10)
    const extra = await aBeer(db, { style: 'Undone', rating: 0 })
    await db.insert(importedRatings).values({ source: 'set', beerId: extra.id, mean: 99, count: 500 })
    await rateBeers(db, sql`id = ${extra.id}`)
    await refreshStylePercentiles(db)
    expect(await percentileOf(extra.id)).toEqual({ topPercent: 10, beers: 11 }) // 1 of 11, rounded up
    await db.delete(importedRatings).where(eq(importedRatings.beerId, extra.id))
    await rateBeers(db, sql`id = ${extra.id}`)
    await refreshStylePercentiles(db)
    expect(await percentileOf(extra.id)).toBeNull()
    expect(await percentileOf(made.at(-1)?.id ?? 0)).toEqual({ topPercent: 10, beers: 10 })
  })
})

it('recomputes stale styles only', async () => {
  const [changed, unchanged] = ['Changed', 'Unchanged']
  for (const style of [changed, unchanged]) await ratedBeers(style, 10)
  const before = await rowVersions()
  await db
    .update(beers)
    .set({ rating: 30 })
    .where(inArray(beers.style, [changed, unchanged]))
  await db.update(stylePercentiles).set({ isStale: true }).where(eq(stylePercentiles.style, changed))
  expect(await refreshStylePercentiles(db)).toBe(1)
  const after = await rowVersions()
  const rewritten = [...after.keys()].filter((style) => after.get(style) !== before.get(style))
  expect(rewritten).toEqual([changed])
  const rows = await db
    .select()
    .from(stylePercentiles)
    .where(inArray(stylePercentiles.style, [changed, unchanged]))
  expect(new Map(rows.map(({ style, thresholds }) => [style, thresholds[0]]))).toEqual(
    new Map([
      [changed, 30],
      [unchanged, 50],
    ]),
  )
})

/** The transaction that last wrote each style's row, by style. */
async function rowVersions(): Promise<Map<string, string>> {
  const { rows } = await db.execute<{ style: string; version: string }>(
    sql`select style, xmin::text as version from ${stylePercentiles}`,
  )
  return new Map(rows.map(({ style, version }) => [style, version]))
}
