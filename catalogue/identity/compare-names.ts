/**
 * Compares two beer names by the words that only one of them has. A variant word means another beer, unless the other beer's
 * style implies it; style words and fillers mean nothing; any other word lowers the similarity.
 */
import { sameAbv } from './abv.ts'
import { brandTokens, isCoveredByBrand, isSameBrand } from './brand-tokens.ts'
import type { NameWords } from './name-words.ts'
import type { BeerPreparation, PreparedBeer, PreparedName } from './prepared-beer.ts'
import { isTypo, type PreparedBrewery } from './same-brewery.ts'

/** One name of a beer. */
export interface NamedBeer {
  beer: PreparedBeer
  name: PreparedName
}

export interface NameComparison {
  /** 0-1: 0 for different variants. */
  similarity: number
  /** The names share a distinctive word. */
  isDistinctive: boolean
  /** The names have the same brand tokens. */
  isOneBrand: boolean
}

/** Factor if unmatched words may mean another beer, in one name or in both; `harmless`: if none of them does. */
const UNMATCHED = { harmless: 0.97, oneSided: 0.6, twoSided: 0.4 }

export function openNameComparison(
  words: NameWords,
  isImplied: BeerPreparation['isImplied'],
): (mine: NamedBeer, theirs: NamedBeer) => NameComparison {
  const similarityWithout = (mine: Unmatched, theirs: Unmatched, isDistinctive: boolean): number => {
    const isOfOneStyle =
      mine.beer.family === null || theirs.beer.family === null || mine.beer.family === theirs.beer.family
    const areMain = mine.name.isMain && theirs.name.isMain
    const doubtful = ({ unmatched, name }: Unmatched, other: NamedBeer) =>
      unmatched.filter((word) => {
        if (words.isFiller(word) || (name.bracketed.has(word) && !words.isVariant(word))) return false
        return !areMain || !(words.isPraise(word) || (isOfOneStyle && isImplied(word, other.beer)))
      })
    const doubts = [...doubtful(mine, theirs), ...doubtful(theirs, mine)]
    const isTwoSided = !mine.unmatched.every(words.isFiller) && !theirs.unmatched.every(words.isFiller)
    const isContradicted =
      doubts.some(words.isVariant) ||
      (isTwoSided && [...mine.unmatched, ...theirs.unmatched].some(words.isVariant)) ||
      (!isDistinctive && (!isOfOneStyle || !sameAbv(mine.beer.abv, theirs.beer.abv)))
    if (isContradicted) return 0
    const missing = words.weightOf(doubts) / (words.weightOf(mine.name.words) + words.weightOf(theirs.name.words))
    const sides = isTwoSided ? 'twoSided' : doubts.length > 0 ? 'oneSided' : 'harmless'
    return (1 - missing) * UNMATCHED[sides]
  }

  return (mine, theirs) => {
    const breweries = [mine.beer.brewery, theirs.beer.brewery].filter((brewery) => brewery !== null)
    const a = withBrand(mine, breweries, words)
    const b = withBrand(theirs, breweries, words)
    const isDistinctive = shareDistinctiveWord(a, b, breweries.length < 2, words)
    const [onlyA, onlyB] = unmatchedWords(a, b, breweries, words)
    const compared = (similarity: number) => ({ similarity, isDistinctive, isOneBrand: isSameBrand(a.brand, b.brand) })
    if (isSameSpelling(onlyA, onlyB)) return compared(repetitionsIn(a) === repetitionsIn(b) ? 1 : UNMATCHED.harmless)
    if (a.words.every(words.isFiller) || b.words.every(words.isFiller)) return compared(0)
    return compared(similarityWithout({ ...mine, unmatched: onlyA }, { ...theirs, unmatched: onlyB }, isDistinctive))
  }
}

/** A name with the words that the other name does not have. */
interface Unmatched extends NamedBeer {
  unmatched: readonly string[]
}

interface BrandedName {
  words: readonly string[]
  brand: ReadonlySet<string>
}

function withBrand({ name }: NamedBeer, breweries: readonly PreparedBrewery[], words: NameWords): BrandedName {
  return { words: name.words, brand: brandTokens(name.words, breweries, words.isDistinctive) }
}

/** Brand tokens count only if a brewery is unknown. */
function shareDistinctiveWord(a: BrandedName, b: BrandedName, brandCounts: boolean, words: NameWords): boolean {
  return a.words.some(
    (word) =>
      words.isDistinctive(word) &&
      (brandCounts || !a.brand.has(word)) &&
      b.words.some((other) => (brandCounts || !b.brand.has(other)) && words.isSame(word, other)),
  )
}

/** Returns the words that only one of the names has. Brand tokens are left out where the other name's brand covers them. */
function unmatchedWords(
  a: BrandedName,
  b: BrandedName,
  breweries: readonly PreparedBrewery[],
  words: NameWords,
): [onlyA: string[], onlyB: string[]] {
  const without = (one: BrandedName, other: BrandedName) =>
    one.words.filter((word) => !other.words.some((each) => words.isSame(word, each)))
  const [onlyA, onlyB] = [without(a, b), without(b, a)]
  const areTwoBrands = onlyA.some((word) => a.brand.has(word)) && onlyB.some((word) => b.brand.has(word))
  const counts = (one: BrandedName, other: BrandedName) => (word: string) =>
    areTwoBrands || !one.brand.has(word) || !isCoveredByBrand(word, other.brand, breweries)
  return [onlyA.filter(counts(a, b)), onlyB.filter(counts(b, a))]
}

/** How many of the own words repeat one: 1 in 'Extra Extra Dry'. The beer without the repetition may be another one of the brewery. */
function repetitionsIn({ words, brand }: BrandedName): number {
  const own = words.filter((word) => !brand.has(word))
  return own.length - new Set(own).size
}

/** True if the words are equal when joined: 'infra red' and 'infrared'. */
function isSameSpelling(a: readonly string[], b: readonly string[]): boolean {
  if (a.length === 0 && b.length === 0) return true
  if (a.length === 1 && b.length === 1) return false
  const [x, y] = [a.join(''), b.join('')]
  return x === y || isTypo(x, y)
}
