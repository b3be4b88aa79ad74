import { type Placeholder, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'

/** A subquery of ids for `in (...)`, passed as one parameter: PostgreSQL allows 65,535 parameters per statement. */
export function idsIn(ids: readonly number[]): SQL {
  return sql`select value::int from jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb)`
}

/** Condition with one parameter for all ids, so that the statement is the same for every number of them. */
export function isAnyOf(column: PgColumn, ids: readonly (number | string)[] | Placeholder): SQL {
  return sql`${column} = any(${Array.isArray(ids) ? sql.param(ids) : ids})`
}
