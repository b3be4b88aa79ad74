/**
 * What a word of a beer name means where two names are compared. A variant word distinguishes beers of one brewery, fillers and
 * praise distinguish nothing, style words little, and every other word is distinctive.
 */
import type { StopWords } from '../lexicon/stop-words.ts'
import { foldText } from '../text/normalise.ts'
import { isNumber, tokenize } from '../text/tokens.ts'
import { anyOf, WORD_END, WORD_START, WORDS } from '../words/word-lists.ts'
import { isTypo, joinGenitiveS } from './same-brewery.ts'

export interface NameWords {
  /** Numbers, years, 'light', 'dunkel', a flavour, a barrel. */
  isVariant(word: string): boolean
  /** Articles, 'beer', packaging and trade words. */
  isFiller(word: string): boolean
  /** 'Original', 'Premium'. */
  isPraise(word: string): boolean
  isDistinctive(word: string): boolean
  /** Returns the summed weight of the words in the similarity of two names. */
  weightOf(words: readonly string[]): number
  /** True for equal words; distinctive ones may differ by a typo or a plural 's'. */
  isSame(a: string, b: string): boolean
}

const WEIGHT = { distinctive: 1, style: 0.4, filler: 0.05 }

const VARIANTS: ReadonlySet<string> = new Set(WORDS.nameVariants)
const FILLERS: ReadonlySet<string> = new Set(WORDS.fillers)
const PRAISE: ReadonlySet<string> = new Set(WORDS.praise)
const CONJUNCTIONS: ReadonlySet<string> = new Set(WORDS.conjunctions)
/** The word that represents each translated word. */
const MEANING_OF: ReadonlyMap<string, string> = new Map(
  Object.entries(WORDS.translations).flatMap(([meaning, words]) => words.map((word) => [word, meaning] as const)),
)
const PACK = /\b\d+\s*(?:[x×]\s*\d+(?:[.,]\d+)?\s*(?:cl|ml|l|oz)?\b|er\b|[- ]?pack\b|cans?\b|bottles?\b)/giu
/** The year in 'Est. 1842'. 'Est 100' has no year, and in 'Nord-Est 1842' the word is part of a compound. */
const FOUNDED = new RegExp(
  String.raw`(?<=${WORD_START}(?<![\p{L}\p{N}][-‐‑'’])${anyOf(WORDS.since)}[^\p{L}\p{N}]{0,9})(?:1\d{3}|20[0-2]\d)${WORD_END}(?![.,]\d)`,
  'gu',
)
const DEGREES = /(?<=\d)\s*°/gu
const ABV = /(?<![\d.,])(\d{1,2}(?:[.,]\d{1,2})?)\s*%/u

export function openNameWords(stopWords: StopWords): NameWords {
  const isVariant = (word: string) => isNumber(word) || stopWords.variantGroup(word) !== undefined || VARIANTS.has(word)
  const isFiller = (word: string) => FILLERS.has(word) || stopWords.isTrade(word)
  const isPraise = (word: string) => PRAISE.has(word)
  const isDistinctive = (word: string) =>
    !isFiller(word) && !isPraise(word) && !isVariant(word) && !stopWords.isStyle(word)
  const weight = (word: string) => {
    if (isFiller(word) || isPraise(word)) return WEIGHT.filler
    return isDistinctive(word) ? WEIGHT.distinctive : WEIGHT.style
  }
  return {
    isVariant,
    isFiller,
    isPraise,
    isDistinctive,
    weightOf: (words) => words.reduce((sum, word) => sum + weight(word), 0),
    isSame(a, b) {
      if (a === b) return true
      if (!isDistinctive(a) || !isDistinctive(b)) return false
      return isTypo(a, b) || isPlural(a, b) || isPlural(b, a)
    },
  }
}

/** Returns the tokens of a name in one language, without amounts, conjunctions and the year of foundation. */
export function nameTokens(name: string): string[] {
  const words = joinGenitiveS(tokenize(foldText(name).replace(FOUNDED, ' ').replace(PACK, ' ').replace(DEGREES, ' ')))
  const isConjunction = (word: string, index: number) => CONJUNCTIONS.has(word) && index < words.length - 1
  return words.filter((word, index) => !isConjunction(word, index)).map((word) => MEANING_OF.get(word) ?? word)
}

/** Returns the text with words that have a translation in names of beers ('bionda', 'scura') replaced by it: 'Leffe blonde'. */
export function inOneLanguage(text: string): string {
  return text.replace(/[\p{L}\p{M}]{3,}/gu, (word) => MEANING_OF.get(foldText(word)) ?? word)
}

/** Returns the ABV stated in a name, percent by volume, or null. */
export function abvInName(name: string): number | null {
  const stated = ABV.exec(name)?.[1]
  return stated === undefined ? null : Number(stated.replace(',', '.'))
}

function isPlural(plural: string, word: string): boolean {
  return word.length >= 4 && plural === `${word}s`
}
