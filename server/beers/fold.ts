/** Folds names to what search and merging compare: no marks, no case, no punctuation, single blanks. */

const LETTERS: Record<string, string> = { ß: 'ss', ø: 'o', æ: 'ae', œ: 'oe', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ı: 'i' }

export function fold(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[ßøæœłđðþı]/g, (letter) => LETTERS[letter] ?? letter)
    .replace(/['’`´]/g, '')
    .replace(/[^\p{L}\p{N}.]+/gu, ' ')
    .replace(/(?<!\d)\.|\.(?!\d)/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
}

/** The folded words of several texts, each once, in order. */
export function foldedWords(...texts: (string | null | undefined)[]): string[] {
  return [...new Set(texts.flatMap((text) => (text ? fold(text).split(' ') : [])).filter(Boolean))]
}
