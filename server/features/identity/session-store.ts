/** Sessions and pending sign-ins. Browsers hold random tokens and the database only their hashes. */
import { and, desc, eq, gt, inArray, lt, or, type Placeholder, sql } from 'drizzle-orm'
import { type Language, SESSIONS_PER_USER_MAX } from '#contracts'
import { builtOnce } from '../../adapters/db/built-once.ts'
import type { Conn } from '../../adapters/db/database.ts'
import { sessions, signIns, users } from '../../adapters/db/schema.ts'
import type { SessionUser } from '../../adapters/http/bind.ts'
import { hashOf, randomToken } from './tokens.ts'

/** Users are stored under their issuer, so that the embedded provider's is the same on every port and host. */
export const EMBEDDED_ISSUER = 'http://localhost/idp'

export const SESSION_DAYS = 60
export const SESSION_IDLE_DAYS = 30
const DAY_MS = 24 * 60 * 60_000
/** Each call would otherwise write. */
const SEEN_INTERVAL_MS = 10 * 60_000
const SIGN_IN_MS = 15 * 60_000

export interface Profile {
  issuer: string
  subject: string
  firstName: string | null
  lastName: string | null
  email: string | null
  /** The provider vouches for it. */
  isEmailConfirmed?: boolean
  /** Of a new user; the app knows better later. */
  language?: Language
}

/** State of a sign-in between the redirect to the provider and the callback. */
export interface SignIn {
  codeVerifier: string
  nonce: string
  returnTo: string
  origin: string
}

/** For these, `openid-client` accepts tokens whose issuer is not the configured URL, such as one for each tenant. */
const ISSUER_MAY_DIFFER = /\/\.well-known\/|^https:\/\/(login\.microsoftonline\.com|[^/]+\.b2clogin\.com)\//u

/** Whether users of this issuer are those of the provider that is configured now. */
function isAt(issuerUrl: string, issuer: string): boolean {
  if (issuer === EMBEDDED_ISSUER || issuerUrl === EMBEDDED_ISSUER) return issuer === issuerUrl
  return hrefOf(issuer) === hrefOf(issuerUrl) || ISSUER_MAY_DIFFER.test(issuerUrl)
}

const hrefOf = (issuer: string) => (URL.canParse(issuer) ? new URL(issuer).href : issuer)
const hostOf = (issuer: string) => (URL.canParse(issuer) ? new URL(issuer).host : issuer)

interface NewSession {
  idToken: string | null
  device?: string | null
}

const isAliveAt = (now: Date | Placeholder, idleSince: Date | Placeholder) =>
  and(gt(sessions.expiresAt, now), gt(sessions.lastSeenAt, idleSince))

/** Every call needs it. */
const sessionRow = builtOnce((conn) =>
  conn
    .select({
      sessionId: sessions.id,
      lastSeenAt: sessions.lastSeenAt,
      issuer: users.issuer,
      user: {
        id: users.id,
        firstName: users.firstName,
        lastName: users.lastName,
        email: users.email,
        language: users.language,
      },
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(
      and(
        eq(sessions.tokenHash, sql.placeholder('tokenHash')),
        isAliveAt(sql.placeholder('now'), sql.placeholder('idleSince')),
      ),
    ),
)

interface SessionOptions {
  idleDays?: number
  /** The configured one. */
  issuerUrl?: string | undefined
}

/** A session ends after `SESSION_DAYS`, after `idleDays` without a call, or when another issuer is configured. */
export function sessionStore(
  db: Conn,
  now: () => number,
  { idleDays = SESSION_IDLE_DAYS, issuerUrl = EMBEDDED_ISSUER }: SessionOptions = {},
) {
  const within = (ms: number) => new Date(now() + ms)
  const isAlive = () => isAliveAt(within(0), within(-idleDays * DAY_MS))

  return {
    /** Inserts the user, or updates name and e-mail address to what the provider reports; returns the id. */
    async upsertUser({ isEmailConfirmed = false, ...profile }: Profile): Promise<number> {
      const { firstName, lastName, email } = profile
      const confirmed = isEmailConfirmed ? { confirmedEmail: email } : {}
      const [row] = await db
        .insert(users)
        .values({ ...profile, ...confirmed, createdAt: new Date(now()) })
        .onConflictDoUpdate({
          target: [users.issuer, users.subject],
          set: { firstName, lastName, email, ...confirmed },
        })
        .returning({ id: users.id })
      if (!row) throw new Error('upsert returned no user')
      return row.id
    },

    /** Opens a session, and ends those that were used longest ago if there are too many; returns the token for the cookie. */
    async open(userId: number, { idToken, device = null }: NewSession): Promise<string> {
      const token = randomToken()
      await db.insert(sessions).values({
        tokenHash: hashOf(token),
        userId,
        idToken,
        device,
        createdAt: within(0),
        lastSeenAt: within(0),
        expiresAt: within(SESSION_DAYS * DAY_MS),
      })
      const tooMany = db
        .select({ id: sessions.id })
        .from(sessions)
        .where(eq(sessions.userId, userId))
        .orderBy(desc(sessions.lastSeenAt), desc(sessions.id))
        .offset(SESSIONS_PER_USER_MAX)
      await db.delete(sessions).where(inArray(sessions.id, tooMany))
      return token
    },

    /** Returns the user and the id of the session. */
    async find(token: string): Promise<{ user: SessionUser; sessionId: number } | undefined> {
      const [row] = await sessionRow(db).execute({
        tokenHash: hashOf(token),
        now: within(0),
        idleSince: within(-idleDays * DAY_MS),
      })
      // Another node may still have the issuer of before.
      if (!row || !isAt(issuerUrl, row.issuer)) return undefined
      const { user, issuer, sessionId, lastSeenAt } = row
      if (lastSeenAt <= within(-SEEN_INTERVAL_MS)) {
        await db
          .update(sessions)
          .set({ lastSeenAt: within(0) })
          .where(eq(sessions.id, sessionId))
      }
      return { user: { ...user, provider: issuer === EMBEDDED_ISSUER ? null : hostOf(issuer) }, sessionId }
    },

    of(userId: number) {
      return {
        /** The last used one first. */
        list: () =>
          db
            .select({
              id: sessions.id,
              device: sessions.device,
              createdAt: sessions.createdAt,
              lastSeenAt: sessions.lastSeenAt,
            })
            .from(sessions)
            .where(and(eq(sessions.userId, userId), isAlive()))
            .orderBy(desc(sessions.lastSeenAt), desc(sessions.id)),

        /** Returns false if the user has no such session. */
        async end(id: number): Promise<boolean> {
          const ended = await db
            .delete(sessions)
            .where(and(eq(sessions.userId, userId), eq(sessions.id, id)))
            .returning({ id: sessions.id })
          return ended.length > 0
        },

        async endAll(): Promise<void> {
          await db.delete(sessions).where(eq(sessions.userId, userId))
        },
      }
    },

    /** Ends the session; returns its user and the ID token for the provider's logout, or undefined if there was no session. */
    async close(token: string): Promise<{ userId: number; idToken: string | null } | undefined> {
      const [row] = await db
        .delete(sessions)
        .where(eq(sessions.tokenHash, hashOf(token)))
        .returning({ userId: sessions.userId, idToken: sessions.idToken })
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

    /** Ends the sessions that were opened at an issuer of before. */
    async endThoseOfOtherIssuers(): Promise<void> {
      const known = await db.selectDistinct({ issuer: users.issuer }).from(users)
      const others = known.map(({ issuer }) => issuer).filter((issuer) => !isAt(issuerUrl, issuer))
      if (others.length === 0) return
      const theirs = db.select({ id: users.id }).from(users).where(inArray(users.issuer, others))
      await db.delete(sessions).where(inArray(sessions.userId, theirs))
    },

    async dropExpired(): Promise<void> {
      const isIdle = lt(sessions.lastSeenAt, within(-idleDays * DAY_MS))
      await db.delete(sessions).where(or(lt(sessions.expiresAt, within(0)), isIdle))
      await db.delete(signIns).where(lt(signIns.expiresAt, new Date(now())))
    },
  }
}
