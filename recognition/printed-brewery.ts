/** A brewery that no list knows, told by what stands beside its name: '25 WEST' above 'BREWING CO.'. */
import { type BreweryHit, type Catalogue, foldText } from '#catalogue'
import { overlapX, type PlacedLine } from './layout.ts'

/** The word stands this close under the name that goes with it, in text heights. */
const GAP_MAX = 1.5
const TRADE =
  /(?:brewing|brewery|breweries|brewhouse|brasserie|brouwerij|brauerei|birrificio|cervecer[ií]a|cervejaria|browar|pivovar|bryggeri|panimo|пивовар\p{L}*)\s?(?:co(?:mpany)?\b\.?)?/iu

export interface PrintedBrewery {
  /** As printed: '25 WEST BREWING CO.' */
  name: string
  /** Without the word for its trade: '25 WEST'. */
  brand: string
}

/** Round a can 'BREWING' loses its first letters or runs into the next word. */
const CUT = /\p{L}?r?ewing\p{L}{0,2}(?!\p{L})/iu

/** True for a line that says that somebody brews. */
export function saysBrewery(text: string): boolean {
  return TRADE.test(text) || CUT.test(text)
}

/** The brewery that the lines print, or undefined. `isName` tells whether a text has words that may be a name. */
export function printedBrewery(
  lines: readonly PlacedLine[],
  isName: (text: string) => boolean,
): PrintedBrewery | undefined {
  for (const line of lines) {
    const trade = TRADE.exec(line.line.text)?.[0]
    if (trade === undefined) continue
    const brand = line.line.text.replace(trade, ' ').trim()
    if (isName(brand)) return { name: line.line.text, brand }
    const above = lines
      .filter((other) => other !== line && other.y < line.y && overlapX(other, line) > 0.5 && isName(other.line.text))
      .map((other) => ({ text: other.line.text, gap: line.top - other.bottom }))
      .sort((a, b) => a.gap - b.gap)[0]
    if (above && above.gap <= GAP_MAX * line.height) {
      return { name: `${above.text} ${trade}`.trim(), brand: above.text }
    }
  }
  return undefined
}

/** True when a line is the brewery's name, whatever its spaces. */
export function isBrand(text: string, { brand }: PrintedBrewery): boolean {
  return lettersOf(text) === lettersOf(brand)
}

/** The letters and figures of a text, folded: what is left of it when spaces and marks are lost. */
export function lettersOf(text: string): string {
  return foldText(text).replace(/[^\p{L}\p{N}]/gu, '')
}

/** How sure the catalogue is of a brewery that is said. */
export const BREWERY_STRENGTH_MIN = 0.9

/**
 * The brewery that a text is the name of, words of its trade aside; undefined where the text says more or less than that: a
 * town, or a word of a beer's name, is a word of some brewery's too.
 */
export function breweryCalled(catalogue: Catalogue, text: string): BreweryHit | undefined {
  const said = brandOf(text)
  if (said === '') return undefined
  return catalogue
    .breweriesIn([{ text, confidence: 1, prominence: 1 }])
    .filter(({ strength }) => strength >= BREWERY_STRENGTH_MIN)
    .find(({ breweryId, name }) => {
      const aliases = breweryId === null ? [] : (catalogue.brewery(breweryId)?.aliases ?? [])
      return [name, ...aliases].some((form) => brandOf(form) === said)
    })
}

const TRADE_WORDS =
  /(?<!\p{L})(?:bieres?|beers?|bier|brasserie|brauerei|brewers?|brewing|brewery|breweries|brewhouse|browar|brouwerij|cerveceria|cervejaria|co|company|craft|the)(?!\p{L})/gu

function brandOf(text: string): string {
  return lettersOf(foldText(text).replace(TRADE_WORDS, ' '))
}
