/** Damages a database as a disk may do. */
import { closeSync, openSync, writeSync } from 'node:fs'
import type pg from 'pg'

/** The path of a table's file, within the folder of the database. */
export async function fileOfTable(pool: Pick<pg.Pool, 'query'>, table: string): Promise<string> {
  const { rows } = await pool.query<{ file: string }>('select pg_relation_filepath($1) as file', [table])
  return rows[0]?.file ?? ''
}

/** Overwrites a part of the first page. */
export function damagePage(path: string): void {
  const file = openSync(path, 'r+')
  writeSync(file, 'no longer a page', 64)
  closeSync(file)
}
