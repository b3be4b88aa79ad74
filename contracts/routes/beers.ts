import { z } from 'zod/mini'
import { Beer, BeerDetails, GivenAbv, GivenIbu, GivenName, IdParam } from '../beer.ts'
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

/** What a user states about a beer that the catalogue does not have; unknown is null. */
export const OwnBeer = z.object({
  name: GivenName,
  brewery: z.nullable(GivenName),
  /** One of the styles that `listStyles` returns. */
  style: z.nullable(z.string()),
  /** Percent by volume. */
  abv: z.nullable(GivenAbv),
  ibu: z.nullable(GivenIbu),
})
export type OwnBeer = z.infer<typeof OwnBeer>

export const addBeer = route({
  method: 'POST',
  path: '/api/beers',
  auth: 'user',
  summary:
    "Adds a beer that the catalogue does not have to the user's own. One that they have already is completed by what was unknown of it. One that nothing of the user's refers to is deleted after a day.",
  body: OwnBeer,
  answer: { 200: BeerDetails },
  errors: ['invalid', 'unlisted_full', 'too_many_requests'],
})

export const changeBeer = route({
  method: 'PUT',
  path: '/api/beers/{id}',
  auth: 'user',
  summary:
    "Changes one of the user's own beers. Labels and files that name it as before still mean it. `beer_exists` if another one of theirs has this name and brewery.",
  params: BeerParams,
  body: OwnBeer,
  answer: { 200: BeerDetails },
  errors: ['invalid', 'not_found', 'beer_exists', 'too_many_requests'],
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
