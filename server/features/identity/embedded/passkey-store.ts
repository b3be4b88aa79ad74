/** Passkeys and the challenges that they sign, in the database. */
import { and, desc, eq, gt, lt } from 'drizzle-orm'
import { PASSKEYS_PER_ACCOUNT_MAX } from '#contracts'
import type { Db } from '../../../adapters/db/database.ts'
import { oidcAccounts, passkeyChallenges, passkeys } from '../../../adapters/db/schema.ts'
import { hashOf } from '../tokens.ts'
import type { Account } from './account-store.ts'

export const CHALLENGE_MS = 5 * 60_000

export type Passkey = typeof passkeys.$inferSelect

export function passkeyStore(db: Db, now: () => number) {
  const of = (accountId: string) => eq(passkeys.accountId, accountId)

  return {
    /** The passkey with this id, and whose it is. */
    async find(id: string): Promise<{ passkey: Passkey; account: Account } | undefined> {
      const [row] = await db
        .select({ passkey: passkeys, account: oidcAccounts })
        .from(passkeys)
        .innerJoin(oidcAccounts, eq(oidcAccounts.id, passkeys.accountId))
        .where(eq(passkeys.id, id))
      return row
    },

    /** Those of an account, the latest first. */
    list(accountId: string): Promise<Passkey[]> {
      return db.select().from(passkeys).where(of(accountId)).orderBy(desc(passkeys.createdAt), passkeys.id)
    },

    /** False if the account has as many as it may, or a passkey has this id. */
    async add(passkey: Omit<Passkey, 'createdAt' | 'lastUsedAt'>): Promise<boolean> {
      return await db.transaction(async (tx) => {
        // Two requests at once would otherwise count the same passkeys.
        await tx.select().from(oidcAccounts).where(eq(oidcAccounts.id, passkey.accountId)).for('update')
        if ((await tx.$count(passkeys, of(passkey.accountId))) >= PASSKEYS_PER_ACCOUNT_MAX) return false
        const added = await tx
          .insert(passkeys)
          .values({ ...passkey, createdAt: new Date(now()) })
          .onConflictDoNothing()
          .returning({ id: passkeys.id })
        return added.length > 0
      })
    },

    /** False if it was removed meanwhile. */
    async use(id: string, counter: number): Promise<boolean> {
      const used = await db
        .update(passkeys)
        .set({ counter, lastUsedAt: new Date(now()) })
        .where(eq(passkeys.id, id))
        .returning({ id: passkeys.id })
      return used.length > 0
    },

    /** False if the account has no such passkey. */
    async remove(accountId: string, id: string): Promise<boolean> {
      const removed = await db
        .delete(passkeys)
        .where(and(of(accountId), eq(passkeys.id, id)))
        .returning({ id: passkeys.id })
      return removed.length > 0
    },

    /** `scope` names the browser and what the challenge is for. */
    async saveChallenge(challenge: string, scope: string): Promise<void> {
      const expiresAt = new Date(now() + CHALLENGE_MS)
      await db.insert(passkeyChallenges).values({ challengeHash: hashOf(challenge, scope), expiresAt })
    },

    /** Deletes the challenge, which makes it single-use; false if there is none in this scope or it has expired. */
    async takeChallenge(challenge: string, scope: string): Promise<boolean> {
      const taken = await db
        .delete(passkeyChallenges)
        .where(
          and(
            eq(passkeyChallenges.challengeHash, hashOf(challenge, scope)),
            gt(passkeyChallenges.expiresAt, new Date(now())),
          ),
        )
        .returning({ challengeHash: passkeyChallenges.challengeHash })
      return taken.length > 0
    },

    async dropExpired(): Promise<void> {
      await db.delete(passkeyChallenges).where(lt(passkeyChallenges.expiresAt, new Date(now())))
    },
  }
}

export type PasskeyStore = ReturnType<typeof passkeyStore>
