/**
 * Syncs the in-memory search index with the database: a full load on first use, then incremental changes. Each search checks the
 * catalogue version first, so that all nodes return the same results.
 */
import { and, asc, gt, isNull } from 'drizzle-orm'
import { SearchIndex, type StyleNames } from '#catalogue'
import { translatedStyleNames } from '#catalogue/styles'
import type { Conn } from '../../adapters/db/database.ts'
import { beers, breweries } from '../../adapters/db/schema.ts'
import { knownAbv } from '../beers/beer-store.ts'
import { currentCatalogueVersion } from '../beers/catalogue-version.ts'

/** Rows per query; the server handles requests in between. */
const PAGE = 5_000

export interface SearchIndexFeed {
  /** Returns the index, up to date with the database; `newest` is its catalogue version if the caller has just read it. */
  current(newest?: number): Promise<SearchIndex>
}

/** `lexicons` has the other names of styles; it is read on first use. */
export function openSearchIndexFeed(conn: Conn, lexicons?: () => { styles: readonly StyleNames[] }): SearchIndexFeed {
  let index = new SearchIndex()
  let version = 0
  let updating: Promise<void> | undefined

  const update = async () => {
    const newest = await currentCatalogueVersion(conn)
    if (newest === version) return
    if (version === 0) index = new SearchIndex(lexicons?.().styles.map(withTranslations))
    await readBreweries(conn, index, version)
    await readBeers(conn, index, version)
    version = newest
  }
  return {
    async current(newest) {
      if (newest !== undefined && newest === version) return index
      // An update that is already running may have started before the latest change.
      await updating?.catch(() => undefined)
      updating ??= update().finally(() => {
        updating = undefined
      })
      await updating
      return index
    },
  }
}

/** A style is searched for as the app calls it in the language of the user. */
const withTranslations = (style: StyleNames): StyleNames => ({
  ...style,
  translations: translatedStyleNames(style.name),
})

async function readBreweries(conn: Conn, index: SearchIndex, since: number): Promise<void> {
  for (let after = 0; ; ) {
    const rows = await conn
      .select({
        id: breweries.id,
        name: breweries.name,
        aliases: breweries.aliases,
        city: breweries.city,
        state: breweries.state,
        country: breweries.country,
        closed: breweries.closed,
        removed: breweries.removed,
      })
      .from(breweries)
      .where(and(gt(breweries.changedVersion, since), gt(breweries.id, after)))
      .orderBy(asc(breweries.id))
      .limit(PAGE)
    for (const { id, name, aliases, city, state, country, closed, removed } of rows)
      if (removed) index.removeBrewery(id)
      else
        index.putBrewery({
          id,
          names: [name, ...aliases],
          address: { city, state, country },
          isClosed: closed !== null,
        })
    if (rows.length < PAGE) return
    after = rows.at(-1)?.id ?? after
  }
}

async function readBeers(conn: Conn, index: SearchIndex, since: number): Promise<void> {
  for (let after = 0; ; ) {
    const rows = await conn
      .select({
        id: beers.id,
        breweryId: beers.breweryId,
        name: beers.name,
        aliases: beers.aliases,
        style: beers.style,
        popularity: beers.popularity,
        abv: beers.abv,
        source: beers.source,
        status: beers.status,
        removed: beers.removed,
      })
      .from(beers)
      .where(and(gt(beers.changedVersion, since), gt(beers.id, after), isNull(beers.ownerId)))
      .orderBy(asc(beers.id))
      .limit(PAGE)
    for (const { id, breweryId, name, aliases, style, popularity, abv, source, status, removed } of rows)
      if (removed) index.removeBeer(id)
      else
        index.putBeer({
          id,
          breweryId,
          names: [name, ...aliases],
          style,
          popularity,
          abv: knownAbv({ abv, source, popularity }),
          isRetired: status === 'retired',
        })
    if (rows.length < PAGE) return
    after = rows.at(-1)?.id ?? after
  }
}
