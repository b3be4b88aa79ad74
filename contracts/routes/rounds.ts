/**
 * A round: the people at one table mark what they want from a menu that one of them scanned. Whoever has its link and signs in can
 * read the menu, take part under a name of their choice, and see what the others want. It ends by itself.
 */
import { z } from 'zod/mini'
import { BeerId, IdParam } from '../beer.ts'
import { ROUND_GUESTS_MAX, ROUND_HOURS, ROUND_NAME_MAX_LENGTH } from '../limits.ts'
import { route } from '../route.ts'
import { ScanId, SharedScan } from '../scan.ts'
import { isVisible } from '../visible-text.ts'

const Token = z.string().check(z.maxLength(100))
const ofScan = z.object({ id: ScanId })
const withToken = z.object({ token: Token })
const ofBeer = z.object({ id: ScanId, beerId: IdParam })

export const RoundGuest = z.object({
  /** Chosen for this round; no two are alike. */
  name: z.string(),
  isYou: z.boolean(),
  wishes: z.array(BeerId),
})
export type RoundGuest = z.infer<typeof RoundGuest>

export const Round = z.object({
  /** The user scanned the menu. */
  isHost: z.boolean(),
  endsAt: z.iso.datetime(),
  /** In the order of arrival. */
  guests: z.array(RoundGuest),
})
export type Round = z.infer<typeof Round>

export const openRound = route({
  method: 'PUT',
  path: '/api/scans/{id}/round',
  auth: 'user',
  summary: `Opens a round on the user's menu for ${ROUND_HOURS} hours. Idempotent: the token stays the same until it ends.`,
  params: ofScan,
  answer: { 200: z.object({ token: z.string(), endsAt: z.iso.datetime() }) },
  errors: ['invalid', 'not_found', 'conflict'],
})

export const closeRound = route({
  method: 'DELETE',
  path: '/api/scans/{id}/round',
  auth: 'user',
  summary: "Ends the round on the user's menu and deletes what was marked. Its link never works again. Idempotent.",
  params: ofScan,
  answer: { 204: null },
  errors: ['invalid'],
})

export const getRound = route({
  method: 'GET',
  path: '/api/scans/{id}/round',
  auth: 'user',
  summary: 'Returns who takes part in a round and what they want. Supports `If-None-Match`.',
  params: ofScan,
  query: withToken,
  answer: { 200: Round, 304: null },
  errors: ['invalid', 'not_found'],
})

export const getRoundMenu = route({
  method: 'GET',
  path: '/api/scans/{id}/round/menu',
  auth: 'user',
  summary: 'Returns the menu of a round. Supports `If-None-Match`.',
  params: ofScan,
  query: withToken,
  answer: { 200: SharedScan, 304: null },
  errors: ['invalid', 'not_found'],
})

export const joinRound = route({
  method: 'PUT',
  path: '/api/scans/{id}/round/guest',
  auth: 'user',
  summary: `Takes part in a round under a name, or changes the name. At most ${ROUND_GUESTS_MAX} people take part.`,
  params: ofScan,
  query: withToken,
  body: z.object({
    name: z.string().check(z.trim(), z.minLength(1), z.refine(isVisible), z.maxLength(ROUND_NAME_MAX_LENGTH)),
  }),
  answer: { 200: Round },
  errors: ['invalid', 'not_found', 'name_taken', 'table_full'],
})

export const leaveRound = route({
  method: 'DELETE',
  path: '/api/scans/{id}/round/guest',
  auth: 'user',
  summary: 'Leaves a round and deletes what the user marked. Idempotent.',
  params: ofScan,
  query: withToken,
  answer: { 204: null },
  errors: ['invalid'],
})

export const wishFor = route({
  method: 'PUT',
  path: '/api/scans/{id}/round/wishes/{beerId}',
  auth: 'user',
  summary: 'Marks a beer of the menu that the user, who takes part in the round, wants. Idempotent.',
  params: ofBeer,
  query: withToken,
  answer: { 200: Round },
  errors: ['invalid', 'not_found', 'conflict'],
})

export const unwish = route({
  method: 'DELETE',
  path: '/api/scans/{id}/round/wishes/{beerId}',
  auth: 'user',
  summary: 'Takes back the mark of a beer. Idempotent.',
  params: ofBeer,
  query: withToken,
  answer: { 200: Round },
  errors: ['invalid', 'not_found'],
})
