/** A user's list with one row per beer, newest first and in pages. Times are compared in milliseconds, as a cursor has them. */
import { type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'

interface ByTime {
  at: PgColumn
  beerId: PgColumn
}

const inMs = ({ at }: ByTime) => sql`date_trunc('milliseconds', ${at})`

/** Ids tell rows of the same time apart. */
export const newestFirst = (columns: ByTime): SQL[] => [sql`${inMs(columns)} desc`, sql`${columns.beerId}`]

/** Condition: follows the cursor in this order. Without a cursor, all rows do. */
export function isAfter(cursor: string | undefined, columns: ByTime): SQL | undefined {
  if (cursor === undefined) return undefined
  const [ms, id] = cursor.split('-').map(Number)
  const at = sql`${new Date(ms ?? 0)}::timestamptz`
  return sql`(${inMs(columns)} < ${at} or (${inMs(columns)} = ${at} and ${columns.beerId} > ${id ?? 0}))`
}
