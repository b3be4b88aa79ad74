/** Keeps the readers' catalogue equal to the database: everything at the start, then whatever is newer. */
import { and, gt, isNull } from 'drizzle-orm'
import type { FastifyBaseLogger } from 'fastify'
import type { CatalogueChanges } from '#catalogue'
import type { Readers } from '#recognition'
import type { Db } from '../db/database.ts'
import { beers, breweries } from '../db/schema.ts'
import { currentCatalogueVersion } from './catalogue-version.ts'

const LOOK_INTERVAL_MS = 2_000

export interface CatalogueFeed {
  /** The version that the readers were last given. */
  version(): number
  close(): Promise<void>
}

/** Resolves when the readers have been handed the whole catalogue. */
export async function startCatalogueFeed(ports: {
  db: Db
  readers: Pick<Readers, 'update'>
  log: FastifyBaseLogger
}): Promise<CatalogueFeed> {
  const { db, readers, log } = ports
  let version = 0
  let looking: Promise<void> | undefined

  const look = async () => {
    if ((await currentCatalogueVersion(db)) === version) return
    const changes = await changesSince(db, version)
    readers.update(changes)
    version = changes.version
  }
  await look()
  const timer = setInterval(() => {
    looking ??= look()
      .catch((error: unknown) => log.error({ err: error }, 'catalogue changes could not be read'))
      .finally(() => {
        looking = undefined
      })
  }, LOOK_INTERVAL_MS)
  return {
    version: () => version,
    async close() {
      clearInterval(timer)
      await looking
    },
  }
}

/** Rows written after a version. Unlisted beers are their owners' and never reach the matcher. */
export async function changesSince(db: Db, since: number): Promise<CatalogueChanges> {
  return await db.transaction(
    async (tx) => {
      const version = await currentCatalogueVersion(tx)
      const breweryRows = await tx.select().from(breweries).where(gt(breweries.changedVersion, since))
      const beerRows = await tx
        .select()
        .from(beers)
        .where(and(gt(beers.changedVersion, since), isNull(beers.ownerId)))
      const removed = <R extends { id: number; removed: boolean }>(rows: R[]) =>
        rows.filter((row) => row.removed).map((row) => row.id)
      return {
        version,
        breweries: breweryRows
          .filter((row) => !row.removed)
          .map(({ id, name, aliases, country }) => ({ id, name, aliases, country })),
        beers: beerRows
          .filter((row) => !row.removed)
          .map(({ id, breweryId, name, aliases, style, abv, ibu, popularity }) => ({
            id,
            breweryId,
            name,
            aliases,
            style,
            abv,
            ibu,
            popularity,
          })),
        removedBeers: removed(beerRows),
        removedBreweries: removed(breweryRows),
      }
    },
    { isolationLevel: 'repeatable read' },
  )
}
