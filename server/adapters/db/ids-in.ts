import { type SQL, sql } from 'drizzle-orm'

/** A subquery of ids for `in (...)`, passed as one parameter: PostgreSQL allows 65,535 parameters per statement. */
export function idsIn(ids: readonly number[]): SQL {
  return sql`select value::int from jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb)`
}
