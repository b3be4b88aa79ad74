/** What the server tells a user when the app is closed: preferences, browsers that show notices, and the e-mail address. */
import { z } from 'zod/mini'
import { BeerId } from '../beer.ts'
import { CHANGE_TIMEOUT_MS, RATING_MAX, TIME_ZONE_MAX_LENGTH } from '../limits.ts'
import { route } from '../route.ts'

const ENDPOINT_MAX_LENGTH = 1_000

/** The preferences that the server acts on; the others stay in the browser. */
export const ServerPreferences = z.object({
  newBeerRatings: z.boolean(),
  menuScanComplete: z.boolean(),
  weeklyDigest: z.boolean(),
  breweryRecommendations: z.boolean(),
  emailNotifications: z.boolean(),
  pushNotifications: z.boolean(),
})
export type ServerPreferences = z.infer<typeof ServerPreferences>

const Notifications = z.object({
  /** Null until the user changes one. */
  preferences: z.nullable(ServerPreferences),
  /** The public key for subscriptions; null if this server sends no push notifications. */
  pushKey: z.nullable(z.string()),
  /**
   * `off`: this server sends no e-mail. `no-address`: the user has none. `unconfirmed`: nothing is sent until the user opens the
   * link of a confirmation.
   */
  email: z.enum(['off', 'no-address', 'unconfirmed', 'confirmed']),
})
export type Notifications = z.infer<typeof Notifications>

const Rating = z.number().check(z.gte(0), z.lte(RATING_MAX))
const Count = z.int().check(z.gte(0))

/** What a push message is about. */
export const PushNotice = z.discriminatedUnion('kind', [
  /** `joined`: it was a further page of this menu. */
  z.object({ kind: z.literal('menu'), scanId: z.uuid(), joined: z.boolean(), beers: Count }),
  z.object({
    kind: z.literal('rating'),
    beerId: BeerId,
    name: z.string(),
    before: Rating,
    rating: Rating,
    /** Too few people have rated it to decide. */
    isExpected: z._default(z.boolean(), false),
  }),
  z.object({ kind: z.literal('week') }),
])
export type PushNotice = z.infer<typeof PushNotice>

/** A push message, in the language of the user. */
export const PushMessage = z.intersection(PushNotice, z.object({ title: z.string(), body: z.string() }))
export type PushMessage = z.infer<typeof PushMessage>

export const getNotifications = route({
  method: 'GET',
  path: '/api/notifications',
  auth: 'user',
  summary: "Returns the user's notification preferences and what this server can send.",
  answer: { 200: Notifications },
  errors: [],
})

export const saveNotifications = route({
  method: 'PUT',
  path: '/api/notifications',
  auth: 'user',
  summary:
    'Stores the given ones of the notification preferences that the server acts on, and the time zone in which a week begins.',
  body: z.extend(z.partial(ServerPreferences), {
    /** IANA name. */
    timeZone: z.optional(z.string().check(z.maxLength(TIME_ZONE_MAX_LENGTH))),
  }),
  answer: { 204: null },
  errors: ['invalid'],
  timeoutMs: CHANGE_TIMEOUT_MS,
})

/** An encoded key of this length in bytes. */
const key = (bytes: number) => z.string().check(z.regex(new RegExp(`^[\\w-]{${Math.ceil((bytes * 4) / 3)}}$`)))

export const subscribeToPush = route({
  method: 'PUT',
  path: '/api/notifications/browser',
  auth: 'user',
  summary:
    'Sends push notifications to this browser until its session ends. 404 if this server sends none; 400 unless the endpoint is a public https address.',
  body: z.object({
    endpoint: z.url().check(z.maxLength(ENDPOINT_MAX_LENGTH)),
    keys: z.object({ p256dh: key(65), auth: key(16) }),
  }),
  answer: { 204: null },
  errors: ['invalid', 'not_found'],
})

export const unsubscribeFromPush = route({
  method: 'DELETE',
  path: '/api/notifications/browser',
  auth: 'user',
  summary: 'Sends no more push notifications to the browser of this session. Idempotent.',
  answer: { 204: null },
  errors: [],
})

export const sendConfirmation = route({
  method: 'POST',
  path: '/api/notifications/confirmation',
  auth: 'user',
  summary:
    'Sends a link to the e-mail address of the user that confirms it. 404 if this server sends no e-mail or the user has no address, 409 if the address is confirmed.',
  answer: { 202: null },
  errors: ['not_found', 'already_confirmed', 'link_sent'],
})
