const SYLLABLES_AND_WORDS = /[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}]/gu

/**
 * The length of a query in letters, as the limits of the search count it. A character for a syllable or a word counts as two letters: '青島' and
 * '카스' are whole names.
 */
export function searchLength(query: string): number {
  const text = query.trim()
  return text.length + (text.match(SYLLABLES_AND_WORDS)?.length ?? 0)
}
