/**
 * Makes spellings of one word equal: compatibility forms, case, accents and the letters that have no accent to strip
 * (ß, ø, æ, ł ...). Readers of labels lose accents at random, so both sides of every comparison go through here.
 */

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
  ĸ: 'k',
  ŋ: 'n',
  ŧ: 't',
  ς: 'σ',
}
const SPECIAL = new RegExp(`[${Object.keys(PLAIN_LETTERS).join('')}]`, 'gu')
const LATIN_ONLY = /^[\u0020-\u007e]*$/

/** The folded text: lower case, without accents, compatibility forms resolved. Folding twice changes nothing. */
export function foldText(text: string): string {
  if (LATIN_ONLY.test(text)) return text.toLowerCase()
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(SPECIAL, (letter) => PLAIN_LETTERS[letter] ?? letter)
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .normalize('NFC')
}

/** A stable, readable key: folded, with everything but letters and digits turned to single hyphens. */
export function slugOf(text: string): string {
  return foldText(text)
    .replace(/['’‘`´]/gu, '')
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/gu, '')
}
