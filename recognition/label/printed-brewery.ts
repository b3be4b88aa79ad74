/** Finds a brewery that is not in the catalogue by the trade word next to its name: '25 WEST' above 'BREWING CO.'. */
import { type BreweryHit, type Catalogue, foldText } from '#catalogue'
import { anyOf, WORDS } from '#catalogue/words'
import { overlapX, type PlacedLine } from '../lines/layout.ts'

/** Maximum gap between the name and the trade word below it, in text heights. */
export const GAP_MAX = 1.5
const { words, stems, ignored } = WORDS.breweryLabels
export const TRADE_WORD = new RegExp(
  String.raw`(?:${anyOf(words)}|${anyOf(stems)}\p{L}*)\s?(?:co(?:mpany)?\b\.?)?`,
  'iu',
)
const IGNORED = new RegExp(String.raw`(?<!\p{L})${anyOf(ignored)}(?!\p{L})`, 'gu')

export interface PrintedBrewery {
  /** As printed: '25 WEST BREWING CO.' */
  name: string
  /** Without the trade word: '25 WEST'. */
  brand: string
}

/** On the curve of a can 'BREWING' loses its first letters or runs into the next word. */
export const CUT_TRADE_WORD = /\p{L}?r?(?:ewing|ewery|auerei|ouwerij)(?:\p{L}{0,2}|\s?co(?:mp\p{L}*)?)(?!\p{L})/iu

/** True if the text contains a word for brewing or a brewery. */
export function hasBrewingWord(text: string): boolean {
  return TRADE_WORD.test(text) || CUT_TRADE_WORD.test(text)
}

/** The brewery printed on the lines, or undefined. `isName` returns whether a text contains words that may be a name. */
export function printedBrewery(
  lines: readonly PlacedLine[],
  isName: (text: string) => boolean,
): PrintedBrewery | undefined {
  for (const line of lines) {
    const tradeWord = TRADE_WORD.exec(line.line.text)?.[0]
    if (tradeWord === undefined) continue
    const brand = line.line.text.replace(tradeWord, ' ').trim()
    if (isName(brand)) return { name: line.line.text, brand }
    const above = lines
      .filter((other) => other !== line && other.y < line.y && overlapX(other, line) > 0.5 && isName(other.line.text))
      .map((other) => ({ text: other.line.text, gap: line.top - other.bottom }))
      .sort((a, b) => a.gap - b.gap)[0]
    if (above && above.gap <= GAP_MAX * line.height) {
      return { name: `${above.text} ${tradeWord}`.trim(), brand: above.text }
    }
  }
  return undefined
}

/** True if the text is the brewery's brand, ignoring spaces and punctuation. */
export function isBrand(text: string, { brand }: PrintedBrewery): boolean {
  return lettersOf(text) === lettersOf(brand)
}

/** The letters and digits of a text, folded, without spaces and punctuation. */
export function lettersOf(text: string): string {
  return foldText(text).replace(/[^\p{L}\p{N}]/gu, '')
}

/** Minimum confidence of a brewery match. */
export const BREWERY_CONFIDENCE_MIN = 0.9

/**
 * The brewery whose name or alias equals the text, ignoring trade words; undefined for a partial match: a town or a word of a
 * beer's name is often part of a brewery's name.
 */
export function breweryNamedBy(catalogue: Catalogue, text: string): BreweryHit | undefined {
  const brand = brandOf(text)
  if (brand === '') return undefined
  return catalogue
    .breweriesIn([{ text, confidence: 1, prominence: 1 }])
    .filter(({ confidence }) => confidence >= BREWERY_CONFIDENCE_MIN)
    .find(({ breweryId, name }) => {
      const aliases = breweryId === null ? [] : (catalogue.brewery(breweryId)?.aliases ?? [])
      return [name, ...aliases].some((variant) => brandOf(variant) === brand)
    })
}

function brandOf(text: string): string {
  return lettersOf(foldText(text).replace(IGNORED, ' '))
}
