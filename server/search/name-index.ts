/**
 * All names of the catalogue in memory, and what a query finds among them: breweries and beers apart, the best fitting
 * first, among equals the most popular. A word may be typed whole, in part or with slips; a beer's name and its brewery's
 * answer together. The database is asked only for the rows to show, so every database gives the same answer.
 */
import { foldedWords } from '../beers/fold.ts'
import { type Meaning, meaningsOf } from './query-words.ts'
import { type Term, Vocabulary } from './vocabulary.ts'

export interface IndexedBrewery {
  id: number
  names: readonly string[]
  /** City, state, country. */
  places: readonly string[]
}

export interface IndexedBeer {
  id: number
  breweryId: number | null
  names: readonly string[]
  /** 0-100. */
  popularity: number
}

export interface Found {
  /** Ids, best first. */
  breweries: number[]
  beers: number[]
}

interface Brewery {
  row: IndexedBrewery
  slot: number
  /** Words of each name. */
  forms: Term[][]
  terms: Set<Term>
  beers: Set<Beer>
}

interface Beer {
  row: IndexedBeer
  slot: number
  brewery: Brewery | undefined
  /** Of each name the words that are not the brewery's. */
  forms: Term[][]
}

/** What a query word means in the index. */
interface Answered {
  beers: ReadonlyMap<number, number>
  breweries: ReadonlyMap<number, number>
  /** How many beers answer to it. */
  count: number
  weight: number
}

interface Scored {
  beer: Beer
  fit: number
  /** The query has all of the name beside the brewery's. */
  isWhole: boolean
}

/** What a hit in the brewery's name or place is worth, compared to one in the beer's own. */
const FIELD = { brewery: 0.98, place: 0.5 }
/** Answers within one step of fit are equals: whole names come first, then the more popular. */
const FIT_STEPS = 16
const NAME_STEPS = 3
/** A close look that finds this many needs no broad one. */
const ENOUGH = 5
/** The share of a query's weight that has to be answered where not all of its words are. */
const PARTLY_LEAST = 0.6
/** Words that this share of all beers answers to lead to none where another word is not answered. */
const COMMON = 0.02
/** A brewery is named by a query that has this share of its name, even when the rest is a beer's. */
const BREWERY_NAMED = 0.7
/** What a word of a name counts that was only begun. */
const BEGUN = 0.6
/** Slots of replaced and removed rows are kept until they are more than the others. */
const SPARE_SLOTS = 1_000
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u

export class NameIndex {
  #vocabulary = new Vocabulary()
  #beers = new Map<number, Beer>()
  #breweries = new Map<number, Brewery>()
  #beerAt: (Beer | undefined)[] = []
  #breweryAt: (Brewery | undefined)[] = []

  get size(): number {
    return this.#beers.size
  }

  /** Adds or replaces; its beers stay with it. */
  putBrewery(row: IndexedBrewery): void {
    const beers = [...(this.#breweries.get(row.id)?.beers ?? [])]
    this.removeBrewery(row.id)
    const slot = this.#breweryAt.length
    const forms = row.names.map((name) => this.#termsOf(name))
    const brewery: Brewery = { row, slot, forms, terms: new Set(forms.flat()), beers: new Set() }
    this.#breweryAt.push(brewery)
    this.#breweries.set(row.id, brewery)
    for (const term of this.#findable(brewery.terms)) term.breweries.push(slot)
    for (const word of foldedWords(...row.places)) this.#vocabulary.add(word).places.push(slot)
    for (const beer of beers) this.putBeer(beer.row)
  }

  /** Adds or replaces; its brewery has to be there. */
  putBeer(row: IndexedBeer): void {
    this.removeBeer(row.id)
    const slot = this.#beerAt.length
    const brewery = row.breweryId === null ? undefined : this.#breweries.get(row.breweryId)
    const words = row.names.map((name) => this.#termsOf(name))
    const forms = words.map((form) => form.filter((term) => !brewery?.terms.has(term)))
    const beer: Beer = { row, slot, brewery, forms }
    this.#beerAt.push(beer)
    this.#beers.set(row.id, beer)
    brewery?.beers.add(beer)
    for (const term of this.#findable(new Set(words.flat()))) term.beers.push(slot)
    if (this.#beerAt.length > 2 * this.#beers.size + SPARE_SLOTS) this.#rebuild()
  }

  removeBeer(id: number): void {
    const known = this.#beers.get(id)
    if (!known) return
    this.#beers.delete(id)
    this.#beerAt[known.slot] = undefined
    known.brewery?.beers.delete(known)
  }

  removeBrewery(id: number): void {
    const known = this.#breweries.get(id)
    if (!known) return
    this.#breweries.delete(id)
    this.#breweryAt[known.slot] = undefined
    for (const beer of known.beers) beer.brewery = undefined
  }

  /** What the folded words of a query find, at most so many of each. Nothing when too little of it is answered. */
  find(words: readonly string[], most: { beers: number; breweries: number }): Found {
    const close = this.#look(meaningsOf(words, this.#vocabulary, 'close'), 'all', most)
    if (close.beers.length + close.breweries.length >= ENOUGH) return close
    const broadly = meaningsOf(words, this.#vocabulary, 'broad')
    const broad = this.#look(broadly, 'all', most)
    if (broad.beers.length + broad.breweries.length > 0) return broad
    return this.#look(broadly, 'most', most)
  }

  #look(meanings: readonly Meaning[][], asked: 'all' | 'most', most: { beers: number; breweries: number }): Found {
    if (asked === 'all' && meanings.some((each) => each.length === 0)) return { beers: [], breweries: [] }
    const answered = meanings.map((each) => this.#answered(each))
    const meant = new Map<Term, number>()
    for (const { term, isWhole } of meanings.flat())
      meant.set(term, Math.max(meant.get(term) ?? 0, isWhole ? 1 : BEGUN))
    const beers = this.#rank(asked === 'all' ? this.#withAll(answered) : this.#withMost(answered), answered, meant)
    return {
      beers: beers.slice(0, most.beers).map(({ beer }) => beer.row.id),
      breweries: this.#breweriesNamed(answered, beers, meant, asked).slice(0, most.breweries),
    }
  }

  #answered(meanings: readonly Meaning[]): Answered {
    const beers = new Map<number, number>()
    const breweries = new Map<number, number>()
    const raise = (map: Map<number, number>, slot: number, quality: number) => {
      if ((map.get(slot) ?? 0) < quality) map.set(slot, quality)
    }
    for (const { term, quality } of meanings) {
      for (const slot of term.beers) raise(beers, slot, quality)
      for (const slot of term.breweries) raise(breweries, slot, quality * FIELD.brewery)
      for (const slot of term.places) raise(breweries, slot, quality * FIELD.place)
    }
    let count = beers.size
    for (const slot of breweries.keys()) count += this.#breweryAt[slot]?.beers.size ?? 0
    return { beers, breweries, count, weight: this.#weightOf(count) }
  }

  /** Beers that every word speaks for; only those of the rarest word are looked at. */
  *#withAll(answered: readonly Answered[]): Iterable<Beer> {
    const rarest = answered.reduce((a, b) => (b.count < a.count ? b : a))
    for (const beer of this.#answering(rarest)) if (answered.every((word) => qualityFor(word, beer) > 0)) yield beer
  }

  /** Beers that one telling word speaks for at least. */
  *#withMost(answered: readonly Answered[]): Iterable<Beer> {
    const seen = new Set<Beer>()
    const all = answered.reduce((sum, { weight }) => sum + weight, 0)
    for (const word of answered) {
      if (word.count > this.#beers.size * COMMON + ENOUGH) continue
      for (const beer of this.#answering(word)) {
        if (seen.has(beer)) continue
        seen.add(beer)
        const said = answered.reduce((sum, each) => sum + (qualityFor(each, beer) > 0 ? each.weight : 0), 0)
        if (said >= all * PARTLY_LEAST) yield beer
      }
    }
  }

  *#answering(word: Answered): Iterable<Beer> {
    const seen = new Set<Beer>()
    for (const slot of word.breweries.keys())
      for (const beer of this.#breweryAt[slot]?.beers ?? []) {
        seen.add(beer)
        yield beer
      }
    for (const slot of word.beers.keys()) {
      const beer = this.#beerAt[slot]
      if (beer && !seen.has(beer)) yield beer
    }
  }

  #rank(beers: Iterable<Beer>, answered: readonly Answered[], meant: ReadonlyMap<Term, number>): Scored[] {
    const all = answered.reduce((sum, { weight }) => sum + weight, 0)
    const scored: Scored[] = []
    for (const beer of beers) {
      const said = answered.reduce((sum, word) => sum + word.weight * qualityFor(word, beer), 0)
      const isWhole = beer.forms.some((form) => form.every((term) => meant.has(term)))
      scored.push({ beer, fit: Math.round((FIT_STEPS * said) / all), isWhole })
    }
    return scored.sort(
      (a, b) =>
        b.fit - a.fit ||
        Number(b.isWhole) - Number(a.isWhole) ||
        b.beer.row.popularity - a.beer.row.popularity ||
        a.beer.row.id - b.beer.row.id,
    )
  }

  /** Breweries that the whole query names, then those of the beers found that it names by the way. */
  #breweriesNamed(
    answered: readonly Answered[],
    beers: readonly Scored[],
    meant: ReadonlyMap<Term, number>,
    asked: 'all' | 'most',
  ): number[] {
    const [first, ...others] = answered
    const named = new Map<Brewery, { fit: number; share: number; popularity: number }>()
    const offer = (brewery: Brewery, fit: number) => {
      if (named.has(brewery)) return
      let popularity = 0
      for (const { row } of brewery.beers) popularity = Math.max(popularity, row.popularity)
      const share = Math.max(...brewery.forms.map((form) => this.#shareOf(form, meant)))
      named.set(brewery, { fit, share, popularity })
    }
    if (first && asked === 'all')
      for (const [slot, quality] of first.breweries) {
        const brewery = this.#breweryAt[slot]
        const least = others.reduce((least, word) => Math.min(least, word.breweries.get(slot) ?? 0), quality)
        if (brewery && least > 0) offer(brewery, 1 + Math.round(FIT_STEPS * least))
      }
    for (const { beer } of beers.slice(0, ENOUGH))
      if (beer.brewery?.forms.some((form) => this.#shareOf(form, meant) >= BREWERY_NAMED)) offer(beer.brewery, 0)
    return [...named]
      .sort(
        ([one, a], [other, b]) =>
          b.fit - a.fit ||
          Math.floor(NAME_STEPS * b.share) - Math.floor(NAME_STEPS * a.share) ||
          b.popularity - a.popularity ||
          one.row.id - other.row.id,
      )
      .map(([{ row }]) => row.id)
  }

  /** The share of a name's weight that the query has, 0-1. */
  #shareOf(form: readonly Term[], meant: ReadonlyMap<Term, number>): number {
    let [all, said] = [0, 0]
    for (const term of form) {
      const weight = this.#weightOf(term.beers.length + term.breweries.length)
      all += weight
      said += weight * (meant.get(term) ?? 0)
    }
    return all === 0 ? 1 : said / all
  }

  /** What a word says that so many beers answer to. */
  #weightOf(count: number): number {
    return Math.log(1 + (1 + this.#beers.size) / (1 + count))
  }

  #termsOf(name: string): Term[] {
    return foldedWords(name).map((word) => this.#vocabulary.add(word))
  }

  /** The terms, and for scripts without blanks between words every end of them, so that any part is a beginning. */
  #findable(terms: ReadonlySet<Term>): Set<Term> {
    const findable = new Set(terms)
    for (const { text } of terms)
      if (UNSPACED.test(text))
        for (let at = 1; at < text.length - 1; at++) findable.add(this.#vocabulary.add(text.slice(at)))
    return findable
  }

  #rebuild(): void {
    const [breweries, beers] = [[...this.#breweries.values()], [...this.#beers.values()]]
    this.#vocabulary = new Vocabulary()
    this.#beers = new Map()
    this.#breweries = new Map()
    this.#beerAt = []
    this.#breweryAt = []
    for (const { row } of breweries) this.putBrewery(row)
    for (const { row } of beers) this.putBeer(row)
  }
}

function qualityFor(word: Answered, { slot, brewery }: Beer): number {
  const own = word.beers.get(slot) ?? 0
  return brewery ? Math.max(own, word.breweries.get(brewery.slot) ?? 0) : own
}
