import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addFavorite, listFavorites, removeFavorite } from '#contracts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { aBeer, aBrewery } from '#testing/builders.ts'
import { spec } from '#testing/spec.ts'
import { unlistedBeers } from '../../core/beers/unlisted-store.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

describe('favorites', () => {
  it('lists favourites newest first, with the current state of the beer', spec('3.4.1', '7.2.27'), async () => {
    const { call } = await app.signIn()
    const brewery = await aBrewery(app.db, { name: 'Brasserie Test' })
    const first = await aBeer(app.db, { breweryId: brewery.id, name: 'First' })
    const second = await aBeer(app.db, { breweryId: brewery.id, name: 'Second' })
    await call(addFavorite, { body: { beerId: first.id } })
    expect((await call(addFavorite, { body: { beerId: second.id } })).status).toBe(201)
    const { body } = await call(listFavorites)
    expect(body.map((favorite) => favorite.beer.name)).toEqual(['Second', 'First'])
    expect(body[0]?.beer.brewery).toBe('Brasserie Test')
  })

  it('keeps the date of one that was saved earlier, but none in the future', async () => {
    const { call } = await app.signIn()
    const [old, future] = [await aBeer(app.db), await aBeer(app.db)]
    const favoritedAt = '2026-01-10T20:00:00.000Z'
    await call(addFavorite, { body: { beerId: future.id, favoritedAt: '2999-01-01T00:00:00.000Z' } })
    await call(addFavorite, { body: { beerId: old.id, favoritedAt } })
    const { body } = await call(listFavorites)
    expect(body.map(({ beerId }) => beerId)).toEqual([future.id, old.id])
    expect(body[1]?.favoritedAt).toBe(favoritedAt)
    expect(Date.parse(body[0]?.favoritedAt ?? '')).toBeLessThanOrEqual(Date.now() + 60_000)
  })

  it('stores a beer once even if it is added twice', spec('7.2.28'), async () => {
    const { call } = await app.signIn()
    const beer = await aBeer(app.db)
    const once = await call(addFavorite, { body: { beerId: beer.id } })
    const twice = await call(addFavorite, { body: { beerId: beer.id } })
    expect(twice).toMatchObject({ status: 201, body: { id: once.body.id } })
    expect((await call(listFavorites)).body).toHaveLength(1)
  })

  it('answers 204 when removing a beer that is not a favourite', spec('7.2.30'), async () => {
    const { call } = await app.signIn()
    const beer = await aBeer(app.db)
    await call(addFavorite, { body: { beerId: beer.id } })
    expect((await call(removeFavorite, { params: { beerId: beer.id } })).status).toBe(204)
    expect((await call(removeFavorite, { params: { beerId: beer.id } })).status).toBe(204)
    expect((await call(listFavorites)).body).toEqual([])
  })

  it('are private to their user', spec('6.6'), async () => {
    const [ada, grace] = [await app.signIn(), await app.signIn()]
    const beer = await aBeer(app.db)
    await ada.call(addFavorite, { body: { beerId: beer.id } })
    await grace.call(removeFavorite, { params: { beerId: beer.id } })
    expect((await grace.call(listFavorites)).body).toEqual([])
    expect((await ada.call(listFavorites)).body).toHaveLength(1)
  })

  it('answers 404 for a beer that does not exist or is another user’s', async () => {
    const [ada, grace] = [await app.signIn(), await app.signIn()]
    const printed = { name: 'Cellar Secret', brewery: null, style: null, abv: null, ibu: null }
    const id = await unlistedBeers(app.db).of(ada.user.id).findOrCreate(printed)
    if (id === undefined) throw new Error('the unlisted beer was not stored')
    expect((await ada.call(addFavorite, { body: { beerId: id } })).status).toBe(201)
    expect(await grace.call(addFavorite, { body: { beerId: id } })).toMatchObject({
      status: 404,
      body: { code: 'not_found' },
    })
    expect((await ada.call(addFavorite, { body: { beerId: 999_999_999 } })).status).toBe(404)
  })
})
