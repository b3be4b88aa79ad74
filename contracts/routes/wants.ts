/** The beers a user wants to try. A beer leaves the list when the user has it, and returns if that entry is deleted. */
import { z } from 'zod/mini'
import { Beer, BeerId, ClientTime, IdParam } from '../beer.ts'
import { PageQuery } from '../cursor.ts'
import { CHANGE_TIMEOUT_MS, LISTED_MAX } from '../limits.ts'
import { route } from '../route.ts'

export const WantedBeer = z.object({ beerId: BeerId, beer: Beer, wantedAt: z.iso.datetime() })
export type WantedBeer = z.infer<typeof WantedBeer>

const BeerParams = z.object({ beerId: IdParam })

export const listWants = route({
  method: 'GET',
  path: '/api/wants',
  auth: 'user',
  summary: `Returns the beers that the user wants to try, newest first, at most ${LISTED_MAX}. \`before\` continues after an entry: its \`wantedAt\` in milliseconds since 1970, a hyphen and its \`beerId\`.`,
  query: PageQuery,
  answer: { 200: z.array(WantedBeer) },
  errors: ['invalid'],
})

export const addWant = route({
  method: 'PUT',
  path: '/api/wants/{beerId}',
  auth: 'user',
  summary: 'Adds a beer to those the user wants to try, also one that was tried before. Idempotent.',
  params: BeerParams,
  /** When that was, if earlier than now, as without a network or after an undo. */
  query: z.object({ wantedAt: z.optional(ClientTime) }),
  answer: { 200: WantedBeer },
  errors: ['invalid', 'not_found'],
  timeoutMs: CHANGE_TIMEOUT_MS,
})

export const removeWant = route({
  method: 'DELETE',
  path: '/api/wants/{beerId}',
  auth: 'user',
  summary: 'Removes a beer from those the user wants to try. Idempotent.',
  params: BeerParams,
  answer: { 204: null },
  errors: ['invalid'],
  timeoutMs: CHANGE_TIMEOUT_MS,
})
