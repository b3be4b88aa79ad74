/**
 * Who is signed in, and who is on the way. The browser holds random tokens, the database their hashes, so that reading
 * the tables lets nobody in.
 */
import { createHash, randomBytes } from 'node:crypto'
import { and, eq, gt, lt } from 'drizzle-orm'
import type { Db } from '../db/database.ts'
import { sessions, signIns, users } from '../db/schema.ts'
import type { SessionUser } from '../http/bind.ts'
import { ISSUER as EMBEDDED_ISSUER } from './embedded/issuer.ts'

export const SESSION_DAYS = 60
const SESSION_MS = SESSION_DAYS * 24 * 60 * 60_000
const SIGN_IN_MS = 15 * 60_000

export interface Profile {
  issuer: string
  subject: string
  firstName: string | null
  lastName: string | null
  email: string | null
}

/** What has to be remembered between leaving for the provider and coming back. */
export interface SignIn {
  codeVerifier: string
  nonce: string
  returnTo: string
  origin: string
}

/** A secret of 256 bits that is fit for a cookie or an address. */
export function randomToken(): string {
  return randomBytes(32).toString('base64url')
}

const hashOf = (...parts: string[]) => createHash('sha256').update(parts.join('.')).digest('base64url')

const hostOf = (issuer: string) => (URL.canParse(issuer) ? new URL(issuer).host : issuer)

export function sessionStore(db: Db, now: () => number) {
  const within = (ms: number) => new Date(now() + ms)

  return {
    /** The user as the provider knows them now. */
    async rememberUser(profile: Profile): Promise<number> {
      const { firstName, lastName, email } = profile
      const [row] = await db
        .insert(users)
        .values({ ...profile, createdAt: new Date(now()) })
        .onConflictDoUpdate({ target: [users.issuer, users.subject], set: { firstName, lastName, email } })
        .returning({ id: users.id })
      if (!row) throw new Error('the user was not returned')
      return row.id
    },

    /** Returns the token for the cookie. */
    async open(userId: number, idToken: string | null): Promise<string> {
      const token = randomToken()
      await db.insert(sessions).values({
        tokenHash: hashOf(token),
        userId,
        idToken,
        createdAt: new Date(now()),
        expiresAt: within(SESSION_MS),
      })
      return token
    },

    async userOf(token: string): Promise<SessionUser | undefined> {
      const [row] = await db
        .select({
          id: users.id,
          firstName: users.firstName,
          lastName: users.lastName,
          email: users.email,
          issuer: users.issuer,
        })
        .from(sessions)
        .innerJoin(users, eq(users.id, sessions.userId))
        .where(and(eq(sessions.tokenHash, hashOf(token)), gt(sessions.expiresAt, new Date(now()))))
      if (!row) return undefined
      const { issuer, ...person } = row
      return { ...person, provider: issuer === EMBEDDED_ISSUER ? null : hostOf(issuer) }
    },

    /** Ends the session; answers what the provider wants to see at logout, or undefined when there was none. */
    async close(token: string): Promise<{ idToken: string | null } | undefined> {
      const [row] = await db
        .delete(sessions)
        .where(eq(sessions.tokenHash, hashOf(token)))
        .returning({ idToken: sessions.idToken })
      return row
    },

    /** `browser` is a token of this browser: a sign-in begun in one cannot be ended in another. */
    async beginSignIn(state: string, browser: string, signIn: SignIn): Promise<void> {
      await db.insert(signIns).values({ ...signIn, stateHash: hashOf(state, browser), expiresAt: within(SIGN_IN_MS) })
    },

    /** Each sign-in can be taken once. */
    async takeSignIn(state: string, browser: string): Promise<SignIn | undefined> {
      const [row] = await db
        .delete(signIns)
        .where(eq(signIns.stateHash, hashOf(state, browser)))
        .returning()
      return row && row.expiresAt.getTime() > now() ? row : undefined
    },

    async dropExpired(): Promise<void> {
      await db.delete(sessions).where(lt(sessions.expiresAt, new Date(now())))
      await db.delete(signIns).where(lt(signIns.expiresAt, new Date(now())))
    },
  }
}
