import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { correctScan, listSearches, removeSearch, saveSearch, search, searchBeers } from '#contracts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { aBeer, aBrewery, aScan } from '#testing/builders.ts'
import { spec } from '#testing/spec.ts'
import { scans } from '../../adapters/db/schema.ts'
import { addBarcodes, userBarcodes } from '../../core/beers/barcode-store.ts'
import { unlistedBeers } from '../../core/beers/unlisted-store.ts'

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

/** Read from a label. */
async function anUnlisted(userId: number, name: string): Promise<number> {
  const printed = { name, brewery: 'Hinterhof', style: null, abv: 5, ibu: null }
  const beerId = (await unlistedBeers(app.db).of(userId).findOrCreate(printed)) ?? 0
  await aScan(app.db, { userId, items: [{ beerId }] })
  return beerId
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

  it('returns breweries separately, with the number of their beers', spec('3.2.2', '7.2.32'), async () => {
    const { call } = await app.signIn()
    const { body } = await call(search, { query: { q: 'weihenstephan' } })
    expect(body.breweries[0]).toMatchObject({ name: 'Bayerische Staatsbrauerei Weihenstephan', beerCount: 2 })
  })

  it('returns nothing for fewer than three characters, and accepts any input', spec('5.2'), async () => {
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

  it('finds a name of two characters that are words', async () => {
    await aBeer(app.db, { name: 'Quelle', aliases: ['青柳'] })
    expect((await names('青柳')).beers).toEqual(['Quelle'])
    expect((await names('青')).beers).toEqual([])
  })

  it('finds the beer of a barcode, typed as it is printed', async () => {
    const [grace, other] = [await app.signIn(), await app.signIn()]
    const [known, named] = [
      await aBeer(app.db, { name: 'Quittenblond' }),
      await aBeer(app.db, { name: 'Quittendunkel' }),
    ]
    await app.db.transaction(async (tx) => addBarcodes(tx, [{ barcode: '4006381333931', beerId: known.id }], 1))
    const found = async ({ call }: typeof grace, q: string) =>
      (await call(search, { query: { q } })).body.beers.map(({ id }) => id)
    expect(await found(grace, '4006381333931')).toEqual([known.id])
    expect(await found(grace, '4 006381 333931')).toEqual([known.id])
    await app.db.transaction((tx) => userBarcodes(tx).of(grace.user.id).confirm('4006381333931', named.id))
    expect(await found(grace, '4006381333931')).toEqual([named.id, known.id])
    expect(await found(other, '4006381333931')).toEqual([known.id])
    expect(await found(other, '4006381333932')).toEqual([])
  })

  it('finds beers of a strength, as far as theirs is known', async () => {
    const values = { style: 'Quittenbier', source: 'brewery' as const }
    await aBeer(app.db, { ...values, name: 'Quittenleicht', abv: 2.9 })
    await aBeer(app.db, { ...values, name: 'Quittenstark', abv: 7.5 })
    await aBeer(app.db, { ...values, name: 'Quittenfraglich', abv: 2.5, source: 'memory', popularity: 0 })
    expect((await names('quittenbier unter 4 %')).beers).toEqual(['Quittenleicht'])
    expect((await names('quittenbier over 4')).beers).toEqual(['Quittenstark'])
  })

  it('finds beers added to the database', async () => {
    expect((await names('quintessenz')).beers).toEqual([])
    await aBeer(app.db, { name: 'Quintessenz' })
    expect((await names('quintessenz')).beers).toEqual(['Quintessenz'])
    const { call } = await app.signIn()
    expect((await call(searchBeers, { query: { q: 'quintessenz' } })).body.map((beer) => beer.name)).toEqual([
      'Quintessenz',
    ])
  })

  it('puts beers that are no longer brewed behind others', async () => {
    const { call } = await app.signIn()
    const closed = await aBrewery(app.db, { closed: 2019 })
    const retired = await aBeer(app.db, { name: 'Zapfenstreich Rot', status: 'retired', popularity: 90 })
    const alone = await aBeer(app.db, { name: 'Zapfenstreich Blau', breweryId: closed.id, popularity: 80 })
    const current = await aBeer(app.db, { name: 'Zapfenstreich Gelb', popularity: 20 })
    const { body } = await call(search, { query: { q: 'zapfenstreich' } })
    expect(body.beers.map(({ id }) => id)).toEqual([current.id, retired.id, alone.id])
  })

  it('returns at most 50 beers', spec('10.1.4'), async () => {
    const brewery = await aBrewery(app.db, { name: 'Vielerlei' })
    for (let n = 0; n < 52; n++) await aBeer(app.db, { breweryId: brewery.id, name: `Quittensud ${n}` })
    expect((await names('quittensud')).beers).toHaveLength(50)
  })

  it('returns an unlisted beer only to the user who scanned it', async () => {
    const [ada, grace] = [await app.signIn(), await app.signIn()]
    await anUnlisted(ada.user.id, 'Kellergeist')
    expect((await ada.call(search, { query: { q: 'kellergeist' } })).body.beers).toMatchObject([
      { listed: false, brewery: 'Hinterhof' },
    ])
    expect((await grace.call(search, { query: { q: 'kellergeist' } })).body.beers).toEqual([])
  })

  it('finds an unlisted beer by its style, also by another name of that', async () => {
    const { call, user } = await app.signIn()
    await aBeer(app.db, { name: 'Mattenstich', style: 'Quittengruit', abv: 5.5, source: 'brewery' })
    const described = { brewery: null, abv: 5, ibu: null }
    const own = unlistedBeers(app.db).of(user.id)
    await own.add({ ...described, name: 'Kellerfee', style: 'Quittengruit' })
    await own.add({ ...described, name: 'Kellertrübe', style: 'Hazy IPA' })
    const found = async (q: string) => (await call(search, { query: { q } })).body.beers.map(({ name }) => name)
    expect((await found('quittengruit')).sort()).toEqual(['Kellerfee', 'Mattenstich'])
    expect((await found('quittengruit under 6')).sort()).toEqual(['Kellerfee', 'Mattenstich'])
    expect(await found('neipa')).toEqual(['Kellertrübe'])
  })

  it('returns an unlisted beer of this name before the many of the catalogue that have more in theirs', async () => {
    const { call, user } = await app.signIn()
    for (let n = 0; n < 51; n++) await aBeer(app.db, { name: `Stollensud ${n}`, popularity: 60 })
    const own = await anUnlisted(user.id, 'Stollensud')
    const { beers } = (await call(search, { query: { q: 'stollensud' } })).body
    expect(beers[0]?.id).toBe(own)
    expect(beers).toHaveLength(50)
  })

  it('returns no unlisted beer that its scan no longer names, and again one whose correction is taken back', async () => {
    const { call, user } = await app.signIn()
    const misread = await anUnlisted(user.id, 'Kornweihc')
    const [{ id = '' } = {}] = await app.db.select({ id: scans.id }).from(scans).where(eq(scans.userId, user.id))
    const found = async () =>
      (await call(search, { query: { q: 'kornweih' } })).body.beers.flatMap(({ listed, name }) => (listed ? [] : name))
    const unlisted = { name: 'Kornweihe', brewery: 'Hinterhof' }
    await call(correctScan, { params: { id }, body: { item: 0, unlisted } })
    expect(await found()).toEqual(['Kornweihe'])
    await call(correctScan, { params: { id }, body: { item: 0, beerId: misread } })
    expect(await found()).toContain('Kornweihc')
  })

  it('returns at most 20 breweries', spec('10.1.7'), async () => {
    for (let n = 0; n < 22; n++) await aBrewery(app.db, { name: `Quittenhof ${n}` })
    const { call } = await app.signIn()
    expect((await call(search, { query: { q: 'quittenhof' } })).body.breweries).toHaveLength(20)
  })
})

describe('search history', () => {
  it(
    'lists searches newest first, and merges consecutive identical queries',
    spec('3.5.1', '7.2.37', '7.2.39'),
    async () => {
      const { call } = await app.signIn()
      for (const query of ['orval', 'tripel', 'Tripel ', 'orval']) {
        expect((await call(saveSearch, { body: { query, resultCount: 3 } })).status).toBe(201)
      }
      expect((await call(listSearches)).body.map((entry) => entry.query)).toEqual(['orval', 'tripel', 'orval'])
    },
  )

  it('lists a query once that is sent several times at once', async () => {
    const { call } = await app.signIn()
    await Promise.all([1, 2, 3].map(() => call(saveSearch, { body: { query: 'orval', resultCount: 3 } })))
    expect((await call(listSearches)).body.map((entry) => entry.query)).toEqual(['orval'])
  })

  it('rejects a query of fewer than four characters', spec('5.4', '9.1.6'), async () => {
    const { call } = await app.signIn()
    expect((await call(saveSearch, { body: { query: 'abc', resultCount: 0 } })).status).toBe(400)
    expect((await call(saveSearch, { body: { query: ' abc  ', resultCount: 0 } })).status).toBe(400)
    expect((await call(listSearches)).body).toEqual([])
  })

  it('deletes a search, but not another user’s', async () => {
    const [ada, bob] = [await app.signIn(), await app.signIn()]
    const { id } = (await ada.call(saveSearch, { body: { query: 'orval', resultCount: 3 } })).body
    await ada.call(saveSearch, { body: { query: 'tripel', resultCount: 3 } })
    expect((await bob.call(removeSearch, { params: { id } })).status).toBe(404)
    expect((await ada.call(removeSearch, { params: { id } })).status).toBe(204)
    expect((await ada.call(removeSearch, { params: { id } })).status).toBe(404)
    expect((await ada.call(removeSearch, { params: { id: 'x' } })).status).toBe(400)
    expect((await ada.call(listSearches)).body.map((entry) => entry.query)).toEqual(['tripel'])
  })

  it('is private to its user', spec('6.7'), async () => {
    const [ada, grace] = [await app.signIn(), await app.signIn()]
    await ada.call(saveSearch, { body: { query: 'orval', resultCount: 3 } })
    expect((await ada.call(listSearches)).body).toMatchObject([{ query: 'orval', resultCount: 3 }])
    expect((await grace.call(listSearches)).body).toEqual([])
  })
})

describe('beer search', () => {
  it('returns a list, best match first, and nothing for fewer than three characters', spec('7.2.31'), async () => {
    await aBeer(app.db, { name: 'Quadrophenia', popularity: 10 })
    await aBeer(app.db, { name: 'Quadrophenia Reserve', popularity: 5 })
    const { call } = await app.signIn()
    const found = await call(searchBeers, { query: { q: 'quadrophenia' } })
    expect(found.body.map(({ name }) => name)).toEqual(['Quadrophenia', 'Quadrophenia Reserve'])
    expect((await call(searchBeers, { query: { q: 'qu' } })).body).toEqual([])
  })
})
