import { z } from 'zod/mini'
import { Beer, BeerDetails } from '../beer.ts'
import { SEARCH_QUERY_MAX_LENGTH } from '../limits.ts'
import { route } from '../route.ts'

const BeerParams = z.object({ id: z.coerce.number().check(z.int(), z.positive()) })

export const searchBeers = route({
  method: 'GET',
  path: '/api/beers/search',
  auth: 'user',
  summary: 'Beers by name or brewery, best first. Fewer than 3 characters find nothing.',
  query: z.object({ q: z.string().check(z.trim(), z.maxLength(SEARCH_QUERY_MAX_LENGTH)) }),
  answer: { 200: z.array(Beer) },
  errors: ['invalid'],
})

export const getBeer = route({
  method: 'GET',
  path: '/api/beers/{id}',
  auth: 'user',
  summary: "One beer with its current rating, what that rests on, and the user's own.",
  params: BeerParams,
  query: z.object({
    /** The token of a shared scan: it lets its unlisted beers be read too. */
    share: z.optional(z.string().check(z.maxLength(100))),
  }),
  answer: { 200: BeerDetails },
  errors: ['invalid', 'not_found'],
})

export const similarBeers = route({
  method: 'GET',
  path: '/api/beers/{id}/similar',
  auth: 'user',
  summary: 'At most 10 beers that drink alike; empty when nothing is known.',
  params: BeerParams,
  answer: { 200: z.array(Beer) },
  errors: ['invalid', 'not_found'],
})

export const updateBeerImages = route({
  method: 'POST',
  path: '/api/update-beer-images',
  auth: 'user',
  summary: 'Re-checks the stored picture addresses and looks up missing ones; says in `message` what was done.',
  answer: { 200: z.object({ message: z.string() }) },
  errors: ['too_many_requests'],
})
