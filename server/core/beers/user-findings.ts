/**
 * What users have found out about beers, for the operator: suggested corrections of shipped beers, and unlisted beers that several
 * users scanned. `npm run catalogue -- corrections` makes a patch of it.
 */
import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import { z } from 'zod'
import { Correction } from '#contracts'
import type { Command } from '../../adapters/commands/command-socket.ts'
import type { Db } from '../../adapters/db/database.ts'
import { beers, breweries, corrections } from '../../adapters/db/schema.ts'

/** An unlisted beer of fewer users may be one user's misreading. */
const UNLISTED_USERS_MIN = 2

const Maybe = { text: z.string().nullable(), number: z.number().nullable() }

export const UserFindings = z.object({
  corrections: z.array(
    z.object({
      /** Key of the shipped beer; null for beers of other sources. */
      key: Maybe.text,
      beer: z.string(),
      /** One of each user, the oldest first. */
      suggested: z.array(Correction),
    }),
  ),
  unlisted: z.array(
    z.object({
      name: z.string(),
      brewery: z.string(),
      style: Maybe.text,
      abv: Maybe.number,
      ibu: Maybe.number,
      users: z.number(),
    }),
  ),
})
export type UserFindings = z.infer<typeof UserFindings>

export function findingCommands(db: Db): Record<'findings', Command> {
  return { findings: () => userFindings(db) }
}

export async function userFindings(db: Db): Promise<UserFindings> {
  return { corrections: await suggestedCorrections(db), unlisted: await unlistedOfSeveral(db) }
}

async function suggestedCorrections(db: Db): Promise<UserFindings['corrections']> {
  const rows = await db
    .select({ key: beers.key, beer: beers.name, brewery: breweries.name, beerId: beers.id, suggested: corrections })
    .from(corrections)
    .innerJoin(beers, eq(beers.id, corrections.beerId))
    .leftJoin(breweries, eq(breweries.id, beers.breweryId))
    .orderBy(beers.key, beers.id, corrections.suggestedAt, corrections.userId)
  const found = new Map<number, UserFindings['corrections'][number]>()
  for (const { key, beer, brewery, beerId, suggested } of rows) {
    const about = found.get(beerId) ?? { key, beer: brewery === null ? beer : `${brewery}: ${beer}`, suggested: [] }
    const { name, brewery: otherBrewery, style, abv, ibu, isRetired, note } = suggested
    const figures = { abv: rounded(abv), ibu: rounded(ibu) }
    about.suggested.push({ name, brewery: otherBrewery, style, ...figures, isRetired, note })
    found.set(beerId, about)
  }
  return [...found.values()]
}

/** `owner_key` is the folded name and brewery. Of facts that differ, the most frequent wins. */
async function unlistedOfSeveral(db: Db): Promise<UserFindings['unlisted']> {
  const mostFrequent = (column: typeof beers.name | typeof beers.style | typeof beers.abv | typeof beers.ibu) =>
    sql`mode() within group (order by ${column})`
  const rows = await db
    .select({
      name: mostFrequent(beers.name).mapWith(String),
      brewery: sql`mode() within group (order by ${beers.breweryText})`.mapWith(String),
      style: sql<string | null>`${mostFrequent(beers.style)}`,
      abv: sql<number | null>`${mostFrequent(beers.abv)}`,
      ibu: sql<number | null>`${mostFrequent(beers.ibu)}`,
      users: sql`count(distinct ${beers.ownerId})`.mapWith(Number),
    })
    .from(beers)
    .where(and(isNotNull(beers.ownerKey), isNotNull(beers.breweryText), eq(beers.removed, false), isNull(beers.key)))
    .groupBy(beers.ownerKey)
    .having(sql`count(distinct ${beers.ownerId}) >= ${UNLISTED_USERS_MIN}`)
    .orderBy(beers.ownerKey)
  return rows.map((row) => ({ ...row, abv: rounded(row.abv), ibu: rounded(row.ibu) }))
}

/** `real` columns hold 4-byte floats. */
const rounded = (value: number | null) => (value === null ? null : Number(value.toFixed(2)))
