/** Inserts rows for integration tests. Every column has a default; a test passes only those that matter to it. */
import { randomUUID } from 'node:crypto'
import { RATING_MODEL } from '#catalogue/ratings'
import type { Db } from '#server/adapters/db/database.ts'
import { beers, breweries, scanItems, scans, styles, users } from '#server/adapters/db/schema.ts'
import { nextCatalogueVersion } from '#server/core/beers/catalogue-version.ts'
import { RATER_STD } from '#server/core/ratings/rate-beers.ts'

type NewUser = Partial<typeof users.$inferInsert>
type NewBrewery = Partial<typeof breweries.$inferInsert>
type NewBeer = Partial<typeof beers.$inferInsert>
type NewScan = Partial<typeof scans.$inferInsert> & { items?: Partial<typeof scanItems.$inferInsert>[] }

export type UserRow = typeof users.$inferSelect
export type BreweryRow = typeof breweries.$inferSelect
export type BeerRow = typeof beers.$inferSelect
export type ScanRow = typeof scans.$inferSelect

export async function aUser(db: Db, values: NewUser = {}): Promise<UserRow> {
  const subject = randomUUID()
  const user = { issuer: 'https://issuer.example.org', subject, email: `${subject}@example.org`, ...values }
  return onlyRow(
    await db
      .insert(users)
      .values({ firstName: 'Ada', lastName: 'Brewer', ...user })
      .returning(),
  )
}

export async function aBrewery(db: Db, values: NewBrewery = {}): Promise<BreweryRow> {
  return db.transaction(async (tx) => {
    const brewery = { name: `Brewery ${unique()}`, aliases: [], country: 'Belgium', ...values }
    const changedVersion = await nextCatalogueVersion(tx)
    return onlyRow(
      await tx
        .insert(breweries)
        .values({ changedVersion, ...brewery })
        .returning(),
    )
  })
}

/** Inserts a style whose prior weighs as much as eight ratings, for beers without any standing. */
export async function aStyle(db: Db, values: typeof styles.$inferInsert): Promise<void> {
  const priorStd = Math.sqrt(RATER_STD ** 2 / 8 - RATING_MODEL.residual.style ** 2)
  await db
    .insert(styles)
    .values({ priorStd, ...values })
    .onConflictDoNothing()
}

/** Inserts a listed beer, by default of a new brewery. */
export async function aBeer(db: Db, values: NewBeer = {}): Promise<BeerRow> {
  const breweryId = values.breweryId === undefined ? (await aBrewery(db)).id : values.breweryId
  return db.transaction(async (tx) => {
    const facts = { style: 'Pale Ale', abv: 5.2, ibu: 30, rating: 72, ratingOrigin: 'style' as const }
    const beer = { name: `Beer ${unique()}`, aliases: [], ...facts, ...values, breweryId }
    const changedVersion = await nextCatalogueVersion(tx)
    return onlyRow(
      await tx
        .insert(beers)
        .values({ changedVersion, ...beer })
        .returning(),
    )
  })
}

/** Inserts a scan, by default a completed one of a single beer by a new user. */
export async function aScan(db: Db, { items = [], ...values }: NewScan = {}): Promise<ScanRow> {
  const userId = values.userId ?? (await aUser(db)).id
  const facts = { status: 'completed', call: 'identify', context: 'single_beer', endedAt: new Date() } as const
  const scan = onlyRow(
    await db
      .insert(scans)
      .values({ id: randomUUID(), ...facts, ...values, userId })
      .returning(),
  )
  for (const [position, item] of items.entries()) {
    const beerId = item.beerId ?? (await aBeer(db)).id
    await db.insert(scanItems).values({ position, confidence: 90, ...item, scanId: scan.id, userId, beerId })
  }
  return scan
}

const unique = () => randomUUID().slice(0, 8)

function onlyRow<T>([row]: T[]): T {
  if (row === undefined) throw new Error('the insert returned no row')
  return row
}
