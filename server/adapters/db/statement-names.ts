/**
 * Names the statements that recur. A connection parses and plans a named statement once, which takes most of the time of a short one; where the plan
 * depends on the values, PostgreSQL goes on planning for them.
 */
import { createHash } from 'node:crypto'
import pg from 'pg'

/** As in JDBC. Statements that are put together for one call seldom recur. */
const RECURS_AFTER = 5
/** A connection keeps about 100 kB for each. */
export const NAMES_MAX = 200
const COUNTED_MAX = 1_000

/**
 * The connection has no statement of this name or another one, as behind a pooler that knows no names; or a migration has changed the columns of
 * the result.
 */
const PLAN_LOST = new Set(['26000', '42P05', '0A000'])

export interface StatementNames {
  /** Undefined if the statement has not recurred. */
  nameOf(text: string): string | undefined
  /** From now on the statement has no name. */
  retire(text: string): void
}

export function statementNames(): StatementNames {
  /** Undefined: retired. */
  const names = new Map<string, string | undefined>()
  const counts = new Map<string, number>()

  function hasRecurred(text: string): boolean {
    const count = (counts.get(text) ?? 0) + 1
    if (counts.size === COUNTED_MAX) counts.clear()
    counts.set(text, count)
    return count > RECURS_AFTER
  }

  return {
    nameOf(text) {
      if (names.has(text)) return names.get(text)
      if (names.size === NAMES_MAX || !hasRecurred(text)) return undefined
      counts.delete(text)
      const name = nameFor(text)
      names.set(text, name)
      return name
    },
    retire(text) {
      names.set(text, undefined)
    },
  }
}

/** Of the text alone: behind a pooler, the connection may have the statements of another node, and would execute one of the same name. */
function nameFor(text: string): string {
  return `recurring_${createHash('sha256').update(text).digest('base64url')}`
}

/** The statement was not executed, and can be without a name. */
export function hasLostPlan(error: unknown): boolean {
  return error instanceof pg.DatabaseError && PLAN_LOST.has(error.code ?? '')
}
