import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listSearches, removeSearch, saveSearch, search, searchBeers } from '#contracts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { aBeer, aBrewery } from '#testing/builders.ts'
import { unlistedBeers } from '../beers/unlisted-store.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
  const { db } = app
  const weihen = await aBrewery(db, { name: 'Bayerische Staatsbrauerei Weihenstephan', aliases: ['Weihenstephaner'] })
  await aBeer(db, { breweryId: weihen.id, name: 'Weihenstephaner Hefeweissbier', popularity: 70 })
  await aBeer(db, { breweryId: weihen.id, name: 'Vitus', popularity: 40 })
  const bernard = await aBrewery(db, { name: 'Brouwerij St. Bernardus', aliases: ['St. Bernardus'] })
  await aBeer(db, { breweryId: bernard.id, name: 'St. Bernardus Abt 12', popularity: 70 })
  const zywiec = await aBrewery(db, { name: 'Browar Żywiec', aliases: ['Żywiec'] })
  await aBeer(db, { breweryId: zywiec.id, name: 'Żywiec', popularity: 60 })
  await aBeer(db, { breweryId: zywiec.id, name: 'Żywiec Porter', popularity: 40 })
  const tokyo = await aBrewery(db, { name: '東京ブルワリー' })
  await aBeer(db, { breweryId: tokyo.id, name: '東京ブラック' })
})
afterAll(() => app.close())

async function names(q: string) {
  const { call } = await app.signIn()
  const { body } = await call(search, { query: { q } })
  return { beers: body.beers.map((beer) => beer.name), breweries: body.breweries.map((brewery) => brewery.name) }
}

describe('search', () => {
  it.each([
    ['st bernardus abt', 'St. Bernardus Abt 12'],
    ['abt st bernardus', 'St. Bernardus Abt 12'],
    ['St. Bernárdus', 'St. Bernardus Abt 12'],
    ['weihenstef', 'Weihenstephaner Hefeweissbier'],
    ['weihenstephanr hefe', 'Weihenstephaner Hefeweissbier'],
    ['zywiec', 'Żywiec'],
    ['ZYWIEC PORTER', 'Żywiec Porter'],
    ['東京ブ', '東京ブラック'],
  ])('finds %s', async (query, beer) => {
    expect((await names(query)).beers[0]).toBe(beer)
  })

  it('finds breweries apart from beers, with the number of their beers', async () => {
    const { call } = await app.signIn()
    const { body } = await call(search, { query: { q: 'weihenstephan' } })
    expect(body.breweries[0]).toMatchObject({ name: 'Bayerische Staatsbrauerei Weihenstephan', beerCount: 2 })
  })

  it('finds nothing for fewer than three characters, and survives every kind of typing', async () => {
    for (const query of [
      '',
      'ab',
      '  a ',
      "'; drop table beers;--",
      '& | ! ( ) :*',
      '\\',
      "''",
      '🍺🍺🍺',
      'x'.repeat(200),
    ]) {
      expect((await names(query)).beers, query).toEqual([])
    }
  })

  it('answers differently once the database holds another beer', async () => {
    expect((await names('quintessenz')).beers).toEqual([])
    await aBeer(app.db, { name: 'Quintessenz' })
    expect((await names('quintessenz')).beers).toEqual(['Quintessenz'])
    const { call } = await app.signIn()
    expect((await call(searchBeers, { query: { q: 'quintessenz' } })).body.map((beer) => beer.name)).toEqual([
      'Quintessenz',
    ])
  })

  it('answers with fifty beers at most', async () => {
    const brewery = await aBrewery(app.db, { name: 'Vielerlei' })
    for (let n = 0; n < 52; n++) await aBeer(app.db, { breweryId: brewery.id, name: `Quittensud ${n}` })
    expect((await names('quittensud')).beers).toHaveLength(50)
  })

  it('shows an unlisted beer to the user who scanned it and to nobody else', async () => {
    const [ada, grace] = [await app.signIn(), await app.signIn()]
    await unlistedBeers(app.db)
      .of(ada.user.id)
      .keep({ name: 'Kellergeist', brewery: 'Hinterhof', style: null, abv: 5, ibu: null })
    expect((await ada.call(search, { query: { q: 'kellergeist' } })).body.beers).toMatchObject([
      { listed: false, brewery: 'Hinterhof' },
    ])
    expect((await grace.call(search, { query: { q: 'kellergeist' } })).body.beers).toEqual([])
  })
})

describe('search history', () => {
  it('keeps searches newest first, the same query in a row once', async () => {
    const { call } = await app.signIn()
    for (const query of ['orval', 'tripel', 'Tripel ', 'orval']) {
      expect((await call(saveSearch, { body: { query, resultCount: 3 } })).status).toBe(201)
    }
    expect((await call(listSearches)).body.map((entry) => entry.query)).toEqual(['orval', 'tripel', 'orval'])
  })

  it('refuses a query of fewer than four characters', async () => {
    const { call } = await app.signIn()
    expect((await call(saveSearch, { body: { query: 'abc', resultCount: 0 } })).status).toBe(400)
    expect((await call(saveSearch, { body: { query: ' abc  ', resultCount: 0 } })).status).toBe(400)
    expect((await call(listSearches)).body).toEqual([])
  })

  it('forgets one search, and none of another user', async () => {
    const [ada, bob] = [await app.signIn(), await app.signIn()]
    const { id } = (await ada.call(saveSearch, { body: { query: 'orval', resultCount: 3 } })).body
    await ada.call(saveSearch, { body: { query: 'tripel', resultCount: 3 } })
    expect((await bob.call(removeSearch, { params: { id } })).status).toBe(404)
    expect((await ada.call(removeSearch, { params: { id } })).status).toBe(204)
    expect((await ada.call(removeSearch, { params: { id } })).status).toBe(404)
    expect((await ada.call(removeSearch, { params: { id: 'x' } })).status).toBe(400)
    expect((await ada.call(listSearches)).body.map((entry) => entry.query)).toEqual(['tripel'])
  })
})
