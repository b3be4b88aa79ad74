/**
 * Decides whether two names mean the same brewery. Owners, abbeys, towns and legal forms vary, so only distinctive tokens are
 * compared. Breweries that share a single token ('Red Lion', 'White Lion') or only the name, in two countries, are different.
 */

import type { StopWords } from '../lexicon/stop-words.ts'
import { editDistance } from '../text/edit-distance.ts'
import { EAST_ASIAN } from '../text/normalise.ts'
import { isNumber, tokenize } from '../text/tokens.ts'

/** A brewery as a source describes it; unknown is null or absent. */
export interface DescribedBrewery {
  name: string
  /** Brand, abbey, owner, local script. */
  aliases?: readonly string[] | undefined
  country?: string | null | undefined
}

/** A described brewery, tokenised once for many comparisons. */
export interface PreparedBrewery {
  /** Distinctive tokens of each name, and of each part of a name that can be used alone. */
  forms: readonly (readonly string[])[]
  /** All tokens of its names except trade words: the brand tokens that a beer name may repeat. */
  words: ReadonlySet<string>
  country: string | null
}

const SAME = 1
/** Similarity if one name contains the other: 'Iron Hill', 'Iron Hill Maple Shade'. */
const CONTAINED = { severalTokens: 0.95, firstToken: 0.7, otherToken: 0.5 }
/** Maximum similarity if both names have unmatched tokens; scaled by the share of common tokens. */
const PARTIAL_MAX = 0.5

/** Separates parts of a name that can be used alone: 'Ise Kadoya' in 'Nikenjayamochi Honten / Ise Kadoya Brewery'. */
const PARTS = /(?:(?<!\s)\s+)?[/|(),;]\s*|(?<!\s)\s+[-–—]\s+/u

/** Tokenises a brewery for `brewerySimilarity`. */
export function prepareBrewery(brewery: DescribedBrewery, stopWords: StopWords): PreparedBrewery {
  const spellings = [brewery.name, ...(brewery.aliases ?? [])]
  const forms = new Map<string, string[]>()
  for (const spelling of spellings)
    for (const part of [spelling.replace(/\([^)]{0,200}\)/gu, ' '), ...spelling.split(PARTS)]) {
      const words = distinctiveTokens(part, stopWords)
      if (words.length > 0) forms.set(words.join(' '), words)
    }
  const all = [...forms.values()]
  const tokens = spellings
    .flatMap((spelling) => joinGenitiveS(tokenize(spelling)))
    .filter((word) => !stopWords.isTrade(word))
  return { forms: all, words: new Set([...tokens, ...all.flat()]), country: brewery.country ?? null }
}

/** Returns the similarity of two breweries, 0-1: the best of all pairs of their names; 0 in different countries. */
export function brewerySimilarity(a: PreparedBrewery, b: PreparedBrewery): number {
  if (a.country !== null && b.country !== null && a.country !== b.country) return 0
  let best = 0
  for (const mine of a.forms) for (const theirs of b.forms) best = Math.max(best, formSimilarity(mine, theirs))
  return best
}

/** True for equal tokens, up to a typo or ending: 'Fuller' and 'Fullers', 'Weihenstephan' and 'Weihenstephaner'. */
export function isSameBrandToken(a: string, b: string): boolean {
  if (a === b) return true
  if (a.charCodeAt(0) !== b.charCodeAt(0) || /\d/.test(a + b)) return false
  const [short, long] = a.length <= b.length ? [a, b] : [b, a]
  const ending = long.startsWith(short) ? long.slice(short.length) : ''
  return ending === 's' || (ending !== '' && ending.length <= 3 && short.length >= 5) || isTypo(a, b)
}

/**
 * True if the tokens are within 1 edit from 6 letters on, or 2 from 12 on (Damerau-Levenshtein). The first letter must be
 * equal, because it is rarely mistyped. Tokens with digits must be identical, and so must East Asian ones, whose letters are
 * syllables or words: アンバー is amber, アンバイ a gose with plums.
 */
export function isTypo(a: string, b: string): boolean {
  const length = Math.min(a.length, b.length)
  if (length < 6 || a.charCodeAt(0) !== b.charCodeAt(0) || /\d/.test(a + b) || EAST_ASIAN.test(a + b)) return false
  const most = length >= 12 ? 2 : 1
  return editDistance(a, b, most) <= most
}

function distinctiveTokens(name: string, stopWords: StopWords): string[] {
  const words = [...new Set(joinGenitiveS(tokenize(name)))]
  const distinctive = words.filter((word) => !stopWords.isCommon(word) && !stopWords.isPremises(word))
  if (distinctive.length > 0 && !distinctive.every((word) => isNumber(word))) return distinctive
  const rest = words.filter((word) => !stopWords.isTrade(word))
  return rest.length > 0 ? rest : words
}

/** Joins a genitive whose apostrophe became a space: 'Fuller s'. */
export function joinGenitiveS(words: readonly string[]): string[] {
  const joined: string[] = []
  for (const word of words) {
    const before = joined.pop()
    if (before === undefined) joined.push(word)
    else if (word === 's') joined.push(before + word)
    else joined.push(before, word)
  }
  return joined
}

function formSimilarity(a: readonly string[], b: readonly string[]): number {
  const [short, long] = a.length <= b.length ? [a, b] : [b, a]
  const joinedShort = short.join('')
  const joinedLong = long.join('')
  if (joinedShort === joinedLong || isTypo(joinedShort, joinedLong)) return SAME
  const common = short.filter((word) => long.some((other) => isSameBrandToken(word, other))).length
  if (common === long.length) return SAME
  if (common < short.length) return (PARTIAL_MAX * 2 * common) / (short.length + long.length)
  if (short.length > 1) return CONTAINED.severalTokens
  return isSameBrandToken(short[0] ?? '', long[0] ?? '') ? CONTAINED.firstToken : CONTAINED.otherToken
}
