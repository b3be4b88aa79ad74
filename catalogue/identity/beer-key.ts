/**
 * Keys of beers that are known by name and brewery only. Equal keys mean the same beer; spellings that differ in more than
 * case, accents and punctuation need `beerComparison`.
 */

import { foldToWords, lettersOf } from '../text/folded-words.ts'

/** A beer as printed on a label or named in a file. */
export interface PrintedName {
  name: string
  brewery: string | null
}

/** The key of a beer. Stored with unlisted beers (`beers.owner_key`), so its format must not change. */
export function keyOf({ name, brewery }: PrintedName): string {
  return `${foldToWords(brewery ?? '')}|${foldToWords(name)}`
}

/**
 * All keys of a beer with several names or a brewery with several names. A brewery name at the start of the beer name is
 * dropped: 'Leffe Blonde' and 'Blonde' by Leffe share a key. Two beers are the same if one key of theirs is equal.
 */
export function keysOf(names: readonly string[], breweries: readonly string[]): Set<string> {
  const keys = new Set<string>()
  for (const brewery of breweries.map(foldToWords).filter(Boolean))
    for (const name of names.map(foldToWords).filter(Boolean))
      keys.add(keyOf({ name: name.startsWith(`${brewery} `) ? name.slice(brewery.length + 1) : name, brewery }))
  return keys
}

/**
 * True if both may be reads of one label: the breweries are equal, and one name is part of the other. Around a can, the ends
 * of a name are out of sight, and spaces are unreliable.
 */
export function mayBeSamePrint(a: PrintedName, b: PrintedName): boolean {
  if (a.brewery !== b.brewery) return false
  const [nameA, nameB] = [lettersOf(a.name), lettersOf(b.name)]
  return nameA.includes(nameB) || nameB.includes(nameA)
}
