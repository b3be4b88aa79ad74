/**
 * Leases on the rows of a queue table. A worker claims a row and renews its lease while it works; a lapsed lease makes the
 * row free for the next worker, on this node or another. The lease's token is the fence: every write of a worker carries it,
 * so that one who lost the lease changes nothing, whatever the clocks say.
 */
import { randomUUID } from 'node:crypto'
import { and, eq, isNull, lt, or, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable, SelectedFields } from 'drizzle-orm/pg-core'
import type { SelectResultFields } from 'drizzle-orm/query-builders/select.types'
import type { Clock } from '../clock.ts'
import type { Conn } from '../db/database.ts'

const LEASE_MS = 15_000

/** A queue table. `attempt` counts claims, including those of workers that crashed. */
export type LeasedTable = PgTable & { attempt: PgColumn; leaseToken: PgColumn; leaseUntil: PgColumn }

/** Which row a claim leases, and what it returns. */
export interface Claim<Fields extends SelectedFields> {
  /** The primary key. */
  key: PgColumn
  /** Rows that may be claimed once they are free; all if absent. */
  isReady?: SQL | undefined
  /** The first free row in this order is leased. */
  order: (PgColumn | SQL)[]
  /** Read after the claim, so `attempt` is 1 the first time. A column of another table needs a subquery. */
  returning: Fields
}

/** Makes all rows free at once. Only for a process that has the database to itself: whoever held them has ended. */
export async function freeLeases(conn: Conn, tables: readonly LeasedTable[]): Promise<void> {
  for (const table of tables) await conn.update(table).set({ leaseToken: null, leaseUntil: null })
}

/** Another worker has the lease, or the row is gone: its owner cancelled the work. The worker drops what it was doing. */
export class LeaseLost extends Error {
  /** `what` names the work in logs: 'scan 7'. */
  constructor(what: string) {
    super(`lease of ${what} lost`)
    this.name = 'LeaseLost'
  }
}

/** Claims rows of one table, and gives values and conditions from which the queues build their other statements. */
export function leasesOf(table: LeasedTable, clock: Pick<Clock, 'now'>) {
  const leaseUntil = () => new Date(clock.now() + LEASE_MS)
  /** No worker holds the row, or its lease has lapsed. */
  const isFree = () => or(isNull(table.leaseUntil), lt(table.leaseUntil, new Date(clock.now())))

  return {
    isFree,

    /**
     * Leases the first free row; undefined if there is none. Of workers that claim at the same time, each gets another row, and
     * one may get none although a row is free: rows that another claim has locked are skipped, not waited for.
     */
    async claim<Fields extends SelectedFields>(
      conn: Conn,
      { key, isReady, order, returning }: Claim<Fields>,
    ): Promise<{ leaseToken: string; row: SelectResultFields<Fields> } | undefined> {
      // Compared by '=', because a subquery of 'in' may run once per row, and then lock and lease several.
      const first = conn
        .select({ key })
        .from(table)
        .where(and(isReady, isFree()))
        .orderBy(...order)
        .limit(1)
        .for('update', { skipLocked: true })
      const leaseToken = randomUUID()
      const rows = await conn
        .update(table)
        .set({ leaseToken, leaseUntil: leaseUntil(), attempt: sql`${table.attempt} + 1` })
        .where(eq(key, first))
        .returning(returning)
      // The compiler cannot evaluate Drizzle's type of the rows while `Fields` is open.
      const [row] = rows as SelectResultFields<Fields>[]
      return row && { leaseToken, row }
    },

    /** The fence: the row is still held under this token. */
    isHeld: (leaseToken: string): SQL => eq(table.leaseToken, leaseToken),

    renewed: () => ({ leaseUntil: leaseUntil() }),

    /** Releases the row. Failed attempts count, aborted ones do not. */
    released: (attempt: 'failed' | 'aborted') => ({
      leaseToken: null,
      leaseUntil: null,
      ...(attempt === 'aborted' && { attempt: sql`greatest(0, ${table.attempt} - 1)` }),
    }),
  }
}
