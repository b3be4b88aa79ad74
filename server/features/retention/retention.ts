/**
 * Deletes scans, searches and provisional beers that are older than the operator keeps them. In small batches, each with a transaction
 * of its own, so that requests do not wait; nodes that prune at the same time skip each other's rows.
 */
import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import type { Clock } from '../../adapters/clock.ts'
import type { Db, Tx } from '../../adapters/db/database.ts'
import { beers, catalogueOrigins, scans, searches, users } from '../../adapters/db/schema.ts'
import { cleanHourly } from '../../adapters/jobs/housekeeping.ts'
import { nextCatalogueVersion } from '../../core/beers/catalogue-version.ts'
import { isUnreferenced } from '../../core/beers/unlisted-store.ts'

const DAY_MS = 24 * 60 * 60_000
const BATCH = 200

/** Days; undefined: unlimited. */
export interface Retention {
  scanDays: number | undefined
  searchDays: number | undefined
  /** Of beers that discovery added and nobody used. */
  provisionalDays: number | undefined
}

interface RetentionPorts {
  db: Db
  clock: Pick<Clock, 'now' | 'every'>
  retention: Retention
}

export function pruneRegularly(app: FastifyInstance, { db, clock, retention }: RetentionPorts): void {
  const { scanDays, searchDays, provisionalDays } = retention
  const prune = (what: string, keptDays: number | undefined, clean: (before: Date) => Promise<unknown>) => {
    if (keptDays !== undefined) cleanHourly(app, clock, what, () => clean(new Date(clock.now() - keptDays * DAY_MS)))
  }
  prune('old scans', scanDays, (before) => inBatches(() => pruneScans(db, before)))
  prune('old searches', searchDays, (before) => inBatches(() => pruneSearches(db, before)))
  prune('unused provisional beers', provisionalDays, async (before) => {
    // Those of the last run: by now, readers and search indexes have dropped them.
    await db.delete(beers).where(and(isUnusedFind, eq(beers.removed, true)))
    await inBatches(() => removeProvisional(db, before))
  })
}

/** `prune` returns the number of pruned rows. */
async function inBatches(prune: () => Promise<number>): Promise<void> {
  for (let pruned = BATCH; pruned === BATCH; ) pruned = await prune()
}

/** A menu is as old as its first page. Scans in progress end on their own. */
async function pruneScans(db: Db, before: Date): Promise<number> {
  const isOld = sql`scanned_at < ${before.toISOString()} and page_of is null and status <> 'processing'`
  return await db.transaction(async (tx) => {
    const ids = await lockOld<string>(tx, scans, isOld)
    if (ids.length > 0) await tx.delete(scans).where(inArray(scans.id, ids))
    return ids.length
  })
}

async function pruneSearches(db: Db, before: Date): Promise<number> {
  return await db.transaction(async (tx) => {
    const ids = await lockOld<number>(tx, searches, sql`searched_at < ${before.toISOString()}`)
    if (ids.length > 0) await tx.delete(searches).where(inArray(searches.id, ids))
    return ids.length
  })
}

/** Returns the ids of a batch. Asks user by user, because the indexes begin with the user. */
async function lockOld<Id>(tx: Tx, table: typeof scans | typeof searches, isOld: SQL): Promise<Id[]> {
  const { rows } = await tx.execute<{ id: Id }>(sql`
    select old.id from ${users} cross join lateral (
      select id from ${table} where user_id = ${users.id} and ${isOld} limit ${BATCH} for update skip locked
    ) as old limit ${BATCH}`)
  return rows.map(({ id }) => id)
}

const isUnusedFind = and(eq(beers.provisional, true), isUnreferenced)

/** Forgets where the beers came from, too, so that discovery may add them again. */
async function removeProvisional(db: Db, before: Date): Promise<number> {
  const isOld = sql`not exists (
    select from ${catalogueOrigins} where ${catalogueOrigins.beerId} = ${beers.id}
      and (${catalogueOrigins.at} >= ${before.toISOString()} or ${catalogueOrigins.importId} is not null))`
  return await db.transaction(async (tx) => {
    const old = await tx
      .select({ id: beers.id })
      .from(beers)
      .where(and(isUnusedFind, eq(beers.removed, false), isOld))
      .limit(BATCH)
      .for('update', { skipLocked: true })
    if (old.length === 0) return 0
    const ids = old.map(({ id }) => id)
    const changedVersion = await nextCatalogueVersion(tx)
    await tx.update(beers).set({ removed: true, changedVersion }).where(inArray(beers.id, ids))
    await tx.delete(catalogueOrigins).where(inArray(catalogueOrigins.beerId, ids))
    return ids.length
  })
}
