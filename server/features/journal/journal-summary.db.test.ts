import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addToJournal, getJournalSummary, type InputOf, listJournal, rateBeer } from '#contracts'
import { type Call, startTestApp, type TestApp } from '#testing/app.ts'
import { aBeer, aBrewery, aStyle } from '#testing/builders.ts'
import { triedEntries } from '../../adapters/db/schema.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
  await aStyle(app.db, { name: 'Tripel', family: 'Belgian Ale', srm: 5.5, prior: 70 })
})
afterAll(() => app.close())

const had = (call: Call, beerId: number, day: string) =>
  call(addToJournal, { body: { key: randomUUID(), beerId, triedAt: `${day}T20:00:00.000Z` } })
const journalOf = async (call: Call, query: InputOf<typeof listJournal>['query']) =>
  (await call(listJournal, { query })).body.entries.map(({ beerId }) => beerId)
const summary = async (call: Call, year?: number, timeZone?: string) =>
  (await call(getJournalSummary, { query: { ...(year !== undefined && { year }), ...(timeZone && { timeZone }) } }))
    .body

describe('the summary of the journal', () => {
  it('is empty at first', async () => {
    const { call } = await app.signIn()
    expect(await summary(call)).toEqual({
      entries: 0,
      beers: 0,
      breweries: 0,
      styles: [],
      strengths: [],
      countries: [],
      topBreweries: [],
      badges: [],
    })
  })

  it('counts the brands of stores as no breweries, and their beers as beers', async () => {
    const { call } = await app.signIn()
    const [brewery, brand] = [await aBrewery(app.db), await aBrewery(app.db, { storeBrand: true })]
    for (const { id } of [brewery, brand]) await had(call, (await aBeer(app.db, { breweryId: id })).id, '2024-05-02')
    const { beers, breweries, topBreweries } = await summary(call)
    expect([beers, breweries, topBreweries.map(({ name }) => name)]).toEqual([2, 1, [brewery.name]])
  })

  it('counts each beer once and each entry, by style, strength, country and brewery', async () => {
    const { call } = await app.signIn()
    const westmalle = await aBrewery(app.db, { name: 'Westmalle', country: 'Belgium' })
    const fullers = await aBrewery(app.db, { name: "Fuller's", country: 'United Kingdom' })
    const tripel = await aBeer(app.db, { name: 'Tripel', style: 'Tripel', abv: 9.5, breweryId: westmalle.id })
    const extra = await aBeer(app.db, { name: 'Extra', style: 'Tripel', abv: 4.8, breweryId: westmalle.id })
    const pride = await aBeer(app.db, { name: 'Pride', style: null, abv: null, breweryId: fullers.id })
    await had(call, tripel.id, '2024-05-02')
    await had(call, tripel.id, '2025-06-01')
    await had(call, extra.id, '2024-05-01')
    await had(call, pride.id, '2025-07-01')
    await call(rateBeer, { params: { id: tripel.id }, body: { rating: 92.5 } })
    await call(rateBeer, { params: { id: extra.id }, body: { rating: 80 } })
    expect(await summary(call)).toEqual({
      entries: 4,
      beers: 3,
      breweries: 2,
      styles: [
        {
          style: 'Tripel',
          srm: 5.5,
          beers: 2,
          averageRating: 86.3,
          best: { id: tripel.id, name: 'Tripel', brewery: 'Westmalle', rating: 92.5 },
          first: { id: extra.id, name: 'Extra', brewery: 'Westmalle', triedAt: '2024-05-01T20:00:00.000Z' },
        },
        {
          style: null,
          srm: null,
          beers: 1,
          averageRating: null,
          best: null,
          first: { id: pride.id, name: 'Pride', brewery: "Fuller's", triedAt: '2025-07-01T20:00:00.000Z' },
        },
      ],
      strengths: [
        { percent: 5, beers: 1 },
        { percent: 10, beers: 1 },
      ],
      countries: [
        { country: 'Belgium', beers: 2 },
        { country: 'United Kingdom', beers: 1 },
      ],
      topBreweries: [
        { id: westmalle.id, name: 'Westmalle', beers: 2 },
        { id: fullers.id, name: "Fuller's", beers: 1 },
      ],
      badges: [{ kind: 'first-of-family', family: 'Belgian Ale', reachedAt: '2024-05-01T20:00:00.000Z' }],
    })
    expect(await summary(call, 2025)).toMatchObject({
      entries: 2,
      beers: 2,
      styles: [{ style: 'Tripel', beers: 1, first: { name: 'Tripel' } }, { style: null }],
      badges: [],
    })
    expect(await summary(call, 2023)).toMatchObject({ entries: 0, beers: 0, styles: [] })
  })

  it('knows the years whose ends the database can compare with', async () => {
    const { call } = await app.signIn()
    for (const route of [getJournalSummary, listJournal])
      for (const [year, status] of [
        [1, 400],
        [1970, 200],
        [9998, 200],
        [9999, 400],
      ] as const)
        expect((await call(route, { query: { year, timeZone: 'America/New_York' } })).status).toBe(status)
  })

  it('leads from each number to the entries behind it', async () => {
    const { call } = await app.signIn()
    const { id: breweryId } = await aBrewery(app.db, { country: 'Chile' })
    const strong = await aBeer(app.db, { style: 'Tripel', abv: 9.5, breweryId })
    const light = await aBeer(app.db, { style: 'Bitter', abv: 9.4 })
    const doubtful = await aBeer(app.db, { source: 'memory', popularity: 5, abv: 9.5, style: null })
    const cider = await aBeer(app.db, { kind: 'cider', style: 'Tripel', abv: 10, breweryId })
    await had(call, strong.id, '2024-12-31')
    await had(call, strong.id, '2025-01-01')
    for (const { id } of [light, doubtful, cider]) await had(call, id, '2025-02-01')
    const behind = (query: Parameters<typeof journalOf>[1]) => journalOf(call, query)
    const [oneEntry, bothEntries] = [[strong.id], [strong.id, strong.id]]
    expect(await behind({ style: 'Tripel' })).toEqual(bothEntries)
    expect(await behind({ country: 'Chile' })).toEqual(bothEntries)
    expect(await behind({ breweryId })).toEqual(bothEntries)
    expect(await behind({ percent: 10 })).toEqual(bothEntries)
    expect(await behind({ percent: 9 })).toEqual([light.id])
    expect(await behind({ style: 'Tripel', year: 2025 })).toEqual(oneEntry)
    expect(await behind({ year: 2024 })).toEqual(oneEntry)
    expect(await behind({ country: 'Norway' })).toEqual([])
  })

  it('counts no ciders and meads, whether their kind or their style says so', async () => {
    const { call } = await app.signIn()
    await aStyle(app.db, { name: 'Perry', family: 'Not Beer' })
    const drinks = [
      await aBeer(app.db, { style: 'Tripel' }),
      await aBeer(app.db, { style: 'Perry' }),
      await aBeer(app.db, { style: 'Apfelwein', kind: 'cider' }),
    ]
    for (const { id } of drinks) await had(call, id, '2025-03-01')
    const { entries, beers, styles, badges } = await summary(call)
    expect([entries, beers, styles.map(({ style }) => style), badges.length]).toEqual([1, 1, ['Tripel'], 1])
    expect(await journalOf(call, { year: 2025 })).toEqual([drinks[0]?.id])
    expect(await journalOf(call, { style: 'Perry' })).toEqual([])
  })

  it('counts an unlisted beer among those of the brewery whose name it has, if only one has it', async () => {
    const { call, user } = await app.signIn()
    const { id: breweryId, name } = await aBrewery(app.db, { country: 'Peru' })
    for (const country of ['Chile', 'Bolivia']) await aBrewery(app.db, { name: 'Two of a Name', country })
    const unlistedOf = (breweryText: string) =>
      aBeer(app.db, { ownerId: user.id, ownerKey: breweryText, breweryId: null, breweryText })
    const listed = await aBeer(app.db, { breweryId })
    const unlisted = await unlistedOf(name.toUpperCase())
    const other = await unlistedOf('Two of a Name')
    for (const { id } of [listed, unlisted, other]) await had(call, id, '2025-03-01')
    expect(await summary(call)).toMatchObject({
      breweries: 2,
      countries: [{ country: 'Peru', beers: 2 }],
      topBreweries: [
        { id: breweryId, name, beers: 2 },
        { id: null, name: 'Two of a Name', beers: 1 },
      ],
    })
    expect(await journalOf(call, { breweryId })).toEqual([unlisted.id, listed.id])
    expect(await journalOf(call, { country: 'Peru' })).toEqual([unlisted.id, listed.id])
  })

  it('begins a year at midnight in the time zone of the user, or in UTC', async () => {
    const { call } = await app.signIn()
    const { id } = await aBeer(app.db, { style: 'Tripel' })
    // 20:30 on December 31 in New York, 14:30 on January 1 in Auckland.
    await call(addToJournal, { body: { key: randomUUID(), beerId: id, triedAt: '2025-01-01T01:30:00.000Z' } })
    for (const [timeZone, year] of [
      ['America/New_York', 2024],
      ['Pacific/Auckland', 2025],
      ['Mars/Olympus', 2025],
      [undefined, 2025],
    ] as const) {
      const other = year === 2024 ? 2025 : 2024
      expect(await summary(call, year, timeZone)).toMatchObject({ entries: 1, beers: 1, badges: [{}] })
      expect(await summary(call, other, timeZone)).toMatchObject({ entries: 0, beers: 0, badges: [] })
      const zone = timeZone && { timeZone }
      expect(await journalOf(call, { year, ...zone })).toEqual([id])
      expect(await journalOf(call, { year: other, ...zone })).toEqual([])
    }
    expect((await summary(call, undefined, 'America/New_York')).entries).toBe(1)
    expect(await journalOf(call, { timeZone: 'America/New_York' })).toEqual([id])
    for (const route of [getJournalSummary, listJournal])
      expect((await call(route, { query: { timeZone: 'x'.repeat(65) } })).status).toBe(400)
  })

  it('notes the fiftieth beer, once', async () => {
    const { call, user } = await app.signIn()
    for (let beer = 0; beer < 51; beer += 1) {
      const { id } = await aBeer(app.db, { style: null })
      const triedAt = new Date(Date.UTC(2025, 0, 1, 0, beer))
      await app.db
        .insert(triedEntries)
        .values({ userId: user.id, beerId: id, source: 'test', sourceId: `${beer}`, triedAt })
    }
    expect((await summary(call)).badges).toEqual([{ kind: 'beers', beers: 50, reachedAt: '2025-01-01T00:49:00.000Z' }])
  })

  it('notes when the tenth country was reached, once', async () => {
    const { call } = await app.signIn()
    for (let day = 11; day <= 22; day += 1) {
      const { id: breweryId } = await aBrewery(app.db, { country: `Country ${Math.min(day, 21)}` })
      await had(call, (await aBeer(app.db, { breweryId, style: null })).id, `2025-03-${day}`)
    }
    const { countries, badges } = await summary(call)
    expect(countries).toHaveLength(11)
    expect(badges).toEqual([{ kind: 'countries', countries: 10, reachedAt: '2025-03-20T20:00:00.000Z' }])
  })

  it('leaves out other drinks, and strengths that are not to be trusted', async () => {
    const { call } = await app.signIn()
    await had(call, (await aBeer(app.db, { kind: 'cider' })).id, '2025-01-01')
    await had(call, (await aBeer(app.db, { source: 'memory', popularity: 5, abv: 8 })).id, '2025-01-02')
    expect(await summary(call)).toMatchObject({ entries: 1, beers: 1, strengths: [] })
  })

  it("holds nothing of other users' journals and ratings", async () => {
    const [ada, ben] = [await app.signIn(), await app.signIn()]
    const { id } = await aBeer(app.db, { style: 'Tripel' })
    await had(ada.call, id, '2025-01-01')
    await had(ben.call, id, '2025-01-02')
    await ada.call(rateBeer, { params: { id }, body: { rating: 90 } })
    expect((await summary(ben.call)).styles).toMatchObject([{ beers: 1, averageRating: null, best: null }])
  })
})
