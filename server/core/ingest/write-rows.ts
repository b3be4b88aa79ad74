/**
 * Writes a resolved batch in the caller's transaction: rows with the new catalogue version, origins, barcodes and ratings, so
 * that search and recognition find imported beers and the ratings include them.
 */
import { sql } from 'drizzle-orm'
import type { Tx } from '../../adapters/db/database.ts'
import { idsIn } from '../../adapters/db/ids-in.ts'
import { addBarcodes } from '../beers/barcode-store.ts'
import { statusAtBrewery } from '../beers/shipped-catalogue.ts'
import { rateBeers } from '../ratings/rate-beers.ts'
import type { BeerEntry, BreweryEntry } from './known-catalogue.ts'
import type { Resolution, ResolvedBeer, ResolvedBrewery, ResolvedStyle } from './resolve-rows.ts'

export interface ImportRow {
  id: number
  /** As stored with the origins. */
  source: string
  licence: string | null
  /** True for beers that nobody has reviewed yet. */
  provisional: boolean
}

/** 0-100. Lower than that of every shipped beer. */
const POPULARITY = 5

export async function writeResolution(tx: Tx, resolution: Resolution, by: ImportRow, version: number): Promise<void> {
  await giveIds(tx, 'breweries', resolution.breweries)
  await giveIds(tx, 'beers', resolution.beers)
  await writeStyles(tx, resolution.styles, by)
  await writeBreweries(tx, resolution.breweries, version)
  await writeBeers(tx, resolution.beers, by, version)
  await writeOrigins(tx, resolution, by)
  const barcodes = resolution.beers.flatMap(({ entry, imported }) =>
    imported.barcodes.map((barcode) => ({ barcode, beerId: entry.id })),
  )
  await addBarcodes(tx, barcodes, version, by.id)
  await writeRatings(tx, resolution.beers, by)
  const touched = resolution.beers.map(({ entry }) => entry.id)
  if (touched.length > 0) await rateBeers(tx, sql`id in (${idsIn(touched)})`)
}

async function giveIds(
  tx: Tx,
  table: 'beers' | 'breweries',
  resolved: readonly { entry: BeerEntry | BreweryEntry; created: boolean; revived: number | null }[],
): Promise<void> {
  const unnumbered = resolved.filter(({ created }) => created)
  for (const { entry, revived } of unnumbered) if (revived !== null) entry.id = revived
  const entries = unnumbered.map(({ entry }) => entry).filter(({ id }) => id === 0)
  if (entries.length === 0) return
  const { rows } = await tx.execute<{ id: number }>(
    sql`select nextval(pg_get_serial_sequence(${table}, 'id'))::int as id from generate_series(1, ${entries.length}::int)`,
  )
  for (const [index, entry] of entries.entries()) entry.id = rows[index]?.id ?? 0
}

async function writeBreweries(tx: Tx, resolved: readonly ResolvedBrewery[], version: number): Promise<void> {
  const created = resolved.filter((each) => each.created).map(({ entry }) => entry)
  await tx.execute(sql`
    insert into breweries (id, name, aliases, city, state, country, founded, website, description, changed_version)
    select row.*, ${version}::bigint from jsonb_to_recordset(${JSON.stringify(created)}::jsonb)
      as row(id int, name text, aliases jsonb, city text, state text, country text, founded int, website text, description text)
    on conflict (id) do update set name = excluded.name, aliases = excluded.aliases, city = excluded.city, state = excluded.state,
      country = excluded.country, founded = excluded.founded, website = excluded.website, description = excluded.description,
      removed = false, changed_version = excluded.changed_version`)
  await tx.execute(sql`
    update breweries set city = coalesce(breweries.city, row.city), state = coalesce(breweries.state, row.state),
      country = coalesce(breweries.country, row.country), founded = coalesce(breweries.founded, row.founded),
      website = coalesce(breweries.website, row.website), description = coalesce(breweries.description, row.description),
      changed_version = ${version}
    from jsonb_to_recordset(${JSON.stringify(fillings(resolved))}::jsonb)
      as row(id int, city text, state text, country text, founded int, website text, description text)
    where breweries.id = row.id`)
}

async function writeBeers(tx: Tx, resolved: readonly ResolvedBeer[], by: ImportRow, version: number): Promise<void> {
  const created = resolved
    .filter((each) => each.created)
    .map(({ entry, imported: { kind, description } }) => ({
      id: entry.id,
      brewery_id: entry.brewery?.id ?? null,
      name: entry.name,
      aliases: entry.aliases,
      style: entry.style,
      abv: entry.abv,
      ibu: entry.ibu,
      kind,
      description,
    }))
  await tx.execute(sql`
    insert into beers (id, brewery_id, name, aliases, style, abv, ibu, kind, description, popularity, provisional, changed_version, status)
    select row.*, ${POPULARITY}::int, ${by.provisional}::boolean, ${version}::bigint, ${statusAtBrewery}
    from jsonb_to_recordset(${JSON.stringify(created)}::jsonb)
      as row(id int, brewery_id int, name text, aliases jsonb, style text, abv real, ibu real, kind text, description text)
    left join breweries on breweries.id = row.brewery_id
    -- A restored beer. Its style is marked as stale once it is rated again, as at its removal.
    on conflict (id) do update set rating = 0, brewery_id = excluded.brewery_id, name = excluded.name, aliases = excluded.aliases, style = excluded.style,
      abv = excluded.abv, ibu = excluded.ibu, kind = excluded.kind, description = excluded.description,
      provisional = excluded.provisional, status = excluded.status, removed = false, changed_version = excluded.changed_version`)
  await tx.execute(sql`
    update beers set style = coalesce(beers.style, row.style), abv = coalesce(beers.abv, row.abv), ibu = coalesce(beers.ibu, row.ibu),
      description = coalesce(beers.description, row.description), changed_version = ${version}
    from jsonb_to_recordset(${JSON.stringify(fillings(resolved))}::jsonb) as row(id int, style text, abv real, ibu real, description text)
    where beers.id = row.id`)
}

/** The filled fields of each merged row; if several source rows fill one beer, they fill different fields. */
function fillings(resolved: readonly (ResolvedBeer | ResolvedBrewery)[]): object[] {
  const byId = new Map<number, object>()
  for (const { entry, created, filled } of resolved) {
    if (!created && Object.keys(filled).length > 0)
      byId.set(entry.id, { ...byId.get(entry.id), ...filled, id: entry.id })
  }
  return [...byId.values()]
}

async function writeStyles(tx: Tx, resolved: readonly ResolvedStyle[], by: ImportRow): Promise<void> {
  const created = resolved.filter((each) => each.created).map(({ style, family }) => ({ ...style, family }))
  await tx.execute(sql`
    insert into styles (name, family, srm)
    select row.* from jsonb_to_recordset(${JSON.stringify(created)}::jsonb) as row(name text, family text, srm real)
    on conflict (name) do nothing`)
  const origins = resolved.map(({ sourceId, style, created: isNew }) => ({
    source_id: sourceId,
    created: isNew,
    filled: { name: style.name },
  }))
  await writeOriginRows(tx, 'style', origins, by)
}

async function writeOrigins(tx: Tx, resolution: Resolution, by: ImportRow): Promise<void> {
  const beers = resolution.beers.map(({ sourceId, entry, created, filled }) => ({
    source_id: sourceId,
    beer_id: entry.id,
    created,
    filled,
  }))
  await writeOriginRows(tx, 'beer', beers, by)
  const breweries = resolution.breweries.map(({ sourceId, entry, created, filled }) => ({
    // A brewery that the source only names gets its row id as source id.
    source_id: sourceId ?? `named/${entry.id}`,
    brewery_id: entry.id,
    created,
    filled,
  }))
  await writeOriginRows(tx, 'brewery', breweries, by)
}

async function writeOriginRows(
  tx: Tx,
  entity: 'beer' | 'brewery' | 'style',
  rows: readonly object[],
  { id, source, licence }: ImportRow,
): Promise<void> {
  if (rows.length === 0) return
  await tx.execute(sql`
    insert into catalogue_origins (source, entity, source_id, beer_id, brewery_id, import_id, licence, created, filled)
    select ${source}::text, ${entity}::text, row.source_id, row.beer_id, row.brewery_id, ${id}::int, ${licence}::text, row.created, row.filled
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as row(source_id text, beer_id int, brewery_id int, created boolean, filled jsonb)
    on conflict (source, entity, source_id) do update set beer_id = excluded.beer_id, brewery_id = excluded.brewery_id,
      import_id = excluded.import_id, licence = excluded.licence, created = excluded.created, filled = excluded.filled, at = now()`)
}

async function writeRatings(tx: Tx, resolved: readonly ResolvedBeer[], by: ImportRow): Promise<void> {
  const byBeer = new Map(
    resolved.flatMap(({ entry, imported: { rating } }) =>
      rating === null ? [] : [[entry.id, { beer_id: entry.id, mean: rating.mean, count: rating.count }] as const],
    ),
  )
  if (byBeer.size === 0) return
  await tx.execute(sql`
    insert into imported_ratings (source, beer_id, mean, count, import_id)
    select ${by.source}::text, row.beer_id, row.mean, row.count, ${by.id}::int
    from jsonb_to_recordset(${JSON.stringify([...byBeer.values()])}::jsonb) as row(beer_id int, mean real, count int)
    on conflict (source, beer_id) do update set mean = excluded.mean, count = excluded.count, import_id = excluded.import_id`)
}
