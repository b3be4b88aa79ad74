/** Facts of a beer as text. Unknown facts are 'N/A'. */
import type { Beer } from '#contracts'
import { decimalText, numberText } from '#web/language/formats.ts'
import { isolated } from '#web/language/isolated.ts'
import { stylesText, styleText } from './styles/style-text.ts'
import { t } from './texts.ts'

export function abvText(abv: number | null): string {
  return abv === null ? t('notKnown') : numberText(abv / 100, ABV)
}

const ABV: Intl.NumberFormatOptions = { style: 'percent', minimumFractionDigits: 1, maximumFractionDigits: 1 }

export function ibuText(ibu: number | null): string {
  return ibu === null ? t('notKnown') : String(Math.round(ibu))
}

/** 'No longer brewed', 'Seasonal' or 'One-off'; null for a beer that is brewed all year. */
export function statusText({ status }: Pick<Beer, 'status'>): string | null {
  return t.find(`status.${status}`) ?? null
}

type Rating = Pick<Beer, 'rating' | 'ratingOrigin' | 'ratingRange'>

/** The rating as a whole number; the band of the style, '66-80', where only the style is known. */
export function ratingText(beer: Rating): string {
  const band = beer.ratingOrigin === 'style' ? rangeText(beer) : null
  return band ?? String(Math.round(beer.rating))
}

/** As `ratingText`, but with a decimal if people's ratings decide it. */
export function preciseRatingText(beer: Rating): string {
  return ratingMark(beer) === null ? decimalText(beer.rating) : ratingText(beer)
}

/** '73-83'; null for a rating that is based on enough ratings. */
export function rangeText({ ratingRange }: Pick<Beer, 'ratingRange'>): string | null {
  return ratingRange && `${ratingRange.low}-${ratingRange.high}`
}

/** The word that goes with a rating that people have not decided yet; null if they have. */
export function ratingMark({ ratingOrigin }: Pick<Beer, 'ratingOrigin'>): 'expected' | 'estimated' | 'typical' | null {
  if (ratingOrigin === 'expected') return 'expected'
  if (ratingOrigin === 'ai') return 'estimated'
  return ratingOrigin === 'style' ? 'typical' : null
}

/** The mark of several ratings shown as one number or range; null if people have decided all of them. Pending ones do not count. */
export function jointMark(
  beers: readonly Pick<Beer, 'rating' | 'ratingOrigin'>[],
): 'expected' | 'partly expected' | null {
  const shown = beers.filter(({ rating }) => rating > 0)
  const marked = shown.filter((beer) => ratingMark(beer) !== null).length
  if (marked === 0) return null
  return marked === shown.length ? 'expected' : 'partly expected'
}

/** The mark of a rating in words. */
export function ratingMarkText(beer: Pick<Beer, 'ratingOrigin'>): string | null {
  const mark = ratingMark(beer)
  return mark && t(`rating.mark.${mark}`)
}

/** The mark of several ratings in words. */
export function jointMarkText(beers: readonly Pick<Beer, 'rating' | 'ratingOrigin'>[]): string | null {
  const mark = jointMark(beers)
  return mark && t(`rating.mark.${mark}`)
}

/** In one line: '82', '78, expected 73-83' or '66-80, typical of Tripels'. */
export function markedRating(beer: Rating & Pick<Beer, 'style'>): string {
  const mark = ratingMark(beer)
  if (mark === null) return ratingText(beer)
  const rating = ratingText(beer)
  if (mark === 'typical') {
    return beer.style
      ? t('marked.style', { rating, style: stylesText(beer.style) })
      : t('marked.only.typical', { rating })
  }
  const range = rangeText(beer)
  return range === null ? t(`marked.only.${mark}`, { rating }) : t(`marked.range.${mark}`, { rating, range })
}

/** Whether the rating is shown as a number: it is not pending, and more than the style is known. */
export function hasNumber({ rating, ratingOrigin }: Pick<Beer, 'rating' | 'ratingOrigin'>): boolean {
  return rating > 0 && ratingOrigin !== 'style'
}

/** Best rated first. Beers of which only the style is known come after those that are known better, pending ones last. */
export function compareRatings(a: Rating, b: Rating): number {
  const group = (beer: Rating) => (hasNumber(beer) ? 0 : beer.rating > 0 ? 1 : 2)
  return group(a) - group(b) || b.rating - a.rating
}

/** What the rating is based on. */
export function ratingBasis(beer: Rating & Pick<Beer, 'ratingCount' | 'style'>): string {
  if (beer.rating === 0) return t('basis.pending')
  const { ratingOrigin: origin, ratingCount: count } = beer
  if (origin === 'community' || origin === 'imported') {
    return count === null ? t(`basis.uncounted.${origin}`) : t('basis.ratings', { count })
  }
  const range = rangeText(beer)
  if (count) return range ? t('basis.mostlyExpected', { range, count }) : t('basis.mostlyEstimated', { count })
  if (origin === 'ai') return t('basis.ai')
  if (origin === 'expected') return range ? t('basis.expectedRange', { range }) : t('basis.expected')
  return beer.style === null ? t('basis.rough') : t('basis.style', { style: stylesText(beer.style) })
}

/** The percentile within the style: 'top 12% of Bitters here'. Null if unknown, and in the lower half: 'top 67%' is no praise. */
export function inStyleText(beer: Pick<Beer, 'standing' | 'style' | 'ratingOrigin'>): string | null {
  const { standing, style, ratingOrigin } = beer
  if (!standing || !style || standing.topPercent > 50) return null
  const values = { percent: standing.topPercent, style: stylesText(style) }
  return ratingOrigin === 'expected' ? t('inStyleExpected', values) : t('inStyle', values)
}

/** The brewery, with its place if another brewery has the same name. */
export function breweryText({ brewery, breweryPlace }: Pick<Beer, 'brewery' | 'breweryPlace'>): string | null {
  const name = brewery && isolated(brewery)
  return name && breweryPlace ? `${name} (${isolated(breweryPlace)})` : name
}

/** Brewery and style in one line. */
export function subtitleOf(beer: Pick<Beer, 'brewery' | 'breweryPlace' | 'style'>): string {
  return [breweryText(beer), styleText(beer.style)].filter(Boolean).join(' · ') || t('breweryUnknown')
}

const NAMES: Readonly<Record<string, string>> = {
  'open-food-facts': 'Open Food Facts',
  'open-brewery-db': 'Open Brewery DB',
}

/** 'Cider' or 'Mead'; null for a beer. */
export function kindText({ kind }: Pick<Beer, 'kind'>): string | null {
  return t.find(`kind.${kind}`) ?? null
}

/** 'Provisional, from Open Food Facts (ODbL 1.0)'; null for reviewed entries. */
export function provisionalText({ provisional }: Pick<Beer, 'provisional'>): string | null {
  if (!provisional) return null
  const { licence } = provisional
  const source = provisional.source === 'ai' ? t('provisionalAi') : (NAMES[provisional.source] ?? provisional.source)
  return licence === null ? t('provisional', { source }) : t('provisionalLicensed', { source, licence })
}
