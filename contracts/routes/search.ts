import { z } from 'zod/mini'
import { Beer, Brewery } from '../beer.ts'
import { SEARCH_HISTORY_MIN_LENGTH, SEARCH_QUERY_MAX_LENGTH } from '../limits.ts'
import { route } from '../route.ts'
import { SearchEntry } from '../user.ts'

/**
 * What came of looking elsewhere: nobody may be asked; something was found; nothing was; who was asked does not answer; the
 * catalogue took all that it may take in a day.
 */
export const DISCOVERY_OUTCOMES = ['off', 'found', 'nothing', 'unavailable', 'full'] as const
export type DiscoveryOutcome = (typeof DISCOVERY_OUTCOMES)[number]

export const SearchAnswer = z.object({
  breweries: z.array(Brewery),
  beers: z.array(Beer),
  /** Absent when the catalogue answered by itself, or the query is too short to look elsewhere. */
  discovery: z.optional(z.string()),
})
export type SearchAnswer = z.infer<typeof SearchAnswer>

export const search = route({
  method: 'GET',
  path: '/api/search',
  auth: 'user',
  summary:
    'Breweries and beers for one query, best first. Fewer than 3 characters find nothing; 4 and more that find nothing are looked for elsewhere where the operator allows it.',
  query: z.object({ q: z.string().check(z.trim(), z.maxLength(SEARCH_QUERY_MAX_LENGTH)) }),
  answer: { 200: SearchAnswer },
  errors: ['invalid'],
})

export const listSearches = route({
  method: 'GET',
  path: '/api/search-history',
  auth: 'user',
  summary: "The user's searches, newest first.",
  answer: { 200: z.array(SearchEntry) },
  errors: [],
})

export const saveSearch = route({
  method: 'POST',
  path: '/api/search-history',
  auth: 'user',
  summary: 'Keeps a search of at least 4 characters.',
  body: z.object({
    query: z.string().check(z.trim(), z.minLength(SEARCH_HISTORY_MIN_LENGTH), z.maxLength(SEARCH_QUERY_MAX_LENGTH)),
    resultCount: z.int().check(z.gte(0), z.lte(100_000)),
  }),
  answer: { 201: SearchEntry },
  errors: ['invalid'],
})

export const clearSearches = route({
  method: 'DELETE',
  path: '/api/search-history',
  auth: 'user',
  summary: 'Forgets every search of the user. None is no error.',
  answer: { 204: null },
  errors: [],
})

export const removeSearch = route({
  method: 'DELETE',
  path: '/api/search-history/{id}',
  auth: 'user',
  summary: 'Forgets one search.',
  params: z.object({ id: z.coerce.number().check(z.int(), z.positive(), z.maximum(2_147_483_647)) }),
  answer: { 204: null },
  errors: ['invalid', 'not_found'],
})
