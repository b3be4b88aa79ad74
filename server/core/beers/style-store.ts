/** The styles of the shipped lexicon, and those that style guides added. */
import { eq } from 'drizzle-orm'
import type { Conn } from '../../adapters/db/database.ts'
import { styles } from '../../adapters/db/schema.ts'
import { ProductError } from '../../adapters/http/errors.ts'

/** In alphabetical order. */
export async function styleNames(conn: Conn): Promise<string[]> {
  const rows = await conn.select({ name: styles.name }).from(styles)
  return rows.map(({ name }) => name).sort((a, b) => a.localeCompare(b, 'en'))
}

/** Null, an unknown style, is fine. @throws ProductError invalid if there is no style of this name */
export async function assertStyle(conn: Conn, name: string | null): Promise<void> {
  if (name === null) return
  const rows = await conn.select({ name: styles.name }).from(styles).where(eq(styles.name, name))
  if (rows.length === 0) throw new ProductError('invalid', 'Choose one of the styles.')
}
