/**
 * Product barcodes of beers. Every write raises the version of the beers it changes, because the reader processes receive
 * barcodes with the rows of the catalogue feed.
 */
import { sql } from 'drizzle-orm'
import type { Conn } from '../../adapters/db/database.ts'

export interface BeerBarcode {
  barcode: string
  beerId: number
}

/** Adds barcodes; one that belongs to a beer already stays with it. `importId`: the import that can be undone. */
export async function addBarcodes(
  conn: Conn,
  barcodes: readonly BeerBarcode[],
  version: number,
  importId: number | null = null,
): Promise<void> {
  if (barcodes.length === 0) return
  await conn.execute(sql`
    with added as (
      insert into beer_barcodes (barcode, beer_id, import_id)
      select row.barcode, row."beerId", ${importId}::int
      from jsonb_to_recordset(${JSON.stringify(barcodes)}::jsonb) as row(barcode text, "beerId" int)
      on conflict (barcode) do nothing returning beer_id)
    update beers set changed_version = ${version} where id in (select beer_id from added)`)
}

/** Removes the barcodes that an import added. */
export async function removeBarcodesOf(conn: Conn, importId: number, version: number): Promise<void> {
  await conn.execute(sql`
    with gone as (delete from beer_barcodes where import_id = ${importId} returning beer_id)
    update beers set changed_version = ${version} where id in (select beer_id from gone)`)
}
