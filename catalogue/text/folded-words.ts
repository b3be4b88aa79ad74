/** Splits names into folded words, for search and for merging sources. */
import { foldText } from './normalise.ts'

/** Returns the folded words separated by single spaces. Apostrophes are removed; decimal numbers have a point. */
export function foldToWords(text: string): string {
  return foldText(text)
    .replace(/['’‘`]/gu, '')
    .replace(/(?<=\d),(?=\d)/gu, '.')
    .replace(/[^\p{L}\p{N}.]+/gu, ' ')
    .replace(/(?<!\d)\.|\.(?!\d)/gu, ' ')
    .replace(/\s+/gu, ' ')
    .trim()
}

/** Returns the distinct folded words of several texts, in order of first occurrence. */
export function foldedWords(...texts: (string | null | undefined)[]): string[] {
  return [...new Set(texts.flatMap((text) => (text ? foldToWords(text).split(' ') : [])).filter(Boolean))]
}
