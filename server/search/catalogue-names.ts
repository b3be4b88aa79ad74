/**
 * The index of names, kept equal to the database: everything at the first look, then what is newer. Each look asks for the
 * version first, so that all nodes of an installation answer alike.
 */
import { and, asc, gt, isNull } from 'drizzle-orm'
import { currentCatalogueVersion } from '../beers/catalogue-version.ts'
import type { Conn } from '../db/database.ts'
import { beers, breweries } from '../db/schema.ts'
import { NameIndex } from './name-index.ts'

/** Rows read at a time; between two pages others get their turn. */
const PAGE = 5_000

export interface CatalogueNames {
  /** The index as the database is now. */
  current(): Promise<NameIndex>
}

export function catalogueNames(conn: Conn): CatalogueNames {
  const index = new NameIndex()
  let version = 0
  let reading: Promise<void> | undefined

  const read = async () => {
    const now = await currentCatalogueVersion(conn)
    if (now === version) return
    await readBreweries(conn, index, version)
    await readBeers(conn, index, version)
    version = now
  }
  return {
    async current() {
      // A look that began before this one may have missed what was written since.
      await reading?.catch(() => undefined)
      reading ??= read().finally(() => {
        reading = undefined
      })
      await reading
      return index
    },
  }
}

async function readBreweries(conn: Conn, index: NameIndex, since: number): Promise<void> {
  for (let after = 0; ; ) {
    const rows = await conn
      .select({
        id: breweries.id,
        name: breweries.name,
        aliases: breweries.aliases,
        city: breweries.city,
        state: breweries.state,
        country: breweries.country,
        removed: breweries.removed,
      })
      .from(breweries)
      .where(and(gt(breweries.changedVersion, since), gt(breweries.id, after)))
      .orderBy(asc(breweries.id))
      .limit(PAGE)
    for (const { id, name, aliases, city, state, country, removed } of rows)
      if (removed) index.removeBrewery(id)
      else
        index.putBrewery({
          id,
          names: [name, ...aliases],
          places: [city, state, country].filter((each) => each !== null),
        })
    if (rows.length < PAGE) return
    after = rows.at(-1)?.id ?? after
  }
}

async function readBeers(conn: Conn, index: NameIndex, since: number): Promise<void> {
  for (let after = 0; ; ) {
    const rows = await conn
      .select({
        id: beers.id,
        breweryId: beers.breweryId,
        name: beers.name,
        aliases: beers.aliases,
        popularity: beers.popularity,
        removed: beers.removed,
      })
      .from(beers)
      .where(and(gt(beers.changedVersion, since), gt(beers.id, after), isNull(beers.ownerId)))
      .orderBy(asc(beers.id))
      .limit(PAGE)
    for (const { id, breweryId, name, aliases, popularity, removed } of rows)
      if (removed) index.removeBeer(id)
      else index.putBeer({ id, breweryId, names: [name, ...aliases], popularity })
    if (rows.length < PAGE) return
    after = rows.at(-1)?.id ?? after
  }
}
