/** A row whose beer the user still has to choose. */
import { type Beer, isHardlyRead, outcomeOf, type Recognised, type SightedBeer } from '#contracts'
import { compareRatings } from '#web/beer/beer-facts.ts'
import { t } from './texts.ts'

/** True if the row shows only the likeliest of several beers, or a beer outside the catalogue that was hardly read. */
export function isAsked(beer: SightedBeer): boolean {
  return outcomeOf(beer) === 'ask' || isHardlyRead(beer)
}

/** The name of a beer as read: that of one that was hardly read appears only where the user edits it. */
export function shownName(beer: Recognised & { name: string }): string {
  return isHardlyRead(beer) ? t('unread') : beer.name
}

/** True if the beer of a single photo still has to be chosen or named. */
export function isUnsettled(beer: SightedBeer): boolean {
  return outcomeOf(beer) !== 'sure'
}

/** The rating that a row shows; 0 for one that shows none. */
export function shownRating(beer: SightedBeer): Beer['rating'] {
  return isAsked(beer) ? 0 : beer.rating
}

/** Best rated first, by what the rows show. */
export function compareShownRatings(a: SightedBeer, b: SightedBeer): number {
  return compareRatings({ ...a, rating: shownRating(a) }, { ...b, rating: shownRating(b) })
}
