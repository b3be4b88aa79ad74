/**
 * A release that ships for the first time what an import or discovery already brought takes those rows over: they get the
 * shipped key, so that the load that follows writes into them, and scans and favourites go on meaning the same beer. From then
 * on the source counts as merged: it fills what the release leaves empty, and taking its import back removes nothing shipped.
 */
import { and, asc, gt, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import {
  type DuplicateIndex,
  isInOtherRegion,
  isInOtherTown,
  type Lexicons,
  NO_BREWERY_FACTS,
  openBreweryRegister,
  openDuplicateIndex,
} from '#catalogue'
import type { Shipped } from '#catalogue/shipped'
import { FILLED } from '../catalogue-import/filled-fields.ts'
import type { Tx } from '../db/database.ts'
import { beers, breweries } from '../db/schema.ts'

type ShippedBeer = Shipped['beers'][number]
type ShippedBrewery = Shipped['breweries'][number]

/** A row and the shipped entry that it becomes. */
interface Taken<Entry> {
  id: number
  entry: Entry
  /** What the row knows and the entry leaves empty. */
  filled: Record<string, unknown>
}

/** Rows read at a time. */
const PAGE = 5_000

/** Costs nothing where nothing is newly shipped, or nothing was imported. */
export async function takeOverImported(tx: Tx, shipped: Shipped): Promise<void> {
  const houses = await notYetKeyed(tx, breweries, shipped.breweries)
  await take(tx, 'breweries', 'brewery', await breweriesMeant(tx, houses))
  const added = await notYetKeyed(tx, beers, shipped.beers)
  await take(tx, 'beers', 'beer', await beersMeant(tx, added, shipped))
}

async function notYetKeyed<Entry extends { key: string }>(
  tx: Tx,
  table: typeof beers | typeof breweries,
  entries: readonly Entry[],
): Promise<Entry[]> {
  const keys = await tx.select({ key: table.key }).from(table).where(sql`${table.key} is not null`)
  const stored = new Set(keys.map(({ key }) => key))
  return entries.filter(({ key }) => !stored.has(key))
}

/** By name first, so that a brewery of just this name goes before one that has it for an alias. */
async function breweriesMeant(tx: Tx, houses: readonly ShippedBrewery[]): Promise<Taken<ShippedBrewery>[]> {
  if (houses.length === 0) return []
  const rows = await tx
    .select()
    .from(breweries)
    .where(and(isNull(breweries.key), sql`not ${breweries.removed}`))
  const register = openBreweryRegister<(typeof rows)[number]>()
  for (const row of rows) register.add(row)
  const taken = new Map<string, Taken<ShippedBrewery>>()
  for (const otherNamesOf of [() => [], (house: ShippedBrewery) => house.aliases])
    for (const house of houses) {
      if (taken.has(house.key)) continue
      const { name, city, state, country } = house
      const row = register.find({ ...NO_BREWERY_FACTS, name, otherNames: otherNamesOf(house), city, state, country })
      if (!row) continue
      register.remove(row)
      taken.set(house.key, { id: row.id, entry: house, filled: leftEmpty('breweries', house, row) })
    }
  return [...taken.values()]
}

/** Each imported beer goes to the new one that it is surest to be, each new one takes the surest of those. */
async function beersMeant(tx: Tx, added: readonly ShippedBeer[], shipped: Shipped): Promise<Taken<ShippedBeer>[]> {
  if (added.length === 0) return []
  const houses = new Map(shipped.breweries.map((brewery) => [brewery.key, brewery]))
  const surest = new Map<string, Taken<ShippedBeer> & { score: number }>()
  let index: DuplicateIndex<ShippedBeer> | undefined
  for await (const row of importedBeers(tx)) {
    // Made for the first imported beer only: a new database has none, and is loaded without waiting for this.
    index ??= indexOf(added, houses, shipped)
    const meant = index.find(row)
    if (!meant) continue
    const { key: entry, score } = meant
    if (score <= (surest.get(entry.key)?.score ?? 0) || isApart(row.brewery, houses.get(entry.breweryKey))) continue
    surest.set(entry.key, { id: row.id, entry, score, filled: leftEmpty('beers', entry, row) })
  }
  return [...surest.values()]
}

function indexOf(
  added: readonly ShippedBeer[],
  houses: ReadonlyMap<string, ShippedBrewery>,
  lexicons: Lexicons,
): DuplicateIndex<ShippedBeer> {
  const index = openDuplicateIndex<ShippedBeer>(lexicons)
  for (const beer of added) index.add(beer, { ...beer, brewery: houses.get(beer.breweryKey) ?? null })
  return index
}

/** Breweries of like names in two places are two, and have no beer in common. */
function isApart(imported: typeof breweries.$inferSelect | null, house: ShippedBrewery | undefined): boolean {
  if (!imported || !house || imported.key === house.key) return false
  return isInOtherRegion(imported, house) || isInOtherTown(imported, house)
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
    const houses = new Map(found.map((house) => [house.id, house]))
    for (const row of rows) yield { ...row, brewery: houses.get(row.breweryId ?? 0) ?? null }
    if (rows.length < PAGE) return
    after = rows.at(-1)?.id ?? after
  }
}

function leftEmpty(table: keyof typeof FILLED, entry: object, row: object): Record<string, unknown> {
  const said = new Map<string, unknown>(Object.entries(entry))
  const known = new Map<string, unknown>(Object.entries(row))
  const fields = Object.keys(FILLED[table]).filter((field) => said.get(field) === null && known.get(field) !== null)
  return Object.fromEntries(fields.map((field) => [field, known.get(field)]))
}

async function take(
  tx: Tx,
  table: 'beers' | 'breweries',
  entity: 'beer' | 'brewery',
  taken: readonly Taken<{ key: string }>[],
): Promise<void> {
  if (taken.length === 0) return
  const rows = JSON.stringify(taken.map(({ id, entry, filled }) => ({ id, key: entry.key, filled })))
  const name = sql.identifier(table)
  const row = sql`jsonb_to_recordset(${rows}::jsonb) as row(id int, key text, filled jsonb)`
  const looked: SQL = table === 'beers' ? sql`, provisional = false` : sql``
  await tx.execute(sql`update ${name} set key = row.key ${looked} from ${row} where ${name}.id = row.id`)
  const owner = sql.identifier(`${entity}_id`)
  // What another source filled stays that source's.
  await tx.execute(sql`
    update catalogue_origins set created = false, filled = row.filled - array(
      select jsonb_object_keys(other.filled) from catalogue_origins as other where other.${owner} = row.id and not other.created)
    from ${row} where catalogue_origins.${owner} = row.id and catalogue_origins.entity = ${entity} and catalogue_origins.created`)
}
