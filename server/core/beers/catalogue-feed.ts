/** Syncs the catalogue of the reader processes with the database: a full load at start, then incremental changes. */
import { and, gt, inArray, isNull } from 'drizzle-orm'
import type { FastifyBaseLogger } from 'fastify'
import type { CatalogueChanges } from '#catalogue'
import type { Readers } from '#recognition'
import type { Clock } from '../../adapters/clock.ts'
import type { Database, Db } from '../../adapters/db/database.ts'
import { beerBarcodes, beers, breweries } from '../../adapters/db/schema.ts'
import { startPoll } from '../../adapters/jobs/poll.ts'
import { currentCatalogueVersion } from './catalogue-version.ts'

const POLL_INTERVAL_MS = 2_000

export interface CatalogueFeed {
  /** The catalogue version last sent to the reader processes. */
  version(): number
  close(): Promise<void>
}

/** Resolves once the reader processes have received the whole catalogue. */
export async function startCatalogueFeed(ports: {
  db: Db
  changes?: Database['changes'] | undefined
  readers: Pick<Readers, 'update'>
  clock: Pick<Clock, 'every'>
  log: FastifyBaseLogger
}): Promise<CatalogueFeed> {
  const { db, changes, readers, clock, log } = ports
  let version = 0

  const update = async () => {
    if ((await currentCatalogueVersion(db)) === version) return
    const changes = await changesSince(db, version)
    readers.update(changes)
    version = changes.version
  }
  await update()
  const failureMessage = 'updating the catalogue of the reader processes failed'
  const poll = startPoll({
    clock,
    intervalMs: POLL_INTERVAL_MS,
    work: update,
    log,
    failureMessage,
    yields: true,
    changes,
  })
  return { version: () => version, close: poll.close }
}

/** What matching needs of them: descriptions and ratings would double the time of the full load. */
const BREWERY = {
  id: breweries.id,
  name: breweries.name,
  aliases: breweries.aliases,
  country: breweries.country,
  removed: breweries.removed,
}
const BEER = {
  id: beers.id,
  breweryId: beers.breweryId,
  name: beers.name,
  aliases: beers.aliases,
  style: beers.style,
  abv: beers.abv,
  ibu: beers.ibu,
  popularity: beers.popularity,
  removed: beers.removed,
}

/** Returns the rows written after version `since`. Unlisted beers are private to their owners and never reach the matcher. */
export async function changesSince(db: Db, since: number): Promise<CatalogueChanges> {
  return await db.transaction(
    async (tx) => {
      const version = await currentCatalogueVersion(tx)
      const breweryRows = await tx.select(BREWERY).from(breweries).where(gt(breweries.changedVersion, since))
      const beerRows = await tx
        .select(BEER)
        .from(beers)
        .where(and(gt(beers.changedVersion, since), isNull(beers.ownerId)))
      const barcodes = new Map<number, string[]>()
      const changed = tx.select({ id: beers.id }).from(beers).where(gt(beers.changedVersion, since))
      for (const { beerId, barcode } of await tx
        .select()
        .from(beerBarcodes)
        .where(inArray(beerBarcodes.beerId, changed)))
        barcodes.set(beerId, [...(barcodes.get(beerId) ?? []), barcode])
      const removed = <R extends { id: number; removed: boolean }>(rows: R[]) =>
        rows.filter((row) => row.removed).map((row) => row.id)
      return {
        version,
        breweries: breweryRows.filter((row) => !row.removed).map(({ removed: _, ...row }) => row),
        beers: beerRows
          .filter((row) => !row.removed)
          .map(({ removed: _, ...row }) => ({ ...row, barcodes: barcodes.get(row.id) ?? [] })),
        removedBeers: removed(beerRows),
        removedBreweries: removed(breweryRows),
      }
    },
    { isolationLevel: 'repeatable read' },
  )
}
