import { eq, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { expectedRating, RATING_MODEL } from '#catalogue/ratings'
import { aBeer, aBrewery, aStyle, aUser } from '#testing/builders.ts'
import { testDatabase } from '#testing/database.ts'
import { spec } from '#testing/spec.ts'
import type { Db } from '../../adapters/db/database.ts'
import { beerRatings, beers, importedRatings, styles } from '../../adapters/db/schema.ts'
import { rateBeers } from './rate-beers.ts'
import { rateWaiting } from './rating-job.ts'

let db: Db
beforeAll(async () => {
  db = (await testDatabase()).db
  await aStyle(db, { name: 'Known', family: 'Family', prior: 80 })
  await aStyle(db, { name: 'No Prior', family: 'Family', prior: null })
  await aStyle(db, { name: 'Other', family: 'Elsewhere', prior: 60 })
})

async function rated(id: number) {
  await rateBeers(db, sql`id = ${id}`)
  const [row] = await db.select().from(beers).where(eq(beers.id, id))
  return { rating: row?.rating, origin: row?.ratingOrigin, count: row?.ratingCount }
}

describe('a rating', () => {
  it.each([
    ['the style', 'Known', 80],
    ['the family', 'No Prior', 80],
    ['all beers', null, 70],
  ])('equals the prior of %s if there is no evidence', async (_, style, prior) => {
    const beer = await aBeer(db, { style, rating: 0 })
    expect(await rated(beer.id)).toEqual({ rating: prior, origin: 'style', count: 0 })
  })

  it('is a Bayesian average of prior and votes', async () => {
    const beer = await aBeer(db, { style: 'Known', rating: 0 })
    for (const vote of [100, 100]) {
      const user = await aUser(db)
      await db.insert(beerRatings).values({ userId: user.id, beerId: beer.id, rating: vote })
    }
    expect(await rated(beer.id)).toEqual({ rating: 84, origin: 'expected', count: 2 }) // (8 x 80 + 200) / 10
  })

  it('is expected until five people have rated', spec('10.1.10'), async () => {
    const beer = await aBeer(db, { style: 'Known', rating: 0 })
    const origins = []
    for (let votes = 1; votes <= 5; votes++) {
      await db.insert(beerRatings).values({ userId: (await aUser(db)).id, beerId: beer.id, rating: 80 })
      origins.push((await rated(beer.id)).origin)
    }
    expect(origins).toEqual(['expected', 'expected', 'expected', 'expected', 'community'])
    const imported = await aBeer(db, { style: 'Known', rating: 0 })
    await db.insert(importedRatings).values({ source: 'set', beerId: imported.id, mean: 80, count: 4 })
    expect(await rated(imported.id)).toEqual({ rating: 80, origin: 'expected', count: 4 })
  })

  it('weights an imported mean by its count, or as ten ratings if it has none', async () => {
    const counted = await aBeer(db, { style: 'Known', rating: 0 })
    await db.insert(importedRatings).values({ source: 'set', beerId: counted.id, mean: 60, count: 32 })
    expect(await rated(counted.id)).toEqual({ rating: 64, origin: 'imported', count: 32 }) // (8 x 80 + 32 x 60) / 40
    const uncounted = await aBeer(db, { style: 'Known', rating: 0 })
    await db.insert(importedRatings).values({ source: 'set', beerId: uncounted.id, mean: 62, count: null })
    expect(await rated(uncounted.id)).toEqual({ rating: 70, origin: 'imported', count: null }) // (640 + 620) / 18
  })

  it('ignores an imported 0, and is never below 1 once computed', async () => {
    const nothing = await aBeer(db, { style: 'Known', rating: 0 })
    await db.insert(importedRatings).values({ source: 'set', beerId: nothing.id, mean: 0, count: 500 })
    expect(await rated(nothing.id)).toMatchObject({ rating: 80, origin: 'style' })
    const awful = await aBeer(db, { style: 'Known', rating: 0 })
    await db.insert(importedRatings).values({ source: 'set', beerId: awful.id, mean: 0.01, count: 1_000_000 })
    expect((await rated(awful.id)).rating).toBe(1)
  })

  it('without evidence equals what the catalogue expects', async () => {
    const { anyStyle, styles: known } = RATING_MODEL
    const tripel = { style: 'Tripel', family: 'Belgian Ale', typicalAbv: 8.5 }
    const { mean: prior, std: priorStd } = known.Tripel ?? anyStyle
    await db.insert(styles).values({ name: 'Tripel', family: 'Belgian Ale', prior, priorStd, typicalAbv: 8.5 })
    const standings = [null, -3, 0, 2]
    for (const breweryStanding of standings)
      for (const [abv, beerStanding] of [
        [null, null],
        [8.5, 1],
        [3, -2],
        [11, null],
        [60, 3],
        [0, 0],
      ] as const) {
        const { id: breweryId } = await aBrewery(db, { standing: breweryStanding })
        const beer = await aBeer(db, { breweryId, style: 'Tripel', abv, standing: beerStanding, rating: 0 })
        const { mean, std, origin } = expectedRating({ ...tripel, abv, breweryStanding, beerStanding })
        await rateBeers(db, sql`id = ${beer.id}`)
        const [row] = await db.select().from(beers).where(eq(beers.id, beer.id))
        expect(row).toMatchObject({
          rating: expect.closeTo(mean, 1),
          ratingStd: expect.closeTo(std, 3),
          ratingOrigin: origin,
        })
      }
  })

  it('grows more certain with every rating', async () => {
    const beer = await aBeer(db, { style: 'Known', rating: 0 })
    const stds = []
    for (let votes = 0; votes < 4; votes++) {
      await rateBeers(db, sql`id = ${beer.id}`)
      stds.push((await db.select().from(beers).where(eq(beers.id, beer.id)))[0]?.ratingStd ?? 0)
      await db.insert(beerRatings).values({ userId: (await aUser(db)).id, beerId: beer.id, rating: 80 })
    }
    expect(stds).toEqual([...stds].sort((a, b) => b - a))
    expect(new Set(stds).size).toBe(4)
  })

  it('is computed for all beers without one, and for no others', async () => {
    const done = await aBeer(db, { style: 'Known', rating: 12.3 })
    const waiting = await Promise.all([1, 2, 3].map(() => aBeer(db, { style: 'Known', rating: 0 })))
    await rateWaiting(db)
    const rows = new Map((await db.select().from(beers)).map((row) => [row.id, row.rating]))
    expect(waiting.map((beer) => rows.get(beer.id))).toEqual([80, 80, 80])
    expect(rows.get(done.id)).toBeCloseTo(12.3)
  })
})
