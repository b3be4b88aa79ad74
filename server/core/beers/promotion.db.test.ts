import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import {
  addFavorite,
  addToJournal,
  addWant,
  getBeer,
  listFavorites,
  listWants,
  rateBeer,
  removeFavorite,
  removeWant,
  unrateBeer,
} from '#contracts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { aBeer, aBrewery } from '#testing/builders.ts'
import { manualClock } from '#testing/manual-clock.ts'
import { beers } from '../../adapters/db/schema.ts'
import { promoteUnlisted } from './promote-unlisted.ts'
import { unlistedBeers } from './unlisted-store.ts'

const UNKNOWN = { style: null, abv: null, ibu: null }

const clock = manualClock()
let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ clock })
})
afterAll(() => app.close())

it('promotes unlisted beers to beers that join the catalogue while the server runs', async () => {
  const { user, call } = await app.signIn()
  const printed = { name: 'Kellergold', brewery: 'Brauhaus am Markt', style: null, abv: 5.1, ibu: null }
  const beerId = (await unlistedBeers(app.db).of(user.id).findOrCreate(printed)) ?? 0
  expect((await call(addFavorite, { body: { beerId } })).body.beer.listed).toBe(false)
  const brewery = await aBrewery(app.db, { name: 'Brauhaus am Markt' })
  const gained = await aBeer(app.db, { breweryId: brewery.id, name: 'Kellergold', abv: 5.1 })
  clock.advance(2_000)
  await vi.waitFor(
    async () => {
      const { body } = await call(listFavorites)
      expect(body.map(({ beer }) => [beer.id, beer.listed])).toEqual([[gained.id, true]])
    },
    { timeout: 20_000 },
  )

  // Links, bookmarks and open pages still have the old id.
  const { body: now } = await call(getBeer, { params: { id: beerId } })
  expect(now).toMatchObject({ id: gained.id, listed: true, canKeep: true })
  await call(rateBeer, { params: { id: gained.id }, body: { rating: 91 } })
  expect((await call(getBeer, { params: { id: beerId } })).body).toMatchObject({ id: gained.id, ownRating: 91 })

  // So do changes that waited for the network.
  const params = { beerId }
  const key = '7d9a2f6e-4c31-4b0e-9f57-0d6c8a5e1b24'
  const had = { body: { key, beerId, triedAt: new Date(clock.now()).toISOString() } }
  expect((await call(addToJournal, had)).body.beerId).toBe(gained.id)
  expect((await call(addToJournal, had)).body.beerId).toBe(gained.id)
  expect((await call(addWant, { params, query: {} })).body.beerId).toBe(gained.id)
  expect((await call(rateBeer, { params: { id: beerId }, body: { rating: 77 } })).body).toMatchObject({
    id: gained.id,
    ownRating: 77,
  })
  expect((await call(unrateBeer, { params: { id: beerId } })).body.ownRating).toBeNull()
  expect((await call(addFavorite, { body: { beerId } })).body.beerId).toBe(gained.id)
  await call(removeFavorite, { params })
  expect((await call(listFavorites)).body).toEqual([])
  await call(removeWant, { params })
  expect((await call(listWants)).body).toEqual([])
  const other = await app.signIn()
  expect((await other.call(addFavorite, { body: { beerId } })).status).toBe(404)
  expect((await other.call(getBeer, { params: { id: beerId } })).status).toBe(404)
})

it('promotes unlisted beers that the catalogue had before them', async () => {
  const { user, call } = await app.signIn()
  const own = unlistedBeers(app.db).of(user.id)
  const printed = { name: 'Stauhell', brewery: 'Wehrbrau', style: null, abv: 4.9, ibu: null }
  const create = async (facts: Partial<typeof printed> | { brewery: null }) =>
    (await own.create({ ...printed, ...facts })) ?? 0
  const isLeft = async (id: number) => (await app.db.$count(beers, eq(beers.id, id))) === 1
  const isGone = async (id: number) => {
    clock.advance(2_000)
    expect(await isLeft(id)).toBe(false)
  }
  const before = await create({})
  const brewery = await aBrewery(app.db, { name: 'Brauerei am Wehr', aliases: ['Wehrbräu'] })
  const listed = await aBeer(app.db, { breweryId: brewery.id, name: 'Stauhell', abv: 4.9 })
  await vi.waitFor(() => isGone(before), 20_000)

  // From here on, the catalogue does not change.
  const others = [await create({ name: 'Stauhell Bock', abv: 7 }), await create({ brewery: null })]
  const after = await create({})
  await call(addFavorite, { body: { beerId: after } })
  await vi.waitFor(() => isGone(after), 20_000)
  expect((await call(listFavorites)).body.map(({ beer }) => beer.id)).toEqual([listed.id])
  expect(await Promise.all(others.map(isLeft))).toEqual([true, true])
  const isCompared = async () => {
    clock.advance(2_000)
    expect(await app.db.$count(beers, eq(beers.changedVersion, 0))).toBe(0)
  }
  await vi.waitFor(isCompared, 20_000)
})

it('promotes beers while their user changes what is stored about them', async () => {
  const { user, call } = await app.signIn()
  const brewery = await aBrewery(app.db, { name: 'Gleichzeit' })
  const names = Array.from({ length: 12 }, (_, nth) => `Sud ${'abcdefghijkl'[nth]}`)
  const unlisted = await Promise.all(
    names.map((name) =>
      unlistedBeers(app.db)
        .of(user.id)
        .findOrCreate({ ...UNKNOWN, name, brewery: 'Gleichzeit' }),
    ),
  )
  for (const name of names) await aBeer(app.db, { breweryId: brewery.id, name, abv: null })
  const triedAt = new Date(clock.now()).toISOString()
  let isPromoting = true
  const promotion = promoteUnlisted(app.db, 0).finally(() => {
    isPromoting = false
  })
  const rejected: unknown[] = []
  const changeWhilePromoting = async (beerId = 0) => {
    while (isPromoting) {
      const answers = [
        await call(addFavorite, { body: { beerId } }),
        await call(addWant, { params: { beerId }, query: {} }),
        await call(addToJournal, { body: { key: randomUUID(), beerId, triedAt } }),
        await call(rateBeer, { params: { id: beerId }, body: { rating: 80 } }),
      ]
      rejected.push(...answers.filter(({ status }) => status >= 400).map(({ status, body }) => [status, body]))
    }
  }
  await Promise.all([promotion, ...unlisted.map(changeWhilePromoting)])
  expect(rejected).toEqual([])
})
