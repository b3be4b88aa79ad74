/** A set of ids as one parameter: thousands of parameters are more than a statement takes. */
import { type SQL, sql } from 'drizzle-orm'

export function idsIn(ids: readonly number[]): SQL {
  return sql`select value::int from jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb)`
}
