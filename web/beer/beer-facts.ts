/** The facts of a beer as words. What is not known is 'N/A', never a guess. */
import type { Beer } from '#contracts'

export const NOT_KNOWN = 'N/A'

export function abvText(abv: number | null): string {
  return abv === null ? NOT_KNOWN : `${abv.toFixed(1)}%`
}

export function ibuText(ibu: number | null): string {
  return ibu === null ? NOT_KNOWN : String(Math.round(ibu))
}

/** What a rating rests on, in a few words. */
export function ratingBasis(beer: Pick<Beer, 'rating' | 'ratingOrigin' | 'ratingCount' | 'style'>): string {
  if (beer.rating === 0) return 'being computed'
  const ratings = beer.ratingCount === 1 ? '1 rating' : `${beer.ratingCount?.toLocaleString('en')} ratings`
  if (beer.ratingOrigin === 'community')
    return beer.ratingCount === null ? 'based on ratings here and elsewhere, count unknown' : `based on ${ratings}`
  if (beer.ratingOrigin === 'imported')
    return beer.ratingCount === null ? 'imported, count unknown' : `based on ${ratings}`
  if (beer.ratingOrigin === 'ai') return 'estimate by AI'
  return beer.style === null ? 'estimate, style unknown' : 'estimate from style'
}

/** Where it stands among the rated beers of its style: 'top 12 % of Bitters here'. Null where that is not known. */
export function inStyleText({ standing, style }: Pick<Beer, 'standing' | 'style'>): string | null {
  return standing && style && `top ${standing.topPercent} % of ${pluralOf(style)} here`
}

/** A style as several beers: 'Bitters', 'India Pale Ales', and 'Kölsch' as it is. */
function pluralOf(style: string): string {
  if (/(?:[sxz]|[cs]h)$/i.test(style)) return style
  return /[^aeiou]y$/i.test(style) ? `${style.slice(0, -1)}ies` : `${style}s`
}

/** The brewery; with its place where another one carries the same name. */
export function breweryText({ brewery, breweryPlace }: Pick<Beer, 'brewery' | 'breweryPlace'>): string | null {
  return brewery && breweryPlace ? `${brewery} (${breweryPlace})` : brewery
}

/** Brewery and style in one line, with what is known. */
export function subtitleOf(beer: Pick<Beer, 'brewery' | 'breweryPlace' | 'style'>): string {
  return [breweryText(beer), beer.style].filter(Boolean).join(' · ') || 'Brewery unknown'
}

/** Where a beer's page is; with the token of a shared scan, where the link of that scan alone lets it be read. */
export function resultsPath(beerId: number, share?: string): string {
  return `/results?${new URLSearchParams({ beer: String(beerId), ...(share !== undefined && { share }) })}`
}
