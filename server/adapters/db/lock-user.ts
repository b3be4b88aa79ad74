/**
 * Makes the changes of one user wait for each other: none exceeds a limit that counts and then inserts, none finds a beer that is gone when
 * it is stored, and no two lock the same rows in another order. The first lock of a transaction: one that holds others could wait for a
 * transaction that waits for these.
 */
import { eq } from 'drizzle-orm'
import type { Tx } from './database.ts'
import { users } from './schema.ts'

/** Inserting rows that refer to the user takes a weaker lock, which does not wait. Returns undefined if the account was deleted. */
export async function lockUser(tx: Tx, userId: number): Promise<typeof users.$inferSelect | undefined> {
  const [user] = await tx.select().from(users).where(eq(users.id, userId)).for('no key update')
  return user
}
