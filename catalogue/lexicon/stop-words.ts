/**
 * Which words are never a name by themselves: words that every label carries, and words of styles. They still help to
 * distinguish the beers of one brewery, with little weight.
 */

import { isNumber, tokenize } from '../text/tokens.ts'
import { WORDS, type WordLists } from '../words/word-lists.ts'
import type { Lexicons } from './lexicon.ts'

export interface StopWords {
  /** 'brewed', 'since', 'premium' and the small words of a language. */
  isCommon(word: string): boolean
  /** Words of style names in any language: 'tripel', 'pale', 'dunkel'. */
  isStyle(word: string): boolean
  isStopWord(word: string): boolean
  /** Words of brewery names that do not identify a brewery: 'Brauerei', 'Company', 'Taproom'. */
  isTrade(word: string): boolean
  /** Words for the premises of a brewery, which are trade words: 'Taproom'. */
  isPremises(word: string): boolean
  /** Returns the group of a word that distinguishes beers of one brewery: 'colour' for 'dunkel'. */
  variantGroup(word: string): VariantGroup | undefined
}

export type VariantGroup = keyof WordLists['variants']

/** A beer has one variant of each of these groups: it is not both 'dubbel' and 'tripel'. */
export const EXCLUSIVE: ReadonlySet<VariantGroup> = new Set(['strength', 'colour', 'bock'])

/** Expects words as `tokenize` returns them. */
export function openStopWords({ styles }: Pick<Lexicons, 'styles'>): StopWords {
  const common = new Set(Object.values(WORDS.generic).flat().flatMap(tokenize))
  const ofStyles = new Set<string>()
  for (const style of styles)
    for (const name of [style.name, ...style.aliases])
      for (const word of tokenize(name)) if (!isNumber(word) || word === '0.0') ofStyles.add(word)
  const premises = new Set(WORDS.premises)
  const groups = variantGroups(WORDS)
  return {
    isCommon: (word) => common.has(word),
    isStyle: (word) => ofStyles.has(word),
    isStopWord: (word) => common.has(word) || ofStyles.has(word),
    isTrade: (word) => TRADE_WORDS.has(word),
    isPremises: (word) => premises.has(word),
    variantGroup: (word) => groups.get(word),
  }
}

/** Words for breweries, legal forms and premises. */
export const TRADE_WORDS: ReadonlySet<string> = new Set([...WORDS.trade, ...WORDS.premises])

function variantGroups({ variants }: WordLists): ReadonlyMap<string, VariantGroup> {
  const groups = Object.keys(variants) as VariantGroup[]
  return new Map(groups.flatMap((group) => variants[group].map((word) => [word, group] as const)))
}
