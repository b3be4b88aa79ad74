/** Links that create the first account or another one, or set a password. Each works once, for a week. */
import { and, eq, gt, inArray, lt, sql } from 'drizzle-orm'
import type { Conn, Db } from '../../../adapters/db/database.ts'
import { lockUser } from '../../../adapters/db/lock-user.ts'
import { accountLinks, oidcAccounts, users } from '../../../adapters/db/schema.ts'
import { hashOf, randomToken } from '../tokens.ts'

const LINK_MS = 7 * 24 * 60 * 60_000

export type AccountLink = { purpose: 'create' } | { purpose: 'password'; accountId: string; email: string }

export interface NewLink {
  path: string
  expiresAt: Date
}

export interface OpenLink {
  /** For the operator; it opens nothing. */
  id: string
  purpose: (typeof accountLinks.$inferSelect)['purpose']
  email: string | null
  expiresAt: Date
}

const ID_LENGTH = 12
const idOf = (tokenHash: string) => tokenHash.slice(0, ID_LENGTH)

export const linkPath = (token: string) => `/idp/link/${token}`

export function accountLinkStore(db: Db, now: () => number) {
  const isOpen = (token: string) =>
    and(eq(accountLinks.tokenHash, hashOf(token)), gt(accountLinks.expiresAt, new Date(now())))

  async function create(
    conn: Conn,
    link: Omit<typeof accountLinks.$inferInsert, 'tokenHash' | 'expiresAt'>,
  ): Promise<NewLink> {
    const token = randomToken()
    const expiresAt = new Date(now() + LINK_MS)
    await conn.insert(accountLinks).values({ ...link, tokenHash: hashOf(token), expiresAt })
    return { path: linkPath(token), expiresAt }
  }

  return {
    create: (link: Parameters<typeof create>[1]) => create(db, link),

    /** Undefined if the link was used, has expired, or never existed. */
    async find(token: string): Promise<AccountLink | undefined> {
      const [row] = await db
        .select({ link: accountLinks, email: oidcAccounts.email })
        .from(accountLinks)
        .leftJoin(oidcAccounts, eq(oidcAccounts.id, accountLinks.accountId))
        .where(isOpen(token))
      if (!row) return undefined
      const { purpose, accountId } = row.link
      if (accountId !== null && row.email !== null) return { purpose: 'password', accountId, email: row.email }
      return purpose === 'set-up' && (await hasAccounts(db)) ? undefined : { purpose: 'create' }
    },

    /** The links that nobody has used yet, with the address of who invites, or of whose password is set. */
    async open(): Promise<OpenLink[]> {
      const rows = await db
        .select({ link: accountLinks, inviter: users.email, account: oidcAccounts.email })
        .from(accountLinks)
        .leftJoin(users, eq(users.id, accountLinks.userId))
        .leftJoin(oidcAccounts, eq(oidcAccounts.id, accountLinks.accountId))
        .where(gt(accountLinks.expiresAt, new Date(now())))
        .orderBy(accountLinks.expiresAt)
      return rows.map(({ link, inviter, account }) => ({
        id: idOf(link.tokenHash),
        purpose: link.purpose,
        email: account ?? inviter,
        expiresAt: link.expiresAt,
      }))
    },

    /** False if there is no such link. */
    async revoke(id: string): Promise<boolean> {
      const revoked = await db
        .delete(accountLinks)
        .where(eq(sql`left(${accountLinks.tokenHash}, ${ID_LENGTH})`, id))
        .returning({ tokenHash: accountLinks.tokenHash })
      return revoked.length > 0
    },

    /** Creates an invitation of this user; undefined if nobody has accepted `most` others yet. */
    async invite(userId: number, most: number): Promise<NewLink | undefined> {
      return await db.transaction(async (tx) => {
        await lockUser(tx, userId)
        const isOpenOne = and(eq(accountLinks.userId, userId), gt(accountLinks.expiresAt, new Date(now())))
        if ((await tx.$count(accountLinks, isOpenOne)) >= most) return undefined
        return await create(tx, { purpose: 'invitation', userId })
      })
    },

    /** Consumes a link that creates an account; false if another request has consumed it. */
    async consumeInvitation(tx: Conn, token: string): Promise<boolean> {
      // Locks all set-up links in the same order, so that only one of them creates the first account.
      await tx
        .select()
        .from(accountLinks)
        .where(eq(accountLinks.purpose, 'set-up'))
        .orderBy(accountLinks.tokenHash)
        .for('update')
      const [link] = await tx
        .delete(accountLinks)
        .where(and(isOpen(token), inArray(accountLinks.purpose, ['set-up', 'invitation'])))
        .returning()
      if (!link) return false
      return link.purpose === 'invitation' || !(await hasAccounts(tx))
    },

    /** Returns the id of the account whose password the link sets. */
    async consumePasswordLink(tx: Conn, token: string): Promise<string | undefined> {
      const [link] = await tx
        .delete(accountLinks)
        .where(and(isOpen(token), eq(accountLinks.purpose, 'password')))
        .returning()
      return link?.accountId ?? undefined
    },

    async dropExpired(): Promise<void> {
      await db.delete(accountLinks).where(lt(accountLinks.expiresAt, new Date(now())))
    },
  }
}

export type AccountLinkStore = ReturnType<typeof accountLinkStore>

export async function hasAccounts(conn: Conn): Promise<boolean> {
  return (await conn.select({ id: oidcAccounts.id }).from(oidcAccounts).limit(1)).length > 0
}
