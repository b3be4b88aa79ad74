/** Users, their sessions, and the storage of the embedded sign-in. */
import {
  bigint,
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  serial,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import type { Language } from '#contracts'
import { at, bytea } from './columns.ts'

export const users = pgTable(
  'users',
  {
    id: serial('id').primaryKey(),
    issuer: text('issuer').notNull(),
    subject: text('subject').notNull(),
    firstName: text('first_name'),
    lastName: text('last_name'),
    email: text('email'),
    /** Whether labels cut out of the user's photos are kept as pictures of their beers. */
    keepsPictures: boolean('keeps_pictures').notNull().default(false),
    /** The address that was proven to be the user's, by the provider's word or by a link. E-mails go there only, and only if it is `email`. */
    confirmedEmail: text('confirmed_email'),
    /** When a link to confirm the address was last sent. */
    confirmationSentAt: at('confirmation_sent_at'),
    /** Of the app that the user opened last, for e-mails and notices; null until the app has sent it. */
    language: text('language').$type<Language>(),
    createdAt: at('created_at').notNull().defaultNow(),
  },
  (t) => [uniqueIndex('users_issuer_subject').on(t.issuer, t.subject)],
)

/** The cookie holds a random token; only its hash is stored. */
export const sessions = pgTable(
  'sessions',
  {
    tokenHash: text('token_hash').primaryKey(),
    /** Names the session to its user. */
    id: serial('id').notNull().unique(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Hint for the provider's logout. */
    idToken: text('id_token'),
    /** Browser and system, such as 'Firefox on Android'; null if unknown. */
    device: text('device'),
    createdAt: at('created_at').notNull().defaultNow(),
    /** To within some minutes. */
    lastSeenAt: at('last_seen_at').notNull().defaultNow(),
    expiresAt: at('expires_at').notNull(),
  },
  (t) => [index('sessions_expires').on(t.expiresAt), index('sessions_user').on(t.userId)],
)

/** Sign-ins in progress: state, nonce, code verifier, and the page to return to. */
export const signIns = pgTable(
  'sign_ins',
  {
    stateHash: text('state_hash').primaryKey(),
    codeVerifier: text('code_verifier').notNull(),
    nonce: text('nonce').notNull(),
    returnTo: text('return_to').notNull(),
    origin: text('origin').notNull(),
    expiresAt: at('expires_at').notNull(),
  },
  (t) => [index('sign_ins_expires').on(t.expiresAt)],
)

/** Storage of the embedded provider: grants, codes, tokens, interactions. */
export const oidcState = pgTable(
  'oidc_state',
  {
    model: text('model').notNull(),
    id: text('id').notNull(),
    payload: jsonb('payload').$type<Record<string, unknown>>().notNull(),
    grantId: text('grant_id'),
    userCode: text('user_code'),
    uid: text('uid'),
    expiresAt: at('expires_at'),
  },
  (t) => [
    primaryKey({ columns: [t.model, t.id] }),
    index('oidc_state_grant').on(t.grantId),
    index('oidc_state_uid').on(t.uid),
    index('oidc_state_expires').on(t.expiresAt),
  ],
)

/** Accounts of the embedded provider, which verifies neither names nor e-mail addresses. */
export const oidcAccounts = pgTable('oidc_accounts', {
  id: text('id').primaryKey(),
  email: text('email').notNull().unique(),
  firstName: text('first_name').notNull(),
  lastName: text('last_name').notNull(),
  /** Null for accounts created by the form without a password. */
  passwordHash: text('password_hash'),
})

/** Links that create an account or set its password, once. A link holds a random token; only its hash is stored. */
export const accountLinks = pgTable(
  'account_links',
  {
    tokenHash: text('token_hash').primaryKey(),
    /** `set-up` creates the first account, `invitation` another one, `password` sets the password of `accountId`. */
    purpose: text('purpose').$type<'set-up' | 'invitation' | 'password'>().notNull(),
    accountId: text('account_id').references(() => oidcAccounts.id, { onDelete: 'cascade' }),
    /** Who invites; null for the operator. */
    userId: integer('user_id').references(() => users.id, { onDelete: 'cascade' }),
    expiresAt: at('expires_at').notNull(),
  },
  (t) => [index('account_links_user').on(t.userId), index('account_links_expires').on(t.expiresAt)],
)

/** Attempts to enter a password, by account and by address; shared by all nodes. */
export const passwordAttempts = pgTable(
  'password_attempts',
  {
    /** A hash, because addresses and e-mail addresses are personal data. */
    keyHash: text('key_hash').primaryKey(),
    count: integer('count').notNull(),
    expiresAt: at('expires_at').notNull(),
  },
  (t) => [index('password_attempts_expires').on(t.expiresAt)],
)

/** Passkeys of accounts with a password: public keys, whose private halves never leave their authenticator. */
export const passkeys = pgTable(
  'passkeys',
  {
    /** Of the credential, in base64url; the authenticator chooses it. */
    id: text('id').primaryKey(),
    accountId: text('account_id')
      .notNull()
      .references(() => oidcAccounts.id, { onDelete: 'cascade' }),
    /** Of the address where it was added (the RP ID); browsers offer it nowhere else. */
    host: text('host').notNull(),
    /** COSE key. */
    publicKey: bytea('public_key').notNull(),
    /** Uses so far as the authenticator counts them; 0 if it does not. */
    counter: bigint('counter', { mode: 'number' }).notNull(),
    /** Browser and system where it was added, such as 'Firefox on Android'; null if unknown. */
    device: text('device'),
    createdAt: at('created_at').notNull(),
    lastUsedAt: at('last_used_at'),
  },
  (t) => [index('passkeys_account').on(t.accountId)],
)

/** Challenges that no passkey has signed yet. */
export const passkeyChallenges = pgTable(
  'passkey_challenges',
  {
    /** Covers the browser that asked, and what for. */
    challengeHash: text('challenge_hash').primaryKey(),
    expiresAt: at('expires_at').notNull(),
  },
  (t) => [index('passkey_challenges_expires').on(t.expiresAt)],
)

/** Keys generated by this installation: signing keys, cookie keys. */
export const secrets = pgTable('secrets', {
  name: text('name').primaryKey(),
  value: jsonb('value').$type<unknown>().notNull(),
})
