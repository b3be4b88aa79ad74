/** Puts the catalogue together: the index of names, and the three ways to ask it. */
import type { Catalogue, CatalogueChanges, CatalogueRows, Facts, Words } from './catalogue.ts'
import { gatherEvidence } from './evidence.ts'
import { findBreweries, rankBreweries } from './find-breweries.ts'
import { StyleFinder } from './find-styles.ts'
import type { Lexicons } from './lexicon.ts'
import { impliedWords, matchBeers } from './match-beers.ts'
import { NameIndex } from './name-index.ts'
import { ordinaryWords } from './ordinary-words.ts'
import { readWords } from './read-words.ts'

const NO_FACTS: Facts = { abv: null }

/**
 * A catalogue of the given rows. `lexicons` is what `#catalogue/shipped` gives, whole or only its lexicons.
 * Building 100,000 beers takes seconds, `apply` time in proportion to the changes.
 */
export function createCatalogue(rows: CatalogueRows, lexicons: Lexicons): Catalogue {
  const ordinary = ordinaryWords(lexicons)
  const index = new NameIndex(ordinary, lexicons.lexicon.breweries)
  const styles = new StyleFinder(lexicons.styles)
  const implied = impliedWords(
    new Map(lexicons.styles.map(({ name, aliases }) => [name, new Set([name, ...aliases].flatMap(readWords))])),
  )
  let version = rows.version
  index.apply({ ...rows, removedBeers: [], removedBreweries: [] })

  const evidenceIn = (words: readonly Words[]) => gatherEvidence(words, index.vocabulary, ordinary.isOrdinary)

  return {
    get version() {
      return version
    },
    apply(changes: CatalogueChanges) {
      index.apply(changes)
      version = changes.version
    },
    match(words: readonly Words[], limit: number, facts: Facts = NO_FACTS) {
      const evidence = evidenceIn(words)
      return matchBeers({ evidence, breweries: findBreweries(evidence, index), facts }, limit, index, implied)
    },
    breweriesIn(words: readonly Words[]) {
      return rankBreweries(findBreweries(evidenceIn(words), index).values())
    },
    styleIn: (text: string) => styles.find(text),
    isCommonWord: (word: string) =>
      readWords(word).every((part) => ordinary.isOrdinary(part) || isPairOf(part, ordinary.isOrdinary)),
    beer: (id: number) => index.beer(id),
    brewery: (id: number) => index.brewery(id),
  }
}

const PAIRED_MIN = 3

/** 'theoriginal': two words whose space was lost. */
function isPairOf(text: string, isOrdinary: (word: string) => boolean): boolean {
  for (let cut = PAIRED_MIN; cut <= text.length - PAIRED_MIN; cut++)
    if (isOrdinary(text.slice(0, cut)) && isOrdinary(text.slice(cut))) return true
  return false
}
