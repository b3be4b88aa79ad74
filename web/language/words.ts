/** Finds words in texts of any language. */

/** Whether the text has every one of the words, in any case and without accents: 'zatec' is in 'Žatec'. */
export function hasWords(text: string, words: string): boolean {
  const folded = fold(text)
  return fold(words)
    .split(/\s+/)
    .every((word) => folded.includes(word))
}

function fold(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
}
