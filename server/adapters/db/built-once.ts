/**
 * Keeps a query that Drizzle has built, with placeholders for its values: building one with many columns takes as long as answering it.
 * A transaction builds its own.
 */
import type { Conn } from './database.ts'

interface Preparable<Query> {
  prepare(name: string): Query
}

/** The connection itself names the statements that recur (`statement-names.ts`). */
const UNNAMED = ''

export function builtOnce<Query>(build: (conn: Conn) => Preparable<Query>): (conn: Conn) => Query {
  const built = new WeakMap<Conn, Query>()
  return (conn) => {
    const known = built.get(conn)
    if (known !== undefined) return known
    const query = build(conn).prepare(UNNAMED)
    built.set(conn, query)
    return query
  }
}
