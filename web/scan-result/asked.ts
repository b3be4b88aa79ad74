/** A row whose beer the user still has to choose. */
import { type Beer, outcomeOf, type SightedBeer } from '#contracts'
import { compareRatings } from '#web/beer/beer-facts.ts'

/** True if the row shows only the likeliest of several beers. */
export function isAsked(beer: SightedBeer): boolean {
  return outcomeOf(beer) === 'ask'
}

/** The rating that a row shows; 0 for one that shows none. */
export function shownRating(beer: SightedBeer): Beer['rating'] {
  return isAsked(beer) ? 0 : beer.rating
}

/** Best rated first, by what the rows show. */
export function compareShownRatings(a: SightedBeer, b: SightedBeer): number {
  return compareRatings({ ...a, rating: shownRating(a) }, { ...b, rating: shownRating(b) })
}
