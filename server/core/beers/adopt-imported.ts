/**
 * Adopts imported rows that a release ships for the first time: they get the shipped key, so that the load that follows
 * updates them, and scans and favourites keep referring to the same beer. From then on their source counts as merged: it
 * fills fields that the release leaves empty, and undoing its import removes nothing shipped.
 */
import { and, asc, gt, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import type { Lexicons } from '#catalogue'
import { type DuplicateIndex, isInOtherPlace, openBreweryRegister, openDuplicateIndex } from '#catalogue/identity'
import { UNKNOWN_BREWERY_FACTS } from '#catalogue/import'
import type { Shipped } from '#catalogue/shipped'
import type { Tx } from '../../adapters/db/database.ts'
import { beers, breweries } from '../../adapters/db/schema.ts'
import { FILLABLE_COLUMNS } from './filled-fields.ts'

type ShippedBeer = Shipped['beers'][number]
type ShippedBrewery = Shipped['breweries'][number]

/** An imported row and the shipped entry that it becomes. */
interface Adoption<Entry> {
  id: number
  entry: Entry
  /** Values of the row for fields that the entry leaves empty. */
  filled: Record<string, unknown>
}

/** Rows read at a time. */
const PAGE = 5_000

/** Costs almost nothing if nothing is newly shipped, or nothing was imported. */
export async function adoptImported(tx: Tx, shipped: Shipped): Promise<void> {
  const newBreweries = await newlyShipped(tx, breweries, shipped.breweries)
  await adopt(tx, 'breweries', 'brewery', await matchBreweries(tx, newBreweries))
  const newBeers = await newlyShipped(tx, beers, shipped.beers)
  await adopt(tx, 'beers', 'beer', await matchBeers(tx, newBeers, shipped))
}

async function newlyShipped<Entry extends { key: string }>(
  tx: Tx,
  table: typeof beers | typeof breweries,
  entries: readonly Entry[],
): Promise<Entry[]> {
  const keys = await tx.select({ key: table.key }).from(table).where(sql`${table.key} is not null`)
  const stored = new Set(keys.map(({ key }) => key))
  return entries.filter(({ key }) => !stored.has(key))
}

/** Matches names before aliases, so that a brewery with this name is preferred to one with this alias. */
async function matchBreweries(tx: Tx, entries: readonly ShippedBrewery[]): Promise<Adoption<ShippedBrewery>[]> {
  if (entries.length === 0) return []
  const rows = await tx
    .select()
    .from(breweries)
    .where(and(isNull(breweries.key), sql`not ${breweries.removed}`))
  const register = openBreweryRegister<(typeof rows)[number]>()
  for (const row of rows) register.add(row)
  const adoptions = new Map<string, Adoption<ShippedBrewery>>()
  for (const otherNamesOf of [() => [], (entry: ShippedBrewery) => entry.aliases])
    for (const entry of entries) {
      if (adoptions.has(entry.key)) continue
      const { name, city, state, country } = entry
      const row = register.find({
        ...UNKNOWN_BREWERY_FACTS,
        name,
        otherNames: otherNamesOf(entry),
        city,
        state,
        country,
      })
      if (!row) continue
      register.remove(row)
      adoptions.set(entry.key, { id: row.id, entry, filled: valuesToFill('breweries', entry, row) })
    }
  return [...adoptions.values()]
}

/** Pairs each newly shipped beer with the imported beer that is most similar to it. */
async function matchBeers(tx: Tx, entries: readonly ShippedBeer[], shipped: Shipped): Promise<Adoption<ShippedBeer>[]> {
  if (entries.length === 0) return []
  const breweryByKey = new Map(shipped.breweries.map((brewery) => [brewery.key, brewery]))
  const best = new Map<string, Adoption<ShippedBeer> & { score: number }>()
  let index: DuplicateIndex<ShippedBeer> | undefined
  for await (const row of importedBeers(tx)) {
    // Opened lazily: a new database has no imported beers and need not wait for the index.
    index ??= indexOf(entries, breweryByKey, shipped)
    const match = index.find(row)
    if (!match) continue
    const { key: entry, score } = match
    if (score <= (best.get(entry.key)?.score ?? 0) || isElsewhere(row.brewery, breweryByKey.get(entry.breweryKey)))
      continue
    best.set(entry.key, { id: row.id, entry, score, filled: valuesToFill('beers', entry, row) })
  }
  return [...best.values()]
}

function indexOf(
  entries: readonly ShippedBeer[],
  breweryByKey: ReadonlyMap<string, ShippedBrewery>,
  lexicons: Lexicons,
): DuplicateIndex<ShippedBeer> {
  const index = openDuplicateIndex<ShippedBeer>(lexicons)
  for (const beer of entries) index.add(beer, { ...beer, brewery: breweryByKey.get(beer.breweryKey) ?? null })
  return index
}

/** True for breweries of similar names in different places: they are different breweries. */
function isElsewhere(imported: typeof breweries.$inferSelect | null, shipped: ShippedBrewery | undefined): boolean {
  if (!imported || !shipped || imported.key === shipped.key) return false
  return isInOtherPlace(imported, shipped)
}

async function* importedBeers(tx: Tx) {
  const { id, breweryId, name, aliases, style, abv, ibu, description } = beers
  for (let after = 0; ; ) {
    const rows = await tx
      .select({ id, breweryId, name, aliases, style, abv, ibu, description })
      .from(beers)
      .where(and(isNull(beers.key), isNull(beers.ownerId), sql`not ${beers.removed}`, gt(beers.id, after)))
      .orderBy(asc(beers.id))
      .limit(PAGE)
    const ids = [...new Set(rows.flatMap((row) => row.breweryId ?? []))]
    const found = ids.length === 0 ? [] : await tx.select().from(breweries).where(inArray(breweries.id, ids))
    const breweryById = new Map(found.map((brewery) => [brewery.id, brewery]))
    for (const row of rows) yield { ...row, brewery: breweryById.get(row.breweryId ?? 0) ?? null }
    if (rows.length < PAGE) return
    after = rows.at(-1)?.id ?? after
  }
}

function valuesToFill(table: keyof typeof FILLABLE_COLUMNS, entry: object, row: object): Record<string, unknown> {
  const shipped = new Map<string, unknown>(Object.entries(entry))
  const imported = new Map<string, unknown>(Object.entries(row))
  const fields = Object.keys(FILLABLE_COLUMNS[table]).filter(
    (field) => shipped.get(field) === null && imported.get(field) !== null,
  )
  return Object.fromEntries(fields.map((field) => [field, imported.get(field)]))
}

async function adopt(
  tx: Tx,
  table: 'beers' | 'breweries',
  entity: 'beer' | 'brewery',
  adoptions: readonly Adoption<{ key: string }>[],
): Promise<void> {
  if (adoptions.length === 0) return
  const rows = JSON.stringify(adoptions.map(({ id, entry, filled }) => ({ id, key: entry.key, filled })))
  const name = sql.identifier(table)
  const row = sql`jsonb_to_recordset(${rows}::jsonb) as row(id int, key text, filled jsonb)`
  const reviewed: SQL = table === 'beers' ? sql`, provisional = false` : sql``
  await tx.execute(sql`update ${name} set key = row.key ${reviewed} from ${row} where ${name}.id = row.id`)
  const owner = sql.identifier(`${entity}_id`)
  // Fields filled by another source still belong to that source.
  await tx.execute(sql`
    update catalogue_origins set created = false, filled = row.filled - array(
      select jsonb_object_keys(other.filled) from catalogue_origins as other where other.${owner} = row.id and not other.created)
    from ${row} where catalogue_origins.${owner} = row.id and catalogue_origins.entity = ${entity} and catalogue_origins.created`)
}
