import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { getBeer, getBrewery, similarBeers } from '#contracts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { aBeer, aBrewery } from '#testing/builders.ts'
import { spec } from '#testing/spec.ts'
import { beers, styles } from '../../adapters/db/schema.ts'
import { changesSince } from './catalogue-feed.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
  await app.db
    .insert(styles)
    .values([
      { name: 'Tripel', family: 'Belgian Ale', srm: 5, prior: 74 },
      { name: 'Dubbel', family: 'Belgian Ale', srm: 17, prior: 72 },
      {
        name: 'Stout',
        family: 'Stout',
        srm: 38,
        prior: 75,
        description: 'Roast and cocoa.',
        glass: 'nonic pint',
        servedFrom: 8,
        servedTo: 11,
        pairings: ['oysters', 'stew'],
      },
    ])
    .onConflictDoNothing()
})
afterAll(() => app.close())

describe('a beer', () => {
  it(
    'has its brewery, its place, and the colour and family of its style; unknown facts are null',
    spec('3.1.1', '7.2.33'),
    async () => {
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
        styleFamily: 'Belgian Ale',
        listed: true,
      })
      const other = await aBeer(app.db, { style: 'A style of its own' })
      expect((await call(getBeer, { params: { id: other.id } })).body.styleFamily).toBeNull()
    },
  )

  it('includes the brewery’s place if another brewery has the same name', async () => {
    const here = await aBrewery(app.db, { name: 'Löwenbräu', city: 'München', country: 'Germany' })
    const beer = await aBeer(app.db, { breweryId: here.id })
    const { call } = await app.signIn()
    const breweryPlace = async () => (await call(getBeer, { params: { id: beer.id } })).body.breweryPlace
    expect(await breweryPlace()).toBeNull()
    await aBrewery(app.db, { name: 'löwenbräu', city: 'Zürich', country: 'Switzerland', removed: true })
    expect(await breweryPlace()).toBeNull()
    await aBrewery(app.db, { name: 'LÖWENBRÄU', city: 'Zürich', country: 'Switzerland' })
    expect(await breweryPlace()).toBe('München, Germany')
  })

  it('says how its facts are known, and what lists leave out', async () => {
    const brewery = await aBrewery(app.db, { closed: 2019 })
    const history = { introduced: 1994, retired: 2016, source: 'label', checked: '2026-11' } as const
    const beer = await aBeer(app.db, { breweryId: brewery.id, status: 'retired', ...history, abvByMarket: { GB: 4.6 } })
    const { call } = await app.signIn()
    const { body } = await call(getBeer, { params: { id: beer.id } })
    expect(body).toMatchObject({
      status: 'retired',
      facts: { ...history, breweryClosed: 2019, abvByMarket: { GB: 4.6 } },
    })
  })

  it('shows the taste of its style only without a description of its own, and how the style is served', async () => {
    const written = await aBeer(app.db, { style: 'Stout', description: 'Brewed with oats.' })
    const unwritten = await aBeer(app.db, { style: 'Stout' })
    const { call } = await app.signIn()
    const detailsOf = async (id: number) => (await call(getBeer, { params: { id } })).body
    expect(await detailsOf(written.id)).toMatchObject({ description: 'Brewed with oats.', styleDescription: null })
    const serving = { glass: 'nonic pint', celsius: { from: 8, to: 11 }, pairings: ['oysters', 'stew'] }
    expect(await detailsOf(unwritten.id)).toMatchObject({
      description: null,
      styleDescription: 'Roast and cocoa.',
      serving,
    })
    const other = await aBeer(app.db, { style: 'Tripel' })
    expect(await detailsOf(other.id)).toMatchObject({ styleDescription: null, serving: null })
  })

  it.each([
    ['memory', 9, null, null],
    ['memory', 10, 5.2, 30],
    ['second-source', 9, 5.2, 30],
    [null, 9, 5.2, 30],
  ] as const)('from %s with popularity %i has the figures %s and %s', async (source, popularity, abv, ibu) => {
    const given = { source, popularity, abv: 5.2, ibu: 30, abvByMarket: { GB: 4.6 } }
    const beer = await aBeer(app.db, given)
    const { call } = await app.signIn()
    const { body } = await call(getBeer, { params: { id: beer.id } })
    expect(body).toMatchObject({ abv, ibu, facts: { abvByMarket: abv === null ? {} : { GB: 4.6 } } })
    const inList = (await call(getBrewery, { params: { id: beer.breweryId ?? 0 } })).body.beers[0]
    expect(inList).toMatchObject({ abv, ibu })
    const fed = (await changesSince(app.db, 0)).beers.find(({ id }) => id === beer.id)
    expect(fed).toMatchObject({ abv: expect.closeTo(5.2), ibu: 30 })
  })

  it('answers 404 for an unknown id', async () => {
    const { call } = await app.signIn()
    expect((await call(getBeer, { params: { id: 999_999_999 } })).status).toBe(404)
  })
})

describe('similar beers', () => {
  it('are from the same style family, nearest first, at most two per brewery', spec('7.2.35'), async () => {
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

  it('rank retired beers lower', async () => {
    const of = await aBeer(app.db, { style: 'Tripel', abv: 11 })
    const gone = await aBeer(app.db, { style: 'Tripel', abv: 11, popularity: 60, status: 'retired' })
    const current = await aBeer(app.db, { style: 'Tripel', abv: 11, popularity: 40 })
    const { call } = await app.signIn()
    const ids = (await call(similarBeers, { params: { id: of.id } })).body.map(({ id }) => id)
    expect(ids.indexOf(gone.id)).toBeGreaterThan(ids.indexOf(current.id))
  })

  it('are limited to ten', spec('10.1.5'), async () => {
    const of = await aBeer(app.db, { style: 'Dubbel', abv: 7 })
    for (let n = 0; n < 12; n++) {
      await aBeer(app.db, { breweryId: (await aBrewery(app.db)).id, style: 'Dubbel', abv: 7 })
    }
    const { call } = await app.signIn()
    expect((await call(similarBeers, { params: { id: of.id } })).body).toHaveLength(10)
  })

  it('follow changes of the database, and are empty if the style is unknown', async () => {
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
  it('lists its beers, best rated first, with their number', spec('2.14.6', '3.2.1', '3.2.3', '7.2.36'), async () => {
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

  it('lists beers of which only the style is known after those that are known better', async () => {
    const brewery = await aBrewery(app.db)
    await aBeer(app.db, { breweryId: brewery.id, name: 'Style', rating: 90, ratingOrigin: 'style', ratingStd: 5 })
    await aBeer(app.db, { breweryId: brewery.id, name: 'Known', rating: 60, ratingOrigin: 'expected', ratingStd: 4 })
    await aBeer(app.db, { breweryId: brewery.id, name: 'Rated', rating: 50, ratingOrigin: 'community' })
    const { call } = await app.signIn()
    const { body } = await call(getBrewery, { params: { id: brewery.id } })
    expect(body.beers.map(({ name, ratingRange }) => [name, ratingRange])).toEqual([
      ['Known', { low: 55, high: 65 }],
      ['Rated', null],
      ['Style', { low: 84, high: 96 }],
    ])
  })

  it('says when it closed and who owns it, and lists retired beers last', async () => {
    const brewery = await aBrewery(app.db, { closed: 2019, owner: 'Test Group' })
    await aBeer(app.db, { breweryId: brewery.id, name: 'Gone', rating: 90, status: 'retired' })
    await aBeer(app.db, { breweryId: brewery.id, name: 'Poured', rating: 60 })
    const { call } = await app.signIn()
    const { body } = await call(getBrewery, { params: { id: brewery.id } })
    expect(body.brewery).toMatchObject({ closed: 2019, owner: 'Test Group' })
    expect(body.beers.map(({ name }) => name)).toEqual(['Poured', 'Gone'])
  })

  it('is marked as a store brand if it is one, and so are its beers', async () => {
    const { call } = await app.signIn()
    for (const storeBrand of [false, true]) {
      const { id } = await aBrewery(app.db, { storeBrand })
      await aBeer(app.db, { breweryId: id })
      const { brewery, beers } = (await call(getBrewery, { params: { id } })).body
      expect([brewery.isStoreBrand, beers[0]?.isStoreBrand]).toEqual([storeBrand, storeBrand])
    }
  })

  it('answers 404 for an unknown id', async () => {
    const { call } = await app.signIn()
    expect((await call(getBrewery, { params: { id: 999_999_999 } })).status).toBe(404)
  })
})
