import { z } from 'zod/mini'
import { Beer, Brewery, IdParam } from '../beer.ts'
import { route } from '../route.ts'
import { LikedStyle } from '../taste.ts'

export const BreweryPage = z.object({ brewery: Brewery, beers: z.array(Beer) })
export type BreweryPage = z.infer<typeof BreweryPage>

export const getBrewery = route({
  method: 'GET',
  path: '/api/breweries/{id}',
  auth: 'user',
  summary: 'Returns a brewery and its beers, highest rating first.',
  params: z.object({ id: IdParam }),
  answer: { 200: BreweryPage },
  errors: ['invalid', 'not_found'],
})

export const RecommendedBrewery = z.object({
  brewery: Brewery,
  /** What the first of the beers fits; absent in the answers of older servers. */
  liked: z.optional(z.nullable(LikedStyle)),
  /** Those that fit best. */
  beers: z.array(Beer),
})
export type RecommendedBrewery = z.infer<typeof RecommendedBrewery>

export const recommendBreweries = route({
  method: 'GET',
  path: '/api/breweries/recommended',
  auth: 'user',
  summary:
    'Returns breweries of which the user has had nothing, with beers of the styles that the user likes, the best fit first. What the user likes follows from ratings, answers on cards, saved beers, beers to try and beers had.',
  answer: { 200: z.array(RecommendedBrewery) },
  errors: [],
})
