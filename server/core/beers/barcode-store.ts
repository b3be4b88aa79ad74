/**
 * Product barcodes of beers. A barcode whose beer a user named counts for that user, and for everyone once enough users name the
 * same beer or the operator does. Every write raises the version of the beers it changes, because the reader processes receive
 * barcodes with the rows of the catalogue feed.
 */
import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import { BARCODE_USERS_MIN, BARCODES_PER_USER_MAX } from '#contracts'
import type { Conn } from '../../adapters/db/database.ts'
import { confirmedBarcodes } from '../../adapters/db/schema.ts'
import { nextCatalogueVersion } from './catalogue-version.ts'

export interface BeerBarcode {
  barcode: string
  beerId: number
}

/**
 * Adds barcodes; of several beers with one barcode, it becomes the first one's. A barcode that belongs to a beer already stays with
 * it, unless that beer was removed. `importId`: the import that can be undone.
 */
export async function addBarcodes(
  conn: Conn,
  barcodes: readonly BeerBarcode[],
  version: number,
  importId: number | null = null,
): Promise<void> {
  if (barcodes.length === 0) return
  // A statement that updates on conflict may meet each barcode once only.
  const distinct = [...new Map(barcodes.toReversed().map((each) => [each.barcode, each])).values()]
  await conn.execute(sql`
    with added as (
      insert into beer_barcodes (barcode, beer_id, import_id)
      select row.barcode, row."beerId", ${importId}::int
      from jsonb_to_recordset(${JSON.stringify(distinct)}::jsonb) as row(barcode text, "beerId" int)
      on conflict (barcode) do update set beer_id = excluded.beer_id, import_id = excluded.import_id
        where not exists (select 1 from beers where beers.id = beer_barcodes.beer_id and not beers.removed)
      returning beer_id)
    update beers set changed_version = ${version} where id in (select beer_id from added)`)
}

/** Makes a barcode count for this beer, also if it belonged to another one. Call it in a transaction. */
export async function moveBarcode(conn: Conn, { barcode, beerId }: BeerBarcode): Promise<void> {
  const version = await nextCatalogueVersion(conn)
  await conn.execute(sql`
    with gone as (delete from beer_barcodes where barcode = ${barcode} and beer_id <> ${beerId} returning beer_id)
    update beers set changed_version = ${version} where id in (select beer_id from gone)`)
  await addBarcodes(conn, [{ barcode, beerId }], version)
}

/** Removes the barcodes that an import added. */
export async function removeBarcodesOf(conn: Conn, importId: number, version: number): Promise<void> {
  await conn.execute(sql`
    with gone as (delete from beer_barcodes where import_id = ${importId} returning beer_id)
    update beers set changed_version = ${version} where id in (select beer_id from gone)`)
}

/** The barcodes whose beer a user named. Opened for a user. */
export function userBarcodes(conn: Conn) {
  return {
    of: (userId: number) => ({
      /** The beers with one of these barcodes that were not removed: first what this user named, then what counts for everyone. */
      async beersWith(barcodes: readonly string[]): Promise<number[]> {
        if (barcodes.length === 0) return []
        const isOneOf = sql`not beers.removed
          and barcode in (select jsonb_array_elements_text(${JSON.stringify(barcodes)}::jsonb))`
        const { rows } = await conn.execute<{ id: number }>(sql`
          select beers.id, 1 as place from confirmed_barcodes join beers on beers.id = beer_id
          where user_id = ${userId} and ${isOneOf}
          union all select beers.id, 2 from beer_barcodes join beers on beers.id = beer_id where ${isOneOf}
          order by place, id`)
        return [...new Set(rows.map(({ id }) => id))]
      },
      /** A later beer replaces an earlier one. Call it in a transaction. */
      async confirm(barcode: string, beerId: number): Promise<void> {
        const values = { beerId, confirmedAt: new Date(), importId: null }
        await conn
          .insert(confirmedBarcodes)
          .values({ userId, barcode, ...values })
          .onConflictDoUpdate({ target: [confirmedBarcodes.userId, confirmedBarcodes.barcode], set: values })
        const own = eq(confirmedBarcodes.userId, userId)
        const oldest = conn
          .select({ barcode: confirmedBarcodes.barcode })
          .from(confirmedBarcodes)
          .where(own)
          .orderBy(desc(confirmedBarcodes.confirmedAt), confirmedBarcodes.barcode)
          .offset(BARCODES_PER_USER_MAX)
        await conn.delete(confirmedBarcodes).where(and(own, inArray(confirmedBarcodes.barcode, oldest)))
        await shareBarcodesOf(conn, beerId)
      },
    }),
  }
}

/** Makes the barcodes of a listed beer that enough users confirmed count for everyone. */
export async function shareBarcodesOf(conn: Conn, beerId: number): Promise<void> {
  const { rows } = await conn.execute<{ barcode: string }>(sql`
    select barcode from confirmed_barcodes as confirmed join beers on beers.id = confirmed.beer_id
    where beers.id = ${beerId} and beers.owner_id is null and not beers.removed
      and not exists (
        select 1 from beer_barcodes as known join beers as holder on holder.id = known.beer_id and not holder.removed
        where known.barcode = confirmed.barcode)
    group by barcode having count(*) >= ${BARCODE_USERS_MIN}`)
  if (rows.length === 0) return
  const barcodes = rows.map(({ barcode }) => ({ barcode, beerId }))
  await addBarcodes(conn, barcodes, await nextCatalogueVersion(conn))
}
