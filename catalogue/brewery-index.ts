/**
 * Finds the brewery that a description means among many. Two breweries of one name are told apart by country, and by city
 * where both are known.
 */

import { slugOf } from './fold-text.ts'
import type { Lexicons } from './lexicon.ts'
import { ordinaryWords } from './ordinary-words.ts'
import { brewerySameness, type DescribedBrewery, type ReadBrewery, readBrewery } from './same-brewery.ts'

/** A brewery with the town it stands in, as some source writes it; unknown is null or absent. */
export interface PlacedBrewery extends DescribedBrewery {
  city?: string | null | undefined
}

export interface BreweryIndex<Key> {
  readonly size: number
  /** Enters a brewery; a key entered before is replaced. */
  add(key: Key, brewery: PlacedBrewery): void
  remove(key: Key): void
  /** The entered brewery that is this one, the surest first and among equals the first entered; undefined when there is none. */
  find(brewery: PlacedBrewery): { key: Key; score: number } | undefined
}

/** The sameness from which on two descriptions are one brewery. */
const SAME_BREWERY = 0.9
const HEAD_LETTERS = 4

interface Entry<Key> {
  key: Key
  order: number
  brewery: ReadBrewery
  city: string
}

/** An empty index; one look takes well under a millisecond among 10,000. */
export function openBreweryIndex<Key>(lexicons: Lexicons): BreweryIndex<Key> {
  const ordinary = ordinaryWords(lexicons)
  const entries = new Map<Key, Entry<Key>>()
  const byHead = new Map<string, Set<Entry<Key>>>()
  let order = 0

  const remove = (key: Key) => {
    const entry = entries.get(key)
    if (!entry) return
    entries.delete(key)
    for (const head of headsOf(entry.brewery)) byHead.get(head)?.delete(entry)
  }

  return {
    get size() {
      return entries.size
    },
    add(key, described) {
      remove(key)
      const entry = {
        key,
        order: order++,
        brewery: readBrewery(described, ordinary),
        city: slugOf(described.city ?? ''),
      }
      entries.set(key, entry)
      for (const head of headsOf(entry.brewery)) {
        const held = byHead.get(head)
        if (held) held.add(entry)
        else byHead.set(head, new Set([entry]))
      }
    },
    remove,
    find(described) {
      const brewery = readBrewery(described, ordinary)
      const city = slugOf(described.city ?? '')
      let best: Entry<Key> | undefined
      let most = 0
      for (const entry of new Set(headsOf(brewery).flatMap((head) => [...(byHead.get(head) ?? [])]))) {
        if (city !== '' && entry.city !== '' && city !== entry.city) continue
        const score = brewerySameness(brewery, entry.brewery)
        if (score < SAME_BREWERY || score < most || (best && score === most && best.order < entry.order)) continue
        best = entry
        most = score
      }
      return best && { key: best.key, score: most }
    },
  }
}

function headsOf({ forms }: ReadBrewery): string[] {
  return [...new Set(forms.flat().map((word) => word.slice(0, HEAD_LETTERS)))]
}
