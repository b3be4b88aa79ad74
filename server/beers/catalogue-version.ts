/** The counter that every catalogue change raises in its own transaction; readers and other nodes ask for what is newer. */
import { eq, sql } from 'drizzle-orm'
import type { Conn } from '../db/database.ts'
import { catalogueVersion } from '../db/schema.ts'

/** Takes the next version; the rows written with it become visible together with the counter. */
export async function nextCatalogueVersion(tx: Conn): Promise<number> {
  const [row] = await tx
    .insert(catalogueVersion)
    .values({ id: 1, version: 1 })
    .onConflictDoUpdate({ target: catalogueVersion.id, set: { version: sql`${catalogueVersion.version} + 1` } })
    .returning({ version: catalogueVersion.version })
  if (!row) throw new Error('the catalogue version was not returned')
  return row.version
}

export async function currentCatalogueVersion(conn: Conn): Promise<number> {
  const [row] = await conn
    .select({ version: catalogueVersion.version })
    .from(catalogueVersion)
    .where(eq(catalogueVersion.id, 1))
  return row?.version ?? 0
}
