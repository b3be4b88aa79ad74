/** Sessions and pending sign-ins. Browsers hold random tokens and the database only their hashes. */
import { and, eq, gt, lt } from 'drizzle-orm'
import type { Db } from '../../adapters/db/database.ts'
import { sessions, signIns, users } from '../../adapters/db/schema.ts'
import type { SessionUser } from '../../adapters/http/bind.ts'
import { hashOf, randomToken } from './tokens.ts'

/** Users are stored under their issuer, so that the embedded provider's is the same on every port and host. */
export const EMBEDDED_ISSUER = 'http://localhost/idp'

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

/** State of a sign-in between the redirect to the provider and the callback. */
export interface SignIn {
  codeVerifier: string
  nonce: string
  returnTo: string
  origin: string
}

const hostOf = (issuer: string) => (URL.canParse(issuer) ? new URL(issuer).host : issuer)

export function sessionStore(db: Db, now: () => number) {
  const within = (ms: number) => new Date(now() + ms)

  return {
    /** Inserts the user, or updates name and e-mail address to what the provider reports; returns the id. */
    async upsertUser(profile: Profile): Promise<number> {
      const { firstName, lastName, email } = profile
      const [row] = await db
        .insert(users)
        .values({ ...profile, createdAt: new Date(now()) })
        .onConflictDoUpdate({ target: [users.issuer, users.subject], set: { firstName, lastName, email } })
        .returning({ id: users.id })
      if (!row) throw new Error('upsert returned no user')
      return row.id
    },

    /** Opens a session; returns the token for the cookie. */
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
      const { issuer, ...user } = row
      return { ...user, provider: issuer === EMBEDDED_ISSUER ? null : hostOf(issuer) }
    },

    /** Ends the session; returns the ID token for the provider's logout, or undefined if there was no session. */
    async close(token: string): Promise<{ idToken: string | null } | undefined> {
      const [row] = await db
        .delete(sessions)
        .where(eq(sessions.tokenHash, hashOf(token)))
        .returning({ idToken: sessions.idToken })
      return row
    },

    /** `browser` is a token of the browser, so that another browser cannot complete the sign-in. */
    async beginSignIn(state: string, browser: string, signIn: SignIn): Promise<void> {
      await db.insert(signIns).values({ ...signIn, stateHash: hashOf(state, browser), expiresAt: within(SIGN_IN_MS) })
    },

    /** Deletes and returns the sign-in, which makes it single-use; undefined if there is none or it has expired. */
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
