/** Tells text from what the OCR made of ornaments and blurs. */
import { foldText } from '#catalogue'
import type { TextLine } from '#vision'

/** Minimum OCR confidence of a line that is printed as evidence. */
const PRINTED_MIN = 0.8
const WORD =
  /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}]{3,}|\p{Script=Han}{2,}|[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]{2,}/gu

/** The lines that a user would read on the label, too. */
export function legibleText(lines: readonly Pick<TextLine, 'text' | 'confidence'>[]): string[] {
  return lines.filter(({ text, confidence }) => confidence >= PRINTED_MIN && isReadable(text)).map(({ text }) => text)
}

/** True for a text with a number of two digits, or with a word that can be pronounced. */
function isReadable(text: string): boolean {
  return /\d{2}|\d\s*%/u.test(text) || (text.match(WORD) ?? []).some((word) => !isUnpronounceable(word))
}

export function isUnpronounceable(word: string): boolean {
  const folded = foldText(word)
  return /^[a-z]{3,}$/u.test(folded) && (!/[aeiouy]/u.test(folded) || /[^aeiouy]{5}|[aeiou]{4}/u.test(folded))
}
