/** Distinguishes text from what the OCR made of ornaments and blurs. */
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

/** Letters that are one sound: 'sch' in 'Mönchshof'. The u after q is no vowel, and a letter counts once however often it is repeated. */
const ONE_SOUND = /sch|[cpst]h|ck|st|qu|([a-z])\1+/gu

/** True without vowels, or with more sounds of one kind in a row than in 'Herbstglut' or 'Hawaiian'. */
export function isUnpronounceable(word: string): boolean {
  const folded = foldText(word)
  if (!/^[a-z]{3,}$/u.test(folded)) return false
  const sounds = folded.replace(ONE_SOUND, (letters) => letters.charAt(0))
  return !/[aeiouy]/u.test(sounds) || /[^aeiouy]{6}|[aeiou]{4}/u.test(sounds)
}
