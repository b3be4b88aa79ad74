import { z } from 'zod/mini'
import { Beer, Brewery } from '../beer.ts'
import { SEARCH_HISTORY_MIN_LENGTH, SEARCH_QUERY_MAX_LENGTH } from '../limits.ts'
import { route } from '../route.ts'
import { SearchEntry } from '../user.ts'

export const SearchAnswer = z.object({ breweries: z.array(Brewery), beers: z.array(Beer) })
export type SearchAnswer = z.infer<typeof SearchAnswer>

export const search = route({
  method: 'GET',
  path: '/api/search',
  auth: 'user',
  summary: 'Breweries and beers for one query. Fewer than 3 characters find nothing.',
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

export const removeSearch = route({
  method: 'DELETE',
  path: '/api/search-history/{id}',
  auth: 'user',
  summary: 'Forgets one search.',
  params: z.object({ id: z.coerce.number().check(z.int(), z.positive(), z.maximum(2_147_483_647)) }),
  answer: { 204: null },
  errors: ['invalid', 'not_found'],
})
