import type { Favorite } from '#contracts'

/** The mean rating with one decimal; '0.0' when there is none. Ratings that are still computed do not count. */
export function averageRating(favorites: readonly Pick<Favorite, 'beer'>[]): string {
  const ratings = favorites.map(({ beer }) => beer.rating).filter((rating) => rating > 0)
  if (ratings.length === 0) return '0.0'
  return (ratings.reduce((sum, rating) => sum + rating, 0) / ratings.length).toFixed(1)
}
