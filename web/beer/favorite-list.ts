/** The user's favourites, with the changes that wait for a network. */
import { useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import { type Favorite, listFavorites } from '#contracts'
import { queryOf, useUser } from '#web/api/queries.ts'
import { decimalText } from '#web/language/formats.ts'
import { jointMarkText } from './beer-facts.ts'
import { favoriteQueue, withQueued } from './favorite-queue.ts'

export function useFavorites() {
  const queued = favoriteQueue.useWaiting(useUser().data?.id)
  const select = useCallback((list: Favorite[]) => withQueued(list, queued), [queued])
  return useQuery({ ...queryOf(listFavorites, {}), select })
}

/** Whether people have decided the average rating; null if they have. */
export function averageMark(favorites: readonly Pick<Favorite, 'beer'>[]): string | null {
  return jointMarkText(favorites.map(({ beer }) => beer))
}

/** Mean rating with one decimal, '0.0' if there is none. Pending ratings do not count. */
export function averageRating(favorites: readonly Pick<Favorite, 'beer'>[]): string {
  const ratings = favorites.map(({ beer }) => beer.rating).filter((rating) => rating > 0)
  return decimalText(ratings.reduce((sum, rating) => sum + rating, 0) / (ratings.length || 1))
}
