/** Names of styles in the language of the page. The messages are in `catalogue/styles`. */
import { language } from '#web/language/language.ts'
import { texts } from '#web/language/texts.ts'

const t = texts('styles')

/** 'Weizenbier' for 'Wheat Beer' in German; the English name of a style that has no other. */
export function styleText(style: string): string
export function styleText(style: string | null): string | null
export function styleText(style: string | null): string | null {
  return style && (t.find(style) ?? style)
}

/** The beers of a style. English has a plural for most: 'Bitters', 'India Pale Ales', but 'Kölsch'. */
export function stylesText(style: string): string {
  if (language() !== 'en') return styleText(style)
  if (/(?:[sxz]|[cs]h)$/i.test(style)) return style
  return /[^aeiou]y$/i.test(style) ? `${style.slice(0, -1)}ies` : `${style}s`
}
