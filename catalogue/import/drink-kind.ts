/** Distinguishes beer from cider, mead and other drinks, which most data sets list next to beer. */
import { anyOf, WORD_END, WORD_START, WORDS } from '../words/word-lists.ts'
import type { DrinkKind } from './imported.ts'

const { other, cider, mead } = WORDS.imports.drinks
const DRINKS: readonly [kind: DrinkKind | 'other', words: RegExp][] = [
  ['other', wordsOf(other)],
  ['cider', wordsOf(cider)],
  ['mead', wordsOf(mead)],
]

/** Uses the name only if there is no style, because a name may merely allude to cider. `other` is none of the three. */
export function drinkKindOf(style: string | null, name: string): DrinkKind | 'other' {
  const text = style ?? name
  return DRINKS.find(([, words]) => words.test(text))?.[0] ?? 'beer'
}

function wordsOf(words: readonly string[]): RegExp {
  return new RegExp(`${WORD_START}${anyOf(words)}${WORD_END}`, 'iu')
}
