import { z } from 'zod/mini'
import { Beer, Brewery, IdParam } from '../beer.ts'
import { SEARCH_HISTORY_MIN_LENGTH, SEARCH_QUERY_MAX_LENGTH } from '../limits.ts'
import { route } from '../route.ts'
import { searchLength } from '../search-length.ts'
import { SearchEntry } from '../user.ts'

/**
 * Result of discovery. `off`: no source is configured. `found`: beers were added. `nothing`: the sources know none.
 * `unavailable`: a source gave no answer. `full`: the daily limit of new beers, or of questions to the AI provider, is reached.
 */
export const DISCOVERY_OUTCOMES = ['off', 'found', 'nothing', 'unavailable', 'full'] as const
export type DiscoveryOutcome = (typeof DISCOVERY_OUTCOMES)[number]

export const SearchAnswer = z.object({
  breweries: z.array(Brewery),
  beers: z.array(Beer),
  /** One of DISCOVERY_OUTCOMES; absent when the catalogue had matches or the query is too short for discovery. */
  discovery: z.optional(z.string()),
})
export type SearchAnswer = z.infer<typeof SearchAnswer>

export const search = route({
  method: 'GET',
  path: '/api/search',
  auth: 'user',
  summary:
    'Searches breweries and beers, best match first. A query of fewer than 3 characters returns nothing; one for a syllable or a word counts twice. A barcode finds its beers. When one of at least 4 has no match, the configured discovery sources are queried.',
  query: z.object({ q: z.string().check(z.trim(), z.maxLength(SEARCH_QUERY_MAX_LENGTH)) }),
  answer: { 200: SearchAnswer },
  errors: ['invalid'],
})

export const listSearches = route({
  method: 'GET',
  path: '/api/search-history',
  auth: 'user',
  summary: "Returns the user's searches, newest first.",
  answer: { 200: z.array(SearchEntry) },
  errors: [],
})

export const saveSearch = route({
  method: 'POST',
  path: '/api/search-history',
  auth: 'user',
  summary: 'Saves a search of at least 4 characters to the history; one for a syllable or a word counts twice.',
  body: z.object({
    query: z.string().check(
      z.trim(),
      z.refine((query) => searchLength(query) >= SEARCH_HISTORY_MIN_LENGTH),
      z.maxLength(SEARCH_QUERY_MAX_LENGTH),
    ),
    resultCount: z.int().check(z.gte(0), z.lte(100_000)),
  }),
  answer: { 201: SearchEntry },
  errors: ['invalid'],
})

export const clearSearches = route({
  method: 'DELETE',
  path: '/api/search-history',
  auth: 'user',
  summary: "Deletes all of the user's searches. Idempotent.",
  answer: { 204: null },
  errors: [],
})

export const removeSearch = route({
  method: 'DELETE',
  path: '/api/search-history/{id}',
  auth: 'user',
  summary: 'Deletes one search.',
  params: z.object({ id: IdParam }),
  answer: { 204: null },
  errors: ['invalid', 'not_found'],
})
