/** Assembles the catalogue from the match index, the style finder and the barcodes. */
import type { Catalogue, CatalogueChanges, CatalogueRows, PrintedLabel, PrintedLine } from './catalogue.ts'
import type { Lexicons } from './lexicon/lexicon.ts'
import { openStopWords } from './lexicon/stop-words.ts'
import { StyleFinder } from './lexicon/style-finder.ts'
import { findBreweries, rankBreweries } from './matching/breweries.ts'
import { collectEvidence } from './matching/evidence.ts'
import { impliedTokens } from './matching/implied-tokens.ts'
import { matchBeers } from './matching/match-beers.ts'
import { MatchIndex } from './matching/match-index.ts'
import { type Posterior, SHIPPED_POSTERIOR } from './matching/posterior.ts'
import { tokenize } from './text/tokens.ts'

const NOTHING_KNOWN: PrintedLabel = { abv: null, shape: 'single', offTopic: 0 }

/**
 * Returns a catalogue of the given rows. `lexicons` is the shipped data of `#catalogue/shipped` or a part of it. Indexing
 * 100,000 beers takes seconds; `apply` takes time in proportion to the changes. `posterior` replaces the shipped weights of matching.
 */
export function openCatalogue(
  rows: CatalogueRows,
  lexicons: Lexicons,
  posterior: Posterior = SHIPPED_POSTERIOR,
): Catalogue {
  const stopWords = openStopWords(lexicons)
  const index = new MatchIndex(stopWords, lexicons.lexicon)
  const styles = new StyleFinder(lexicons.styles)
  const implied = impliedTokens(
    new Map(lexicons.styles.map(({ name, aliases }) => [name, new Set([name, ...aliases].flatMap(tokenize))])),
  )
  const beerByBarcode = new Map<string, number>()
  let version = rows.version

  const apply = (changes: CatalogueChanges) => {
    // One set of changes may move a barcode from one beer to another, so all old ones are removed first.
    for (const id of [...changes.removedBeers, ...changes.beers.map((beer) => beer.id)])
      for (const barcode of index.beer(id)?.barcodes ?? []) beerByBarcode.delete(barcode)
    for (const { id, barcodes = [] } of changes.beers) for (const barcode of barcodes) beerByBarcode.set(barcode, id)
    index.apply(changes)
    version = changes.version
  }
  apply({ ...rows, removedBeers: [], removedBreweries: [] })

  const evidenceIn = (lines: readonly PrintedLine[]) => collectEvidence(lines, index.terms, stopWords.isStopWord)

  return {
    get version() {
      return version
    },
    apply,
    match(lines: readonly PrintedLine[], limit: number, label: PrintedLabel = NOTHING_KNOWN) {
      const evidence = evidenceIn(lines)
      return matchBeers(
        { evidence, breweries: findBreweries(evidence, index), label },
        limit,
        index,
        implied,
        posterior,
      )
    },
    breweriesIn(lines: readonly PrintedLine[]) {
      return rankBreweries(findBreweries(evidenceIn(lines), index).values())
    },
    styleIn: (text, abv) => styles.find(text, abv),
    isCommonWord: (word: string) =>
      tokenize(word).every((part) => stopWords.isStopWord(part) || isPairOf(part, stopWords.isStopWord)),
    beer: (id: number) => index.beer(id),
    beerWithBarcode: (barcode: string) => index.beer(beerByBarcode.get(barcode) ?? 0),
    brewery: (id: number) => index.brewery(id),
  }
}

const PAIRED_MIN_LENGTH = 3

/** True for two stop words whose space OCR lost: 'theoriginal'. */
function isPairOf(text: string, isStopWord: (word: string) => boolean): boolean {
  for (let cut = PAIRED_MIN_LENGTH; cut <= text.length - PAIRED_MIN_LENGTH; cut++)
    if (isStopWord(text.slice(0, cut)) && isStopWord(text.slice(cut))) return true
  return false
}
