/**
 * Deletes scans, searches, and beers and breweries of discovery that are older than the operator keeps them. The age of what a
 * user imports counts from the import, so that ten years of scans last as long as new ones. In small batches, each with a transaction
 * of its own, so that requests do not wait; nodes that prune at the same time skip each other's rows.
 */
import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import type { Clock } from '../../adapters/clock.ts'
import type { Db, Tx } from '../../adapters/db/database.ts'
import { idsIn } from '../../adapters/db/ids-in.ts'
import { beers, breweries, catalogueOrigins, imports, scans, searches, users } from '../../adapters/db/schema.ts'
import { cleanHourly } from '../../adapters/jobs/housekeeping.ts'
import { currentCatalogueVersion, nextCatalogueVersion } from '../../core/beers/catalogue-version.ts'
import { isUnreferenced } from '../../core/beers/unlisted-store.ts'
import { rateBeers } from '../../core/ratings/rate-beers.ts'

const DAY_MS = 24 * 60 * 60_000
const BATCH = 200

/** Days; undefined: unlimited. */
export interface Retention {
  scanDays: number | undefined
  searchDays: number | undefined
  /** Of beers that discovery added and nobody used, and of its breweries without beers. */
  provisionalDays: number | undefined
}

interface RetentionPorts {
  db: Db
  clock: Pick<Clock, 'now' | 'every'>
  retention: Retention
}

export function pruneRegularly(app: FastifyInstance, { db, clock, retention }: RetentionPorts): void {
  const { scanDays, searchDays, provisionalDays } = retention
  const prune = (
    what: string,
    keptDays: number | undefined,
    clean: (before: Date, signal: AbortSignal) => Promise<unknown>,
  ) => {
    if (keptDays === undefined) return
    cleanHourly(app, clock, what, (signal) => clean(new Date(clock.now() - keptDays * DAY_MS), signal))
  }
  prune('old scans', scanDays, (before, signal) => inBatches(() => pruneScans(db, before), signal))
  prune('old searches', searchDays, (before, signal) => inBatches(() => pruneSearches(db, before), signal))
  let versionOfLastRun = 0
  prune('unused beers and breweries of discovery', provisionalDays, async (before, signal) => {
    for (const find of FINDS) {
      await deleteRemoved(db, find, versionOfLastRun)
      await inBatches(() => removeUnused(db, find, before), signal)
    }
    versionOfLastRun = await currentCatalogueVersion(db)
  })
}

/** `prune` returns the number of pruned rows. */
async function inBatches(prune: () => Promise<number>, signal: AbortSignal): Promise<void> {
  for (let pruned = BATCH; pruned === BATCH && !signal.aborted; ) pruned = await prune()
}

/** A menu is as old as its first page. Scans in progress end on their own, as further pages do. */
async function pruneScans(db: Db, before: Date): Promise<number> {
  const hasEnded = sql`page_of is null and status <> 'processing' and not exists (
    select from ${scans} as page where page.page_of = ${scans.id} and page.status = 'processing')`
  return await db.transaction(async (tx) => {
    const ids = await lockOld<string>(tx, scans, sql`${isOlder(sql`scanned_at`, before)} and ${hasEnded}`)
    if (ids.length > 0) await tx.delete(scans).where(inArray(scans.id, ids))
    return ids.length
  })
}

async function pruneSearches(db: Db, before: Date): Promise<number> {
  return await db.transaction(async (tx) => {
    const ids = await lockOld<number>(tx, searches, isOlder(sql`searched_at`, before))
    if (ids.length > 0) await tx.delete(searches).where(inArray(searches.id, ids))
    return ids.length
  })
}

function isOlder(at: SQL, before: Date): SQL {
  const time = before.toISOString()
  return sql`${at} < ${time} and not exists (
    select from ${imports} where ${imports.id} = import_id and ${imports.startedAt} >= ${time})`
}

/** Returns the ids of a batch. Asks user by user, because the indexes begin with the user. */
async function lockOld<Id>(tx: Tx, table: typeof scans | typeof searches, isOld: SQL): Promise<Id[]> {
  const { rows } = await tx.execute<{ id: Id }>(sql`
    select old.id from ${users} cross join lateral (
      select id from ${table} where user_id = ${users.id} and ${isOld} limit ${BATCH} for update skip locked
    ) as old limit ${BATCH}`)
  return rows.map(({ id }) => id)
}

/** What discovery adds. In this order: a brewery is used by its beers. */
const FINDS = [
  { table: beers, origin: catalogueOrigins.beerId, isUnused: and(eq(beers.provisional, true), isUnreferenced) },
  {
    table: breweries,
    origin: catalogueOrigins.breweryId,
    isUnused: sql`${breweries.key} is null and not exists (select from ${beers} where ${beers.breweryId} = ${breweries.id})`,
  },
] as const
type Find = (typeof FINDS)[number]

/**
 * Deletes those that had been removed by this version, of the last run of this node: by now, readers and search indexes of all nodes have
 * dropped them. What another node has just removed stays, because they would never learn of it.
 */
async function deleteRemoved(db: Db, { table, origin, isUnused }: Find, version: number): Promise<void> {
  await db.execute(sql`
    delete from ${table} where removed and changed_version <= ${version} and ${isUnused}
      and not exists (select from ${catalogueOrigins} where ${origin} = ${table}.id)`)
}

/** Forgets where they came from, too, so that discovery may add them again. */
async function removeUnused(db: Db, { table, origin, isUnused }: Find, before: Date): Promise<number> {
  const unused = sql`
    select id from ${table} where not removed and ${isUnused} and not exists (
      select from ${catalogueOrigins} where ${origin} = ${table}.id
        and (${catalogueOrigins.at} >= ${before.toISOString()} or ${catalogueOrigins.importId} is not null))
    limit ${BATCH}`
  if ((await db.execute(unused)).rows.length === 0) return 0
  return await db.transaction(async (tx) => {
    // The version before any row: whoever adds a beer locks it and then the brewery.
    const version = await nextCatalogueVersion(tx)
    const { rows } = await tx.execute<{ id: number }>(sql`${unused} for update skip locked`)
    if (rows.length === 0) return 0
    const ids = rows.map(({ id }) => id)
    await tx.execute(sql`update ${table} set removed = true, changed_version = ${version} where id in (${idsIn(ids)})`)
    await tx.delete(catalogueOrigins).where(inArray(origin, ids))
    if (table === beers) await rateBeers(tx, sql`id in (${idsIn(ids)})`)
    return ids.length
  })
}
