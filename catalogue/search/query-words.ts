/** What the words of a search mean: 'beer' in any language, and words that name nothing. */
import type { TermIndex } from '../terms/term-index.ts'
import { foldedWords } from '../text/folded-words.ts'
import { anyOf, WORDS } from '../words/word-lists.ts'

export interface Query {
  /** Those that a beer has to match. */
  words: readonly string[]
  /** All words, if one of them means just 'beer': 'guinness beer' finds every Guinness, 'root beer' those first that are called so. */
  phrase?: readonly string[]
}

/** Scripts that are written without spaces between words. */
export const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u
const WORDS_FOR_BEER = new Set(foldedWords(...WORDS.wordsForBeer))
const BEER_AT_END = new RegExp(`(?<=..)${anyOf([...WORDS_FOR_BEER].filter((word) => UNSPACED.test(word)))}$`, 'u')
/** They name nothing: 'beers from Japan'. */
const FROM_PLACE = new Set(WORDS.fromPlace)

/** Takes out the words for 'beer', of which a query of nothing else keeps all. */
export function understandQuery(words: readonly string[], terms: TermIndex): Query {
  const others = words.filter((word) => !meansBeer(word)).map((word) => withoutBeer(word, terms))
  if (others.length === 0) return { words }
  return others.length < words.length ? { words: others, phrase: words } : { words: others }
}

/** True for a folded word that is 'beer' in any language. */
export function meansBeer(word: string): boolean {
  return WORDS_FOR_BEER.has(word)
}

/** The words that may name a beer, a brewery or a place; undefined when that is none or all of them. */
export function namingWords(words: readonly string[]): string[] | undefined {
  const naming = words.filter((word) => !FROM_PLACE.has(word))
  return naming.length > 0 && naming.length < words.length ? naming : undefined
}

/** 'ギネス' of 'ギネスビール', unless a name has the whole word. */
function withoutBeer(word: string, terms: TermIndex): string {
  for (const _ of terms.startingWith(word)) return word
  return word.replace(BEER_AT_END, '')
}
