import { z } from 'zod/mini'
import { BeerId, ClientTime, IdParam } from '../beer.ts'
import { CHANGE_TIMEOUT_MS, FAVORITES_PER_USER_MAX } from '../limits.ts'
import { route } from '../route.ts'
import { Favorite } from '../user.ts'

export const listFavorites = route({
  method: 'GET',
  path: '/api/favorites',
  auth: 'user',
  summary: "Returns the user's favourites, newest first.",
  answer: { 200: z.array(Favorite) },
  errors: [],
})

export const addFavorite = route({
  method: 'POST',
  path: '/api/favorites',
  auth: 'user',
  summary: `Adds a beer to the favourites, at most ${FAVORITES_PER_USER_MAX}. Idempotent.`,
  /** `favoritedAt`: when that was, if earlier than now, as without a network or after an undo. */
  body: z.object({ beerId: BeerId, favoritedAt: z.optional(ClientTime) }),
  answer: { 201: Favorite },
  errors: ['invalid', 'not_found', 'favorites_full'],
  timeoutMs: CHANGE_TIMEOUT_MS,
})

export const removeFavorite = route({
  method: 'DELETE',
  path: '/api/favorites/{beerId}',
  auth: 'user',
  summary: 'Removes a favourite. Idempotent.',
  params: z.object({ beerId: IdParam }),
  answer: { 204: null },
  errors: ['invalid'],
  timeoutMs: CHANGE_TIMEOUT_MS,
})
