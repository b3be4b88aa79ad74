/** Rows with defaults, for integration tests: name what the test is about, leave the rest. */
import { randomUUID } from 'node:crypto'
import { nextCatalogueVersion } from '#server/beers/catalogue-version.ts'
import type { Db } from '#server/db/database.ts'
import { beers, breweries, scanItems, scans, users } from '#server/db/schema.ts'

type NewUser = Partial<typeof users.$inferInsert>
type NewBrewery = Partial<typeof breweries.$inferInsert>
type NewBeer = Partial<typeof beers.$inferInsert>
type NewScan = Partial<typeof scans.$inferInsert> & { items?: Partial<typeof scanItems.$inferInsert>[] }

export type UserRow = typeof users.$inferSelect
export type BreweryRow = typeof breweries.$inferSelect
export type BeerRow = typeof beers.$inferSelect
export type ScanRow = typeof scans.$inferSelect

export async function aUser(db: Db, given: NewUser = {}): Promise<UserRow> {
  const subject = randomUUID()
  const user = { issuer: 'https://issuer.example.org', subject, email: `${subject}@example.org`, ...given }
  return the(
    await db
      .insert(users)
      .values({ firstName: 'Ada', lastName: 'Brewer', ...user })
      .returning(),
  )
}

export async function aBrewery(db: Db, given: NewBrewery = {}): Promise<BreweryRow> {
  return db.transaction(async (tx) => {
    const brewery = { name: `Brewery ${unique()}`, aliases: [], country: 'Belgium', ...given }
    const changedVersion = await nextCatalogueVersion(tx)
    return the(
      await tx
        .insert(breweries)
        .values({ changedVersion, ...brewery })
        .returning(),
    )
  })
}

/** A listed beer of a brewery of its own unless told otherwise. */
export async function aBeer(db: Db, given: NewBeer = {}): Promise<BeerRow> {
  const breweryId = given.breweryId === undefined ? (await aBrewery(db)).id : given.breweryId
  return db.transaction(async (tx) => {
    const facts = { style: 'Pale Ale', abv: 5.2, ibu: 30, rating: 72, ratingOrigin: 'style' as const }
    const beer = { name: `Beer ${unique()}`, aliases: [], ...facts, ...given, breweryId }
    const changedVersion = await nextCatalogueVersion(tx)
    return the(
      await tx
        .insert(beers)
        .values({ changedVersion, ...beer })
        .returning(),
    )
  })
}

/** A completed scan of a single beer unless told otherwise; of a user of its own when none is named. */
export async function aScan(db: Db, { items = [], ...given }: NewScan = {}): Promise<ScanRow> {
  const userId = given.userId ?? (await aUser(db)).id
  const facts = { status: 'completed', call: 'identify', context: 'single_beer', endedAt: new Date() } as const
  const scan = the(
    await db
      .insert(scans)
      .values({ id: randomUUID(), ...facts, ...given, userId })
      .returning(),
  )
  for (const [position, item] of items.entries()) {
    const beerId = item.beerId ?? (await aBeer(db)).id
    await db.insert(scanItems).values({ position, confidence: 90, ...item, scanId: scan.id, beerId })
  }
  return scan
}

const unique = () => randomUUID().slice(0, 8)

function the<T>([row]: T[]): T {
  if (row === undefined) throw new Error('the inserted row did not come back')
  return row
}
