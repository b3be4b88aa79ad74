/**
 * All names of the catalogue in memory: which beers, breweries and styles have a word in their names or their place. Rows come and go; a row
 * that is put again replaces what was known of it.
 */
import { type Address, namesOfTown, wordsForRegion } from '../identity/places.ts'
import { type Expansion, expandQuery, type TermMatch } from '../terms/query-profile.ts'
import type { Term } from '../terms/sorted-terms.ts'
import { TermIndex } from '../terms/term-index.ts'
import { foldedWords, foldToWords } from '../text/folded-words.ts'
import { WORDS } from '../words/word-lists.ts'
import { UNSPACED } from './query-words.ts'

export interface SearchBrewery {
  id: number
  names: readonly string[]
  address: Address
  isClosed?: boolean
}

export interface SearchBeer {
  id: number
  breweryId: number | null
  names: readonly string[]
  style?: string | null
  /** 0-100. */
  popularity: number
  /** Percent by volume, if it is known. */
  abv?: number | null
  isRetired?: boolean
}

export interface StyleNames {
  name: string
  aliases: readonly string[]
  /** In other languages. */
  translations?: readonly string[]
}

/** Slots of the rows in which a term occurs. */
interface Postings {
  /** How many rows had been removed from the index when their slots were last dropped here. */
  removals: number
  beers: number[]
  breweries: number[]
  /** Breweries that have the term in another name alone: a brand, an owner. */
  brands: number[]
  /** Breweries whose city, state or country has the term in its name. */
  places: number[]
  /** Breweries of the country or state that the term alone means. */
  regions: number[]
  styles: number[]
}

export interface IndexedBrewery {
  row: SearchBrewery
  slot: number
  /** Terms of each name. */
  names: Term[][]
  terms: Set<Term>
  beers: Set<IndexedBeer>
}

interface IndexedStyle {
  slot: number
  beers: Set<IndexedBeer>
}

export interface IndexedBeer {
  row: SearchBeer
  slot: number
  brewery: IndexedBrewery | undefined
  style: IndexedStyle | undefined
  /** Own terms of each name: those that are not the brewery's, or all when none are left. */
  names: Term[][]
}

/** How many letters may end the word for a region that was typed without: 'belgische', 'belgisches'. */
const ENDING_LETTERS = 1
/** The index is rebuilt once slots of replaced and removed rows outnumber the others by this. */
const SPARE_SLOTS = 1_000
/** Words in names of styles that mean no style: 'beer'. */
const STYLE_FILLERS = new Set(WORDS.imports.styleFillers)
/** Articles and 'beer', above all: most names of styles in other languages have one. */
const FILLERS = new Set(foldedWords(...WORDS.fillers))

const NO_BEERS: ReadonlySet<IndexedBeer> = new Set()

export class NameIndex {
  #terms = new TermIndex('query')
  /** By term id. */
  #postings: Postings[] = []
  #beers = new Map<number, IndexedBeer>()
  #breweries = new Map<number, IndexedBrewery>()
  #styles = new Map<string, IndexedStyle>()
  #beerAt: (IndexedBeer | undefined)[] = []
  #breweryAt: (IndexedBrewery | undefined)[] = []
  #styleAt: IndexedStyle[] = []
  #removals = 0
  /** Names of countries that have several words. */
  #regionNames = new Set<string>()
  #stateNames = new Set<string>()
  /** The words of each style besides its name. */
  readonly #wordsOfStyles: ReadonlyMap<string, readonly string[]>

  /** `styles`: their other names, 'NEIPA' for 'Hazy IPA' and 'Sauerbier' for 'Sour Ale', or an index that has them. */
  constructor(styles: readonly StyleNames[] | NameIndex = []) {
    this.#wordsOfStyles = styles instanceof NameIndex ? styles.#wordsOfStyles : wordsOf(styles)
  }

  /** How many beers there are. */
  get size(): number {
    return this.#beers.size
  }

  beers(): Iterable<IndexedBeer> {
    return this.#beers.values()
  }

  /** Adds or replaces a brewery; its beers stay with it. */
  putBrewery(row: SearchBrewery): void {
    const beers = [...(this.#breweries.get(row.id)?.beers ?? [])]
    this.removeBrewery(row.id)
    const slot = this.#breweryAt.length
    const names = row.names.map((name) => this.#termsOf(name))
    const brewery: IndexedBrewery = { row, slot, names, terms: new Set(names.flat()), beers: new Set() }
    this.#breweryAt.push(brewery)
    this.#breweries.set(row.id, brewery)
    const primary = this.#searchable(new Set(names[0]))
    for (const term of this.#searchable(brewery.terms))
      this.#postingsFor(term)[primary.has(term) ? 'breweries' : 'brands'].push(slot)
    const { city, state } = row.address
    const region = wordsForRegion(row.address)
    for (const word of new Set([...foldedWords(...namesOfTown(city ?? ''), state ?? ''), ...region.parts]))
      this.#postingsFor(this.#terms.add(word)).places.push(slot)
    for (const name of region.names) this.#regionNames.add(name)
    if (state) this.#stateNames.add(foldToWords(state))
    for (const word of region.whole) this.#postingsFor(this.#terms.add(word)).regions.push(slot)
    for (const beer of beers) this.putBeer(beer.row)
  }

  /** Adds or replaces a beer; its brewery must have been added before. */
  putBeer(row: SearchBeer): void {
    this.removeBeer(row.id)
    const slot = this.#beerAt.length
    const brewery = row.breweryId === null ? undefined : this.#breweries.get(row.breweryId)
    const words = row.names.map((name) => this.#termsOf(name))
    const names = words.map((name) => {
      const own = name.filter((term) => !brewery?.terms.has(term))
      return own.length > 0 ? own : name
    })
    const style = row.style ? this.#styleNamed(row.style) : undefined
    const beer: IndexedBeer = { row, slot, brewery, style, names }
    this.#beerAt.push(beer)
    this.#beers.set(row.id, beer)
    brewery?.beers.add(beer)
    style?.beers.add(beer)
    for (const term of this.#searchable(new Set(words.flat()))) this.#postingsFor(term).beers.push(slot)
    if (this.#beerAt.length > 2 * this.#beers.size + SPARE_SLOTS) this.#rebuild()
  }

  removeBeer(id: number): void {
    const known = this.#beers.get(id)
    if (!known) return
    this.#beers.delete(id)
    this.#beerAt[known.slot] = undefined
    this.#removals += 1
    known.brewery?.beers.delete(known)
    known.style?.beers.delete(known)
  }

  removeBrewery(id: number): void {
    const known = this.#breweries.get(id)
    if (!known) return
    this.#breweries.delete(id)
    this.#breweryAt[known.slot] = undefined
    this.#removals += 1
    for (const beer of known.beers) beer.brewery = undefined
  }

  beerAt(slot: number): IndexedBeer | undefined {
    return this.#beerAt[slot]
  }

  breweryAt(slot: number): IndexedBrewery | undefined {
    return this.#breweryAt[slot]
  }

  beersOfStyleAt(slot: number): ReadonlySet<IndexedBeer> {
    return this.#styleAt[slot]?.beers ?? NO_BEERS
  }

  /** Undefined when no name has this folded word. */
  term(word: string): Term | undefined {
    return this.#terms.get(word)
  }

  /** Whether a word of a name starts so. */
  isBeginning(word: string): boolean {
    return this.#terms.startingWith(word)[Symbol.iterator]().next().done !== true
  }

  /** Whether a brewery is in a city, a state or a country with this word in its name. */
  isPlace(word: string): boolean {
    const term = this.#terms.get(word)
    if (!term) return false
    const { places, regions } = this.postingsOf(term)
    return places.length > 0 || regions.length > 0
  }

  /** Whether the words are the name of a country: 'stati uniti'. */
  isRegionName(words: string): boolean {
    return this.#regionNames.has(words)
  }

  /** Whether the words are the name of a state: 'west flanders'. */
  isStateName(words: string): boolean {
    return this.#stateNames.has(words)
  }

  /** Whether the word, or the one that it is without its ending, means a country or a state above all. */
  isRegion(word: string): boolean {
    for (const { term } of this.#terms.startingWith(word))
      if (term.text.length - word.length <= ENDING_LETTERS && this.meansRegion(term)) return true
    return false
  }

  /** True if more beers come from the region than have the term in their name or their brewery's: 'island' is Iceland in German. */
  meansRegion(term: Term): boolean {
    const { beers, breweries, brands, regions } = this.postingsOf(term)
    const beersOf = (slots: readonly number[]) =>
      slots.reduce((sum, slot) => sum + (this.#breweryAt[slot]?.beers.size ?? 0), 0)
    return regions.length > 0 && beersOf(regions) > beers.length + beersOf(breweries) + beersOf(brands)
  }

  /** What each word may mean, as far as something in the index has it. */
  expand(words: readonly string[], expansion: Expansion): TermMatch[][] {
    return expandQuery(words, this.#terms, expansion, (term) => {
      const { beers, breweries, brands, places, regions, styles } = this.postingsOf(term)
      return (
        beers.length + breweries.length + brands.length + places.length + regions.length > 0 ||
        styles.some((slot) => this.#styleAt[slot]?.beers.size)
      )
    })
  }

  /** Inverse document frequency: log(1 + (1 + N) / (1 + count)) for N beers. */
  weightOf(count: number): number {
    return Math.log(1 + (1 + this.#beers.size) / (1 + count))
  }

  /** Without rows that were replaced or removed, which would count as others do. */
  postingsOf(term: Term): Readonly<Postings> {
    const postings = this.#postingsFor(term)
    if (postings.removals < this.#removals) this.#dropRemoved(postings)
    return postings
  }

  /** In how many names of beers and breweries a term occurs. */
  nameCountOf(term: Term): number {
    const { beers, breweries, brands } = this.postingsOf(term)
    return beers.length + breweries.length + brands.length
  }

  /** May hold slots of removed rows: while many rows are put, dropping those each time would take too long. */
  #postingsFor({ id }: Term): Postings {
    const known = this.#postings[id]
    if (known) return known
    const postings: Postings = {
      removals: this.#removals,
      beers: [],
      breweries: [],
      brands: [],
      places: [],
      regions: [],
      styles: [],
    }
    this.#postings[id] = postings
    return postings
  }

  #dropRemoved(postings: Postings): void {
    postings.removals = this.#removals
    postings.beers = withRows(postings.beers, this.#beerAt)
    for (const field of ['breweries', 'brands', 'places', 'regions'] as const)
      postings[field] = withRows(postings[field], this.#breweryAt)
  }

  #styleNamed(name: string): IndexedStyle {
    const known = this.#styles.get(name)
    if (known) return known
    const style: IndexedStyle = { slot: this.#styleAt.length, beers: new Set() }
    this.#styleAt.push(style)
    this.#styles.set(name, style)
    for (const word of new Set([...foldedWords(name), ...(this.#wordsOfStyles.get(name) ?? [])]))
      if (!STYLE_FILLERS.has(word)) this.#postingsFor(this.#terms.add(word)).styles.push(style.slot)
    return style
  }

  #termsOf(name: string): Term[] {
    return foldedWords(name).map((word) => this.#terms.add(word))
  }

  /** The terms and, for scripts without spaces between words, every suffix of them, so that any part matches as a prefix. */
  #searchable(terms: ReadonlySet<Term>): Set<Term> {
    const searchable = new Set(terms)
    for (const { text } of terms)
      if (UNSPACED.test(text))
        for (let at = 1; at < text.length - 1; at++) searchable.add(this.#terms.add(text.slice(at)))
    return searchable
  }

  #rebuild(): void {
    const [breweries, beers] = [[...this.#breweries.values()], [...this.#beers.values()]]
    this.#terms = new TermIndex('query')
    this.#postings = []
    this.#beers = new Map()
    this.#breweries = new Map()
    this.#styles = new Map()
    this.#beerAt = []
    this.#breweryAt = []
    this.#styleAt = []
    for (const { row } of breweries) this.putBrewery(row)
    for (const { row } of beers) this.putBeer(row)
  }
}

function withRows(slots: number[], rows: readonly (object | undefined)[]): number[] {
  return slots.every((slot) => rows[slot]) ? slots : slots.filter((slot) => rows[slot])
}

function wordsOf(styles: readonly StyleNames[]): Map<string, readonly string[]> {
  return new Map(
    styles.map(({ name, aliases, translations = [] }) => [
      name,
      [...foldedWords(...aliases), ...foldedWords(...translations).filter((word) => !FILLERS.has(word))],
    ]),
  )
}
