/** The accounts of the embedded provider. */
import { randomUUID } from 'node:crypto'
import { and, eq, isNull, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { Conn, Db, Tx } from '../../../adapters/db/database.ts'
import { accountLinks, oidcAccounts, oidcState, passkeys, sessions, users } from '../../../adapters/db/schema.ts'
import { EMBEDDED_ISSUER } from '../session-store.ts'
import type { AccountLinkStore } from './account-links.ts'

export interface Person {
  firstName: string
  lastName: string
  email: string
}

export type Account = typeof oidcAccounts.$inferSelect

class EmailTaken extends Error {}

export function accountStore(db: Db) {
  return {
    async byId(id: string): Promise<Account | undefined> {
      const [account] = await db.select().from(oidcAccounts).where(eq(oidcAccounts.id, id))
      return account
    },

    async byEmail(email: string): Promise<Account | undefined> {
      const [account] = await db.select().from(oidcAccounts).where(eq(oidcAccounts.email, email))
      return account
    },

    /** Returns the id; undefined for an account with a password, which a form without one must not open. */
    async upsertWithoutPassword(person: Person): Promise<string | undefined> {
      const { firstName, lastName } = person
      const [row] = await db
        .insert(oidcAccounts)
        .values({ id: randomUUID(), ...person })
        .onConflictDoUpdate({
          target: oidcAccounts.email,
          set: { firstName, lastName },
          setWhere: isNull(oidcAccounts.passwordHash),
        })
        .returning({ id: oidcAccounts.id })
      return row?.id
    },

    /** Creates an account and consumes its invitation. An e-mail address that has an account leaves the invitation valid. */
    async create(
      links: AccountLinkStore,
      token: string,
      account: Person & { passwordHash: string },
    ): Promise<{ id: string } | { problem: 'link-used' | 'email-taken' }> {
      const id = randomUUID()
      try {
        return await db.transaction(async (tx) => {
          if (!(await links.consumeInvitation(tx, token))) return { problem: 'link-used' }
          const created = await tx
            .insert(oidcAccounts)
            .values({ id, ...account })
            .onConflictDoNothing()
            .returning()
          if (created.length === 0) throw new EmailTaken()
          return { id }
        })
      } catch (error) {
        if (error instanceof EmailTaken) return { problem: 'email-taken' }
        throw error
      }
    },

    /** Consumes the link and ends all sessions of the account; returns its id, or undefined if the link was used. */
    setPassword(links: AccountLinkStore, token: string, passwordHash: string): Promise<string | undefined> {
      return db.transaction(async (tx) => {
        const id = await links.consumePasswordLink(tx, token)
        if (id === undefined) return undefined
        await replacePassword(tx, id, passwordHash)
        return id
      })
    },

    /**
     * Replaces the password of the account as it was read, and ends all its sessions. Returns false if another one was set meanwhile, and the
     * user's id; undefined for an account that has never signed in.
     */
    changePassword(
      { id, passwordHash: present }: Account,
      passwordHash: string,
    ): Promise<{ userId: number | undefined } | false> {
      return db.transaction(async (tx) => {
        const [same] = await tx.select().from(oidcAccounts).where(eq(oidcAccounts.id, id)).for('update')
        if (same?.passwordHash !== present) return false
        return { userId: await replacePassword(tx, id, passwordHash) }
      })
    },

    /** Ends all sessions of the account, too: somebody else may have opened them with a passkey. Returns how many passkeys there were. */
    removePasskeys(id: string): Promise<number> {
      return db.transaction(async (tx) => {
        const removed = await tx.delete(passkeys).where(eq(passkeys.accountId, id)).returning({ id: passkeys.id })
        await endSessions(tx, id)
        return removed.length
      })
    },

    /** The user that an account is; undefined if it has never signed in. */
    async userIdOf(id: string): Promise<number | undefined> {
      return (await userOf(db, id))?.id
    },

    /** For the change from the form without passwords: whoever signed in there has proven nothing. */
    async endSessionsWithoutPassword(): Promise<void> {
      const accounts = await db.select().from(oidcAccounts).where(isNull(oidcAccounts.passwordHash))
      for (const { id } of accounts) await endSessions(db, id)
    },
  }
}

export type AccountStore = ReturnType<typeof accountStore>

/** Deletes an account with all its sessions and grants. */
export async function deleteEmbeddedAccount(conn: Conn, accountId: string): Promise<void> {
  await deleteState(conn, accountId)
  await conn.delete(oidcAccounts).where(eq(oidcAccounts.id, accountId))
}

/** Ends the sessions of a user at this provider, if they have an account here. */
export async function endProviderSessions(conn: Conn, userId: number): Promise<void> {
  const account = conn
    .select({ id: users.subject })
    .from(users)
    .where(and(eq(users.issuer, EMBEDDED_ISSUER), eq(users.id, userId)))
  await conn.delete(oidcState).where(letsIn(account))
}

/** Links that would set another password end, too. */
async function replacePassword(tx: Tx, accountId: string, passwordHash: string): Promise<number | undefined> {
  await tx.update(oidcAccounts).set({ passwordHash }).where(eq(oidcAccounts.id, accountId))
  await tx.delete(accountLinks).where(eq(accountLinks.accountId, accountId))
  return await endSessions(tx, accountId)
}

/** Ends the sessions here and at the provider. Returns the user's id, if there is one. */
async function endSessions(conn: Conn, accountId: string): Promise<number | undefined> {
  await deleteState(conn, accountId)
  const user = await userOf(conn, accountId)
  if (user) await conn.delete(sessions).where(eq(sessions.userId, user.id))
  return user?.id
}

async function userOf(conn: Conn, accountId: string): Promise<{ id: number } | undefined> {
  const [user] = await conn
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.issuer, EMBEDDED_ISSUER), eq(users.subject, accountId)))
  return user
}

async function deleteState(conn: Conn, accountId: string): Promise<void> {
  await conn.delete(oidcState).where(letsIn(sql`(${accountId})`))
}

/**
 * Sessions, codes, tokens and access to the passkeys of the accounts, and sign-in forms that were answered for them: their browser has not followed
 * the redirect yet, and gets a session once it does.
 */
function letsIn(accounts: SQLWrapper): SQL | undefined {
  const { payload } = oidcState
  return or(
    sql`${payload} ->> 'accountId' in ${accounts}`,
    sql`${payload} #>> '{result,login,accountId}' in ${accounts}`,
  )
}
