import { expect, it } from 'vitest'
import { growth } from '#testing/growth.ts'
import { summaryOf } from './journal-summary.ts'

const AT = new Date('2026-03-01T20:00:00.000Z')

/** Beers of one brewery, country, style and strength. */
const tried = (beers: number) => ({
  bounds: undefined,
  rows: Array.from({ length: beers }, (_, nth) => ({
    ...{ id: nth + 1, name: `Beer ${nth}`, breweryId: 1, brewery: 'De Otter', isStoreBrand: false, country: 'BE' },
    ...{ style: 'Tripel', family: 'Belgian Ale', srm: 5.5, abv: 8, source: null, popularity: 1 },
    ...{ ownRating: 50, entries: 1, firstAt: AT, firstEverAt: AT },
  })),
})

it('a summary takes time in proportion to the beers, also if all are of one kind', async () => {
  expect(summaryOf(tried(3))).toMatchObject({ beers: 3, countries: [{ country: 'BE', beers: 3 }] })
  expect(await growth(4_000, (beers) => summaryOf(tried(beers)))).toBeLessThan(8)
})
