/**
 * Decides whether two descriptions mean the same beer. Names are compared token by token, without the brand tokens, and the
 * tokens that only one name has decide: a variant token (a number, a year, 'light', 'dunkel', a flavour, a barrel) means
 * another beer, unless the other beer's style implies it; style words and fillers mean nothing; any other token lowers the
 * similarity. The breweries must agree and the ABV must not contradict.
 */
import type { Lexicons } from '../lexicon/lexicon.ts'
import { openStopWords } from '../lexicon/stop-words.ts'
import { StyleFinder } from '../lexicon/style-finder.ts'
import { foldText } from '../text/normalise.ts'
import { ALCOHOL_FREE, isNumber, tokenize } from '../text/tokens.ts'
import { WORDS, type WordLists } from '../words/word-lists.ts'
import { ALCOHOL_FREE_MAX, sameAbv } from './abv.ts'
import {
  brewerySimilarity,
  type DescribedBrewery,
  isSameBrandToken,
  isTypo,
  joinGenitiveS,
  type PreparedBrewery,
  prepareBrewery,
} from './same-brewery.ts'

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

/** A described beer, tokenised once for many comparisons. */
export interface PreparedBeer {
  names: readonly PreparedName[]
  brewery: PreparedBrewery | null
  /** The style of the lexicon, and its family. */
  style: string | null
  family: string | null
  /** Tokens of the style, as described and as named by the lexicon. */
  styleWords: ReadonlySet<string>
  abv: number | null
}

interface PreparedName {
  words: readonly string[]
  /** False for an alias: tokens may not be added to it. */
  isMain: boolean
  /** Percent by volume, if stated in the name. */
  abv: number | null
  /** Tokens in brackets: they explain the name. */
  bracketed: ReadonlySet<string>
}

export interface BeerComparison {
  prepare(beer: DescribedBeer): PreparedBeer
  /** Returns the similarity of two beers, 0-1: 0 for different variants, at least `SAME_BEER` for the same beer. Symmetric. */
  similarity(a: PreparedBeer, b: PreparedBeer): number
  /** Returns the tokens to index the beer by: those of its names that are neither brand tokens nor common words. */
  distinctiveTokens(beer: PreparedBeer): string[]
}

/** Minimum similarity of two descriptions of the same beer; fitted to the labelled pairs of `npm run bench -- catalogue`. */
export const SAME_BEER = 0.6

/** Weights of unmatched tokens. */
const WEIGHT = { distinctive: 1, style: 0.4, filler: 0.05 }
/** Factor if unmatched tokens may mean another beer, in one name or in both; `harmless`: if none of them does. */
const UNMATCHED = { harmless: 0.97, oneSided: 0.6, twoSided: 0.4 }
/** Factor if a brewery is unknown, for names with and without distinctive tokens. */
const BREWERY_UNKNOWN = { distinctive: 0.8, generic: 0.3 }
/** Brewery similarity if the brewery of one beer is the brand at the start of the other's name. */
const BREWERY_IN_NAME = 0.85
/** Brewery similarity if one brewery name is part of the other and both names have its brand: 'Leffe', 'Abbaye de Leffe'. */
const BRAND_IN_BOTH = 0.9
const BRAND_IN_BOTH_FROM = 0.5
/** Minimum brewery similarity for names of style words only ('Pale Ale'). */
const GENERIC_BREWERY_MIN = 0.8
/** Factor if the style families differ. */
const OTHER_FAMILY = 0.9
/** Factor by the relative difference in ABV: 1 up to `near`, falling linearly to `atFar` at `far`. */
const ABV_FACTOR = { near: 0.1, far: 0.4, atFar: 0.4 }
/** Percent by volume from which a beer is not alcohol-free, whatever its name says. */
const WITH_ALCOHOL_MIN = 1.2

/** `openStopWords` has the trade words and the variants; this has what only the comparison of names uses. */
interface NameWords {
  nameVariants: ReadonlySet<string>
  fillers: ReadonlySet<string>
  praise: ReadonlySet<string>
  since: ReadonlySet<string>
  conjunctions: ReadonlySet<string>
  /** The word that represents each translated word. */
  translations: ReadonlyMap<string, string>
}

const PACK = /\b\d+\s*(?:[x×]\s*\d+(?:[.,]\d+)?\s*(?:cl|ml|l|oz)?\b|er\b|[- ]?pack\b|cans?\b|bottles?\b)/giu
const ABV_IN_NAME = /(?<![\d.,])(\d{1,2}(?:[.,]\d{1,2})?)\s*%/u
const DEGREES = /(?<=\d)\s*°/gu
const BRACKETS = /[([{]([^)\]}]*)[)\]}]/gu

function nameWords(words: WordLists): NameWords {
  const translations = Object.entries(words.translations)
  return {
    nameVariants: new Set(words.nameVariants),
    fillers: new Set(words.fillers),
    praise: new Set(words.praise),
    since: new Set(words.since),
    conjunctions: new Set(words.conjunctions),
    translations: new Map(translations.flatMap(([meaning, others]) => others.map((word) => [word, meaning] as const))),
  }
}

/** Opens a comparison with the given lexicons; this takes a few milliseconds. */
export function beerComparison(lexicons: Lexicons): BeerComparison {
  const ordinary = openStopWords(lexicons)
  const known = nameWords(WORDS)
  const styles = new StyleFinder(lexicons.styles)
  const families = new Map(lexicons.styles.map(({ name, family }) => [name, family]))
  const styleOfWord = memoised((word: string) => styles.find(word)?.style ?? null)
  const readStyle = memoised((text: string) => {
    const style = styles.find(text)?.style ?? null
    const words = new Set(wordsOf(`${text} ${style ?? ''}`, known))
    return { style, family: families.get(style ?? '') ?? null, words }
  })

  const preparedBrewery = memoised((text: string) => prepareBrewery(JSON.parse(text), ordinary))
  const describedBrewery = ({ name, aliases = [], country = null }: DescribedBrewery) =>
    preparedBrewery(JSON.stringify({ name, aliases, country }))

  const isVariant = (word: string) =>
    isNumber(word) || ordinary.variantGroup(word) !== undefined || known.nameVariants.has(word)
  const isFiller = (word: string) => known.fillers.has(word) || ordinary.isTrade(word)
  const isDistinctive = (word: string) =>
    !isFiller(word) && !known.praise.has(word) && !isVariant(word) && !ordinary.isStyle(word)
  const weightOf = (word: string) =>
    isFiller(word) || known.praise.has(word) ? WEIGHT.filler : isDistinctive(word) ? WEIGHT.distinctive : WEIGHT.style
  const isImpliedBy = (word: string, { style, styleWords }: PreparedBeer) =>
    styleWords.has(word) || (style !== null && styleOfWord(word) === style)

  const isSameWord = (a: string, b: string) => {
    if (a === b) return true
    if (!isDistinctive(a) || !isDistinctive(b)) return false
    return isTypo(a, b) || (a.length >= 4 && `${a}s` === b) || (b.length >= 4 && `${b}s` === a)
  }

  /** Compares two names: their similarity (0-1), whether they share a distinctive token, and whether their brand tokens agree. */
  const compareNames = (
    mine: Side,
    theirs: Side,
  ): { similarity: number; isDistinctiveName: boolean; isOneBrand: boolean } => {
    const breweries = [mine.beer.brewery, theirs.beer.brewery].filter((brewery) => brewery !== null)
    const brandA = brandTokens(mine.name.words, breweries, isDistinctive)
    const brandB = brandTokens(theirs.name.words, breweries, isDistinctive)
    const isOneBrand =
      brandA.size > 0 && brandA.size === brandB.size && [...brandA].every((word) => hasWord(brandB, word))
    const isDistinctiveName = shareDistinctiveToken(
      mine.name.words,
      brandA,
      theirs.name.words,
      brandB,
      breweries.length < 2,
    )
    const otherA = unmatched(mine.name.words, theirs.name.words)
    const otherB = unmatched(theirs.name.words, mine.name.words)
    const otherBrand = otherA.some((word) => brandA.has(word)) && otherB.some((word) => brandB.has(word))
    const onlyA = otherA.filter((word) => otherBrand || !brandA.has(word) || !isCoveredByBrand(word, brandB, breweries))
    const onlyB = otherB.filter((word) => otherBrand || !brandB.has(word) || !isCoveredByBrand(word, brandA, breweries))
    if (isSameSpelling(onlyA, onlyB)) return { similarity: 1, isDistinctiveName, isOneBrand }
    if (isFillerOnly(mine.name.words) || isFillerOnly(theirs.name.words))
      return { similarity: 0, isDistinctiveName, isOneBrand }

    const [familyA, familyB] = [mine.beer.family, theirs.beer.family]
    const isOfOneStyle = familyA === null || familyB === null || familyA === familyB
    const isMain = mine.name.isMain && theirs.name.isMain
    const isHarmless = (word: string, { name }: Side, other: Side) =>
      isFiller(word) ||
      (isMain && (known.praise.has(word) || (isOfOneStyle && isImpliedBy(word, other.beer)))) ||
      (name.bracketed.has(word) && !isVariant(word))
    const doubtA = onlyA.filter((word) => !isHarmless(word, mine, theirs))
    const doubtB = onlyB.filter((word) => !isHarmless(word, theirs, mine))
    const isExtra = (word: string) => !isFiller(word)
    const bothHaveExtras = onlyA.some(isExtra) && onlyB.some(isExtra)
    const isContradicted =
      [...doubtA, ...doubtB].some(isVariant) ||
      (bothHaveExtras && [...onlyA, ...onlyB].some(isVariant)) ||
      (!isDistinctiveName && (!isOfOneStyle || differsInAbv(mine.beer.abv, theirs.beer.abv)))
    if (isContradicted) return { similarity: 0, isDistinctiveName, isOneBrand }
    const weigh = (words: readonly string[]) => words.reduce((sum, word) => sum + weightOf(word), 0)
    const total = weigh(mine.name.words) + weigh(theirs.name.words)
    const missing = weigh(doubtA) + weigh(doubtB)
    const doubt = bothHaveExtras
      ? UNMATCHED.twoSided
      : doubtA.length + doubtB.length > 0
        ? UNMATCHED.oneSided
        : UNMATCHED.harmless
    return { similarity: (1 - missing / total) * doubt, isDistinctiveName, isOneBrand }
  }

  const isFillerOnly = (words: readonly string[]) => words.every(isFiller)

  const unmatched = (words: readonly string[], others: readonly string[]) =>
    words.filter((word) => !others.some((other) => isSameWord(word, other)))

  /** True if both names share a distinctive token; brand tokens count only if a brewery is unknown. */
  const shareDistinctiveToken = (
    a: readonly string[],
    brandA: ReadonlySet<string>,
    b: readonly string[],
    brandB: ReadonlySet<string>,
    brandCounts: boolean,
  ) =>
    a.some(
      (word) =>
        isDistinctive(word) &&
        (brandCounts || !brandA.has(word)) &&
        b.some((other) => (brandCounts || !brandB.has(other)) && isSameWord(word, other)),
    )

  return {
    prepare({ name, aliases = [], brewery, style, abv }) {
      const described = readStyle(style ?? '')
      return {
        names: [...new Set([name, ...aliases])]
          .map((text, index) => readName(text, index, known))
          .filter(({ words }) => words.length > 0),
        brewery: brewery && describedBrewery(brewery),
        style: described.style,
        family: described.family,
        styleWords: described.words,
        abv: abv ?? abvIn(name),
      }
    },

    similarity(a, b) {
      if (isAlcoholFree(a) !== isAlcoholFree(b) || inOtherCountry(a.brewery, b.brewery)) return 0
      let best = 0
      const breweries = a.brewery && b.brewery ? brewerySimilarity(a.brewery, b.brewery) : null
      const others = abvFactor(a.abv, b.abv) * (a.family && b.family && a.family !== b.family ? OTHER_FAMILY : 1)
      for (const mine of a.names)
        for (const theirs of b.names) {
          const { similarity, isDistinctiveName, isOneBrand } = compareNames(
            { beer: a, name: mine },
            { beer: b, name: theirs },
          )
          if (similarity === 0 || differsInAbv(mine.abv, b.abv) || differsInAbv(theirs.abv, a.abv)) continue
          let brewery = breweries ?? (isDistinctiveName ? BREWERY_UNKNOWN.distinctive : BREWERY_UNKNOWN.generic)
          if (isDistinctiveName && (isBrandOf(a.brewery, theirs) || isBrandOf(b.brewery, mine)))
            brewery = Math.max(brewery, BREWERY_IN_NAME)
          if (isOneBrand && breweries !== null && breweries >= BRAND_IN_BOTH_FROM)
            brewery = Math.max(brewery, BRAND_IN_BOTH)
          if (!isDistinctiveName && brewery < GENERIC_BREWERY_MIN) continue
          best = Math.max(best, similarity * brewery * others)
        }
      return best
    },

    distinctiveTokens({ names, brewery }) {
      const words = names.flatMap((name) =>
        name.words.filter((word) => isDistinctive(word) && !brewery?.words.has(word)),
      )
      return [...new Set(words)]
    },
  }
}

interface Side {
  beer: PreparedBeer
  name: PreparedName
}

function readName(name: string, index: number, known: NameWords): PreparedName {
  const words = wordsOf(name, known)
  const bracketed = new Set([...name.matchAll(BRACKETS)].flatMap(([, inside]) => wordsOf(inside ?? '', known)))
  const isAllBracketed = words.every((word) => bracketed.has(word))
  return { words, bracketed: isAllBracketed ? new Set() : bracketed, isMain: index === 0, abv: abvIn(name) }
}

function abvIn(name: string): number | null {
  const stated = ABV_IN_NAME.exec(name)?.[1]
  return stated === undefined ? null : Number(stated.replace(',', '.'))
}

function wordsOf(text: string, { conjunctions, since, translations }: NameWords): string[] {
  const words = joinGenitiveS(tokenize(foldText(text).replace(PACK, ' ').replace(DEGREES, ' ')))
  const isConjunction = (word: string, index: number) => conjunctions.has(word) && index < words.length - 1
  return words
    .filter((word, index) => !isConjunction(word, index) && !(isNumber(word) && since.has(words[index - 1] ?? '')))
    .map((word) => translations.get(word) ?? word)
}

/** Returns the brand tokens of a name: the leading ones, and distinctive ones anywhere else. */
function brandTokens(
  words: readonly string[],
  breweries: readonly PreparedBrewery[],
  isDistinctive: (word: string) => boolean,
): Set<string> {
  const isBrand = (word: string) =>
    breweries.some((brewery) => [...brewery.words].some((own) => isSameBrandToken(own, word)))
  let head = 0
  while (head < words.length && isBrand(words[head] ?? '')) head++
  return new Set(words.filter((word, index) => index < head || (isDistinctive(word) && isBrand(word))))
}

function hasWord(words: ReadonlySet<string>, word: string): boolean {
  if (words.has(word)) return true
  for (const other of words) if (isSameBrandToken(other, word)) return true
  return false
}

/** A brand token needs no match in a name without brand tokens, or with another token of the same brewery name. */
function isCoveredByBrand(
  word: string,
  otherBrand: ReadonlySet<string>,
  breweries: readonly PreparedBrewery[],
): boolean {
  if (otherBrand.size === 0) return true
  const has = (form: readonly string[], brand: string) => form.some((own) => isSameBrandToken(own, brand))
  return breweries.some(({ forms }) =>
    forms.some((form) => has(form, word) && [...otherBrand].some((other) => has(form, other))),
  )
}

/** True if the name starts with a name of the brewery. */
function isBrandOf(brewery: PreparedBrewery | null, { words }: PreparedName): boolean {
  return (brewery?.forms ?? []).some(
    (form) => words.length > form.length && form.every((word, index) => isSameBrandToken(word, words[index] ?? '')),
  )
}

/** True if the tokens are equal when joined: 'infra red' and 'infrared'. */
function isSameSpelling(a: readonly string[], b: readonly string[]): boolean {
  if (a.length === 0 && b.length === 0) return true
  if (a.length === 1 && b.length === 1) return false
  const [x, y] = [a.join(''), b.join('')]
  return x === y || isTypo(x, y)
}

function isAlcoholFree({ abv, names, styleWords }: PreparedBeer): boolean {
  if (abv !== null && abv >= WITH_ALCOHOL_MIN) return false
  if (abv !== null && abv <= ALCOHOL_FREE_MAX) return true
  return styleWords.has(ALCOHOL_FREE) || names.some(({ words }) => words.includes(ALCOHOL_FREE))
}

function differsInAbv(a: number | null, b: number | null): boolean {
  return !sameAbv(a, b)
}

/** Breweries of one name in two countries are different breweries. */
function inOtherCountry(a: PreparedBrewery | null, b: PreparedBrewery | null): boolean {
  const [here, there] = [a?.country ?? null, b?.country ?? null]
  return here !== null && there !== null && here !== there
}

function abvFactor(a: number | null, b: number | null): number {
  if (a === null || b === null || sameAbv(a, b)) return 1
  const share = Math.abs(a - b) / Math.max(a, b)
  if (share <= ABV_FACTOR.near) return 1
  const way = Math.min(1, (share - ABV_FACTOR.near) / (ABV_FACTOR.far - ABV_FACTOR.near))
  return 1 - way * (1 - ABV_FACTOR.atFar)
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
