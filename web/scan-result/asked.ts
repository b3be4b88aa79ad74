/** A row whose beer the user still has to choose. */
import { type Beer, isHardlyRead, outcomeOf, type Recognised, type SightedBeer } from '#contracts'
import { compareRatings, subtitleOf } from '#web/beer/beer-facts.ts'
import { t } from './texts.ts'

/** True if the row shows only the likeliest of several beers, or a beer outside the catalogue that was hardly read. */
export function isAsked(beer: SightedBeer): boolean {
  return outcomeOf(beer) === 'ask' || isHardlyRead(beer)
}

type Named = Recognised & Pick<Beer, 'name'> & Partial<Pick<Beer, 'brewery' | 'breweryPlace' | 'style'>>

/**
 * The name of a beer as read. One that was hardly read is called by its brewery and style, if any was read: its name
 * appears only where the user edits it.
 */
export function shownName(beer: Named): string {
  if (!isHardlyRead(beer)) return beer.name
  const { brewery = null, breweryPlace = null, style = null } = beer
  return brewery || style ? subtitleOf({ brewery, breweryPlace, style }) : t('unread')
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
