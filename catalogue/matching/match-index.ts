/**
 * An inverted index from terms to the beers and breweries whose names contain them. A beer name is split into brand tokens,
 * which it shares with its brewery, and own tokens ('Leffe' + 'blonde'): the former distinguish breweries, the latter the
 * beers of one brewery.
 */
import type { BeerRow, BreweryRow, CatalogueChanges } from '../catalogue.ts'
import type { Lexicons, OtherDrink } from '../lexicon/lexicon.ts'
import type { StopWords } from '../lexicon/stop-words.ts'
import { LabelTerms } from '../terms/label-profile.ts'
import { isNumber, tokenize } from '../text/tokens.ts'
import { SHORT_STOP_WORD_MAX_LENGTH, TOKEN_WEIGHT } from './weights.ts'

/** The distinct term ids of a beer's name or of one of its aliases. */
export interface NameVariant {
  own: readonly number[]
  /** Terms that also occur in the name or an alias of the brewery. */
  brand: readonly number[]
}

/** A beer of the catalogue, or another drink, which competes with the beers for what is printed. */
export interface IndexedBeer {
  row: BeerRow
  otherDrink: OtherDrink | null
  brewery: IndexedBrewery | null
  variants: readonly NameVariant[]
}

export interface IndexedBrewery {
  /** Null for a brewery that only the lexicon lists. */
  id: number | null
  name: string
  /** Term ids of the name and of each alias, without words like 'brewery' unless nothing else is left. */
  variants: readonly (readonly number[])[]
  /** Term ids of the name and of each alias of two or more words, complete. */
  fullNames: readonly (readonly number[])[]
  /** All terms of `variants`. */
  terms: ReadonlySet<number>
  beers: Set<IndexedBeer>
}

/**
 * 'La Chouffe 0.4%': tokenizing drops the ABV, and the remaining 'La Chouffe' is the name of another beer. Such aliases are not
 * indexed.
 */
const ENDS_WITH_ABV = /(?<![\d.,])(?:[1-9]\d?(?:[.,]\d+)?|0[.,]0*[1-9]\d*)\s*%$/u

/** The names of beers, breweries and other drinks as tokens, for printed text. Rows that are put again replace what was known of them. */
export class MatchIndex {
  readonly terms: LabelTerms
  readonly #beers = new Map<number, IndexedBeer>()
  readonly #breweries = new Map<number, { row: BreweryRow; indexed: IndexedBrewery }>()
  /** Including those of the lexicon. */
  readonly #allBreweries = new Set<IndexedBrewery>()
  /** Posting lists by term: beers by the own terms of their names, breweries by the terms of their variants. */
  readonly #beersWith = new Map<number, Set<IndexedBeer>>()
  readonly #breweriesWith = new Map<number, Set<IndexedBrewery>>()
  /** For each term, how many beers and names of each brewery contain it. The number of breweries determines the term's rarity. */
  readonly #owners = new Map<number, Map<object, number>>()

  constructor(
    readonly stopWords: StopWords,
    { breweries, otherDrinks }: Lexicons['lexicon'],
  ) {
    this.terms = new LabelTerms(stopWords.isStopWord)
    for (const { name, aliases } of breweries) this.#addBrewery(null, name, aliases)
    for (const [index, drink] of otherDrinks.entries()) this.#addBeer(rowOf(drink, -1 - index), drink)
  }

  /** Applies the changes in place, in time proportional to their number and to the beers of changed breweries. */
  apply({ breweries, beers, removedBeers, removedBreweries }: CatalogueChanges): void {
    for (const id of removedBeers) this.#removeBeer(id)
    const orphans: BeerRow[] = []
    for (const id of removedBreweries) orphans.push(...this.#removeBrewery(id))
    for (const row of breweries) {
      orphans.push(...this.#removeBrewery(row.id))
      this.#breweries.set(row.id, { row, indexed: this.#addBrewery(row.id, row.name, row.aliases) })
    }
    for (const row of orphans) this.#addBeer(row)
    for (const row of beers) {
      this.#removeBeer(row.id)
      this.#addBeer(row)
    }
  }

  beer(id: number): BeerRow | undefined {
    const beer = this.#beers.get(id)
    return beer?.otherDrink ? undefined : beer?.row
  }

  brewery(id: number): BreweryRow | undefined {
    return this.#breweries.get(id)?.row
  }

  /** Beers of whose own terms this is one; undefined when there never were any. */
  beersWith(term: number): ReadonlySet<IndexedBeer> | undefined {
    return this.#beersWith.get(term)
  }

  breweriesWith(term: number): ReadonlySet<IndexedBrewery> | undefined {
    return this.#breweriesWith.get(term)
  }

  isStopWord(term: number): boolean {
    return this.stopWords.isStopWord(this.terms.textOf(term))
  }

  /** True for numbers of one or two digits. Price tags print '33', so alone it identifies no beer. */
  isShortNumber(term: number): boolean {
    return /^\d{1,2}$/.test(this.terms.textOf(term))
  }

  /**
   * Returns the weight of a term in points, 0 to `TOKEN_WEIGHT.max`. An inverse document frequency over the N breweries, n of
   * which use the term, normalised so that n = 1 yields the maximum whatever the size of the catalogue:
   *
   *     max * ln(1 + N / n) / ln(1 + N)
   *
   * Stop words, numbers and short words weigh less. Source: K. Spärck Jones, "A statistical interpretation of term specificity
   * and its application in retrieval", Journal of Documentation 28 (1972).
   */
  tokenWeight(term: number): number {
    const text = this.terms.textOf(term)
    const breweries = this.#allBreweries.size
    const owners = this.#owners.get(term)?.size ?? 1
    const rarity = (TOKEN_WEIGHT.max * Math.log1p(breweries / owners)) / Math.log1p(Math.max(1, breweries))
    const weight = rarity * (TOKEN_WEIGHT.shortWordFactor[text.length] ?? 1)
    if (isNumber(text)) return Math.min(TOKEN_WEIGHT.numberMax, rarity)
    if (this.stopWords.isCommon(text))
      return text.length <= SHORT_STOP_WORD_MAX_LENGTH
        ? TOKEN_WEIGHT.shortStopWord
        : Math.min(TOKEN_WEIGHT.commonMax, weight)
    return this.stopWords.isStyle(text) ? Math.min(TOKEN_WEIGHT.styleMax, weight) : weight
  }

  #addBrewery(id: number | null, name: string, aliases: readonly string[]): IndexedBrewery {
    const variants = new Map<string, number[]>()
    const fullNames: number[][] = []
    for (const fullName of [name, ...aliases]) {
      const tokens = tokenize(fullName)
      if (tokens.length > 1) fullNames.push(this.#termsOf(tokens))
      const core = tokens.filter((token) => !this.stopWords.isCommon(token))
      const variant = this.#termsOf(core.length > 0 ? core : tokens)
      if (variant.length > 0) variants.set(variant.join(), variant)
    }
    const brewery = {
      id,
      name,
      variants: [...variants.values()],
      fullNames,
      terms: new Set([...variants.values()].flat()),
      beers: new Set<IndexedBeer>(),
    }
    this.#allBreweries.add(brewery)
    for (const term of brewery.terms) {
      addPosting(this.#breweriesWith, term, brewery)
      this.#addOwner(term, brewery)
    }
    return brewery
  }

  /** Removes a brewery and its beers. Returns the rows of the beers, which the caller adds again without the brewery or with its new row. */
  #removeBrewery(id: number): BeerRow[] {
    const removed = this.#breweries.get(id)
    if (!removed) return []
    const rows = [...removed.indexed.beers].map((beer) => beer.row)
    for (const row of rows) this.#removeBeer(row.id)
    for (const term of removed.indexed.terms) {
      this.#breweriesWith.get(term)?.delete(removed.indexed)
      this.#removeOwner(term, removed.indexed)
    }
    this.#allBreweries.delete(removed.indexed)
    this.#breweries.delete(id)
    return rows
  }

  #addBeer(row: BeerRow, otherDrink: OtherDrink | null = null): void {
    const brewery = (row.breweryId === null ? null : this.#breweries.get(row.breweryId)?.indexed) ?? null
    const variants = new Map<string, NameVariant>()
    for (const fullName of [row.name, ...row.aliases.filter((alias) => !ENDS_WITH_ABV.test(alias))]) {
      const terms = this.#termsOf(tokenize(fullName))
      const variant: NameVariant = {
        own: terms.filter((term) => !brewery?.terms.has(term)),
        brand: terms.filter((term) => brewery?.terms.has(term)),
      }
      if (terms.length > 0) variants.set(`${variant.own.join()}|${variant.brand.join()}`, variant)
    }
    const beer: IndexedBeer = { row, otherDrink, brewery, variants: [...variants.values()] }
    this.#beers.set(row.id, beer)
    brewery?.beers.add(beer)
    for (const term of ownTermsOf(beer)) {
      addPosting(this.#beersWith, term, beer)
      this.#addOwner(term, brewery ?? beer)
    }
  }

  #removeBeer(id: number): void {
    const beer = this.#beers.get(id)
    if (!beer) return
    this.#beers.delete(id)
    beer.brewery?.beers.delete(beer)
    for (const term of ownTermsOf(beer)) {
      this.#beersWith.get(term)?.delete(beer)
      this.#removeOwner(term, beer.brewery ?? beer)
    }
  }

  /** The distinct ids of the tokens, added to the terms where they are new. */
  #termsOf(tokens: readonly string[]): number[] {
    return [...new Set(tokens.map((token) => this.terms.add(token)))]
  }

  /** `owner` is the brewery, or the beer itself when it has none. */
  #addOwner(term: number, owner: object): void {
    const owners = this.#owners.get(term) ?? new Map<object, number>()
    this.#owners.set(term, owners)
    owners.set(owner, (owners.get(owner) ?? 0) + 1)
  }

  #removeOwner(term: number, owner: object): void {
    const owners = this.#owners.get(term)
    const count = owners?.get(owner) ?? 0
    if (count > 1) owners?.set(owner, count - 1)
    else owners?.delete(owner)
  }
}

/** As well known as a beer sold in every supermarket of its country. Ids below 0 are no beers of the catalogue. */
const OTHER_DRINK_POPULARITY = 60

function rowOf({ name, aliases }: OtherDrink, id: number): BeerRow {
  return { id, breweryId: null, name, aliases, style: null, abv: null, ibu: null, popularity: OTHER_DRINK_POPULARITY }
}

function ownTermsOf(beer: IndexedBeer): Set<number> {
  return new Set(beer.variants.flatMap(({ own }) => own))
}

function addPosting<T>(postings: Map<number, Set<T>>, term: number, entry: T): void {
  const entries = postings.get(term)
  if (entries) entries.add(entry)
  else postings.set(term, new Set([entry]))
}
