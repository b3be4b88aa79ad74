/** What a database of PostgreSQL needs before tables are created in it; PostgreSQL's own message says not what to do. */
import type pg from 'pg'

/** The message says what to change. */
export class DatabaseUnsuitable extends Error {
  override name = 'DatabaseUnsuitable'
}

interface Found {
  name: string
  user: string
  encoding: string
  schema: string | null
  mayCreate: boolean
}

/** @throws DatabaseUnsuitable */
export async function assertSuitable(connection: Pick<pg.Pool | pg.PoolClient, 'query'>): Promise<void> {
  const { rows } = await connection.query<Found>(`
    select quote_ident(current_database()) as name, quote_ident(current_user) as user,
      current_setting('server_encoding') as encoding, current_schema() as schema,
      has_database_privilege(current_database(), 'create')
        and coalesce(has_schema_privilege(to_regnamespace('public')::oid, 'create'), false) as "mayCreate"`)
  const [found] = rows
  const problem = found && problemOf(found)
  if (problem) throw new DatabaseUnsuitable(problem)
}

function problemOf({ name, user, encoding, schema, mayCreate }: Found): string | undefined {
  if (encoding !== 'UTF8') {
    return `The database ${name} has the encoding ${encoding}. Create one with UTF8: create database … template template0 encoding 'UTF8'`
  }
  if (!mayCreate) {
    return `The user ${user} may not create tables in the database ${name}. Make it the owner: alter database ${name} owner to ${user}`
  }
  if (schema === 'public') return undefined
  return `The tables belong into the schema public, but ${user} would create them in ${schema ?? 'none'}. Change that: alter role ${user} set search_path = public`
}
