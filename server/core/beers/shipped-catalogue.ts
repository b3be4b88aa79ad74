/**
 * Loads the shipped catalogue into the database, on first start and whenever a release ships other data. Rows keep their ids
 * by key; a beer that was imported before it shipped keeps its row; only changed rows are written. Beers that no longer ship, and
 * breweries that no longer ship and have no other beers, are marked as removed, not deleted, because favourites and scans may
 * reference them. All beers are rated in the same transaction.
 */
import { createHash } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { RATING_MODEL, styleEstimate } from '#catalogue/ratings'
import { openShipped, type Shipped } from '#catalogue/shipped'
import type { Db, Tx } from '../../adapters/db/database.ts'
import { catalogueVersion } from '../../adapters/db/schema.ts'
import { rateBeers } from '../ratings/rate-beers.ts'
import { adoptImported } from './adopt-imported.ts'
import { nextCatalogueVersion } from './catalogue-version.ts'
import { refillFields } from './filled-fields.ts'

/**
 * Loads the output of `compileShipped`; returns whether anything was written. Parses it only if its hash, with that of the
 * rating model and the columns to fill, differs from the last load, because this runs at every server start.
 */
export async function loadShippedCatalogue(db: Db, compiled: string | Buffer): Promise<boolean> {
  const columns = [STYLE_COLUMNS, BREWERY_COLUMNS, BEER_COLUMNS]
  const hash = createHash('sha256')
    .update(compiled)
    .update(JSON.stringify([RATING_MODEL, columns]))
    .digest('hex')
  return await db.transaction(async (tx) => {
    const [current] = await tx.select().from(catalogueVersion).where(eq(catalogueVersion.id, 1)).for('update')
    if (current?.shippedHash === hash) return false
    const shipped = openShipped(compiled.toString())
    const version = await nextCatalogueVersion(tx)
    await writeStyles(tx, shipped)
    await adoptImported(tx, shipped)
    await writeBreweries(tx, shipped, version)
    await writeBeers(tx, shipped, version)
    await removeDropped(tx, shipped, version)
    await closeWithBreweries(tx, version)
    await refillFields(tx, version)
    await rateBeers(tx, sql`true`)
    await tx.update(catalogueVersion).set({ shippedHash: hash }).where(eq(catalogueVersion.id, 1))
    return true
  })
}

async function writeStyles(tx: Tx, shipped: Shipped) {
  const columns = listsOf(STYLE_COLUMNS)
  const servings = new Map(shipped.servings.map((serving) => [serving.style, serving]))
  const rows = shipped.styles.map((style) => {
    const { glass, celsius, pairings } = servings.get(style.name) ?? {}
    const { mean: prior, std: prior_std } = styleEstimate({ style: style.name, family: style.family })
    const typical_abv = style.abv && (style.abv[0] + style.abv[1]) / 2
    const typical_ibu = style.ibu && Math.round((style.ibu[0] + style.ibu[1]) / 2)
    const serving = { glass, served_from: celsius?.[0], served_to: celsius?.[1], pairings }
    return { ...style, ...serving, prior, prior_std, typical_abv, typical_ibu }
  })
  await tx.execute(sql`
    insert into styles (name, ${columns.names})
    select row.* from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row(name text, ${columns.types})
    on conflict (name) do update set ${columns.updates}`)
}

/** The columns that a release overwrites, with their types. */
const STYLE_COLUMNS = {
  family: 'text',
  srm: 'real',
  prior: 'real',
  prior_std: 'real',
  typical_abv: 'real',
  typical_ibu: 'int',
  description: 'text',
  glass: 'text',
  served_from: 'real',
  served_to: 'real',
  pairings: 'jsonb',
}
const BREWERY_COLUMNS = {
  name: 'text',
  aliases: 'jsonb',
  city: 'text',
  state: 'text',
  country: 'text',
  founded: 'int',
  closed: 'int',
  owner: 'text',
  store_brand: 'boolean',
  standing: 'int',
  website: 'text',
  // None ships; this clears those of earlier releases.
  description: 'text',
}
const BEER_COLUMNS = {
  name: 'text',
  aliases: 'jsonb',
  style: 'text',
  abv: 'real',
  ibu: 'real',
  description: 'text',
  popularity: 'int',
  status: 'text',
  introduced: 'int',
  retired: 'int',
  source: 'text',
  checked: 'text',
  abv_by_market: 'jsonb',
  standing: 'int',
}

async function writeBreweries(tx: Tx, shipped: Shipped, version: number) {
  const columns = listsOf(BREWERY_COLUMNS)
  const rows = shipped.breweries.map((brewery) => ({ ...brewery, store_brand: brewery.storeBrand }))
  await tx.execute(sql`
    insert into breweries as known (key, ${columns.names}, changed_version)
    select row.*, ${version}::bigint from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row(key text, ${columns.types})
    on conflict (key) do update set ${columns.updates}, removed = false, changed_version = excluded.changed_version
    where (${columns.known}, known.removed) is distinct from (${columns.excluded}, false)`)
}

/** The embedded database answers nothing else while it writes them. */
const BEERS_AT_ONCE = 2_000

async function writeBeers(tx: Tx, shipped: Shipped, version: number) {
  const columns = listsOf(BEER_COLUMNS)
  const rows = shipped.beers.map((beer) => ({
    ...beer,
    brewery_key: beer.breweryKey,
    abv_by_market: beer.abvByMarket,
  }))
  for (let from = 0; from < rows.length; from += BEERS_AT_ONCE)
    await tx.execute(sql`
      insert into beers as known (key, brewery_id, ${columns.names}, changed_version)
      select row.key, breweries.id, ${columns.rows}, ${version}::bigint
      from jsonb_to_recordset(${JSON.stringify(rows.slice(from, from + BEERS_AT_ONCE))}::jsonb)
        as row(key text, brewery_key text, ${columns.types})
      join breweries on breweries.key = row.brewery_key
      on conflict (key) do update set brewery_id = excluded.brewery_id, ${columns.updates}, removed = false,
        changed_version = excluded.changed_version
      where (known.brewery_id, ${columns.known}, known.removed)
        is distinct from (excluded.brewery_id, ${columns.excluded}, false)`)
}

/** The columns as the parts of an upsert. */
function listsOf(columns: Readonly<Record<string, string>>) {
  const list = (write: (column: string, type: string) => string) =>
    sql.raw(
      Object.entries(columns)
        .map(([column, type]) => write(column, type))
        .join(', '),
    )
  return {
    names: list((column) => column),
    types: list((column, type) => `${column} ${type}`),
    rows: list((column) => `row.${column}`),
    updates: list((column) => `${column} = excluded.${column}`),
    known: list((column) => `known.${column}`),
    excluded: list((column) => `excluded.${column}`),
  }
}

/** Removes what no longer ships, once all rows are written: a brewery stays as long as a beer of another source belongs to it. */
async function removeDropped(tx: Tx, { breweries, beers }: Shipped, version: number) {
  const isDropped = (shipped: readonly { key: string }[]) => {
    const keys = JSON.stringify(shipped.map(({ key }) => key))
    return sql`key is not null and key not in (select jsonb_array_elements_text(${keys}::jsonb))`
  }
  await tx.execute(sql`
    update beers set removed = true, changed_version = ${version} where ${isDropped(beers)} and not removed`)
  const hasBeers = sql`exists (select from beers where brewery_id = breweries.id and not removed)`
  await tx.execute(sql`
    update breweries set removed = not removed, changed_version = ${version}
    where ${isDropped(breweries)} and removed = ${hasBeers}`)
}

/** The status of a beer of another source, which knows none, at a row of `breweries`. */
export const statusAtBrewery = sql`case when breweries.closed is null then 'current' else 'retired' end`

/** Beers of other sources are no longer brewed once the catalogue says that their brewery has closed. */
async function closeWithBreweries(tx: Tx, version: number) {
  await tx.execute(sql`
    update beers set status = ${statusAtBrewery}, changed_version = ${version} from breweries
    where breweries.id = beers.brewery_id and beers.key is null and beers.status <> ${statusAtBrewery}`)
}
