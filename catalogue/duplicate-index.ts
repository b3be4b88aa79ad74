/**
 * Finds the beer that a description means among many, without comparing it to all: candidates are the beers of breweries
 * that share a telling word with its own or begin its name, and the beers whose names share its rare words.
 */
import type { Lexicons } from './lexicon.ts'
import { beerComparison, type DescribedBeer, type ReadBeer, SAME_BEER } from './same-beer.ts'
import { brewerySameness, type ReadBrewery } from './same-brewery.ts'

/** The beer that a description means. */
export interface Duplicate<Key> {
  key: Key
  /** `SAME_BEER` to 1. */
  score: number
}

export interface DuplicateIndex<Key> {
  readonly size: number
  /** Enters a beer; a key entered before is replaced. */
  add(key: Key, beer: DescribedBeer): void
  remove(key: Key): void
  /** The entered beer that is the same as this one, the surest first and among equals the first entered; undefined when there is none. */
  find(beer: DescribedBeer): Duplicate<Key> | undefined
}

interface Entry<Key> {
  key: Key
  beer: ReadBeer
  order: number
  house: House<Key>
  words: string[]
}

/** All beers that came with one spelling of one brewery. */
interface House<Key> {
  brewery: ReadBrewery | null
  entries: Set<Entry<Key>>
}

/** Breweries less alike than this cannot have one beer, whatever its name. */
const HOUSE_LIKENESS_MIN = 0.5
/** A word of a name that more beers share than this leads to none of them. */
const RARE_MOST = 200
/** Words of one brewery begin alike even when one is misread or has another ending. */
const HEAD_LETTERS = 4

/** An empty index. 100,000 beers take some 150 MB; one look takes well under a millisecond. */
export function openDuplicateIndex<Key>(lexicons: Lexicons): DuplicateIndex<Key> {
  const comparison = beerComparison(lexicons)
  const entries = new Map<Key, Entry<Key>>()
  const houses = new Map<ReadBrewery | null, House<Key>>()
  const housesWith = new Map<string, Set<House<Key>>>()
  const entriesWith = new Map<string, Set<Entry<Key>>>()
  let order = 0

  const houseOf = ({ brewery }: ReadBeer): House<Key> => {
    const known = houses.get(brewery)
    if (known) return known
    const house: House<Key> = { brewery, entries: new Set() }
    houses.set(brewery, house)
    for (const head of headsOf(brewery?.forms.flat() ?? [])) enter(housesWith, head, house)
    return house
  }

  const housesLike = function* (beer: ReadBeer): Iterable<House<Key>> {
    const words = [...(beer.brewery?.forms.flat() ?? []), ...beer.names.map((name) => name.words[0] ?? '')]
    const met = new Set<House<Key>>()
    for (const head of headsOf(words))
      for (const house of housesWith.get(head) ?? []) {
        if (met.has(house)) continue
        met.add(house)
        if (isLikely(beer, house)) yield house
      }
  }

  const candidates = (beer: ReadBeer): Set<Entry<Key>> => {
    const found = new Set<Entry<Key>>()
    for (const house of housesLike(beer)) for (const entry of house.entries) found.add(entry)
    for (const word of comparison.tellingWords(beer)) {
      const sharing = entriesWith.get(word)
      if (sharing && sharing.size <= RARE_MOST) for (const entry of sharing) found.add(entry)
    }
    return found
  }

  const remove = (key: Key) => {
    const entry = entries.get(key)
    if (!entry) return
    entries.delete(key)
    entry.house.entries.delete(entry)
    for (const word of entry.words) entriesWith.get(word)?.delete(entry)
  }

  return {
    get size() {
      return entries.size
    },
    add(key, described) {
      remove(key)
      const beer = comparison.read(described)
      const entry = { key, beer, house: houseOf(beer), order: order++, words: comparison.tellingWords(beer) }
      entries.set(key, entry)
      entry.house.entries.add(entry)
      for (const word of entry.words) enter(entriesWith, word, entry)
    },
    remove,
    find(described) {
      const beer = comparison.read(described)
      let best: Entry<Key> | undefined
      let most = 0
      for (const entry of candidates(beer)) {
        const score = comparison.sameness(beer, entry.beer)
        if (score < SAME_BEER || score < most) continue
        if (best && score === most && best.order < entry.order) continue
        best = entry
        most = score
      }
      return best && { key: best.key, score: most }
    },
  }
}

function isLikely<Key>(beer: ReadBeer, { brewery }: House<Key>): boolean {
  if (!brewery) return false
  if (!beer.brewery) return true
  if (brewerySameness(beer.brewery, brewery) >= HOUSE_LIKENESS_MIN) return true
  return beer.names.some(({ words }) => brewery.words.has(words[0] ?? ''))
}

function* headsOf(words: Iterable<string>): Iterable<string> {
  const heads = new Set<string>()
  for (const word of words) heads.add(word.slice(0, HEAD_LETTERS))
  yield* heads
}

function enter<Held>(map: Map<string, Set<Held>>, word: string, held: Held): void {
  const there = map.get(word)
  if (there) there.add(held)
  else map.set(word, new Set([held]))
}
