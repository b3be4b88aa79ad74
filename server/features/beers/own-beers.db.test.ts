import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  addBeer,
  addFavorite,
  addToJournal,
  changeBeer,
  getBeer,
  getScan,
  listFavorites,
  type OwnBeer,
  search,
} from '#contracts'
import { type Call, startTestApp, type TestApp } from '#testing/app.ts'
import { aBeer, aBrewery, aScan, aStyle } from '#testing/builders.ts'
import { spec } from '#testing/spec.ts'
import { beers } from '../../adapters/db/schema.ts'
import { unlistedBeers } from '../../core/beers/unlisted-store.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
  await aStyle(app.db, { name: 'Test Gruit', family: 'Other', srm: 9 })
})
afterAll(() => app.close())

const CELLAR: OwnBeer = { name: 'Höhlengruit', brewery: 'Café Keller', style: 'Test Gruit', abv: 5.4, ibu: 12 }
const added = async (call: Call, own: Partial<OwnBeer> = {}) =>
  (await call(addBeer, { body: { ...CELLAR, ...own } })).body
const change = async (call: Call, id: number, own: Partial<OwnBeer>) =>
  await call(changeBeer, { params: { id }, body: { ...CELLAR, ...own } })

describe('a beer that the user adds', () => {
  it('has what they say about it and a rating, is found, saved and had like any other, by them alone', async () => {
    const [ada, grace] = [await app.signIn(), await app.signIn()]
    const beer = await added(ada.call)
    expect(beer).toMatchObject({ ...CELLAR, listed: false, srm: 9, ratingOrigin: 'style' })
    expect(beer.rating).toBeGreaterThan(0)
    expect((await ada.call(search, { query: { q: 'hohlengruit' } })).body.beers).toMatchObject([{ id: beer.id }])
    expect((await ada.call(addFavorite, { body: { beerId: beer.id } })).status).toBe(201)
    expect((await ada.call(addToJournal, { body: { key: crypto.randomUUID(), beerId: beer.id } })).status).toBe(201)
    expect((await grace.call(search, { query: { q: 'hohlengruit' } })).body.beers).toEqual([])
    expect((await grace.call(getBeer, { params: { id: beer.id }, query: {} })).status).toBe(404)
  })

  it('is one that they have already, completed by what was unknown of it', async () => {
    const { call, user } = await app.signIn()
    const read = { ...CELLAR, style: null, abv: 5.2, ibu: null }
    const id = await unlistedBeers(app.db).of(user.id).findOrCreate(read)
    expect(await added(call, { name: 'HOHLENGRUIT' })).toMatchObject({ ...CELLAR, id, abv: 5.2 })
  })

  it.each<[what: string, own: Partial<OwnBeer>]>([
    ['without a name', { name: ' \u200b ' }],
    ['with an endless name', { name: 'x'.repeat(121) }],
    ['with an empty brewery', { brewery: '' }],
    ['of no style', { style: 'Soup' }],
    ['with a negative bitterness', { ibu: -1 }],
  ])('%s is refused', async (_, own) => {
    const { call } = await app.signIn()
    expect((await call(addBeer, { body: { ...CELLAR, ...own } })).status).toBe(400)
  })

  it.each([
    [70, 200],
    [70.1, 400],
  ])('with %d %% by volume is answered with %d', spec('10.3.16'), async (abv, status) => {
    const { call } = await app.signIn()
    expect((await call(addBeer, { body: { ...CELLAR, abv } })).status).toBe(status)
  })

  it.each([
    [2_500, 200],
    [2_501, 400],
  ])('with %d IBU is answered with %d', spec('10.3.17'), async (ibu, status) => {
    const { call } = await app.signIn()
    expect((await call(addBeer, { body: { ...CELLAR, ibu } })).status).toBe(status)
  })

  it('is one of 30 a minute', spec('10.3.18'), async () => {
    const { call } = await app.signIn()
    const statuses: number[] = []
    for (let nth = 0; nth < 31; nth++) statuses.push((await call(addBeer, { body: CELLAR })).status)
    expect(statuses).toEqual([...Array(30).fill(200), 429])
  })

  it('is kept for a day although nothing refers to it', async () => {
    const { call } = await app.signIn()
    const [fresh, old] = [await added(call), await added(call, { name: 'Yesterday' })]
    await app.db.update(beers).set({ describedAt: sql`now() - interval '25 hours'` }).where(eq(beers.id, old.id))
    await unlistedBeers(app.db).removeUnreferenced()
    const statusOf = async (id: number) => (await call(getBeer, { params: { id }, query: {} })).status
    expect([await statusOf(fresh.id), await statusOf(old.id)]).toEqual([200, 404])
  })

  it('becomes the beer of the catalogue that it is', async () => {
    const { call } = await app.signIn()
    const brewery = await aBrewery(app.db, { name: 'Kelpie Ales' })
    const listed = await aBeer(app.db, { name: 'Tidewrack', breweryId: brewery.id, abv: 4.8 })
    const own = await added(call, { name: 'Tidewrack', brewery: 'Kelpie Ales', abv: 4.8 })
    await call(addFavorite, { body: { beerId: own.id } })
    await expect
      .poll(async () => (await call(listFavorites)).body.map(({ beer }) => beer.id), { timeout: 15_000 })
      .toEqual([listed.id])
  })
})

describe('a beer of their own that the user changes', () => {
  it('is changed wherever it is listed', async () => {
    const { call, user } = await app.signIn()
    const own = await unlistedBeers(app.db)
      .of(user.id)
      .findOrCreate({ name: 'Hohlenqruit', brewery: null, style: null, abv: null, ibu: null })
    if (own === undefined) throw new Error('the beer was not stored')
    const scan = await aScan(app.db, { userId: user.id, items: [{ beerId: own }] })
    expect((await change(call, own, {})).body).toMatchObject({ ...CELLAR, id: own, ratingOrigin: 'style' })
    expect((await call(getScan, { params: { id: scan.id } })).body.beer).toMatchObject({ ...CELLAR, id: own })
    expect((await change(call, own, { brewery: null, style: null, abv: null, ibu: null })).body).toMatchObject({
      name: CELLAR.name,
      brewery: null,
      style: null,
      abv: null,
      ibu: null,
    })
  })

  it('is still the beer of a label or file that names it as before, until another has that name', async () => {
    const { call, user } = await app.signIn()
    const { id } = await added(call, { name: 'Hohlenqruit' })
    await change(call, id, {})
    const own = unlistedBeers(app.db).of(user.id)
    expect(await own.findOrCreate({ ...CELLAR, name: 'Hohlenqruit' })).toBe(id)
    const other = await added(call, { name: 'Hohlenqruit' })
    expect(other.id).not.toBe(id)
    expect(await own.findOrCreate({ ...CELLAR, name: 'Hohlenqruit' })).toBe(other.id)
    expect(await own.findOrCreate(CELLAR)).toBe(id)
  })

  it('may keep a style that only its file knows', async () => {
    const { call, user } = await app.signIn()
    const id = await unlistedBeers(app.db)
      .of(user.id)
      .findOrCreate({ ...CELLAR, style: 'Smoothie' })
    expect((await change(call, id ?? 0, { style: 'Smoothie', abv: 7 })).body).toMatchObject({
      style: 'Smoothie',
      abv: 7,
    })
    expect((await change(call, id ?? 0, { style: 'Soup' })).status).toBe(400)
  })

  it('cannot be given the name of another one of theirs', async () => {
    const { call } = await app.signIn()
    const [first, second] = [await added(call), await added(call, { name: 'Zweitgruit' })]
    const refused = await change(call, second.id, { name: 'höhlengruit' })
    expect(refused).toMatchObject({ status: 409, body: { code: 'beer_exists' } })
    expect((await change(call, first.id, { abv: 6 })).status).toBe(200)
  })

  it('is no beer of the catalogue and no one of another user', async () => {
    const [ada, grace] = [await app.signIn(), await app.signIn()]
    expect((await change(ada.call, (await aBeer(app.db)).id, {})).status).toBe(404)
    expect((await change(grace.call, (await added(ada.call)).id, {})).status).toBe(404)
  })
})
