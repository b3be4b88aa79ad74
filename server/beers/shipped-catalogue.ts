/**
 * Brings the beers that ship with the product into the database: on a new one, and again when a release ships other data.
 * Rows keep their ids by their keys, what an import brought before it shipped keeps its row, only rows that really differ are
 * written, and what no longer ships is marked, not deleted, because favourites and scans may hold it. Every beer is rated
 * before the transaction ends.
 */
import { createHash } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { openShipped, type Shipped } from '#catalogue/shipped'
import { refill } from '../catalogue-import/filled-fields.ts'
import type { Db, Tx } from '../db/database.ts'
import { catalogueVersion } from '../db/schema.ts'
import { rateBeers } from '../ratings/rate-beers.ts'
import { nextCatalogueVersion } from './catalogue-version.ts'
import { takeOverImported } from './take-over-imported.ts'

/**
 * Takes what `compileShipped` wrote and says whether anything had to be written. The text is opened only when it differs
 * from the one that was loaded last, because every start of the server comes through here.
 */
export async function loadShippedCatalogue(db: Db, compiled: string): Promise<boolean> {
  const hash = createHash('sha256').update(compiled).digest('hex')
  return await db.transaction(async (tx) => {
    const [current] = await tx.select().from(catalogueVersion).where(eq(catalogueVersion.id, 1)).for('update')
    if (current?.shippedHash === hash) return false
    const shipped = openShipped(compiled)
    const version = await nextCatalogueVersion(tx)
    await writeStyles(tx, shipped)
    await takeOverImported(tx, shipped)
    await writeBreweries(tx, shipped, version)
    await writeBeers(tx, shipped, version)
    await refill(tx, version)
    await rateBeers(tx, sql`owner_id is null`)
    await tx.update(catalogueVersion).set({ shippedHash: hash }).where(eq(catalogueVersion.id, 1))
    return true
  })
}

async function writeStyles(tx: Tx, shipped: Shipped) {
  const rows = shipped.styles.map(({ name, family, srm, prior }) => ({ name, family, srm, prior }))
  await tx.execute(sql`
    insert into styles (name, family, srm, prior)
    select name, family, srm, prior from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as row(name text, family text, srm real, prior real)
    on conflict (name) do update set family = excluded.family, srm = excluded.srm, prior = excluded.prior`)
}

async function writeBreweries(tx: Tx, shipped: Shipped, version: number) {
  await tx.execute(sql`
    insert into breweries as known (key, name, aliases, city, state, country, founded, website, description, changed_version)
    select row.*, ${version}::bigint from jsonb_to_recordset(${JSON.stringify(shipped.breweries)}::jsonb)
      as row(key text, name text, aliases jsonb, city text, state text, country text, founded int, website text, description text)
    on conflict (key) do update set name = excluded.name, aliases = excluded.aliases, city = excluded.city, state = excluded.state,
      country = excluded.country, founded = excluded.founded, website = excluded.website, description = excluded.description,
      removed = false, changed_version = excluded.changed_version
    where (known.name, known.aliases, known.city, known.state, known.country, known.founded, known.website, known.description, known.removed)
      is distinct from (excluded.name, excluded.aliases, excluded.city, excluded.state, excluded.country, excluded.founded, excluded.website,
        excluded.description, false)`)
  await markRemoved(
    tx,
    'breweries',
    shipped.breweries.map((brewery) => brewery.key),
    version,
  )
}

async function writeBeers(tx: Tx, shipped: Shipped, version: number) {
  const rows = shipped.beers.map((beer) => ({ ...beer, brewery_key: beer.breweryKey }))
  await tx.execute(sql`
    insert into beers as known (key, brewery_id, name, aliases, style, abv, ibu, description, popularity, changed_version)
    select row.key, breweries.id, row.name, row.aliases, row.style, row.abv, row.ibu, row.description, row.popularity, ${version}::bigint
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as row(key text, brewery_key text, name text, aliases jsonb, style text, abv real, ibu real, description text, popularity int)
    join breweries on breweries.key = row.brewery_key
    on conflict (key) do update set brewery_id = excluded.brewery_id, name = excluded.name, aliases = excluded.aliases, style = excluded.style,
      abv = excluded.abv, ibu = excluded.ibu, description = excluded.description, popularity = excluded.popularity,
      removed = false, changed_version = excluded.changed_version
    where (known.brewery_id, known.name, known.aliases, known.style, known.abv, known.ibu, known.description, known.popularity, known.removed)
      is distinct from (excluded.brewery_id, excluded.name, excluded.aliases, excluded.style, excluded.abv, excluded.ibu, excluded.description,
        excluded.popularity, false)`)
  await markRemoved(
    tx,
    'beers',
    shipped.beers.map((beer) => beer.key),
    version,
  )
}

async function markRemoved(tx: Tx, table: 'beers' | 'breweries', keys: string[], version: number) {
  await tx.execute(sql`
    update ${sql.identifier(table)} set removed = true, changed_version = ${version}
    where key is not null and not removed
      and key not in (select jsonb_array_elements_text(${JSON.stringify(keys)}::jsonb))`)
}
