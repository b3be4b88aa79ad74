/** Narrows the user's lists of beers. */
import type { Beer } from '#contracts'
import { styleText } from '#web/beer/styles/style-text.ts'
import { hasWords } from '#web/language/words.ts'

/** Returns the entries with every word in the beer's name, brewery or style. Styles are also found by their names in the catalogue. */
export function findBeers<T extends { beer: Beer }>(list: readonly T[], words: string): T[] {
  return list.filter(({ beer: { name, brewery, style } }) =>
    hasWords([name, brewery, styleText(style), style].filter(Boolean).join(' '), words),
  )
}
