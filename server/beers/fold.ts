/** Splits names into the folded words that search and merging compare. */
import { foldText } from '#catalogue'

/** Folded, apostrophes dropped, everything but letters, digits and points inside numbers turned to single blanks. */
export function fold(text: string): string {
  return foldText(text)
    .replace(/['’‘`´]/gu, '')
    .replace(/(?<=\d),(?=\d)/gu, '.')
    .replace(/[^\p{L}\p{N}.]+/gu, ' ')
    .replace(/(?<!\d)\.|\.(?!\d)/gu, ' ')
    .replace(/\s+/gu, ' ')
    .trim()
}

/** The folded words of several texts, each once, in order. */
export function foldedWords(...texts: (string | null | undefined)[]): string[] {
  return [...new Set(texts.flatMap((text) => (text ? fold(text).split(' ') : [])).filter(Boolean))]
}
