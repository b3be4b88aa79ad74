/** The signed-in user, their favourites and their searches. */
import { z } from 'zod/mini'
import { Beer, BeerId } from './beer.ts'

export const User = z.object({
  id: z.int(),
  firstName: z.nullable(z.string()),
  lastName: z.nullable(z.string()),
  email: z.nullable(z.string()),
  /** Host of the external sign-in provider; null for the embedded sign-in. */
  provider: z.optional(z.nullable(z.string())),
  /** The language of e-mails and notices; null until the app has sent it. */
  language: z.optional(z.nullable(z.string())),
  /** Whether the user can create invitations. */
  canInvite: z.optional(z.boolean()),
  /** Whether the user signs in here with a password, and can add passkeys. */
  hasPassword: z.optional(z.boolean()),
})
export type User = z.infer<typeof User>

/**
 * Form field of a photo that waited on its device: the id of the user who took it. `other_user` if somebody else has signed in
 * there meanwhile.
 */
export const TakenBy = z.optional(z.string().check(z.regex(/^\d{1,10}$/)))

/** Where a user is signed in. */
export const Session = z.object({
  id: z.int(),
  /** Browser and system, such as 'Firefox on Android'. */
  device: z.nullable(z.string()),
  createdAt: z.iso.datetime(),
  /** To within some minutes. */
  lastSeenAt: z.iso.datetime(),
  /** The session that asks. */
  isCurrent: z.boolean(),
})
export type Session = z.infer<typeof Session>

export const Invitation = z.object({
  /** The link that creates one account, without the origin. */
  path: z.string(),
  expiresAt: z.iso.datetime(),
})
export type Invitation = z.infer<typeof Invitation>

export const Favorite = z.object({
  id: z.int(),
  beerId: BeerId,
  beer: Beer,
  favoritedAt: z.iso.datetime(),
})
export type Favorite = z.infer<typeof Favorite>

export const SearchEntry = z.object({
  id: z.int(),
  query: z.string(),
  /** Null if an imported file does not have it. */
  resultCount: z.nullable(z.int()),
  searchedAt: z.iso.datetime(),
})
export type SearchEntry = z.infer<typeof SearchEntry>
