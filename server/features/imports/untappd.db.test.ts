import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { JOURNAL_ENTRIES_PER_USER_MAX, JOURNAL_NOTE_MAX_LENGTH, listMarks, rateBeer } from '#contracts'
import type { TestApp } from '#testing/app.ts'
import { aBeer, aBrewery } from '#testing/builders.ts'
import { beers } from '../../adapters/db/schema.ts'
import { exportData, type ImportApp, startImportApp } from './imports.fixture.ts'

let app: TestApp
let check: ImportApp['check']
let importFile: ImportApp['importFile']
beforeAll(async () => {
  ;({ app, check, importFile } = await startImportApp())
})
afterAll(() => app.close())

describe('importing an Untappd export', () => {
  const HEADER =
    'beer_name,brewery_name,beer_type,beer_abv,beer_ibu,comment,venue_name,rating_score,created_at,checkin_id,bid,brewery_id'

  it('stores check-ins, and the newest rating of each beer unless the own one is newer', async () => {
    const person = await app.signIn()
    const brewery = await aBrewery(app.db, { name: 'Brouwerij Zeezicht' })
    const listed = await aBeer(app.db, { name: 'Zeezicht Tripel', breweryId: brewery.id, style: 'Tripel', abv: 8.5 })
    const rated = await aBeer(app.db, { name: 'Zeezicht Dubbel', breweryId: brewery.id, style: 'Dubbel', abv: 7 })
    await person.call(rateBeer, { params: { id: rated.id }, body: { rating: 99 } })
    const file = [
      HEADER,
      'Tripel,Brouwerij Zeezicht,Belgian Tripel,8.5,0,"=1+1, two\nlines",The Anchor,3.5,2024-01-10 10:05:09,1,11,5',
      'Tripel,Brouwerij Zeezicht,Belgian Tripel,8.5,0,,,4.25,2024-03-10 10:05:09,2,11,5',
      'Tripel,Brouwerij Zeezicht,Belgian Tripel,8.5,0,,,,2024-04-10 10:05:09,3,11,5',
      'Zeezicht Dubbel,Brouwerij Zeezicht,Belgian Dubbel,7,0,,,2,2023-04-10 10:05:09,4,12,5',
      'Пиво из гаража,Гараж,IPA - American,6,50,,,4,25/07/2014 22:23,5,13,6',
      'Ohne Datum,Gasthaus,Lager,5,0,,,4,,6,14,7',
      ',Gasthaus,Lager,5,0,,,4,2024-04-10 10:05:09,7,15,7',
    ].join('\r\n')
    const preview = await check(person, file, 'untappd.csv')
    expect(preview).toMatchObject({ source: 'untappd', records: 7 })
    const done = await importFile(person, file, 'untappd.csv')
    expect(done.counts).toEqual(preview.counts)
    expect(done.counts).toMatchObject({
      checkIns: { fresh: 5, known: 0 },
      ratings: { fresh: 2, known: 1 },
      unlistedBeers: 1,
      unplaced: 2,
    })
    const { ratings, journal } = await exportData(person)
    expect(ratings.map(({ beer, rating }) => [beer.name, rating])).toEqual([
      ['Zeezicht Dubbel', 99],
      ['Zeezicht Tripel', 85],
      ['Пиво из гаража', 80],
    ])
    expect(journal.filter(({ beerId }) => beerId === listed.id)).toHaveLength(3)
    expect(journal.filter(({ rating }) => rating !== null).length).toBeGreaterThan(2)
    expect((await person.call(listMarks)).body).toContainEqual(
      expect.objectContaining({ beerId: listed.id, timesTried: 3 }),
    )
    expect((await importFile(person, file)).counts).toMatchObject({
      checkIns: { fresh: 0, known: 5 },
      unlistedBeers: 0,
    })
  })

  it('makes comments notes and venues places, cut to what an entry holds', async () => {
    const person = await app.signIn()
    const long = 'x'.repeat(JOURNAL_NOTE_MAX_LENGTH + 1)
    const file = [
      HEADER,
      'Tripel,Noten,Tripel,8,0,"=1+1, two\nlines",The Anchor,4,2024-01-10 10:05:09,1,21,8',
      `Dubbel,Noten,Dubbel,7,0,${long},,4,2024-01-09 10:05:09,2,22,8`,
    ].join('\r\n')
    await importFile(person, file, 'untappd.csv')
    const { journal } = await exportData(person)
    expect(journal.map(({ note, place }) => [note, place])).toEqual([
      ['=1+1, two\nlines', 'The Anchor'],
      [`${'x'.repeat(JOURNAL_NOTE_MAX_LENGTH - 1)}…`, null],
    ])
  })

  it('accepts JSON, and stops at 2,000 unlisted beers', async () => {
    const person = await app.signIn()
    const owned = { ownerId: person.user.id, changedVersion: 0 }
    await app.db
      .insert(beers)
      .values(Array.from({ length: 1_990 }, (_, n) => ({ ...owned, ownerKey: `|${n}`, name: `Beer ${n}` })))
    const rows = Array.from({ length: 20 }, (_, n) => ({
      beer_name: `Hausbier ${n} ${randomUUID().slice(0, 8)}`,
      brewery_name: `Haus Nummer ${n}`,
      beer_type: 'Lager - Pale',
      rating_score: n % 3 === 0 ? 3 : '',
      created_at: '2024-01-10 10:05:09',
      checkin_id: n + 1,
      bid: n + 1,
    }))
    const done = await importFile(person, JSON.stringify(rows), 'untappd.json')
    expect(done.counts).toMatchObject({ checkIns: { fresh: 10 }, unlistedBeers: 10, unplaced: 10 })
    expect(done.reasons).toEqual([{ what: expect.stringContaining('2,000'), count: 10 }])
  })

  it('stops at the entries that a journal has room for, as its preview says', async () => {
    const person = await app.signIn()
    const beer = await aBeer(app.db)
    await app.db.execute(sql`
      insert into check_ins (user_id, beer_id, source, source_id, had_at)
      select ${person.user.id}, ${beer.id}, 'untappd', n, now() from generate_series(1, ${JOURNAL_ENTRIES_PER_USER_MAX - 5}::int) as n`)
    const row = (id: number) => `Tripel,Voll,Tripel,8,0,,,,2024-01-10 10:05:09,${id},31,9`
    const file = [HEADER, row(1), ...Array.from({ length: 20 }, (_, n) => row(1_000_000 + n)), row(2)].join('\r\n')
    const preview = await check(person, file, 'untappd.csv')
    const done = await importFile(person, file, 'untappd.csv')
    expect(done.counts).toEqual(preview.counts)
    expect(done.counts).toMatchObject({ checkIns: { fresh: 5, known: 2 }, unplaced: 15 })
    expect(done.reasons).toEqual([{ what: 'a journal entry beyond the 50,000 that are kept', count: 15 }])
  })
})

it('parses the catalogue’s Untappd fixtures as CSV and as JSON', async () => {
  const person = await app.signIn()
  for (const name of ['untappd.csv', 'untappd.json']) {
    const file = await readFile(new URL(`../../../catalogue/import/fixtures/${name}`, import.meta.url))
    expect((await check(person, file, name)).counts.checkIns.fresh).toBeGreaterThan(0)
  }
})
