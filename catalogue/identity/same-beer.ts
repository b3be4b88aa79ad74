/**
 * Decides whether two descriptions mean the same beer: one of their names must agree, the breweries must agree as far as they are
 * known, and style and ABV must not contradict.
 */
import type { Lexicons } from '../lexicon/lexicon.ts'
import { openStopWords } from '../lexicon/stop-words.ts'
import { abvAgreement, sameAbv } from './abv.ts'
import { startsWithBrand } from './brand-tokens.ts'
import { type NameComparison, type NamedBeer, openNameComparison } from './compare-names.ts'
import { openNameWords } from './name-words.ts'
import { type DescribedBeer, openPreparation, type PreparedBeer } from './prepared-beer.ts'
import { brewerySimilarity, type PreparedBrewery } from './same-brewery.ts'

export interface BeerComparison {
  prepare(beer: DescribedBeer): PreparedBeer
  /** Returns the similarity of two beers, 0-1: 0 for different variants, at least `SAME_BEER` for the same beer. Symmetric. */
  similarity(a: PreparedBeer, b: PreparedBeer): number
  /** Returns the tokens to index the beer by: those of its names that are neither brand tokens nor common words. */
  distinctiveTokens(beer: PreparedBeer): string[]
}

/** Minimum similarity of two descriptions of the same beer; fitted to the labelled pairs of `npm run bench -- catalogue`. */
export const SAME_BEER = 0.6

/** Factor if a brewery is unknown, for names with and without distinctive words. */
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

/** Opens a comparison; this takes a few milliseconds. */
export function beerComparison(lexicons: Lexicons): BeerComparison {
  const stopWords = openStopWords(lexicons)
  const words = openNameWords(stopWords)
  const { prepare, isImplied } = openPreparation(lexicons, stopWords)
  const compareNames = openNameComparison(words, isImplied)

  return {
    prepare,

    similarity(a, b) {
      if (a.isAlcoholFree !== b.isAlcoholFree || areInTwoCountries(a.brewery, b.brewery)) return 0
      let best = 0
      const breweries = a.brewery && b.brewery ? brewerySimilarity(a.brewery, b.brewery) : null
      const others = abvAgreement(a.abv, b.abv) * (a.family && b.family && a.family !== b.family ? OTHER_FAMILY : 1)
      for (const nameA of a.names)
        for (const nameB of b.names) {
          if (!sameAbv(nameA.abv, b.abv) || !sameAbv(nameB.abv, a.abv)) continue
          const [mine, theirs] = [
            { beer: a, name: nameA },
            { beer: b, name: nameB },
          ]
          const names = compareNames(mine, theirs)
          if (names.similarity === 0) continue
          const brewery = breweryAgreement(breweries, names, mine, theirs)
          if (!names.isDistinctive && brewery < GENERIC_BREWERY_MIN) continue
          best = Math.max(best, names.similarity * brewery * others)
        }
      return best
    },

    distinctiveTokens({ names, brewery }) {
      const tokens = names.flatMap((name) =>
        name.words.filter((word) => words.isDistinctive(word) && !brewery?.words.has(word)),
      )
      return [...new Set(tokens)]
    },
  }
}

/** Returns the similarity of the breweries, 0-1, raised if the names show the brand. `known` is null if a brewery is unknown. */
function breweryAgreement(known: number | null, names: NameComparison, mine: NamedBeer, theirs: NamedBeer): number {
  let similarity = known ?? (names.isDistinctive ? BREWERY_UNKNOWN.distinctive : BREWERY_UNKNOWN.generic)
  const isBrandInName =
    startsWithBrand(theirs.name.words, mine.beer.brewery) || startsWithBrand(mine.name.words, theirs.beer.brewery)
  if (names.isDistinctive && isBrandInName) similarity = Math.max(similarity, BREWERY_IN_NAME)
  if (names.isOneBrand && known !== null && known >= BRAND_IN_BOTH_FROM)
    similarity = Math.max(similarity, BRAND_IN_BOTH)
  return similarity
}

/** Breweries of one name in two countries are different breweries. */
function areInTwoCountries(a: PreparedBrewery | null, b: PreparedBrewery | null): boolean {
  const [here, there] = [a?.country ?? null, b?.country ?? null]
  return here !== null && there !== null && here !== there
}
