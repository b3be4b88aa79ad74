import { z } from 'zod/mini'
import { Beer, BeerDetails, BeerId, ClientTime, GivenRating, IdParam } from '../beer.ts'
import { PageQuery } from '../cursor.ts'
import { CHANGE_TIMEOUT_MS, LISTED_MAX, RATING_MAX } from '../limits.ts'
import { route } from '../route.ts'

const BeerParams = z.object({ id: IdParam })

/** A user's own rating of a beer. */
export const OwnRating = z.object({
  beerId: BeerId,
  beer: Beer,
  /** 0-100 with one decimal. */
  rating: z.number().check(z.gte(0), z.lte(RATING_MAX)),
  ratedAt: z.iso.datetime(),
})
export type OwnRating = z.infer<typeof OwnRating>

export const listRatings = route({
  method: 'GET',
  path: '/api/ratings',
  auth: 'user',
  summary: `Returns the user's own ratings, newest first, at most ${LISTED_MAX}. \`before\` continues after an entry: its \`ratedAt\` in milliseconds since 1970, a hyphen and its \`beerId\`.`,
  query: PageQuery,
  answer: { 200: z.array(OwnRating) },
  errors: ['invalid'],
})

const AGE_MAX_MS = 10 * 365 * 24 * 60 * 60_000

/**
 * How long ago the change was made, in milliseconds, if it is sent later, as without a network. It is ignored if a newer rating is stored. A time would be
 * that of another clock.
 */
const AGE = [z.int(), z.minimum(0), z.maximum(AGE_MAX_MS)] as const

export const rateBeer = route({
  method: 'PUT',
  path: '/api/beers/{id}/rating',
  auth: 'user',
  summary: "Sets the user's own rating and returns the beer with its recomputed rating.",
  params: BeerParams,
  body: z.object({
    rating: GivenRating,
    /** Restores a removed rating: when it was given, not in the future. */
    ratedAt: z.optional(ClientTime.check(z.refine((at) => Date.parse(at) <= Date.now()))),
    ageMs: z.optional(z.number().check(...AGE)),
  }),
  answer: { 200: BeerDetails },
  errors: ['invalid', 'not_found'],
  timeoutMs: CHANGE_TIMEOUT_MS,
})

export const unrateBeer = route({
  method: 'DELETE',
  path: '/api/beers/{id}/rating',
  auth: 'user',
  summary: "Deletes the user's own rating and returns the beer with its recomputed rating. Idempotent.",
  params: BeerParams,
  query: z.object({ ageMs: z.optional(z.coerce.number().check(...AGE)) }),
  answer: {
    200: z.extend(BeerDetails, {
      /** When the deleted rating was given; absent if there was none. */
      ratedAt: z.optional(z.iso.datetime()),
    }),
  },
  errors: ['invalid', 'not_found'],
  timeoutMs: CHANGE_TIMEOUT_MS,
})
