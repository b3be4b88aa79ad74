/** The styles of the shipped lexicon, and those that style guides added. */
import { eq } from 'drizzle-orm'
import type { Conn } from '../../adapters/db/database.ts'
import { styles } from '../../adapters/db/schema.ts'

/** In alphabetical order. */
export async function styleNames(conn: Conn): Promise<string[]> {
  const rows = await conn.select({ name: styles.name }).from(styles)
  return rows.map(({ name }) => name).sort((a, b) => a.localeCompare(b, 'en'))
}

export async function isStyle(conn: Conn, name: string): Promise<boolean> {
  const rows = await conn.select({ name: styles.name }).from(styles).where(eq(styles.name, name))
  return rows.length > 0
}
