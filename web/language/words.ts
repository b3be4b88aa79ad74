/** Finds words in texts of any language. */

/**
 * Whether the text has every one of the words, in any case and without accents and apostrophes: 'zatec' is in 'Žatec', 'nogne' in
 * 'Nøgne', 'oharas' and "o’hara's" in "O'Hara's".
 */
export function hasWords(text: string, words: string): boolean {
  const folded = fold(text)
  return fold(words)
    .split(/\s+/)
    .every((word) => folded.includes(word))
}

/** Letters that have no decomposition into a base letter and an accent. */
const PLAIN_LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ħ: 'h',
  ı: 'i',
  ŋ: 'n',
  ŧ: 't',
}
const UNDECOMPOSED = new RegExp(`[${Object.keys(PLAIN_LETTERS).join('')}]`, 'g')
/** As phones type them, and as names are printed. NFKD makes a space and an accent of ´. */
const APOSTROPHE = /['’‘`´ʼʻ′]/g

/** In lower case, without accents and apostrophes. */
export function fold(text: string): string {
  return text
    .replace(APOSTROPHE, '')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(UNDECOMPOSED, (letter) => PLAIN_LETTERS[letter] ?? letter)
}
