import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { getBeer, listRatings, rateBeer, unrateBeer } from '#contracts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { aBeer, aStyle } from '#testing/builders.ts'
import { beers, importedRatings, triedEntries } from '../../adapters/db/schema.ts'
import { unlistedBeers } from '../../core/beers/unlisted-store.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
  await aStyle(app.db, { name: 'Known', family: 'Family', prior: 80 })
})
afterAll(() => app.close())

const knownBeer = () => aBeer(app.db, { style: 'Known', rating: 80, ratingOrigin: 'style', ratingCount: 0 })

describe('a vote', () => {
  it('changes the rating at once, and is returned with the rating’s evidence', async () => {
    const { call } = await app.signIn()
    const beer = await knownBeer()
    const { status, body } = await call(rateBeer, { params: { id: beer.id }, body: { rating: 98 } })
    expect(status).toBe(200)
    const after = { rating: 82, ratingOrigin: 'expected', ratingCount: 1, ownRating: 98 } // (8 x 80 + 98) / 9
    expect(body).toMatchObject({ ...after, evidence: { votes: 1, imported: [] } })
    expect((await call(getBeer, { params: { id: beer.id } })).body).toMatchObject(after)
  })

  it('can be changed and removed', async () => {
    const { call } = await app.signIn()
    const beer = await knownBeer()
    await call(rateBeer, { params: { id: beer.id }, body: { rating: 98 } })
    const changed = await call(rateBeer, { params: { id: beer.id }, body: { rating: 62 } })
    expect(changed.body).toMatchObject({ rating: 78, ratingCount: 1, ownRating: 62 }) // (8 x 80 + 62) / 9
    const taken = await call(unrateBeer, { params: { id: beer.id } })
    expect(taken.body).toMatchObject({
      rating: 80,
      ratingOrigin: 'style',
      ratingRange: { low: 75, high: 85 },
      ownRating: null,
    })
    expect((await call(unrateBeer, { params: { id: beer.id } })).status).toBe(200)
  })

  it('is restored with its time, and in the journal entry that its removal cleared', async () => {
    const { call, user } = await app.signIn()
    const beer = await knownBeer()
    const params = { id: beer.id }
    const hoursAgo = (hours: number) => new Date(Date.now() - hours * 60 * 60_000)
    const addEntry = (sourceId: string, triedAt: Date) =>
      app.db.insert(triedEntries).values({ userId: user.id, beerId: beer.id, source: 'beergoggles', sourceId, triedAt })
    const ratings = async () =>
      (await app.db.select().from(triedEntries).where(eq(triedEntries.userId, user.id)).orderBy(triedEntries.id)).map(
        ({ rating }) => rating,
      )
    await addEntry('first', hoursAgo(2))
    await call(rateBeer, { params, body: { rating: 98 } })
    const [own] = (await call(listRatings)).body
    const removed = (await call(unrateBeer, { params })).body
    expect(removed.ratedAt).toBe(own?.ratedAt)
    expect(await ratings()).toEqual([null])
    await call(rateBeer, { params, body: { rating: 98, ratedAt: own?.ratedAt } })
    expect((await call(listRatings)).body).toMatchObject([{ rating: 98, ratedAt: own?.ratedAt }])
    expect(await ratings()).toEqual([98])
    // An entry that is later than the rating did not have it.
    await addEntry('second', new Date())
    await call(unrateBeer, { params })
    await call(rateBeer, { params, body: { rating: 98, ratedAt: own?.ratedAt } })
    expect(await ratings()).toEqual([98, null])
    expect((await call(unrateBeer, { params })).body.ratedAt).toBe(own?.ratedAt)
    expect((await call(unrateBeer, { params })).body.ratedAt).toBeUndefined()
    const tomorrow = hoursAgo(-24).toISOString()
    expect((await call(rateBeer, { params, body: { rating: 98, ratedAt: tomorrow } })).status).toBe(400)
  })

  describe('that was sent later', () => {
    const HOUR_MS = 60 * 60_000
    const hoursAgo = (hours: number) => new Date(Date.now() - hours * HOUR_MS)

    async function aVoter() {
      const { call, user } = await app.signIn()
      const beer = await knownBeer()
      const params = { id: beer.id }
      const rate = (rating: number, hours = 0) => call(rateBeer, { params, body: { rating, ageMs: hours * HOUR_MS } })
      const unrate = (hours: number) => call(unrateBeer, { params, query: { ageMs: hours * HOUR_MS } })
      const own = async () => (await call(listRatings)).body.map(({ rating, ratedAt }) => ({ rating, ratedAt }))
      const addEntry = (sourceId: string, triedAt: Date) =>
        app.db
          .insert(triedEntries)
          .values({ userId: user.id, beerId: beer.id, source: 'beergoggles', sourceId, triedAt })
      const entryRatings = async () => {
        const entries = app.db.select().from(triedEntries).where(eq(triedEntries.userId, user.id))
        return (await entries.orderBy(triedEntries.id)).map(({ rating }) => rating)
      }
      return { call, params, rate, unrate, own, addEntry, entryRatings }
    }

    it('has the time when it was given, and is in the journal entry of that night', async () => {
      const { rate, own, addEntry, entryRatings } = await aVoter()
      await addEntry('earlier', hoursAgo(200))
      await addEntry('of that night', hoursAgo(72))
      await addEntry('later', hoursAgo(60))
      expect((await rate(70, 71)).body.ownRating).toBe(70)
      const [{ ratedAt } = { ratedAt: '' }] = await own()
      expect(Math.abs(Date.parse(ratedAt) - hoursAgo(71).getTime())).toBeLessThan(HOUR_MS / 2)
      expect(await entryRatings()).toEqual([null, 70, null])
    })

    it('leaves a newer one as it is', async () => {
      const { rate, unrate, own, addEntry, entryRatings } = await aVoter()
      await addEntry('tonight', hoursAgo(3))
      await rate(90, 1)
      const before = await own()
      const { status, body } = await rate(70, 2)
      expect([status, body.ownRating]).toEqual([200, 90])
      const removal = await unrate(2)
      expect([removal.status, removal.body.ownRating, removal.body.ratedAt]).toEqual([200, 90, undefined])
      expect(await own()).toEqual(before)
      expect(await entryRatings()).toEqual([90])
    })

    it('replaces and removes an older one', async () => {
      const { rate, unrate, own, addEntry, entryRatings } = await aVoter()
      await addEntry('that night', hoursAgo(60))
      await rate(70, 58)
      expect((await rate(75, 57)).body.ownRating).toBe(75)
      const { body } = await unrate(56)
      expect(body.ownRating).toBeNull()
      expect(body.ratedAt).toBeDefined()
      expect(await own()).toEqual([])
      expect(await entryRatings()).toEqual([null])
    })

    it('does not return after an undo that was sent later, either, if a newer one was given meanwhile', async () => {
      const { call, params, rate, own } = await aVoter()
      await rate(90, 1)
      await call(rateBeer, { params, body: { rating: 64, ratedAt: hoursAgo(5).toISOString(), ageMs: 2 * HOUR_MS } })
      expect(await own()).toMatchObject([{ rating: 90 }])
    })

    it('is refused if it would be of tomorrow, or older than ten years', async () => {
      const { rate, unrate } = await aVoter()
      for (const hours of [-24, 24 * 365 * 11]) {
        expect((await rate(70, hours)).status).toBe(400)
        expect((await unrate(hours)).status).toBe(400)
      }
    })
  })

  it('of 0 is a vote', async () => {
    const { call } = await app.signIn()
    const beer = await knownBeer()
    const { body } = await call(rateBeer, { params: { id: beer.id }, body: { rating: 0 } })
    expect(body).toMatchObject({ rating: 71.1, ratingCount: 1, ownRating: 0 }) // 640 / 9
  })

  it('counts once per user under concurrency, and the rating is never 0 in between', async () => {
    const beer = await knownBeer()
    const users = await Promise.all(Array.from({ length: 6 }, () => app.signIn()))
    const seen: number[] = []
    await Promise.all([
      ...users.map(({ call }) => call(rateBeer, { params: { id: beer.id }, body: { rating: 94 } })),
      ...users.map(async ({ call }) => seen.push((await call(getBeer, { params: { id: beer.id } })).body.rating)),
    ])
    const [row] = await app.db.select().from(beers).where(eq(beers.id, beer.id))
    expect(row).toMatchObject({ rating: 86, ratingCount: 6, ratingOrigin: 'community' }) // (640 + 564) / 14
    for (const rating of seen) expect(rating).toBeGreaterThan(0)
  })

  it.each([-1, 100.5, Number.NaN, '80', null])('is rejected if it is %s', async (rating) => {
    const { cookie } = await app.signIn()
    const beer = await knownBeer()
    const answer = await app.app.inject({
      method: 'PUT',
      url: `/api/beers/${beer.id}/rating`,
      headers: { cookie, host: 'localhost:3000' },
      payload: { rating },
    })
    expect(answer.statusCode).toBe(400)
  })

  it('is rejected for a beer that does not exist or is another user’s', async () => {
    const [ada, grace] = [await app.signIn(), await app.signIn()]
    const printed = { name: 'Cellar Vote', brewery: null, style: null, abv: null, ibu: null }
    const id = (await unlistedBeers(app.db).of(ada.user.id).findOrCreate(printed)) ?? 0
    const given = { params: { id }, body: { rating: 70 } }
    expect((await ada.call(rateBeer, given)).status).toBe(200)
    expect((await grace.call(rateBeer, given)).status).toBe(404)
    expect((await grace.call(unrateBeer, { params: { id } })).status).toBe(404)
    expect((await ada.call(rateBeer, { params: { id: 999_999_999 }, body: { rating: 70 } })).status).toBe(404)
  })

  it('appears only in its user’s list, newest first', async () => {
    const [ada, grace] = [await app.signIn(), await app.signIn()]
    const [first, second] = [await knownBeer(), await knownBeer()]
    await ada.call(rateBeer, { params: { id: first.id }, body: { rating: 70 } })
    await ada.call(rateBeer, { params: { id: second.id }, body: { rating: 90.5 } })
    const { body } = await ada.call(listRatings)
    expect(body.map(({ beerId, rating, beer }) => [beerId, rating, beer.name])).toEqual([
      [second.id, 90.5, second.name],
      [first.id, 70, first.name],
    ])
    expect((await grace.call(listRatings)).body).toEqual([])
  })
})

it('lists the sources of a rating, the one with most ratings first', async () => {
  const { call } = await app.signIn()
  const beer = await knownBeer()
  await app.db.insert(importedRatings).values([
    { source: 'uncounted', beerId: beer.id, mean: 70, count: null },
    { source: 'small', beerId: beer.id, mean: 70, count: 3 },
    { source: 'large', beerId: beer.id, mean: 70, count: 300 },
    { source: 'nothing', beerId: beer.id, mean: 0, count: 9 },
    { source: 'ai', beerId: beer.id, mean: 70, count: null },
  ])
  const { body } = await call(rateBeer, { params: { id: beer.id }, body: { rating: 70 } })
  expect(body.evidence).toEqual({
    votes: 1,
    imported: [
      { source: 'large', count: 300 },
      { source: 'small', count: 3 },
      { source: 'uncounted', count: null },
    ],
  })
})
