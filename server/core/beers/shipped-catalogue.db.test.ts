import { and, eq, isNotNull } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { RATING_MODEL } from '#catalogue/ratings'
import { compileShipped, type Shipped } from '#catalogue/shipped'
import { aBeer } from '#testing/builders.ts'
import { testDatabase } from '#testing/database.ts'
import { aShippedBeer, aShippedBrewery } from '#testing/shipped-entries.ts'
import type { Db } from '../../adapters/db/database.ts'
import { beers, breweries, styles } from '../../adapters/db/schema.ts'
import { changesSince } from './catalogue-feed.ts'
import { loadShippedCatalogue } from './shipped-catalogue.ts'

let db: Db
beforeAll(async () => {
  db = (await testDatabase()).db
})

interface Given {
  brewery?: Partial<Shipped['breweries'][number]>
  beer?: Partial<Shipped['beers'][number]>
}

function shipped(beerNames: string[], { brewery, beer }: Given = {}): string {
  const breweryKey = brewery?.key ?? 'testland/one'
  return compileShipped({
    breweries: [aShippedBrewery({ key: breweryKey, name: 'One', ...brewery })],
    beers: beerNames.map((name) => aShippedBeer({ key: `${breweryKey}/${name}`, breweryKey, name, ...beer })),
    styles: [
      {
        name: 'Test Style',
        family: 'Test',
        aliases: [],
        abv: null,
        ibu: null,
        srm: 10,
        srmRange: null,
        description: 'Roast.',
      },
    ],
    servings: [{ style: 'Test Style', glass: 'mug', celsius: [6, 8], pairings: ['stew', 'cheese'] }],
    lexicon: { breweries: [], otherDrinks: [] },
  })
}

const stored = () =>
  db
    .select()
    .from(beers)
    .where(and(isNotNull(beers.key), eq(beers.style, 'Test Style')))
    .orderBy(beers.key)

describe('the shipped catalogue', () => {
  it('is loaded and rated in one transaction, and not written again', async () => {
    expect(await loadShippedCatalogue(db, shipped(['a', 'b']))).toBe(true)
    const rows = await stored()
    const { mean } = RATING_MODEL.anyStyle
    expect(rows.map((row) => [row.name, row.rating, row.ratingOrigin, row.ratingCount])).toEqual([
      ['a', expect.closeTo(mean, 1), 'style', 0],
      ['b', expect.closeTo(mean, 1), 'style', 0],
    ])
    expect(await loadShippedCatalogue(db, shipped(['a', 'b']))).toBe(false)
  })

  it('keeps ids by key, writes only changed rows, and marks beers that no longer ship as removed', async () => {
    await loadShippedCatalogue(db, shipped(['a', 'b']))
    const before = await stored()
    const { version } = await changesSince(db, 0)
    await loadShippedCatalogue(db, shipped(['b', 'c']))
    const after = await stored()
    expect(after.find((row) => row.name === 'b')?.id).toBe(before.find((row) => row.name === 'b')?.id)
    expect(after.find((row) => row.name === 'a')?.removed).toBe(true)
    const changes = await changesSince(db, version)
    expect(changes.beers.map((beer) => beer.name)).toEqual(['c'])
    expect(changes.removedBeers).toEqual(before.filter((row) => row.name === 'a').map((row) => row.id))
    expect(changes.version).toBeGreaterThan(version)
  })

  it('removes a brewery that no longer ships, unless a beer of another source belongs to it', async () => {
    const isRemoved = async () =>
      (await db.select().from(breweries).where(eq(breweries.key, 'testland/one')))[0]?.removed
    const load = (release: number, brewery = {}) => loadShippedCatalogue(db, shipped([`beer ${release}`], { brewery }))
    const other = { key: 'testland/other' }
    await load(1)
    const [one] = await db.select().from(breweries).where(eq(breweries.key, 'testland/one'))
    const imported = await aBeer(db, { breweryId: one?.id ?? 0 })
    await load(2, other)
    expect(await isRemoved()).toBe(false)
    await db.update(beers).set({ removed: true }).where(eq(beers.id, imported.id))
    await load(3, other)
    expect(await isRemoved()).toBe(true)
    // As an earlier version left it.
    await db.update(beers).set({ removed: false }).where(eq(beers.id, imported.id))
    await load(4, other)
    expect(await isRemoved()).toBe(false)
    await db.update(beers).set({ removed: true }).where(eq(beers.id, imported.id))
  })

  it('says of beers of other sources that they are no longer brewed once their brewery has closed', async () => {
    await loadShippedCatalogue(db, shipped(['a']))
    const [one] = await db.select().from(breweries).where(eq(breweries.key, 'testland/one'))
    const { id } = await aBeer(db, { breweryId: one?.id ?? 0 })
    const statusOnce = async (closed: number | null) => {
      await loadShippedCatalogue(db, shipped(['a'], { brewery: { closed }, beer: { status: 'retired' } }))
      return (await db.select().from(beers).where(eq(beers.id, id)))[0]?.status
    }
    expect([await statusOnce(2020), await statusOnce(null)]).toEqual(['retired', 'current'])
    await db.update(beers).set({ removed: true }).where(eq(beers.id, id))
  })

  it('rates all beers of a brewery anew when its standing changes', async () => {
    await loadShippedCatalogue(db, shipped(['a']))
    const [before] = await stored()
    const other = await aBeer(db, { breweryId: before?.breweryId, style: 'Test Style', abv: null, rating: 0 })
    await loadShippedCatalogue(db, shipped(['a'], { brewery: { standing: 3 } }))
    const [after] = await stored()
    expect(after?.rating).toBeGreaterThan((before?.rating ?? 0) + 3)
    expect(after?.ratingOrigin).toBe('expected')
    const [imported] = await db.select().from(beers).where(eq(beers.id, other.id))
    expect(imported?.ratingOrigin).toBe('expected')
  })

  it('says how a style tastes and is served', async () => {
    await loadShippedCatalogue(db, shipped(['a']))
    const [style] = await db.select().from(styles).where(eq(styles.name, 'Test Style'))
    expect(style).toMatchObject({ description: 'Roast.', glass: 'mug', servedFrom: 6, servedTo: 8 })
    expect(style?.pairings).toEqual(['stew', 'cheese'])
  })

  it('updates every fact of known rows', async () => {
    await loadShippedCatalogue(db, shipped(['a', 'b']))
    const before = await stored()
    const known = { introduced: 1994, retired: 2016, source: 'label', checked: '2026-11' } as const
    const strengths = { abv: 5, abvByMarket: { GB: 4.6 } }
    const changed = {
      brewery: { closed: 2017, owner: 'Test Group', storeBrand: true },
      beer: { status: 'retired', ...known, ...strengths } as const,
    }
    await loadShippedCatalogue(db, shipped(['a', 'b'], changed))
    const after = await stored()
    expect(after.map(({ id }) => id)).toEqual(before.map(({ id }) => id))
    for (const row of after.filter(({ removed }) => !removed)) expect(row).toMatchObject(changed.beer)
    const [brewery] = await db.select().from(breweries).where(eq(breweries.key, 'testland/one'))
    expect(brewery).toMatchObject(changed.brewery)
  })

  it('sends changed and restored beers to the reader processes', async () => {
    await loadShippedCatalogue(db, shipped(['b', 'c']))
    const { version } = await changesSince(db, 0)
    await loadShippedCatalogue(db, shipped(['a', 'b', 'c'], { beer: { abv: 6.5 } }))
    const changes = await changesSince(db, version)
    expect(changes.beers.map((beer) => [beer.name, beer.abv]).sort()).toEqual([
      ['a', 6.5],
      ['b', 6.5],
      ['c', 6.5],
    ])
    expect((await db.select().from(breweries).where(eq(breweries.key, 'testland/one')))[0]?.removed).toBe(false)
  })
})
