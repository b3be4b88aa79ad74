import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Beer } from '#contracts'
import { spec } from '#testing/spec.ts'
import { DEFAULTS } from '#web/device/preferences.ts'
import { aBeer, aFavorite, aMenuScan, aScan, aSearchEntry, aSightedBeer, aTriedEntry } from '#web/testing/builders.ts'
import { CSV_COLUMNS, fileName, inScope, toCsv, toJson } from './export-data.ts'

const now = new Date('2026-03-05T10:00:00.000Z')
const data = {
  scans: [aMenuScan([aSightedBeer({ name: 'Orval' }), aSightedBeer({ name: 'Hell' })]), aScan()],
  favorites: [aFavorite({ beer: aBeer({ name: '=HYPERLINK("x")', brewery: 'Comma, Inc.', abv: null }) })],
  searches: [aSearchEntry({ query: 'saison' })],
  ratings: [{ beerId: 4, beer: aBeer({ id: 4, name: 'Geuze' }), rating: 91, ratedAt: '2026-03-02T20:00:00.000Z' }],
  journal: [
    aTriedEntry({ beer: aBeer({ name: "'=Quoted" }), rating: 77, triedAt: '2026-03-03T20:00:00.000Z' }),
    aTriedEntry({ beer: aBeer({ name: 'Gose' }), triedAt: '2026-03-02T20:00:00.000Z' }),
  ],
  wants: [{ beerId: 6, beer: aBeer({ id: 6, name: 'Bock' }), wantedAt: '2026-03-04T20:00:00.000Z' }],
  tasteAnswers: [
    {
      beerId: 8,
      beer: aBeer({ id: 8, name: 'Kriek' }),
      answer: 'less' as const,
      answeredAt: '2026-03-04T21:00:00.000Z',
    },
  ],
  tasteOff: [{ since: '2026-03-04T22:00:00.000Z' }],
  corrections: [
    {
      beer: aBeer({ name: 'Orval' }),
      suggestedAt: '2026-03-04T20:00:00.000Z',
      name: null,
      brewery: null,
      style: 'Saison',
      abv: null,
      ibu: null,
      isRetired: false,
      note: null,
    },
  ],
  barcodes: [{ barcode: '4006381333931', beer: aBeer({ name: 'Orval' }), confirmedAt: '2026-03-04T20:00:00.000Z' }],
  labels: [
    { readText: ['ORVL'], wrongBeer: null, beer: aBeer({ name: 'Orval' }), namedAt: '2026-03-04T20:00:00.000Z' },
  ],
  settings: [{ preferences: DEFAULTS, language: 'de', timeZone: 'Europe/Berlin', keepsPictures: true }],
}

afterEach(() => vi.unstubAllEnvs())

describe('an export', () => {
  it('is named after its scope and the date', spec('3.9.2'), () => {
    expect(fileName('favorites', 'csv', now)).toBe('beergoggles-favorites-2026-03-05.csv')
  })

  it.each([
    ['America/New_York', '2026-03-04'],
    ['Pacific/Auckland', '2026-03-05'],
  ])('is dated by the calendar of %s', (timeZone, date) => {
    vi.stubEnv('TZ', timeZone)
    expect(fileName('all', 'zip', new Date('2026-03-05T01:30:00.000Z'))).toBe(`beergoggles-all-${date}.zip`)
  })

  it('contains only its scope', () => {
    expect(inScope(data, 'all')).toEqual(data)
    expect(inScope(data, 'searches')).toEqual({
      scans: [],
      favorites: [],
      searches: data.searches,
      ratings: [],
      journal: [],
      wants: [],
      tasteAnswers: [],
      tasteOff: [],
      corrections: [],
      barcodes: [],
      labels: [],
      settings: [],
    })
  })

  it('leaves out a scan that is still being read', () => {
    const scans = [aScan({ status: 'processing' }), aScan({ status: 'failed' }), aScan()]
    expect(inScope({ ...data, scans }, 'scans').scans).toEqual(scans.slice(1))
  })

  it('contains everything, the date and the count as JSON', spec('3.9.1'), () => {
    const json = toJson({ ...data, pictures: undefined }, now)
    expect(JSON.parse(json)).toEqual({ ...data, exportDate: now.toISOString(), totalRecords: 4 })
    const records = Object.values(data)
      .flat()
      .map((record) => JSON.stringify(record))
    expect(json.split('\n').map((line) => line.replace(/[,\]]+$/, ''))).toEqual(expect.arrayContaining(records))
  })

  it('has the seven columns and one row per beer of a menu as CSV', spec('3.9.3'), () => {
    const [head, ...rows] = toCsv(data).trim().split('\r\n')
    expect(head).toBe(`\uFEFF${CSV_COLUMNS.join(',')}`.trim())
    expect(rows).toHaveLength(9)
    expect(rows[0]).toBe('Scan,2026-03-01T20:00:00.000Z,Orval,Brasserie Test,82.4,Saison,6.5')
  })

  it('includes own ratings, the journal and beers to try as CSV, and escapes text that looks escaped', () => {
    const rows = toCsv(data).trim().split('\r\n').slice(-4)
    expect(rows).toEqual([
      'Rating,2026-03-02T20:00:00.000Z,Geuze,Brasserie Test,91,Saison,6.5',
      "Had,2026-03-03T20:00:00.000Z,''=Quoted,Brasserie Test,77,Saison,6.5",
      'Had,2026-03-02T20:00:00.000Z,Gose,Brasserie Test,,Saison,6.5',
      'Want,2026-03-04T20:00:00.000Z,Bock,Brasserie Test,82.4,Saison,6.5',
    ])
  })

  it('marks a rating that is only expected, or typical of the style, as CSV', () => {
    const ratingOf = (beer: Partial<Beer>) =>
      toCsv({ ...inScope(data, 'searches'), favorites: [aFavorite({ beer: aBeer(beer) })] })
        .split('\r\n')[1]
        ?.split(/,(?=\S)/)[4]
    const range = { low: 73, high: 83 }
    expect(ratingOf({ rating: 78.3, ratingOrigin: 'expected', ratingRange: range })).toBe('"78, expected 73-83"')
    expect(ratingOf({ rating: 78.3, ratingOrigin: 'style', ratingRange: range, style: 'Tripel' })).toBe(
      '"73-83, typical of Tripels"',
    )
  })

  it('opens safely in a spreadsheet as CSV', () => {
    const row = toCsv(inScope(data, 'favorites')).split('\r\n')[1]
    expect(row).toBe(`Favorite,2026-03-01T20:00:00.000Z,"'=HYPERLINK(""x"")","Comma, Inc.",82.4,Saison,`)
  })
})
