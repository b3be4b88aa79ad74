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

/** What the rating is based on. */
export function ratingBasis(beer: Pick<Beer, 'rating' | 'ratingOrigin' | 'ratingCount' | 'style'>): string {
  if (beer.rating === 0) return 'rating on its way'
  const ratings = beer.ratingCount === 1 ? '1 rating' : `${beer.ratingCount?.toLocaleString('en')} ratings`
  if (beer.ratingOrigin === 'community')
    return beer.ratingCount === null ? 'based on ratings here and elsewhere' : `based on ${ratings}`
  if (beer.ratingOrigin === 'imported')
    return beer.ratingCount === null ? 'based on imported ratings' : `based on ${ratings}`
  if (beer.ratingOrigin === 'ai') return 'AI estimate'
  return beer.style === null ? 'rough estimate' : 'estimated from its style'
}

/** The percentile within the style: 'top 12% of Bitters here'. Null if unknown. */
export function inStyleText({ standing, style }: Pick<Beer, 'standing' | 'style'>): string | null {
  return standing && style && `top ${standing.topPercent}% of ${pluralOf(style)} here`
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
