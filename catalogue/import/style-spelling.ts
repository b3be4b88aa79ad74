/** What stays of a style's name when the ways to write it are put aside: 'American-Style India Pale Ale' is 'American IPA'. */
import { readWords } from '../read-words.ts'

const SAY_NOTHING = new Set('style styles beer beers bier classic or and the with type'.split(' '))

/** The same for every way of writing one style; words in any order. */
export function styleSpelling(text: string): string {
  const words = readWords(text)
  const telling = words.filter((word) => !SAY_NOTHING.has(word))
  return [...new Set(telling.length > 0 ? telling : words)].sort().join(' ')
}
