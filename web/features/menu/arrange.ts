/** Sorts and filters the beers of a menu and picks one, using only what the rows show. */
import { LIGHT_BELOW_ABV_PERCENT, type PersonalRating, type SightedBeer, STRONG_ABOVE_ABV_PERCENT } from '#contracts'
import { abvText, hasNumber, markedRating, ratingMark, ratingText } from '#web/beer/beer-facts.ts'
import type { ForYouOf } from '#web/beer/for-you/for-you.tsx'
import { forYouText } from '#web/beer/for-you/reason.ts'
import { styleText } from '#web/beer/styles/style-text.ts'
import { type TastingStatus, tastingStatusText } from '#web/beer/tasting-status.tsx'
import { language } from '#web/language/language.ts'
import { compareShownRatings, isAsked, shownRating } from '#web/scan-result/asked.ts'
import type { Placed } from '#web/scan-result/menu-row.tsx'
import { amountOf, amountsOf } from './printed-price.ts'
import { ANY, fits, isLimited, type Range } from './range.ts'
import { t } from './texts.ts'
import { unitPriceOf } from './unit-price.ts'

export const ORDERS = ['place', 'rating', 'standing', 'abv', 'price', 'unit', 'style', 'you'] as const
export type Order = (typeof ORDERS)[number]

/** Unknown values sort last; ties keep the order of the photo. */
export function sorted(rows: readonly Placed[], order: Order, forYouOf: ForYouOf = () => null): Placed[] {
  const byPlace = (a: Placed, b: Placed) => a.place - b.place
  if (order === 'you') {
    return [...rows].sort((a, b) => comparePersonal(a.beer, b.beer, forYouOf) || byPlace(a, b))
  }
  return [...rows].sort((a, b) => compare(a.beer, b.beer, order) || byPlace(a, b))
}

function compare(a: SightedBeer, b: SightedBeer, order: Order): number {
  if (order === 'rating') return compareShownRatings(a, b)
  if (order === 'standing') return unknownLast(topOf(a), topOf(b), (x, y) => x - y)
  if (order === 'abv') return unknownLast(a.abv, b.abv, (one, other) => other - one)
  if (order === 'price') return unknownLast(amountOf(a.price), amountOf(b.price), (x, y) => x - y)
  if (order === 'unit') return unknownLast(unitPriceOf(a), unitPriceOf(b), (x, y) => x.amount - y.amount)
  if (order === 'style') return unknownLast(styleText(a.style), styleText(b.style), byText)
  return 0
}

/** Of the beers with a personal rating the best first, then the others by their rating. */
function comparePersonal(a: SightedBeer, b: SightedBeer, forYouOf: ForYouOf): number {
  const personalOf = (beer: SightedBeer) => shownForYou(beer, forYouOf)?.rating ?? null
  return unknownLast(personalOf(a), personalOf(b), (one, other) => other - one) || compareShownRatings(a, b)
}

/** The personal rating that a row shows. */
export function shownForYou(beer: SightedBeer, forYouOf: ForYouOf): PersonalRating | null {
  return isAsked(beer) ? null : forYouOf(beer)
}

/** In the order of the language of the page. */
export const byText = (a: string, b: string): number => a.localeCompare(b, language())

const topOf = ({ standing }: SightedBeer) => standing?.topPercent ?? null

function unknownLast<T>(a: T | null, b: T | null, known: (a: T, b: T) => number): number {
  if (a === null || b === null) return a === b ? 0 : a === null ? 1 : -1
  return known(a, b)
}

export const ABV_RANGES = ['light', 'medium', 'strong'] as const
export type AbvRange = (typeof ABV_RANGES)[number]

export function abvRangeOf(abv: number | null): AbvRange | null {
  if (abv === null) return null
  return abv < LIGHT_BELOW_ABV_PERCENT ? 'light' : abv > STRONG_ABOVE_ABV_PERCENT ? 'strong' : 'medium'
}

export interface Filter {
  /** Style families. */
  families: readonly string[]
  abvRanges: readonly AbvRange[]
  /** Percent by volume. */
  abv: Range
  /** In the currency of the menu. A beer with several prices needs one within the range. */
  price: Range
  /** Only beers that the user has not had. */
  isNewOnly: boolean
}

export const NO_FILTER: Filter = { families: [], abvRanges: [], abv: ANY, price: ANY, isNewOnly: false }

/** How many conditions a filter has. */
export function conditionsIn({ families, abvRanges, abv, price, isNewOnly }: Filter): number {
  return families.length + abvRanges.length + [isLimited(abv), isLimited(price), isNewOnly].filter(Boolean).length
}

/** The list with the value, or without it if it is in there. */
export function toggled<T>(list: readonly T[], value: T): T[] {
  return list.includes(value) ? list.filter((each) => each !== value) : [...list, value]
}

type TastingStatusOf = (beerId: number) => TastingStatus | undefined

/** A beer with an unknown value matches no filter on it. */
export function filtered(rows: readonly Placed[], filter: Filter, tastingStatusOf: TastingStatusOf): Placed[] {
  const { families, abvRanges, abv, price, isNewOnly } = filter
  return rows.filter(({ beer }) => {
    const family = beer.styleFamily
    const abvRange = abvRangeOf(beer.abv)
    const fitsFamily = families.length === 0 || (family !== null && families.includes(family))
    const isNew = !tastingStatusOf(beer.id)?.triedAt
    return (
      (!isNewOnly || isNew) &&
      fitsFamily &&
      fits(abv, beer.abv === null ? [] : [beer.abv]) &&
      fits(price, amountsOf(beer.price)) &&
      (abvRanges.length === 0 || (abvRange !== null && abvRanges.includes(abvRange)))
    )
  })
}

export interface Pick {
  row: Placed
  /** Facts that the row shows, too. */
  reason: string
}

/**
 * Rows in order of recommendation: untried beers first, then by personal rating, or by rating where there is none; beers of which
 * only the style is known come last. Empty if the ratings cannot decide: fewer than two, or all equal.
 */
export function picks(
  rows: readonly Placed[],
  tastingStatusOf: TastingStatusOf,
  forYouOf: ForYouOf = () => null,
): Pick[] {
  const rated = rows.filter(({ beer }) => shownRating(beer) > 0)
  const personalOf = ({ beer }: Placed) => shownForYou(beer, forYouOf)
  const ratingOf = (row: Placed) => personalOf(row)?.rating ?? Math.round(row.beer.rating)
  if (new Set(rated.map(ratingOf)).size < 2) return []
  const isPersonal = rated.some((row) => personalOf(row))
  const isBand = (row: Placed) => Number(!personalOf(row) && !hasNumber(row.beer))
  const compareRows = (a: Placed, b: Placed) =>
    isPersonal ? isBand(a) - isBand(b) || ratingOf(b) - ratingOf(a) : compareShownRatings(a.beer, b.beer)
  const triedOf = ({ beer }: Placed) => (tastingStatusOf(beer.id)?.triedAt ? 1 : 0)
  return [...rated]
    .sort((a, b) => triedOf(a) - triedOf(b) || compareRows(a, b) || a.place - b.place)
    .map((row) => ({ row, reason: reasonOf(row.beer, tastingStatusOf(row.beer.id), personalOf(row)) }))
}

function reasonOf(
  beer: SightedBeer,
  tastingStatus: TastingStatus | undefined,
  personal: PersonalRating | null,
): string {
  const abv = beer.abv === null ? null : abvText(beer.abv)
  const facts = [
    personal && forYouText(personal),
    ratingMark(beer) === null
      ? t('picked.rated', { rating: ratingText(beer) })
      : t('picked.rating', { rating: markedRating(beer) }),
    tastingStatus && tastingStatusText(tastingStatus),
    // A rating that is typical of the style has named it.
    ratingMark(beer) === 'typical' ? null : styleText(beer.style),
    abv,
    beer.price,
  ]
  return facts.filter(Boolean).join('\u00a0· ')
}
