/** Limits how often a password may be tried, for each account and for each address. */
import { normalizeIP } from '@fastify/rate-limit'
import { eq, lt, sql } from 'drizzle-orm'
import type { Db } from '../../../adapters/db/database.ts'
import { passwordAttempts } from '../../../adapters/db/schema.ts'
import { hashOf } from '../tokens.ts'

const WINDOW_MS = 15 * 60_000
const PER_ACCOUNT = 20
const PER_ADDRESS = 60

export interface PasswordAttempts {
  /**
   * Counts an attempt, before the password is checked; false if there were too many. One that its address may not make does not count for the
   * account, or an address could lock any number of accounts.
   */
  allow(email: string, address: string): Promise<boolean>
  /** After a correct password, the account's attempts start again. */
  succeeded(email: string): Promise<void>
  dropExpired(): Promise<void>
}

export function passwordAttemptLimit(db: Db, now: () => number): PasswordAttempts {
  const count = async (key: string): Promise<number> => {
    const row = { count: 1, expiresAt: new Date(now() + WINDOW_MS) }
    const isOver = sql`${passwordAttempts.expiresAt} <= ${new Date(now()).toISOString()}`
    const [counted] = await db
      .insert(passwordAttempts)
      .values({ keyHash: hashOf(key), ...row })
      .onConflictDoUpdate({
        target: passwordAttempts.keyHash,
        set: {
          count: sql`case when ${isOver} then 1 else ${passwordAttempts.count} + 1 end`,
          expiresAt: sql`case when ${isOver} then excluded.expires_at else ${passwordAttempts.expiresAt} end`,
        },
      })
      .returning({ count: passwordAttempts.count })
    return counted?.count ?? 0
  }

  return {
    async allow(email, address) {
      if ((await count(`address ${normalizeIP(address)}`)) > PER_ADDRESS) return false
      return (await count(`account ${email}`)) <= PER_ACCOUNT
    },
    async succeeded(email) {
      await db.delete(passwordAttempts).where(eq(passwordAttempts.keyHash, hashOf(`account ${email}`)))
    },
    async dropExpired() {
      await db.delete(passwordAttempts).where(lt(passwordAttempts.expiresAt, new Date(now())))
    },
  }
}
