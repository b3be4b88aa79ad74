/** Finds a brewery that is not in the catalogue by the trade word next to its name: '25 WEST' above 'BREWING CO.'. */
import { type BreweryHit, type Catalogue, foldText, lettersOf } from '#catalogue'
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

/** The whole word for brewing of which a part was read: 'Brauerei' for 'RAUEREI'. */
export function restoredTradeWord(cut: string): string {
  const part = /r?(?:ewing|ewery|auerei|ouwerij)/iu.exec(cut)?.[0].toLowerCase() ?? ''
  const word = words.find((one) => one.endsWith(part)) ?? cut
  return word.charAt(0).toUpperCase() + word.slice(1)
}

/** True if the text contains a word for brewing or a brewery. */
export function hasBrewingWord(text: string): boolean {
  return TRADE_WORD.test(text) || CUT_TRADE_WORD.test(text)
}

/** 'Brewing' follows the name, 'Brouwerij' may precede it. */
export const FOLLOWS_NAME = /^\p{L}?br?ew|ewing|ewery/iu
export const CLAUSE_END = /[,;|•·]|\s[-–—]\s/u
const OTHER_COMPANY = /(?<!\p{L})(?:import|distribu|vertrieb)/iu
const MAKING = new Set(WORDS.generic.making.map(foldText))
/** Words between those for making and the brewery: 'gebraut von', 'brassée par'. */
const AGENTS = new Set(['by', 'von', 'vom', 'par', 'por', 'door', 'da', 'av', 'af', 'at', 'bei'])
export const ARTICLES: readonly string[] = ['the', 'der', 'dem', 'la', 'le', 'de', 'het']
/** An article, but not a capitalised one, which belongs to a name: 'De Kwispel'. */
const isArticle = (word: string) => ARTICLES.some((article) => word === article || word === article.toUpperCase())

/**
 * The brewery that a line names with a word for brewing: 'Brewed by Moorhen Brewing Co., Leeds'. 'unnamed' if its name may be on
 * another line, 'other' if the line names who sells the beer. `word` is the word for brewing as it was read, `as` the one to write.
 */
export function breweryOnLine(
  text: string,
  isName: (text: string) => boolean,
  word: string,
  as = word,
): PrintedBrewery | 'unnamed' | 'other' {
  const at = text.indexOf(word)
  const before = text.slice(0, at)
  const [after = ''] = text.slice(at + word.length).split(CLAUSE_END, 1)
  const clause = before.split(CLAUSE_END).at(-1) ?? ''
  if (OTHER_COMPANY.test(`${clause} ${after}`)) return 'other'
  const first = withoutLeadIn(isName(clause + after) ? clause : before)
  // A number behind the name begins an address.
  const second = FOLLOWS_NAME.test(word) ? '' : (/^\P{L}*\p{L}\D*/u.exec(after)?.[0] ?? '')
  const isMade = isName(second) && MAKING.has(foldText(first).trim().split(' ', 1)[0] ?? '')
  const start = isMade ? '' : first
  const brand = `${start} ${second}`.replace(/\s+/gu, ' ').trim()
  if (!isName(brand)) return 'unnamed'
  return { name: `${start}${as === word ? '' : ' '}${as}${second}`.replace(/\s+/gu, ' ').trim(), brand }
}

/** 'Brewed and bottled by the Moorhen' becomes 'Moorhen'. */
export function withoutLeadIn(text: string): string {
  const words = text.trimStart().split(/(?<=\s)/u)
  const folded = words.map((word) => foldText(word.trim()))
  const agent = folded.findIndex(
    (word, index) =>
      /^by$|edby$/u.test(word) || (AGENTS.has(word) && folded.slice(0, index).some((earlier) => MAKING.has(earlier))),
  )
  if (agent === -1) return text
  const [next = '', ...others] = words.slice(agent + 1)
  return (isArticle(next.trim()) ? others : [next, ...others]).join('')
}

/** The brewery printed on the lines, or undefined. `isName` returns whether a text contains words that may be a name. */
export function printedBrewery(
  lines: readonly PlacedLine[],
  isName: (text: string) => boolean,
): PrintedBrewery | undefined {
  for (const line of lines) {
    const tradeWord = TRADE_WORD.exec(line.line.text)?.[0]
    if (tradeWord === undefined) continue
    const brewery = breweryOnLine(line.line.text, isName, tradeWord)
    if (brewery === 'other') continue
    if (brewery !== 'unnamed') return brewery
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
