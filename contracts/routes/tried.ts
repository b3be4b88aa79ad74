import { z } from 'zod/mini'
import { BeerId } from '../beer.ts'
import { route } from '../route.ts'

/** Evidence that a user tried a beer: a single scan, an own rating or an imported check-in. */
export const TRIED_EVIDENCE = ['scan', 'rating', 'check_in'] as const

export const TriedBeer = z.object({
  beerId: BeerId,
  /** Most recent time. */
  triedAt: z.iso.datetime(),
  /** One of TRIED_EVIDENCE. */
  how: z.string(),
})
export type TriedBeer = z.infer<typeof TriedBeer>

/**
 * One list of all tried beers instead of a flag on every `Beer`: a beer is the same object on every screen, one query
 * serves them all, and offline menus can still mark tried beers.
 */
export const listTried = route({
  method: 'GET',
  path: '/api/tried',
  auth: 'user',
  summary: 'Returns each beer the user tried once, with the most recent time, newest first. Supports `If-None-Match`.',
  answer: { 200: z.array(TriedBeer), 304: null },
  errors: [],
})

const { triedAt, ...shared } = TriedBeer.shape

/** Former path and field name of `listTried`, for open pages of an older build. */
export const listHad = route({
  method: 'GET',
  path: '/api/had',
  auth: 'user',
  summary: 'The same list with `hadAt` in place of `triedAt`. Use /api/tried.',
  deprecated: true,
  answer: { 200: z.array(z.object({ ...shared, hadAt: triedAt })), 304: null },
  errors: [],
})
