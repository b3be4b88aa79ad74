import { z } from 'zod/mini'
import { BeerId } from '../beer.ts'
import { route } from '../route.ts'

/** How it is known that a user had a beer: a single scan of their own, their own rating, a check-in they imported. */
export const HAD_BY = ['scan', 'rating', 'check_in'] as const

export const Had = z.object({
  beerId: BeerId,
  /** The last time. */
  hadAt: z.iso.datetime(),
  /** One of HAD_BY. */
  how: z.string(),
})
export type Had = z.infer<typeof Had>

/**
 * One small list of everything rather than a mark on each beer of each list: a beer stays the same object wherever it
 * stands, one query serves every screen, and a menu knows what was had without a network too.
 */
export const listHad = route({
  method: 'GET',
  path: '/api/had',
  auth: 'user',
  summary: 'Every beer the user had, once, with the last time; the last one first. Sends an ETag.',
  answer: { 200: z.array(Had), 304: null },
  errors: [],
})
