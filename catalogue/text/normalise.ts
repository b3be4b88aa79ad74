/**
 * Folds text for comparison: compatibility forms, case, accents, and letters that do not decompose into a base letter and an
 * accent (ß, ø, æ, ł ...). OCR loses accents at random, so both sides of every comparison are folded.
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
const UNDECOMPOSED = new RegExp(`[${Object.keys(PLAIN_LETTERS).join('')}]`, 'gu')
/** But for the backtick, which is typed as an apostrophe. */
const PLAIN_ASCII = /^[\u0020-\u005f\u0061-\u007e]*$/

/**
 * Letters and signs that are typed as apostrophes. NFKD makes two of ′ from ″, and a space and an accent of ´; texts that were
 * stored in NFKC have these in place of it.
 */
const ODD_APOSTROPHE = /[’‘`ʼʻ′]|(?<=[\p{L}\p{M}]) \u0301(?=\p{L})/gu

/** Letters of Chinese, Japanese and Korean: one says as much as two or three others, and there may be no spaces between words. */
export const EAST_ASIAN: RegExp = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u

/** Soft hyphens, zero-width spaces, marks of direction: not to be seen. */
const INVISIBLE = /\p{Cf}/gu

/** Part of no name; NFKD makes letters of ™. */
const TRADE_MARK = /[™℠®©]/gu
const TRADE_MARK_BETWEEN_WORDS = /(?<=[\p{L}\p{M}\p{N}])[™℠®©](?=[\p{L}\p{N}])/gu

/**
 * Returns the text in lower case, without accents and trade marks, with compatibility forms (NFKD) resolved and every apostrophe
 * (’ ‘ ` ´ ʼ ʻ ′) as '. Idempotent.
 */
export function foldText(text: string): string {
  if (PLAIN_ASCII.test(text)) return text.toLowerCase()
  return text
    .replace(INVISIBLE, '')
    .replaceAll('´', "'")
    .replace(TRADE_MARK_BETWEEN_WORDS, ' ')
    .replace(TRADE_MARK, '')
    .normalize('NFKD')
    .replace(ODD_APOSTROPHE, "'")
    .toLowerCase()
    .replace(UNDECOMPOSED, (letter) => PLAIN_LETTERS[letter] ?? letter)
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .normalize('NFC')
}

/** Returns a stable, readable key: the folded text with a hyphen for each run of other characters than letters and digits. */
export function slugOf(text: string): string {
  return foldText(text)
    .replaceAll("'", '')
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/gu, '')
}
