import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { getBeer, getBrewery, similarBeers } from '#contracts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { aBeer, aBrewery } from '#testing/builders.ts'
import { beers, styles } from '../db/schema.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
  await app.db
    .insert(styles)
    .values([
      { name: 'Tripel', family: 'Belgian Ale', srm: 5, prior: 74 },
      { name: 'Dubbel', family: 'Belgian Ale', srm: 17, prior: 72 },
      { name: 'Stout', family: 'Stout', srm: 38, prior: 75 },
    ])
    .onConflictDoNothing()
})
afterAll(() => app.close())

describe('a beer', () => {
  it('carries its brewery, its place and the colour of its style; unknown facts are null', async () => {
    const brewery = await aBrewery(app.db, { name: 'Abdij', city: 'Malle', state: 'Antwerp', country: 'Belgium' })
    const beer = await aBeer(app.db, { breweryId: brewery.id, style: 'Tripel', abv: 9.5, ibu: null, rating: 73.4 })
    const { call } = await app.signIn()
    const { status, body } = await call(getBeer, { params: { id: beer.id } })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      brewery: 'Abdij',
      place: 'Antwerp, Belgium',
      abv: 9.5,
      ibu: null,
      rating: 73.4,
      srm: 5,
      listed: true,
    })
  })

  it('says where its brewery is when another one carries the same name', async () => {
    const here = await aBrewery(app.db, { name: 'Löwenbräu', city: 'München', country: 'Germany' })
    const beer = await aBeer(app.db, { breweryId: here.id })
    const { call } = await app.signIn()
    const placeTold = async () => (await call(getBeer, { params: { id: beer.id } })).body.breweryPlace
    expect(await placeTold()).toBeNull()
    await aBrewery(app.db, { name: 'löwenbräu', city: 'Zürich', country: 'Switzerland', removed: true })
    expect(await placeTold()).toBeNull()
    await aBrewery(app.db, { name: 'LÖWENBRÄU', city: 'Zürich', country: 'Switzerland' })
    expect(await placeTold()).toBe('München, Germany')
  })

  it('is not found under another number', async () => {
    const { call } = await app.signIn()
    expect((await call(getBeer, { params: { id: 999_999_999 } })).status).toBe(404)
  })
})

describe('similar beers', () => {
  it('come from the same family, nearest first, and at most two from one brewery', async () => {
    const mine = await aBrewery(app.db)
    const other = await aBrewery(app.db)
    const of = await aBeer(app.db, { breweryId: mine.id, name: 'Of', style: 'Tripel', abv: 9 })
    await aBeer(app.db, { breweryId: other.id, name: 'Near', style: 'Tripel', abv: 8.8 })
    for (const n of [1, 2, 3]) await aBeer(app.db, { breweryId: mine.id, name: `Own ${n}`, style: 'Tripel', abv: 9 })
    await aBeer(app.db, { breweryId: other.id, name: 'Far', style: 'Dubbel', abv: 6 })
    await aBeer(app.db, { breweryId: other.id, name: 'Elsewhere', style: 'Stout', abv: 9 })
    const { call } = await app.signIn()
    const names = (await call(similarBeers, { params: { id: of.id } })).body.map((beer) => beer.name)
    expect(names.filter((name) => name.startsWith('Own'))).toHaveLength(2)
    expect(names.indexOf('Near')).toBeGreaterThanOrEqual(0)
    expect(names.indexOf('Near')).toBeLessThan(names.indexOf('Far'))
    expect(names).not.toContain('Elsewhere')
    expect(names).not.toContain('Of')
  })

  it('are ten at most', async () => {
    const of = await aBeer(app.db, { style: 'Dubbel', abv: 7 })
    for (let n = 0; n < 12; n++) {
      await aBeer(app.db, { breweryId: (await aBrewery(app.db)).id, style: 'Dubbel', abv: 7 })
    }
    const { call } = await app.signIn()
    expect((await call(similarBeers, { params: { id: of.id } })).body).toHaveLength(10)
  })

  it('change with the database and are none when nothing is known', async () => {
    const of = await aBeer(app.db, { name: 'Lonely', style: null })
    const { call } = await app.signIn()
    expect((await call(similarBeers, { params: { id: of.id } })).body).toEqual([])
    await app.db.update(beers).set({ style: 'Stout' }).where(eq(beers.id, of.id))
    const neighbour = await aBeer(app.db, { style: 'Stout' })
    const { body } = await call(similarBeers, { params: { id: of.id } })
    expect(body.map((beer) => beer.id)).toContain(neighbour.id)
  })
})

describe('a brewery', () => {
  it('lists its beers best rated first and counts them', async () => {
    const brewery = await aBrewery(app.db, { name: 'Counted', founded: 1889, website: 'https://example.org' })
    await aBeer(app.db, { breweryId: brewery.id, name: 'Good', rating: 70 })
    await aBeer(app.db, { breweryId: brewery.id, name: 'Better', rating: 80 })
    const { call } = await app.signIn()
    const { body } = await call(getBrewery, { params: { id: brewery.id } })
    expect(body.brewery).toMatchObject({ name: 'Counted', founded: 1889, beerCount: 2 })
    expect(body.beers.map((beer) => beer.name)).toEqual(['Better', 'Good'])
    await aBeer(app.db, { breweryId: brewery.id, name: 'Best', rating: 90 })
    expect((await call(getBrewery, { params: { id: brewery.id } })).body.beers[0]?.name).toBe('Best')
  })

  it('is not found under another number', async () => {
    const { call } = await app.signIn()
    expect((await call(getBrewery, { params: { id: 999_999_999 } })).status).toBe(404)
  })
})
