/** Which words of a text may name a beer. */
import type { Catalogue } from '#catalogue'

/** Words that may name a beer: excludes numbers, alone or at the end of a word, and words common on labels. */
export function distinctiveWords(catalogue: Catalogue, text: string): string[] {
  return text
    .split(/[^\p{L}\p{N}']+/u)
    .filter((word) => /\p{L}{3}/u.test(word) && !catalogue.isCommonWord(word.replace(/(?<=\p{L}{3})\d+$/u, '')))
}
