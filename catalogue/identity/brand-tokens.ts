/** Brand tokens: the words of a beer name that also name its brewery, 'Leffe' in 'Leffe Blonde'. */
import { isSameBrandToken, type PreparedBrewery } from './same-brewery.ts'

/** Returns the brand tokens of a name: the leading ones, and distinctive ones anywhere else. */
export function brandTokens(
  words: readonly string[],
  breweries: readonly PreparedBrewery[],
  isDistinctive: (word: string) => boolean,
): Set<string> {
  const isBrand = (word: string) => breweries.some((brewery) => hasToken(brewery.words, word))
  let head = 0
  while (head < words.length && isBrand(words[head] ?? '')) head++
  return new Set(words.filter((word, index) => index < head || (isDistinctive(word) && isBrand(word))))
}

/** True if both names have the same brand tokens, and at least one. */
export function isSameBrand(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  return a.size > 0 && a.size === b.size && [...a].every((word) => hasToken(b, word))
}

/** A brand token needs no match in a name without brand tokens, or with another token of the same brewery name. */
export function isCoveredByBrand(
  word: string,
  otherBrand: ReadonlySet<string>,
  breweries: readonly PreparedBrewery[],
): boolean {
  if (otherBrand.size === 0) return true
  return breweries.some(({ forms }) =>
    forms.some((form) => hasToken(form, word) && [...otherBrand].some((other) => hasToken(form, other))),
  )
}

/** True if the words start with a name of the brewery, and more words follow. */
export function startsWithBrand(words: readonly string[], brewery: PreparedBrewery | null): boolean {
  return (brewery?.forms ?? []).some(
    (form) => words.length > form.length && form.every((word, index) => isSameBrandToken(word, words[index] ?? '')),
  )
}

function hasToken(tokens: Iterable<string>, word: string): boolean {
  for (const token of tokens) if (isSameBrandToken(token, word)) return true
  return false
}
