/**
 * Beers and breweries by the words of their names. A beer's name is kept as the words it has of its own and the words it
 * shares with its brewery ('Leffe' + 'blonde'), because the first tell siblings apart and the second tell breweries apart.
 */
import type { BeerRow, BreweryRow, CatalogueChanges } from './catalogue.ts'
import type { LexiconBrewery } from './lexicon.ts'
import type { OrdinaryWords } from './ordinary-words.ts'
import { isNumber, readWords } from './read-words.ts'
import { Vocabulary } from './vocabulary.ts'

/** One way to say a beer's name; the indices of its words, each once. */
export interface NameForm {
  own: readonly number[]
  /** Words of the name that name the brewery too. */
  brand: readonly number[]
}

export interface IndexedBeer {
  row: BeerRow
  brewery: IndexedBrewery | null
  forms: readonly NameForm[]
}

export interface IndexedBrewery {
  /** Null for a brewery of the lexicon. */
  id: number | null
  name: string
  /** Name and aliases without words like 'brewery'. */
  forms: readonly (readonly number[])[]
  /** Name and aliases of two and more words, with all of them. */
  spellings: readonly (readonly number[])[]
  words: ReadonlySet<number>
  beers: Set<IndexedBeer>
}

const RAREST = 6
const STYLE_WORD_MOST = 2.2
const COMMON_WORD_MOST = 1
const SMALL_WORD = 0.2
const NUMBER_MOST = 4
/** 'La Chouffe 0.4%': a strength is no word of a name, and without it this would be the name of another beer. */
const NAMES_STRENGTH = /(?<![\d.,])(?:[1-9]\d?(?:[.,]\d+)?|0[.,]0*[1-9]\d*)\s*%$/u
/** Short words turn up by chance: the share of its weight that a word of 1, 2, 3 letters keeps. */
const SHORT_WORD_SHARE = [0, 0.3, 0.55, 0.85]

export class NameIndex {
  readonly vocabulary: Vocabulary
  readonly #beers = new Map<number, IndexedBeer>()
  readonly #breweries = new Map<number, { row: BreweryRow; indexed: IndexedBrewery }>()
  readonly #all = new Set<IndexedBrewery>()
  /** Beers by their own words, breweries by theirs. */
  readonly #beersWith = new Map<number, Set<IndexedBeer>>()
  readonly #breweriesWith = new Map<number, Set<IndexedBrewery>>()
  /** How many names of each brewery hold a word; its size says how rare the word is. */
  readonly #owners = new Map<number, Map<object, number>>()

  constructor(
    readonly ordinary: OrdinaryWords,
    lexicon: readonly LexiconBrewery[],
  ) {
    this.vocabulary = new Vocabulary(ordinary.isOrdinary)
    for (const { name, aliases } of lexicon) this.#enterBrewery(null, name, aliases)
  }

  apply({ breweries, beers, removedBeers, removedBreweries }: CatalogueChanges): void {
    for (const id of removedBeers) this.#dropBeer(id)
    const orphans: BeerRow[] = []
    for (const id of removedBreweries) orphans.push(...this.#dropBrewery(id))
    for (const row of breweries) {
      orphans.push(...this.#dropBrewery(row.id))
      this.#breweries.set(row.id, { row, indexed: this.#enterBrewery(row.id, row.name, row.aliases) })
    }
    for (const row of orphans) this.#enterBeer(row)
    for (const row of beers) {
      this.#dropBeer(row.id)
      this.#enterBeer(row)
    }
  }

  beer(id: number): BeerRow | undefined {
    return this.#beers.get(id)?.row
  }

  brewery(id: number): BreweryRow | undefined {
    return this.#breweries.get(id)?.row
  }

  beersWith(word: number): ReadonlySet<IndexedBeer> | undefined {
    return this.#beersWith.get(word)
  }

  breweriesWith(word: number): ReadonlySet<IndexedBrewery> | undefined {
    return this.#breweriesWith.get(word)
  }

  isOrdinaryAt(word: number): boolean {
    return this.ordinary.isOrdinary(this.vocabulary.wordAt(word))
  }

  /** '33' is on every price tag: alone it names nothing. */
  isShortNumberAt(word: number): boolean {
    return /^\d{1,2}$/.test(this.vocabulary.wordAt(word))
  }

  /** 0 to 6: how much a word says. A word of one brewery says most, whatever the size of the catalogue. */
  weightOf(word: number): number {
    const text = this.vocabulary.wordAt(word)
    const owners = this.#owners.get(word)?.size ?? 1
    const rarity = (RAREST * Math.log1p(this.#all.size / owners)) / Math.log1p(Math.max(1, this.#all.size))
    const weight = rarity * (SHORT_WORD_SHARE[text.length] ?? 1)
    if (isNumber(text)) return Math.min(NUMBER_MOST, rarity)
    if (this.ordinary.isCommon(text)) return text.length <= 3 ? SMALL_WORD : Math.min(COMMON_WORD_MOST, weight)
    return this.ordinary.isStyle(text) ? Math.min(STYLE_WORD_MOST, weight) : weight
  }

  #enterBrewery(id: number | null, name: string, aliases: readonly string[]): IndexedBrewery {
    const forms = new Map<string, number[]>()
    const spellings: number[][] = []
    for (const spelling of [name, ...aliases]) {
      const words = readWords(spelling)
      if (words.length > 1) spellings.push([...new Set(words.map((word) => this.vocabulary.add(word)))])
      const core = words.filter((word) => !this.ordinary.isCommon(word))
      const form = [...new Set((core.length > 0 ? core : words).map((word) => this.vocabulary.add(word)))]
      if (form.length > 0) forms.set(form.join(), form)
    }
    const brewery = {
      id,
      name,
      forms: [...forms.values()],
      spellings,
      words: new Set([...forms.values()].flat()),
      beers: new Set<IndexedBeer>(),
    }
    this.#all.add(brewery)
    for (const word of brewery.words) {
      enter(this.#breweriesWith, word, brewery)
      this.#own(word, brewery)
    }
    return brewery
  }

  /** Takes a brewery out together with its beers, whose rows it returns. */
  #dropBrewery(id: number): BeerRow[] {
    const held = this.#breweries.get(id)
    if (!held) return []
    const rows = [...held.indexed.beers].map((beer) => beer.row)
    for (const row of rows) this.#dropBeer(row.id)
    for (const word of held.indexed.words) {
      this.#breweriesWith.get(word)?.delete(held.indexed)
      this.#disown(word, held.indexed)
    }
    this.#all.delete(held.indexed)
    this.#breweries.delete(id)
    return rows
  }

  #enterBeer(row: BeerRow): void {
    const brewery = (row.breweryId === null ? null : this.#breweries.get(row.breweryId)?.indexed) ?? null
    const forms = new Map<string, NameForm>()
    for (const spelling of [row.name, ...row.aliases.filter((alias) => !NAMES_STRENGTH.test(alias))]) {
      const words = [...new Set(readWords(spelling).map((word) => this.vocabulary.add(word)))]
      const form: NameForm = {
        own: words.filter((word) => !brewery?.words.has(word)),
        brand: words.filter((word) => brewery?.words.has(word)),
      }
      if (words.length > 0) forms.set(`${form.own.join()}|${form.brand.join()}`, form)
    }
    const beer: IndexedBeer = { row, brewery, forms: [...forms.values()] }
    this.#beers.set(row.id, beer)
    brewery?.beers.add(beer)
    for (const word of ownWordsOf(beer)) {
      enter(this.#beersWith, word, beer)
      this.#own(word, brewery ?? beer)
    }
  }

  #dropBeer(id: number): void {
    const beer = this.#beers.get(id)
    if (!beer) return
    this.#beers.delete(id)
    beer.brewery?.beers.delete(beer)
    for (const word of ownWordsOf(beer)) {
      this.#beersWith.get(word)?.delete(beer)
      this.#disown(word, beer.brewery ?? beer)
    }
  }

  #own(word: number, owner: object): void {
    const owners = this.#owners.get(word) ?? new Map<object, number>()
    this.#owners.set(word, owners)
    owners.set(owner, (owners.get(owner) ?? 0) + 1)
  }

  #disown(word: number, owner: object): void {
    const owners = this.#owners.get(word)
    const count = owners?.get(owner) ?? 0
    if (count > 1) owners?.set(owner, count - 1)
    else owners?.delete(owner)
  }
}

function ownWordsOf(beer: IndexedBeer): Set<number> {
  return new Set(beer.forms.flatMap((form) => form.own))
}

function enter<T>(map: Map<number, Set<T>>, word: number, entry: T): void {
  const held = map.get(word)
  if (held) held.add(entry)
  else map.set(word, new Set([entry]))
}
