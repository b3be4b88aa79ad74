/** Names that are printed exactly. */
import type { StopWords } from '../lexicon/stop-words.ts'
import type { Evidence } from './evidence.ts'
import type { IndexedBeer, MatchIndex } from './match-index.ts'
import type { ExactName, MeasuredBeer } from './measured-beer.ts'
import { EXACT_BRAND_CONFLICT_MAX, SHORT_STOP_WORD_MAX_LENGTH } from './weights.ts'

/**
 * The longest name of the beer that is printed with nothing but words of its style beside it, on one line or several. 'Dos Equis
 * Lager' is an exact 'Dos Equis' because that is a lager.
 */
export function exactNameOf(
  beer: IndexedBeer,
  conflictingToken: number,
  { knownLines }: Evidence,
  implied: ReadonlySet<string>,
  { terms, stopWords }: MatchIndex,
): ExactName | null {
  const names = beer.variants.flatMap(({ own, brand }) => {
    // The labels of the brewery's other beers print the brand, too.
    if (own.length === 0 && conflictingToken >= EXACT_BRAND_CONFLICT_MAX) return []
    const tokens = [...own, ...brand].map((term) => terms.textOf(term))
    const required = tokens.filter((token) => !isShortStopWord(token, stopWords))
    const nameTokens = required.length * 2 >= tokens.length ? required : tokens
    const isPart = (line: ReadonlySet<string>) =>
      [...line].every((token) => tokens.includes(token) || implied.has(token) || isShortStopWord(token, stopWords))
    const parts = knownLines.filter(isPart)
    if (!nameTokens.every((token) => parts.some((line) => line.has(token)))) return []
    const isPrinted = (part: readonly number[]) => part.some((term) => nameTokens.includes(terms.textOf(term)))
    return [{ tokens: nameTokens, isBranded: isPrinted(own) && isPrinted(brand) }]
  })
  return names.sort((a, b) => b.tokens.length - a.tokens.length)[0] ?? null
}

/**
 * Of a brewery's exact names only the longest count: 'Guinness' is printed exactly on the label of 'Guinness Special Export' too,
 * and so is 'Larue' above 'Smooth' on that of Larue Smooth.
 */
export function keepLongestNames(beers: readonly MeasuredBeer[]): void {
  const exact = beers.filter(({ exactName }) => exactName !== null)
  for (const { beer, exactName, features } of exact) {
    const isPartOf = (other: MeasuredBeer) =>
      other.beer.brewery === beer.brewery &&
      (other.exactName?.tokens.length ?? 0) > (exactName?.tokens.length ?? 0) &&
      exactName?.tokens.every((token) => other.exactName?.tokens.includes(token))
    if (exact.some(isPartOf)) features.exactName = 0
  }
}

/** 'the', 'de': names are printed with and without them. */
function isShortStopWord(token: string, { isCommon }: StopWords): boolean {
  return token.length <= SHORT_STOP_WORD_MAX_LENGTH && isCommon(token)
}
