/** Favourites that were added or taken away without a network. */
import { z } from 'zod/mini'
import { addFavorite, Beer, type Favorite, removeFavorite } from '#contracts'
import { call } from '#web/api/call.ts'
import { changeQueue } from './change-queue.ts'

const Change = z.object({ beer: Beer, isRemoval: z.boolean(), changedAt: z.iso.datetime() })
type Change = z.infer<typeof Change>

export const favoriteQueue = changeQueue({
  name: 'favorite-queue',
  change: Change,
  idOf: ({ beer }) => String(beer.id),
  send: ({ beer, isRemoval, changedAt }) =>
    isRemoval
      ? call(removeFavorite, { params: { beerId: beer.id } })
      : call(addFavorite, { body: { beerId: beer.id, favoritedAt: changedAt } }),
})

/** The server's list with the changes that wait. */
export function withQueued(list: Favorite[], changes: readonly Change[]): Favorite[] {
  if (changes.length === 0) return list
  const known = list.filter(({ beerId }) => !changes.some(({ beer, isRemoval }) => isRemoval && beer.id === beerId))
  const added = changes
    .filter(({ beer, isRemoval }) => !isRemoval && !list.some(({ beerId }) => beerId === beer.id))
    .map(({ beer, changedAt }) => ({ id: -beer.id, beerId: beer.id, beer, favoritedAt: changedAt }))
  return [...added.reverse(), ...known]
}
