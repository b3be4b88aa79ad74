import { z } from 'zod/mini'
import { Beer, Brewery, IdParam } from '../beer.ts'
import { route } from '../route.ts'

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
