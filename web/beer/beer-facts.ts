/** Facts of a beer as text. Unknown facts are 'N/A'. */
import type { Beer } from '#contracts'

const NOT_KNOWN = 'N/A'

export function abvText(abv: number | null): string {
  return abv === null ? NOT_KNOWN : `${abv.toFixed(1)}%`
}

export function ibuText(ibu: number | null): string {
  return ibu === null ? NOT_KNOWN : String(Math.round(ibu))
}

const STATUSES: Readonly<Record<string, string>> = {
  retired: 'No longer brewed',
  seasonal: 'Seasonal',
  'one-off': 'One-off',
}

/** 'No longer brewed', 'Seasonal' or 'One-off'; null for a beer that is brewed all year. */
export function statusText({ status }: Pick<Beer, 'status'>): string | null {
  return STATUSES[status] ?? null
}

type Rating = Pick<Beer, 'rating' | 'ratingOrigin' | 'ratingRange'>

/** The rating as a whole number; the band of the style, '66-80', where only the style is known. */
export function ratingText(beer: Rating): string {
  const band = beer.ratingOrigin === 'style' ? rangeText(beer) : null
  return band ?? String(Math.round(beer.rating))
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

/** In one line: '82', '78, expected 73-83' or '66-80, typical of Tripels'. */
export function markedRating(beer: Rating & Pick<Beer, 'style'>): string {
  const mark = ratingMark(beer)
  if (mark === null) return ratingText(beer)
  const rest = mark === 'typical' ? beer.style && `of ${pluralOf(beer.style)}` : rangeText(beer)
  return `${ratingText(beer)}, ${[mark, rest].filter(Boolean).join(' ')}`
}

/** Best rated first. Beers of which only the style is known come after those that are known better, pending ones last. */
export function compareRatings(a: Rating, b: Rating): number {
  const group = ({ rating, ratingOrigin }: Rating) => (rating === 0 ? 2 : ratingOrigin === 'style' ? 1 : 0)
  return group(a) - group(b) || b.rating - a.rating
}

/** What the rating is based on. */
export function ratingBasis(beer: Rating & Pick<Beer, 'ratingCount' | 'style'>): string {
  if (beer.rating === 0) return 'rating on its way'
  const ratings = beer.ratingCount === 1 ? '1 rating' : `${beer.ratingCount?.toLocaleString('en')} ratings`
  if (beer.ratingOrigin === 'community')
    return beer.ratingCount === null ? 'based on ratings here and elsewhere' : `based on ${ratings}`
  if (beer.ratingOrigin === 'imported')
    return beer.ratingCount === null ? 'based on imported ratings' : `based on ${ratings}`
  const range = rangeText(beer)
  if (beer.ratingCount) return `${range ? `expected ${range}: ` : ''}mostly an estimate, ${ratings}`
  if (beer.ratingOrigin === 'ai') return 'AI estimate'
  if (beer.ratingOrigin === 'expected') return range ? `expected ${range}` : 'expected'
  return beer.style === null ? 'rough estimate' : `typical of ${pluralOf(beer.style)}`
}

/** The percentile within the style: 'top 12% of Bitters here'. Null if unknown. */
export function inStyleText(beer: Pick<Beer, 'standing' | 'style' | 'ratingOrigin'>): string | null {
  const { standing, style, ratingOrigin } = beer
  const mark = ratingOrigin === 'expected' ? 'expected ' : ''
  return standing && style && `${mark}top ${standing.topPercent}% of ${pluralOf(style)} here`
}

/** Plural of a style: 'Bitters', 'India Pale Ales', but 'Kölsch'. */
function pluralOf(style: string): string {
  if (/(?:[sxz]|[cs]h)$/i.test(style)) return style
  return /[^aeiou]y$/i.test(style) ? `${style.slice(0, -1)}ies` : `${style}s`
}

/** The brewery, with its place if another brewery has the same name. */
export function breweryText({ brewery, breweryPlace }: Pick<Beer, 'brewery' | 'breweryPlace'>): string | null {
  return brewery && breweryPlace ? `${brewery} (${breweryPlace})` : brewery
}

/** Brewery and style in one line. */
export function subtitleOf(beer: Pick<Beer, 'brewery' | 'breweryPlace' | 'style'>): string {
  return [breweryText(beer), beer.style].filter(Boolean).join(' · ') || 'Brewery unknown'
}

const NAMES: Readonly<Record<string, string>> = {
  'open-food-facts': 'Open Food Facts',
  'open-brewery-db': 'Open Brewery DB',
  ai: 'an AI provider',
}
const KINDS: Readonly<Record<string, string>> = { cider: 'Cider', mead: 'Mead' }

/** 'Cider' or 'Mead'; null for a beer. */
export function kindText({ kind }: Pick<Beer, 'kind'>): string | null {
  return KINDS[kind] ?? null
}

/** 'Provisional, from Open Food Facts (ODbL 1.0)'; null for reviewed entries. */
export function provisionalText({ provisional }: Pick<Beer, 'provisional'>): string | null {
  if (!provisional) return null
  const { source, licence } = provisional
  return `Provisional, from ${NAMES[source] ?? source}${licence === null ? '' : ` (${licence})`}`
}
