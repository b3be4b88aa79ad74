/**
 * The catalogue's version counter. Each change increments it in the same transaction; reader processes and other nodes
 * fetch the rows with a newer version.
 */
import { eq, sql } from 'drizzle-orm'
import type { Conn, Tx } from '../../adapters/db/database.ts'
import { catalogueVersion } from '../../adapters/db/schema.ts'

/** Increments the counter and returns it. Rows written with this version become visible with it, at commit. */
export async function nextCatalogueVersion(tx: Conn): Promise<number> {
  const [row] = await tx
    .insert(catalogueVersion)
    .values({ id: 1, version: 1 })
    .onConflictDoUpdate({ target: catalogueVersion.id, set: { version: sql`${catalogueVersion.version} + 1` } })
    .returning({ version: catalogueVersion.version })
  if (!row) throw new Error('insert returned no catalogue version')
  return row.version
}

/** Before a transaction locks rows and may increment the counter later: whoever changes the catalogue has it before any row. */
export async function lockCatalogueVersion(tx: Tx): Promise<void> {
  await tx.select().from(catalogueVersion).where(eq(catalogueVersion.id, 1)).for('update')
}

export async function currentCatalogueVersion(conn: Conn): Promise<number> {
  const [row] = await conn
    .select({ version: catalogueVersion.version })
    .from(catalogueVersion)
    .where(eq(catalogueVersion.id, 1))
  return row?.version ?? 0
}
