/**
 * Finds the beer that a description means among many, without comparing all of them. Candidates are the beers of similar
 * breweries, of breweries that start its name, and beers whose names share a rare token.
 */
import type { Lexicons } from '../lexicon/lexicon.ts'
import type { DescribedBeer, PreparedBeer } from './prepared-beer.ts'
import { beerComparison, SAME_BEER } from './same-beer.ts'
import { brewerySimilarity, type PreparedBrewery } from './same-brewery.ts'

/** The known beer that a description means. */
interface Duplicate<Key> {
  key: Key
  /** `SAME_BEER` to 1. */
  score: number
}

export interface DuplicateIndex<Key> {
  readonly size: number
  /** Adds a beer, or replaces the one with this key. */
  add(key: Key, beer: DescribedBeer): void
  remove(key: Key): void
  /** Returns the most similar beer with at least `SAME_BEER`, among equals the one added first, or undefined. */
  find(beer: DescribedBeer): Duplicate<Key> | undefined
}

interface Entry<Key> {
  key: Key
  beer: PreparedBeer
  order: number
  group: BreweryGroup<Key>
  words: string[]
}

/** All beers whose brewery is spelled the same. */
interface BreweryGroup<Key> {
  brewery: PreparedBrewery | null
  entries: Set<Entry<Key>>
}

/** Minimum similarity of the breweries of one beer. */
const BREWERY_SIMILARITY_MIN = 0.5
/** A token that more beers share than this generates no candidates. */
const RARE_TOKEN_MAX = 200
/** Breweries are indexed by the first letters of their tokens, which survive typos and other endings. */
const PREFIX_LENGTH = 4

/** Opens an empty index. 100,000 beers take about 150 MB; a lookup takes well under a millisecond. */
export function openDuplicateIndex<Key>(lexicons: Lexicons): DuplicateIndex<Key> {
  const comparison = beerComparison(lexicons)
  const entries = new Map<Key, Entry<Key>>()
  const groups = new Map<PreparedBrewery | null, BreweryGroup<Key>>()
  const groupsByPrefix = new Map<string, Set<BreweryGroup<Key>>>()
  const entriesByToken = new Map<string, Set<Entry<Key>>>()
  let order = 0

  const groupOf = ({ brewery }: PreparedBeer): BreweryGroup<Key> => {
    const known = groups.get(brewery)
    if (known) return known
    const group: BreweryGroup<Key> = { brewery, entries: new Set() }
    groups.set(brewery, group)
    for (const prefix of prefixesOf(brewery?.forms.flat() ?? [])) enter(groupsByPrefix, prefix, group)
    return group
  }

  const similarGroups = function* (beer: PreparedBeer): Iterable<BreweryGroup<Key>> {
    const words = [...(beer.brewery?.forms.flat() ?? []), ...beer.names.map((name) => name.words[0] ?? '')]
    const met = new Set<BreweryGroup<Key>>()
    for (const prefix of prefixesOf(words))
      for (const group of groupsByPrefix.get(prefix) ?? []) {
        if (met.has(group)) continue
        met.add(group)
        if (isLikely(beer, group)) yield group
      }
  }

  const candidates = (beer: PreparedBeer): Set<Entry<Key>> => {
    const found = new Set<Entry<Key>>()
    for (const group of similarGroups(beer)) for (const entry of group.entries) found.add(entry)
    for (const word of comparison.distinctiveTokens(beer)) {
      const sharing = entriesByToken.get(word)
      if (sharing && sharing.size <= RARE_TOKEN_MAX) for (const entry of sharing) found.add(entry)
    }
    return found
  }

  const remove = (key: Key) => {
    const entry = entries.get(key)
    if (!entry) return
    entries.delete(key)
    entry.group.entries.delete(entry)
    for (const word of entry.words) entriesByToken.get(word)?.delete(entry)
  }

  return {
    get size() {
      return entries.size
    },
    add(key, described) {
      remove(key)
      const beer = comparison.prepare(described)
      const entry = { key, beer, group: groupOf(beer), order: order++, words: comparison.distinctiveTokens(beer) }
      entries.set(key, entry)
      entry.group.entries.add(entry)
      for (const word of entry.words) enter(entriesByToken, word, entry)
    },
    remove,
    find(described) {
      const beer = comparison.prepare(described)
      let best: Entry<Key> | undefined
      let most = 0
      for (const entry of candidates(beer)) {
        const score = comparison.similarity(beer, entry.beer)
        if (score < SAME_BEER || score < most) continue
        if (best && score === most && best.order < entry.order) continue
        best = entry
        most = score
      }
      return best && { key: best.key, score: most }
    },
  }
}

function isLikely<Key>(beer: PreparedBeer, { brewery }: BreweryGroup<Key>): boolean {
  if (!brewery) return false
  if (!beer.brewery) return true
  if (brewerySimilarity(beer.brewery, brewery) >= BREWERY_SIMILARITY_MIN) return true
  return beer.names.some(({ words }) => brewery.words.has(words[0] ?? ''))
}

function* prefixesOf(words: Iterable<string>): Iterable<string> {
  const prefixes = new Set<string>()
  for (const word of words) prefixes.add(word.slice(0, PREFIX_LENGTH))
  yield* prefixes
}

function enter<Held>(map: Map<string, Set<Held>>, word: string, held: Held): void {
  const there = map.get(word)
  if (there) there.add(held)
  else map.set(word, new Set([held]))
}
