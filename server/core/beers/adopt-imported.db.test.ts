import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { type ImportedBeer, type ImportItem, UNKNOWN_BEER_FACTS, UNKNOWN_BREWERY_FACTS } from '#catalogue/import'
import { compileShipped, type Shipped } from '#catalogue/shipped'
import { aUser } from '#testing/builders.ts'
import { testDatabase } from '#testing/database.ts'
import { aShippedBeer, aShippedBrewery } from '#testing/shipped-entries.ts'
import type { Db } from '../../adapters/db/database.ts'
import { beers, breweries, catalogueOrigins, favorites } from '../../adapters/db/schema.ts'
import { runImport } from '../ingest/run-import.ts'
import { undoImport } from '../ingest/undo-import.ts'
import { changesSince } from './catalogue-feed.ts'
import { loadShippedCatalogue } from './shipped-catalogue.ts'

let db: Db
beforeAll(async () => {
  db = (await testDatabase()).db
})

const lexicons: Pick<Shipped, 'styles' | 'lexicon'> = {
  styles: [
    {
      name: 'Test Porter',
      family: 'Test Dark',
      aliases: [],
      abv: null,
      ibu: null,
      srm: 30,
      srmRange: null,
      description: null,
    },
  ],
  lexicon: { breweries: [], otherDrinks: [] },
}
/** Loads a release with these breweries and their beers. */
function release(shipped: Record<string, { aliases?: string[]; city?: string; beers: string[] }>): Promise<boolean> {
  const breweryRows = Object.entries(shipped).map(([name, { aliases = [], city = null }]) =>
    aShippedBrewery({ key: `testland/${name}`, name, aliases, city }),
  )
  const beerRows = Object.entries(shipped).flatMap(([brewery, { beers: names }]) =>
    names.map((name) =>
      aShippedBeer({
        key: `testland/${brewery}/${name}`,
        breweryKey: `testland/${brewery}`,
        name,
        style: 'Test Porter',
        abv: 5.5,
        popularity: 40,
        description: 'As it ships.',
      }),
    ),
  )
  return loadShippedCatalogue(
    db,
    compileShipped({ ...lexicons, servings: [], breweries: breweryRows, beers: beerRows }),
  )
}

let n = 0
async function importBeers(
  by: { name: string; country?: string; city?: string; website?: string },
  given: readonly (Pick<ImportedBeer, 'name'> & Partial<ImportedBeer>)[],
): Promise<number> {
  const source = `adopted-${++n}`
  const brewery = { ...UNKNOWN_BREWERY_FACTS, country: 'Testland', ...by, sourceId: by.name }
  async function* items(): AsyncGenerator<ImportItem> {
    for (const beer of given)
      yield {
        kind: 'beer',
        at: { file: 'f', line: 2 },
        beer: { ...UNKNOWN_BEER_FACTS, sourceId: beer.name, brewery, ...beer },
      }
  }
  const options = { source, fileName: 'f', licence: 'CC0', items: items(), dryRun: false }
  return (await runImport(db, lexicons, options)).importId ?? 0
}

const beersNamed = (name: string) => db.select().from(beers).where(eq(beers.name, name))
async function beerNamed(name: string) {
  const [row, ...others] = await beersNamed(name)
  if (!row || others.length > 0) throw new Error(`${others.length + (row ? 1 : 0)} beers are called ${name}`)
  return row
}
const breweriesNamed = (name: string) => db.select().from(breweries).where(eq(breweries.name, name))

describe('a release that ships imported beers for the first time', () => {
  it('adopts the rows with their ids, so that favourites remain and there are no duplicates', async () => {
    await importBeers({ name: 'Torfhaus Brauerei', city: 'Moor' }, [{ name: 'Torfhaus Nachtkohle', abv: 5.4 }])
    const imported = await beerNamed('Torfhaus Nachtkohle')
    const [brewery] = await breweriesNamed('Torfhaus Brauerei')
    const user = await aUser(db)
    await db.insert(favorites).values({ userId: user.id, beerId: imported.id })

    const { version } = await changesSince(db, 0)
    await release({ Torfhaus: { city: 'Moor', beers: ['Nachtkohle'] } })
    const shipped = await beerNamed('Nachtkohle')
    expect(shipped).toMatchObject({ id: imported.id, key: 'testland/Torfhaus/Nachtkohle', abv: 5.5, popularity: 40 })
    expect(await breweriesNamed('Torfhaus')).toMatchObject([{ id: brewery?.id, key: 'testland/Torfhaus' }])
    expect(shipped.breweryId).toBe(brewery?.id)
    expect([await beersNamed('Torfhaus Nachtkohle'), await breweriesNamed('Torfhaus Brauerei')]).toEqual([[], []])
    expect(await db.$count(favorites, eq(favorites.beerId, shipped.id))).toBe(1)
    expect((await changesSince(db, version)).beers.map(({ id }) => id)).toContain(shipped.id)
  })

  it('keeps imported values for fields that it leaves empty, until the import is undone', async () => {
    const importId = await importBeers({ name: 'Ginsterberg', website: 'https://ginsterberg.example' }, [
      { name: 'Ginsterberg Pfad', abv: 5.5, ibu: 27, description: 'Of the source.' },
    ])
    await release({ Ginsterberg: { beers: ['Ginsterberg Pfad'] } })
    expect(await beerNamed('Ginsterberg Pfad')).toMatchObject({ abv: 5.5, ibu: 27, description: 'As it ships.' })
    expect(await breweriesNamed('Ginsterberg')).toMatchObject([{ website: 'https://ginsterberg.example' }])
    const origins = await db.select().from(catalogueOrigins).where(eq(catalogueOrigins.importId, importId))
    expect(origins.map(({ entity, created, filled }) => [entity, created, filled]).sort()).toEqual([
      ['beer', false, { ibu: 27 }],
      ['brewery', false, { website: 'https://ginsterberg.example' }],
    ])

    await undoImport(db, importId)
    expect(await beerNamed('Ginsterberg Pfad')).toMatchObject({ abv: 5.5, ibu: null, removed: false })
    expect(await breweriesNamed('Ginsterberg')).toMatchObject([{ website: null, removed: false }])
  })

  it('adopts the best match, and no variants, breweries of other countries or unlisted beers', async () => {
    await importBeers({ name: 'Kieselgut', city: 'Hier' }, [
      { name: 'Kieselgut Flinz Edition' },
      { name: 'Kieselgut Flinz' },
      { name: 'Kieselgut Flinz Dunkel' },
      { name: 'Kieselgut Flinz 0.0', abv: 0 },
    ])
    await importBeers({ name: 'Schiefermann', country: 'Nebenland' }, [{ name: 'Schiefermann Splitt' }])
    const before = await beerNamed('Kieselgut Flinz')
    const [user, splitt] = [await aUser(db), await beerNamed('Schiefermann Splitt')]
    const [own] = await db
      .insert(beers)
      .values({ name: 'Kieselgut Flinz', ownerId: user.id, ownerKey: 'k', changedVersion: 1 })
      .returning()
    await release({
      Kieselgut: { city: 'Hier', beers: ['Flinz'] },
      Schiefermann: { beers: ['Schiefermann Splitt'] },
    })
    expect(await beerNamed('Flinz')).toMatchObject({ id: before.id })
    for (const name of ['Kieselgut Flinz Dunkel', 'Kieselgut Flinz 0.0'])
      expect(await beerNamed(name)).toMatchObject({ key: null, removed: false })
    expect((await beersNamed('Kieselgut Flinz')).map(({ id, key }) => [id, key])).toEqual([[own?.id, null]])
    const twins = await beersNamed('Schiefermann Splitt')
    expect(twins.find(({ id }) => id === splitt.id)?.key).toBeNull()
    expect(twins).toHaveLength(2)
  })

  it('adopts no rows of an undone import, and none for beers that shipped before', async () => {
    await release({ Altbekannt: { beers: ['Altbekannt Eins'] } })
    const first = await beerNamed('Altbekannt Eins')
    const importId = await importBeers({ name: 'Zurückgenommen' }, [{ name: 'Zurückgenommen Eins' }])
    const gone = await beerNamed('Zurückgenommen Eins')
    await undoImport(db, importId)
    await release({ Altbekannt: { beers: ['Altbekannt Eins'] }, Zurückgenommen: { beers: ['Zurückgenommen Eins'] } })
    expect(await beerNamed('Altbekannt Eins')).toMatchObject({ id: first.id })
    const rows = await beersNamed('Zurückgenommen Eins')
    expect(rows.map(({ id, key }) => [id === gone.id, key !== null]).sort()).toEqual([
      [false, true],
      [true, false],
    ])
  })
})
