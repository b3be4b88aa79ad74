import { z } from 'zod/mini'
import { Beer, BeerDetails, IdParam } from '../beer.ts'
import { SEARCH_QUERY_MAX_LENGTH } from '../limits.ts'
import { route } from '../route.ts'

const BeerParams = z.object({ id: IdParam })

export const searchBeers = route({
  method: 'GET',
  path: '/api/beers/search',
  auth: 'user',
  summary:
    'Searches beers by name or brewery, best match first. A query of fewer than 3 characters returns an empty list.',
  query: z.object({ q: z.string().check(z.trim(), z.maxLength(SEARCH_QUERY_MAX_LENGTH)) }),
  answer: { 200: z.array(Beer) },
  errors: ['invalid'],
})

export const listStyles = route({
  method: 'GET',
  path: '/api/styles',
  auth: 'user',
  summary: 'Returns the names of all styles in alphabetical order.',
  answer: { 200: z.array(z.string()) },
  errors: [],
})

export const getBeer = route({
  method: 'GET',
  path: '/api/beers/{id}',
  auth: 'user',
  summary: "Returns a beer with its current rating, the evidence for it and the user's own rating.",
  params: BeerParams,
  query: z.object({
    /** Token of a shared scan, which also gives access to the unlisted beers of that scan. */
    share: z.optional(z.string().check(z.maxLength(100))),
  }),
  answer: { 200: BeerDetails },
  errors: ['invalid', 'not_found'],
})

export const similarBeers = route({
  method: 'GET',
  path: '/api/beers/{id}/similar',
  auth: 'user',
  summary: 'Returns up to 10 similar beers; an empty list when too little is known about this one.',
  params: BeerParams,
  answer: { 200: z.array(Beer) },
  errors: ['invalid', 'not_found'],
})

export const updateBeerImages = route({
  method: 'POST',
  path: '/api/update-beer-images',
  auth: 'user',
  summary: 'Checks the stored image addresses and looks up missing ones. `message` reports the numbers.',
  answer: {
    200: z.object({
      message: z.string(),
      counts: z.optional(
        z.object({ checked: z.int(), removed: z.int(), found: z.int(), unreachable: z.int(), left: z.int() }),
      ),
      /** Whether there is a source of missing pictures. */
      hasSource: z.optional(z.boolean()),
    }),
  },
  errors: ['too_many_requests'],
})
