/**
 * What a query finds among the names of the catalogue: breweries and beers separately, best first; among equals retired beers and closed
 * breweries come last, and the more popular first. Words may be complete, prefixes or misspelt, and may come from the beer's name, its
 * brewery's or its style's. The database is asked only for the rows to show, so every database gives the same answer.
 */
import type { Expansion, TermMatch } from '../terms/query-profile.ts'
import type { Term } from '../terms/sorted-terms.ts'
import { foldedWords, foldToWords } from '../text/folded-words.ts'
import { foldText } from '../text/normalise.ts'
import { type AskedStrength, askedStrength } from './asked-strength.ts'
import {
  type IndexedBeer,
  type IndexedBrewery,
  NameIndex,
  type SearchBeer,
  type SearchBrewery,
  type StyleNames,
} from './name-index.ts'
import { meansBeer, namingWords, type Query, understandQuery, withoutSizes } from './query-words.ts'

export interface SearchResult {
  /** Ids, best first. */
  breweries: number[]
  beers: number[]
}

/** One word of the query with everything in the index that it matches. */
interface QueryTerm {
  /** Match quality, 0-1, by slot. */
  beers: ReadonlyMap<number, number>
  breweries: ReadonlyMap<number, number>
  styles: ReadonlyMap<number, number>
  /** How many beers match it. */
  count: number
  weight: number
}

interface Scored {
  beer: IndexedBeer
  relevance: number
  /** The query has every word of the name besides the brewery's, and none of them only as a prefix. */
  isFullName: boolean
  /** A name has the query's phrase. */
  hasPhrase: boolean
  /** 0-100, and `CARRIED` more if it has a word of the query in its own name. */
  popularity: number
}

interface Found {
  /** Best first. */
  beers: Scored[]
  breweries: number[]
}

interface Most {
  beers: number
  breweries: number
}

/**
 * Weight of a match in the brewery's name, in another name of it, in its place or in the style, relative to one in the beer's own name.
 * 'brand' is one step of relevance less, so that beers of the brand come before the other beers of its brewery; 'askedPlace' is one more,
 * so that Polish beers come before beers that are called so.
 */
const FIELD_WEIGHT = { brewery: 0.98, brand: 0.92, place: 0.5, askedPlace: 1.06, style: 0.5 }
/** Beers within one step of relevance are equals: full names come first, retired beers last, then the more popular. */
const RELEVANCE_STEPS = 16
/** How much less popular a beer may be that carries the brand, as Duvel Tripel Hop does, to come before another of its brewery, Vedett. */
const CARRIED = 15
const NAME_SHARE_STEPS = 3
/** Further words of a query are ignored. */
const WORDS_MAX = 10
/** When the exact pass finds this many, the fuzzy one is skipped. */
const ENOUGH = 5
/** Least share of the query's weight that a beer must match in partial matching. */
const PARTIAL_MIN_SHARE = 0.6
/** Terms that match more than 2 % of beers generate no candidates in partial matching. */
const COMMON_TERM_SHARE = 0.02
/** A query with this share of a brewery's name names the brewery, even when its other words name a beer. */
const BREWERY_NAMED_SHARE = 0.7
/** Weight of a name word of which the query has only a prefix. */
const PREFIX_WEIGHT = 0.6
/** A typo in a shorter word would find all beers of a country: 'finch', 'fins'. */
const REGION_WITH_TYPO_MIN_LENGTH = 6

export class SearchIndex {
  readonly #names: NameIndex

  /** `styles`: their other names, 'NEIPA' for 'Hazy IPA' and 'Sauerbier' for 'Sour Ale', or an index that has them. */
  constructor(styles: readonly StyleNames[] | SearchIndex = []) {
    this.#names = new NameIndex(styles instanceof SearchIndex ? styles.#names : styles)
  }

  /** How many beers there are. */
  get size(): number {
    return this.#names.size
  }

  /** Adds or replaces a brewery; its beers stay with it. */
  putBrewery(row: SearchBrewery): void {
    this.#names.putBrewery(row)
  }

  /** Adds or replaces a beer; its brewery must have been added before. */
  putBeer(row: SearchBeer): void {
    this.#names.putBeer(row)
  }

  removeBrewery(id: number): void {
    this.#names.removeBrewery(id)
  }

  removeBeer(id: number): void {
    this.#names.removeBeer(id)
  }

  /**
   * What matches a query, at most `most` of each; none when too little of it matches. Where the query says something about strength, as
   * 'ipa under 5' does, the beers are of that strength, unless there are none: it may be a name. Package sizes are ignored in the same way.
   */
  search(query: string, most: Most): SearchResult {
    return SearchIndex.searchAll([this], query, most)
  }

  /** What several indexes with different beers find: among equals those of the first one come first, however popular the others are. */
  static searchAll(indexes: readonly SearchIndex[], query: string, most: Most): SearchResult {
    return together(
      indexes.map((index) => index.#find(query, most)),
      most,
    )
  }

  /** As `search`, by folded words that say nothing about strength. */
  find(words: readonly string[], most: Most): SearchResult {
    return together([this.#findWords(words, most)], most)
  }

  #find(query: string, most: Most): Found {
    const plain = withoutSizes(query)
    const sized = plain === undefined ? undefined : this.#find(plain, most)
    if (sized && sized.beers.length + sized.breweries.length > 0) return sized
    const asked = askedStrength(query)
    const found = asked && this.#findWithin(asked, most)
    return found && found.beers.length > 0 ? found : this.#findWords(wordsOf(query), most)
  }

  #findWithin(asked: AskedStrength, most: Most): Found {
    const words = wordsOf(asked.others)
    if (!words.every(meansBeer)) return this.#findWords(words, most, asked)
    const equal = { relevance: RELEVANCE_STEPS, isFullName: false, hasPhrase: false }
    const beers = [...this.#names.beers()]
      .filter((beer) => hasStrength(beer, asked))
      .map((beer) => ({ beer, popularity: beer.row.popularity, ...equal }))
      .sort(byPopularity)
    return { beers: beers.slice(0, most.beers), breweries: [] }
  }

  /** By folded words: breweries, and beers, of this strength if one is given or with it in their names. */
  #findWords(words: readonly string[], most: Most, asked?: AskedStrength): Found {
    if (words.length === 0) return { beers: [], breweries: [] }
    const meaning = understandQuery(words, {
      isBeginning: (word) => this.#names.isBeginning(word),
      isPlace: (word) => this.#names.isPlace(word),
      isRegion: (word) => this.#names.isRegion(word),
      isRegionName: (words) => this.#names.isRegionName(words),
      isStateName: (words) => this.#names.isStateName(words),
    })
    const query = { ...meaning, asked }
    const exact = this.#search(query, 'exact', 'all', most)
    if (exact.beers.length + exact.breweries.length >= ENOUGH) return exact
    const naming = namingWords(query.words)
    if (naming) {
      const others = this.#findWords(naming, most, asked)
      const known = new Set(exact.beers.map(({ beer }) => beer))
      return {
        beers: [...exact.beers, ...others.beers.filter(({ beer }) => !known.has(beer))].slice(0, most.beers),
        breweries: [...new Set([...exact.breweries, ...others.breweries])].slice(0, most.breweries),
      }
    }
    const fuzzy = this.#search(query, 'fuzzy', 'all', most)
    if (fuzzy.beers.length + fuzzy.breweries.length > 0) return fuzzy
    return this.#search(query, 'fuzzy', 'most', most)
  }

  #search(
    { words, phrase, placesFirst, asked }: Query & { asked: AskedStrength | undefined },
    expansion: Expansion,
    required: 'all' | 'most',
    most: Most,
  ): Found {
    const matches = this.#names.expand(words, expansion)
    if (required === 'all' && matches.some((each) => each.length === 0)) return { beers: [], breweries: [] }
    const terms = matches.map((each) => this.#queryTerm(each, placesFirst))
    const meant = new Map<Term, number>()
    for (const { term, isWhole } of matches.flat())
      meant.set(term, Math.max(meant.get(term) ?? 0, isWhole ? 1 : PREFIX_WEIGHT))
    for (const word of [...(phrase ?? []).filter(meansBeer), ...foldedWords(...(asked?.phrases ?? []))]) {
      const term = this.#names.term(word)
      if (term) meant.set(term, 1)
    }
    const named = required === 'all' ? this.#withAll(terms) : this.#withMost(terms)
    const found = asked ? [...named].filter((beer) => hasStrength(beer, asked) || saysStrength(beer, asked)) : named
    const beers = this.#rank(found, { terms, meant, phrase: phrase?.join(' ') }, Math.max(most.beers, ENOUGH))
    return {
      beers: beers.slice(0, most.beers),
      breweries: this.#breweriesNamed(terms, beers, meant, required).slice(0, most.breweries),
    }
  }

  #queryTerm(matches: readonly TermMatch[], placesFirst: Query['placesFirst']): QueryTerm {
    const { place, askedPlace } = FIELD_WEIGHT
    const placeWeight = placesFirst === 'all' ? askedPlace : place
    const beers = new Map<number, number>()
    const breweries = new Map<number, number>()
    const styles = new Map<number, number>()
    const raise = (map: Map<number, number>, slot: number, quality: number) => {
      if ((map.get(slot) ?? 0) < quality) map.set(slot, quality)
    }
    for (const { term, quality, edits, isWhole } of matches) {
      const postings = this.#names.postingsOf(term)
      for (const slot of postings.beers) raise(beers, slot, quality)
      for (const slot of postings.breweries) raise(breweries, slot, quality * FIELD_WEIGHT.brewery)
      for (const slot of postings.brands) raise(breweries, slot, quality * FIELD_WEIGHT.brand)
      for (const slot of postings.places) raise(breweries, slot, quality * placeWeight)
      const regionWeight = placesFirst !== 'none' && this.#names.meansRegion(term) ? askedPlace : place
      if (edits === 0 || (isWhole && term.text.length >= REGION_WITH_TYPO_MIN_LENGTH))
        for (const slot of postings.regions) raise(breweries, slot, quality * regionWeight)
      // Many beers have the same style, so a word that is nearly its name would find too many.
      if (edits === 0) for (const slot of postings.styles) raise(styles, slot, quality * FIELD_WEIGHT.style)
    }
    let count = beers.size
    for (const slot of breweries.keys()) count += this.#names.breweryAt(slot)?.beers.size ?? 0
    for (const slot of styles.keys()) count += this.#names.beersOfStyleAt(slot).size
    return { beers, breweries, styles, count, weight: this.#names.weightOf(count) }
  }

  /** Beers that match every term; only those of the rarest term are visited. */
  *#withAll(terms: readonly QueryTerm[]): Iterable<IndexedBeer> {
    const rarest = terms.reduce((a, b) => (b.count < a.count ? b : a))
    for (const beer of this.#beersOf(rarest)) if (terms.every((word) => qualityFor(word, beer) > 0)) yield beer
  }

  /** Beers that match at least one distinctive term and enough of the query's weight. */
  *#withMost(terms: readonly QueryTerm[]): Iterable<IndexedBeer> {
    const seen = new Set<IndexedBeer>()
    const all = terms.reduce((sum, { weight }) => sum + weight, 0)
    for (const word of terms) {
      if (word.count > this.#names.size * COMMON_TERM_SHARE + ENOUGH) continue
      for (const beer of this.#beersOf(word)) {
        if (seen.has(beer)) continue
        seen.add(beer)
        const matched = terms.reduce((sum, each) => sum + (qualityFor(each, beer) > 0 ? each.weight : 0), 0)
        if (matched >= all * PARTIAL_MIN_SHARE) yield beer
      }
    }
  }

  *#beersOf(word: QueryTerm): Iterable<IndexedBeer> {
    const beers = new Set<IndexedBeer>()
    for (const slot of word.breweries.keys())
      for (const beer of this.#names.breweryAt(slot)?.beers ?? []) beers.add(beer)
    for (const slot of word.styles.keys()) for (const beer of this.#names.beersOfStyleAt(slot)) beers.add(beer)
    for (const slot of word.beers.keys()) {
      const beer = this.#names.beerAt(slot)
      if (beer) beers.add(beer)
    }
    yield* beers
  }

  /** The best ones in order. */
  #rank(
    beers: Iterable<IndexedBeer>,
    {
      terms,
      meant,
      phrase,
    }: { terms: readonly QueryTerm[]; meant: ReadonlyMap<Term, number>; phrase: string | undefined },
    most: number,
  ): Scored[] {
    const all = terms.reduce((sum, { weight }) => sum + weight, 0)
    const best: Scored[] = []
    const isLeftOut = (scored: Scored) => {
      const last = best.length === most ? best.at(-1) : undefined
      return last !== undefined && byRelevance(scored, last) > 0
    }
    for (const beer of beers) {
      let matched = 0
      for (const word of terms) matched += word.weight * qualityFor(word, beer)
      const relevance = Math.round((RELEVANCE_STEPS * matched) / all)
      const popularity = beer.row.popularity + (terms.some((term) => term.beers.has(beer.slot)) ? CARRIED : 0)
      const scored = { beer, popularity, relevance, isFullName: true, hasPhrase: phrase !== undefined }
      // A common word matches thousands, most of which would be left out even with their full name.
      if (isLeftOut(scored)) continue
      scored.isFullName = beer.names.some((name) => name.every((term) => meant.get(term) === 1))
      if (isLeftOut(scored)) continue
      if (phrase) scored.hasPhrase = beer.row.names.some((name) => ` ${foldToWords(name)} `.includes(` ${phrase} `))
      if (isLeftOut(scored)) continue
      best.splice(placeIn(best, scored), 0, scored)
      if (best.length > most) best.pop()
    }
    return best
  }

  /** Breweries that the whole query names, then those of the beers found that it also names. */
  #breweriesNamed(
    terms: readonly QueryTerm[],
    beers: readonly Scored[],
    meant: ReadonlyMap<Term, number>,
    required: 'all' | 'most',
  ): number[] {
    const [first, ...others] = terms
    const named = new Map<IndexedBrewery, { relevance: number; share: number; popularity: number }>()
    const offer = (brewery: IndexedBrewery, relevance: number) => {
      if (named.has(brewery)) return
      let popularity = 0
      for (const { row } of brewery.beers) popularity = Math.max(popularity, row.popularity)
      const share = Math.max(...brewery.names.map((name) => this.#shareOf(name, meant)))
      named.set(brewery, { relevance, share, popularity })
    }
    if (first && required === 'all')
      for (const [slot, quality] of first.breweries) {
        const brewery = this.#names.breweryAt(slot)
        const least = others.reduce((least, word) => Math.min(least, word.breweries.get(slot) ?? 0), quality)
        if (brewery && least > 0) offer(brewery, 1 + Math.round(RELEVANCE_STEPS * least))
      }
    for (const { beer } of beers.slice(0, ENOUGH))
      if (beer.brewery?.names.some((name) => this.#shareOf(name, meant) >= BREWERY_NAMED_SHARE)) offer(beer.brewery, 0)
    return [...named]
      .sort(
        ([one, a], [other, b]) =>
          b.relevance - a.relevance ||
          Math.floor(NAME_SHARE_STEPS * b.share) - Math.floor(NAME_SHARE_STEPS * a.share) ||
          Number(one.row.isClosed ?? false) - Number(other.row.isClosed ?? false) ||
          b.popularity - a.popularity ||
          one.row.id - other.row.id,
      )
      .map(([{ row }]) => row.id)
  }

  /** The share of a name's weight that the query has, 0-1. */
  #shareOf(name: readonly Term[], meant: ReadonlyMap<Term, number>): number {
    let [all, matched] = [0, 0]
    for (const term of name) {
      const weight = this.#names.weightOf(this.#names.nameCountOf(term))
      all += weight
      matched += weight * (meant.get(term) ?? 0)
    }
    return all === 0 ? 1 : matched / all
  }
}

function together(found: readonly Found[], most: Most): SearchResult {
  const beers = found.map(({ beers }) => beers).reduce(merged, [])
  return {
    beers: beers.slice(0, most.beers).map(({ beer }) => beer.row.id),
    breweries: found.flatMap(({ breweries }) => breweries).slice(0, most.breweries),
  }
}

const wordsOf = (query: string) => foldedWords(query).slice(0, WORDS_MAX)

function hasStrength({ row: { abv } }: IndexedBeer, { strengths: { min, max } }: AskedStrength): boolean {
  return typeof abv === 'number' && abv >= min && abv <= max
}

/** Whether one of its names has the phrases: 'Bush Beer 7%', 'Mahou Sin Alcohol'. */
function saysStrength({ row: { names } }: IndexedBeer, { phrases }: AskedStrength): boolean {
  return names.some((name) => {
    const folded = ` ${foldText(name)}`
    return phrases.every((phrase) => folded.includes(` ${phrase}`))
  })
}

function byRelevance(a: Scored, b: Scored): number {
  return byMatch(a, b) || byPopularity(a, b)
}

function byMatch(a: Scored, b: Scored): number {
  return (
    b.relevance - a.relevance ||
    Number(b.isFullName) - Number(a.isFullName) ||
    Number(b.hasPhrase) - Number(a.hasPhrase)
  )
}

/** Two lists in one: each keeps its order, and among equals the first list comes first. */
function merged(first: readonly Scored[], second: readonly Scored[]): Scored[] {
  const all: Scored[] = []
  let at = 0
  for (const scored of first) {
    for (let other = second[at]; other && byMatch(other, scored) < 0; other = second[at]) {
      all.push(other)
      at += 1
    }
    all.push(scored)
  }
  return [...all, ...second.slice(at)]
}

function byPopularity(a: Scored, b: Scored): number {
  return Number(isGone(a.beer)) - Number(isGone(b.beer)) || b.popularity - a.popularity || a.beer.row.id - b.beer.row.id
}

/** The index at which it keeps a sorted list sorted. */
function placeIn(sorted: readonly Scored[], scored: Scored): number {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >> 1
    const other = sorted[middle]
    if (other && byRelevance(other, scored) <= 0) low = middle + 1
    else high = middle
  }
  return low
}

function isGone({ row, brewery }: IndexedBeer): boolean {
  return (row.isRetired ?? false) || (brewery?.row.isClosed ?? false)
}

function qualityFor(word: QueryTerm, { slot, brewery, style }: IndexedBeer): number {
  const own = word.beers.get(slot) ?? 0
  const ofBrewery = brewery ? (word.breweries.get(brewery.slot) ?? 0) : 0
  const ofStyle = style ? (word.styles.get(style.slot) ?? 0) : 0
  return Math.max(own, ofBrewery, ofStyle)
}
