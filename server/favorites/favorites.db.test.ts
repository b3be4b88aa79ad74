import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addFavorite, listFavorites, removeFavorite } from '#contracts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { aBeer, aBrewery } from '#testing/builders.ts'
import { unlistedBeers } from '../beers/unlisted-store.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

describe('favorites', () => {
  it('lists what was saved, newest first, with the beer as it is now', async () => {
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

  it('keeps one row when a beer is saved twice', async () => {
    const { call } = await app.signIn()
    const beer = await aBeer(app.db)
    const once = await call(addFavorite, { body: { beerId: beer.id } })
    const twice = await call(addFavorite, { body: { beerId: beer.id } })
    expect(twice).toMatchObject({ status: 201, body: { id: once.body.id } })
    expect((await call(listFavorites)).body).toHaveLength(1)
  })

  it('removes without complaint what is not there', async () => {
    const { call } = await app.signIn()
    const beer = await aBeer(app.db)
    await call(addFavorite, { body: { beerId: beer.id } })
    expect((await call(removeFavorite, { params: { beerId: beer.id } })).status).toBe(204)
    expect((await call(removeFavorite, { params: { beerId: beer.id } })).status).toBe(204)
    expect((await call(listFavorites)).body).toEqual([])
  })

  it('belongs to one user', async () => {
    const [ada, grace] = [await app.signIn(), await app.signIn()]
    const beer = await aBeer(app.db)
    await ada.call(addFavorite, { body: { beerId: beer.id } })
    await grace.call(removeFavorite, { params: { beerId: beer.id } })
    expect((await grace.call(listFavorites)).body).toEqual([])
    expect((await ada.call(listFavorites)).body).toHaveLength(1)
  })

  it('finds no beer that does not exist or that another user scanned', async () => {
    const [ada, grace] = [await app.signIn(), await app.signIn()]
    const printed = { name: 'Cellar Secret', brewery: null, style: null, abv: null, ibu: null }
    const id = await unlistedBeers(app.db).of(ada.user.id).keep(printed)
    if (id === undefined) throw new Error('the unlisted beer was not kept')
    expect((await ada.call(addFavorite, { body: { beerId: id } })).status).toBe(201)
    expect(await grace.call(addFavorite, { body: { beerId: id } })).toMatchObject({
      status: 404,
      body: { code: 'not_found' },
    })
    expect((await ada.call(addFavorite, { body: { beerId: 999_999_999 } })).status).toBe(404)
  })
})
