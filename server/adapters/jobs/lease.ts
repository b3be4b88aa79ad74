/**
 * Leases on the rows of a queue table. A worker claims a row and renews its lease while it works; a lapsed lease makes the
 * row free for the next worker, on this node or another. The lease's token is the fence: every write of a worker carries it,
 * so that one who lost the lease changes nothing, whatever the clocks say.
 */
import { randomUUID } from 'node:crypto'
import { eq, isNull, lt, or, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Clock } from '../clock.ts'

const LEASE_MS = 15_000

/** The columns of a queue table. `attempt` counts claims, including those of workers that crashed. */
export interface LeaseColumns {
  attempt: PgColumn
  leaseToken: PgColumn
  leaseUntil: PgColumn
}

/** Another worker has the lease, or the row is gone: its owner cancelled the work. The worker drops what it was doing. */
export class LeaseLost extends Error {
  /** `what` names the work in logs: 'scan 7'. */
  constructor(what: string) {
    super(`lease of ${what} lost`)
    this.name = 'LeaseLost'
  }
}

/** Values and conditions for one table, from which the queues build their statements. */
export function leasesOf(table: LeaseColumns, clock: Pick<Clock, 'now'>) {
  const leaseUntil = () => new Date(clock.now() + LEASE_MS)
  return {
    /** No worker holds the row, or its lease has expired. Also accepts an alias of the table. */
    isFree: ({ leaseUntil }: Pick<LeaseColumns, 'leaseUntil'> = table): SQL | undefined =>
      or(isNull(leaseUntil), lt(leaseUntil, new Date(clock.now()))),

    /** The fence: the row is still held under this token. */
    isHeld: (leaseToken: string): SQL => eq(table.leaseToken, leaseToken),

    claimed: () => ({ leaseToken: randomUUID(), leaseUntil: leaseUntil(), attempt: sql`${table.attempt} + 1` }),

    renewed: () => ({ leaseUntil: leaseUntil() }),

    /** Releases the row. Failed attempts count, aborted ones do not. */
    released: (attempt: 'failed' | 'aborted') => ({
      leaseToken: null,
      leaseUntil: null,
      ...(attempt === 'aborted' && { attempt: sql`greatest(0, ${table.attempt} - 1)` }),
    }),
  }
}
