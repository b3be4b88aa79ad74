/**
 * Undoes an import: removes what it created unless another source lists it too, clears the fields it filled, and deletes its
 * ratings and barcodes. Rows are marked as removed rather than deleted, because scans and favourites may refer to them and the
 * reader processes must learn about it. Importing the same file again restores the same rows.
 */
import { and, eq, isNull, type SQL, sql } from 'drizzle-orm'
import type { Db, Tx } from '../../adapters/db/database.ts'
import { idsIn } from '../../adapters/db/ids-in.ts'
import { imports } from '../../adapters/db/schema.ts'
import { removeBarcodesOf } from '../beers/barcode-store.ts'
import { nextCatalogueVersion } from '../beers/catalogue-version.ts'
import { FILLABLE_COLUMNS } from '../beers/filled-fields.ts'
import { rateBeers } from '../ratings/rate-beers.ts'

export interface UndoResult {
  beersRemoved: number
  breweriesRemoved: number
  /** Created by the import, kept because another source lists them. */
  kept: number
}

/** Returns undefined if there is no such import, or it was undone already. */
export async function undoImport(db: Db, importId: number): Promise<UndoResult | undefined> {
  return await db.transaction(async (tx) => {
    const version = await nextCatalogueVersion(tx)
    const [undone] = await tx
      .update(imports)
      .set({ undoneAt: new Date(), finishedAt: sql`coalesce(finished_at, now())` })
      .where(and(eq(imports.id, importId), isNull(imports.userId), isNull(imports.undoneAt)))
      .returning({ id: imports.id })
    if (!undone) return undefined
    const rated = await deleteRatings(tx, importId)
    await removeBarcodesOf(tx, importId, version)
    const beers = await remove(tx, 'beers', 'beer', importId, version, sql`true`)
    await clearFilledFields(tx, 'beers', 'beer', importId, version)
    const noBeers = sql`not exists (select 1 from beers where beers.brewery_id = breweries.id and not beers.removed)`
    const breweries = await remove(tx, 'breweries', 'brewery', importId, version, noBeers)
    await clearFilledFields(tx, 'breweries', 'brewery', importId, version)
    await dropStyles(tx, importId)
    const touched = sql`(select beer_id from catalogue_origins where import_id = ${importId} and entity = 'beer')`
    await rateBeers(tx, sql`owner_id is null and (id in ${touched} or id in (${idsIn(rated)}))`)
    return { beersRemoved: beers.removed, breweriesRemoved: breweries.removed, kept: beers.kept + breweries.kept }
  })
}

async function deleteRatings(tx: Tx, importId: number): Promise<number[]> {
  const { rows } = await tx.execute<{ beer_id: number }>(
    sql`delete from imported_ratings where import_id = ${importId} returning beer_id`,
  )
  return rows.map((row) => row.beer_id)
}

/** Origins of other imports that were not undone, and origins without an import. */
function otherOrigins(entity: 'beer' | 'brewery', importId: number): SQL {
  return sql`
    select catalogue_origins.* from catalogue_origins left join imports on imports.id = catalogue_origins.import_id
    where catalogue_origins.entity = ${entity} and catalogue_origins.import_id is distinct from ${importId} and imports.undone_at is null`
}

async function remove(
  tx: Tx,
  table: 'beers' | 'breweries',
  entity: 'beer' | 'brewery',
  importId: number,
  version: number,
  unless: SQL,
): Promise<{ removed: number; kept: number }> {
  const name = sql.identifier(table)
  const id = sql.identifier(`${entity}_id`)
  const created = sql`select ${id} from catalogue_origins where import_id = ${importId} and entity = ${entity} and created`
  const removal = await tx.execute(sql`
    update ${name} set removed = true, changed_version = ${version}
    where id in (${created}) and not removed and ${unless}
      and not exists (select 1 from (${otherOrigins(entity, importId)}) as other where other.${id} = ${name}.id)`)
  // The other source becomes the creator of the remaining rows.
  const inherited = await tx.execute(sql`
    update catalogue_origins set created = true
    from (select distinct on (${id}) source, entity, source_id from (${otherOrigins(entity, importId)}) as other
      where ${id} in (${created}) order by ${id}, at) as heir
    where catalogue_origins.source = heir.source and catalogue_origins.entity = heir.entity
      and catalogue_origins.source_id = heir.source_id and not catalogue_origins.created`)
  return { removed: removal.rowCount ?? 0, kept: inherited.rowCount ?? 0 }
}

/** Clears fields that still hold the value the import wrote. */
async function clearFilledFields(
  tx: Tx,
  table: 'beers' | 'breweries',
  entity: 'beer' | 'brewery',
  importId: number,
  version: number,
): Promise<void> {
  const name = sql.identifier(table)
  const id = sql.identifier(`${entity}_id`)
  const sets = Object.entries(FILLABLE_COLUMNS[table]).map(([field, type]) => {
    const column = sql.identifier(field)
    return sql`${column} = nullif(${name}.${column}, (filled.by->>${field})::${sql.raw(type)})`
  })
  await tx.execute(sql`
    update ${name} set ${sql.join(sets, sql`, `)}, changed_version = ${version}
    from (select ${id} as id, jsonb_object_agg(key, value) as by from catalogue_origins, jsonb_each(filled)
      where import_id = ${importId} and entity = ${entity} and not created group by ${id}) as filled
    where ${name}.id = filled.id`)
}

async function dropStyles(tx: Tx, importId: number): Promise<void> {
  await tx.execute(sql`
    delete from styles where name in (
      select filled->>'name' from catalogue_origins where import_id = ${importId} and entity = 'style' and created)`)
}
