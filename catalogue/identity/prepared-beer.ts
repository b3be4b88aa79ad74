/** Beers as sources describe them, and the form in which they are compared: tokenised once for many comparisons. */
import type { Lexicons } from '../lexicon/lexicon.ts'
import type { StopWords } from '../lexicon/stop-words.ts'
import { StyleFinder } from '../lexicon/style-finder.ts'
import { ALCOHOL_FREE } from '../text/tokens.ts'
import { ALCOHOL_FREE_MAX } from './abv.ts'
import { abvInName, nameTokens } from './name-words.ts'
import { type DescribedBrewery, type PreparedBrewery, prepareBrewery } from './same-brewery.ts'

/** A beer as a source describes it; unknown is null or absent. */
export interface DescribedBeer {
  name: string
  aliases?: readonly string[] | undefined
  brewery: DescribedBrewery | null
  /** Free text. */
  style?: string | null | undefined
  /** Percent by volume. */
  abv?: number | null | undefined
}

export interface PreparedBeer {
  names: readonly PreparedName[]
  brewery: PreparedBrewery | null
  /** The style of the lexicon, and its family. */
  style: string | null
  family: string | null
  /** Tokens of the style, as described and as named by the lexicon. */
  styleWords: ReadonlySet<string>
  abv: number | null
  /** By its ABV, or by its name and style if the ABV leaves it open. */
  isAlcoholFree: boolean
}

export interface PreparedName {
  words: readonly string[]
  /** False for an alias: tokens may not be added to it. */
  isMain: boolean
  /** Percent by volume, if stated in the name. */
  abv: number | null
  /** Tokens in brackets: they explain the name. */
  bracketed: ReadonlySet<string>
}

export interface BeerPreparation {
  prepare(beer: DescribedBeer): PreparedBeer
  /** True if the style of the beer says what the word says: 'Stout' for an Imperial Stout. */
  isImplied(word: string, beer: PreparedBeer): boolean
}

/** Percent by volume from which a beer is not alcohol-free, whatever its name says. */
const WITH_ALCOHOL_MIN = 1.2
const BRACKETS = /[([{]([^)\]}]{0,200})[)\]}]/gu

export function openPreparation(lexicons: Lexicons, stopWords: StopWords): BeerPreparation {
  const styles = new StyleFinder(lexicons.styles)
  const families = new Map(lexicons.styles.map(({ name, family }) => [name, family]))
  const styleOfWord = memoised((word: string) => styles.find(word)?.style ?? null)
  const preparedStyle = memoised((text: string) => {
    const style = styles.find(text)?.style ?? null
    const styleWords: ReadonlySet<string> = new Set(nameTokens(`${text} ${style ?? ''}`))
    return { style, family: families.get(style ?? '') ?? null, styleWords }
  })
  const preparedBrewery = memoised((text: string) => prepareBrewery(JSON.parse(text), stopWords))

  return {
    prepare({ name, aliases = [], brewery, style, abv }) {
      const beer = {
        names: [...new Set([name, ...aliases])].map(prepareName).filter(({ words }) => words.length > 0),
        brewery: brewery && preparedBrewery(keyOf(brewery)),
        ...preparedStyle(style ?? ''),
        abv: abv ?? abvInName(name),
      }
      return { ...beer, isAlcoholFree: isAlcoholFree(beer) }
    },
    isImplied(word, { style, styleWords }) {
      return styleWords.has(word) || (style !== null && styleOfWord(word) === style)
    },
  }
}

function keyOf({ name, aliases = [], country = null }: DescribedBrewery): string {
  return JSON.stringify({ name, aliases, country })
}

function prepareName(name: string, index: number): PreparedName {
  const words = nameTokens(name)
  const bracketed = new Set([...name.matchAll(BRACKETS)].flatMap(([, inside]) => nameTokens(inside ?? '')))
  const isAllBracketed = words.every((word) => bracketed.has(word))
  return { words, bracketed: isAllBracketed ? new Set() : bracketed, isMain: index === 0, abv: abvInName(name) }
}

function isAlcoholFree({ abv, names, styleWords }: Omit<PreparedBeer, 'isAlcoholFree'>): boolean {
  if (abv !== null && abv >= WITH_ALCOHOL_MIN) return false
  if (abv !== null && abv <= ALCOHOL_FREE_MAX) return true
  return styleWords.has(ALCOHOL_FREE) || names.some(({ words }) => words.includes(ALCOHOL_FREE))
}

const MEMOISED_MAX = 20_000

/** Sources repeat the same texts: styles, and the brewery of each beer. */
function memoised<T>(compute: (text: string) => T): (text: string) => T {
  const known = new Map<string, T>()
  return (text) => {
    const before = known.get(text)
    if (before !== undefined) return before
    if (known.size > MEMOISED_MAX) known.clear()
    const value = compute(text)
    known.set(text, value)
    return value
  }
}
