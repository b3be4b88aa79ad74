/**
 * Loads the shipped catalogue into the database, on first start and whenever a release ships other data. Rows keep their ids
 * by key; a beer that was imported before it shipped keeps its row; only changed rows are written. Beers that no longer ship
 * are marked as removed, not deleted, because favourites and scans may reference them. All beers are rated in the same
 * transaction.
 */
import { createHash } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { openShipped, type Shipped } from '#catalogue/shipped'
import type { Db, Tx } from '../../adapters/db/database.ts'
import { catalogueVersion } from '../../adapters/db/schema.ts'
import { rateBeers } from '../ratings/rate-beers.ts'
import { adoptImported } from './adopt-imported.ts'
import { nextCatalogueVersion } from './catalogue-version.ts'
import { refillFields } from './filled-fields.ts'

/**
 * Loads the output of `compileShipped`; returns whether anything was written. Parses it only if its hash differs from that
 * of the last load, because this runs at every server start.
 */
export async function loadShippedCatalogue(db: Db, compiled: string): Promise<boolean> {
  const hash = createHash('sha256').update(compiled).digest('hex')
  return await db.transaction(async (tx) => {
    const [current] = await tx.select().from(catalogueVersion).where(eq(catalogueVersion.id, 1)).for('update')
    if (current?.shippedHash === hash) return false
    const shipped = openShipped(compiled)
    const version = await nextCatalogueVersion(tx)
    await writeStyles(tx, shipped)
    await adoptImported(tx, shipped)
    await writeBreweries(tx, shipped, version)
    await writeBeers(tx, shipped, version)
    await refillFields(tx, version)
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
