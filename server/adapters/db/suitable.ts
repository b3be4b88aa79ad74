/** What the product needs of a database of PostgreSQL; PostgreSQL's own message, if any, says not what to do. */
import type pg from 'pg'

/** The message says what to change. */
export class DatabaseUnsuitable extends Error {
  override name = 'DatabaseUnsuitable'
}

interface Found {
  name: string
  user: string
  encoding: string
  dateStyle: string
  schema: string | null
  mayCreate: boolean
}

/** `creates`: whether tables are created or changed in it. @throws DatabaseUnsuitable */
export async function assertSuitable(
  connection: Pick<pg.Pool | pg.PoolClient, 'query'>,
  { creates }: { creates: boolean },
): Promise<void> {
  const { rows } = await connection.query<Found>(`
    select quote_ident(current_database()) as name, quote_ident(current_user) as user,
      current_setting('server_encoding') as encoding, current_schema() as schema,
      current_setting('datestyle') as "dateStyle",
      has_database_privilege(current_database(), 'create')
        and coalesce(has_schema_privilege(to_regnamespace('public')::oid, 'create'), false) as "mayCreate"`)
  const [found] = rows
  const problem = found && (problemOf(found) ?? (creates ? creationProblemOf(found) : undefined))
  if (problem) throw new DatabaseUnsuitable(problem)
}

function problemOf({ name, user, encoding, dateStyle }: Found): string | undefined {
  if (encoding !== 'UTF8') {
    return `The database ${name} has the encoding ${encoding}. Create one with UTF8: create database … template template0 encoding 'UTF8'`
  }
  // The driver reads no other.
  if (dateStyle.startsWith('ISO')) return undefined
  return `The user ${user} gets dates in the style '${dateStyle}', which is not understood. Change that: alter role ${user} set datestyle = ISO`
}

function creationProblemOf({ name, user, schema, mayCreate }: Found): string | undefined {
  if (!mayCreate) {
    return `The user ${user} may not create tables in the database ${name}. Make it the owner: alter database ${name} owner to ${user}`
  }
  if (schema === 'public') return undefined
  return `The tables belong into the schema public, but ${user} would create them in ${schema ?? 'none'}. Change that: alter role ${user} set search_path = public`
}
