/**
 * The keys of all entries that the catalogue ever had, in `data/keys.txt`: a brewery on a line, its beers indented below, and `gone`
 * behind the removed ones. A name that changes without an `id` is found out by it, and no key is used for two beers.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { CountryFile } from './data-format.ts'
import { idWithin, keyOfBeer, keyOfBrewery, parentOf } from './keys.ts'
import type { Report } from './problem.ts'

/** Whether the entry is in the catalogue or was removed, by key. */
export type KnownKeys = ReadonlyMap<string, 'listed' | 'gone'>

const KEYS_FILE = fileURLToPath(new URL('../data/keys.txt', import.meta.url))
const HEADER = '# Written by `npm run keys`. The keys of all entries of beers/, and of those that are gone.\n'

export function readKnownKeys(): KnownKeys {
  return parseKeys(readFileSync(KEYS_FILE, 'utf8'))
}

export function writeKnownKeys(known: KnownKeys): void {
  writeFileSync(KEYS_FILE, formatKeys(known))
}

/** Reads what `formatKeys` has written; nothing is checked. */
export function parseKeys(text: string): KnownKeys {
  const known = new Map<string, 'listed' | 'gone'>()
  let brewery = ''
  for (const line of text.split('\n')) {
    if (line.trim() === '' || line.startsWith('#')) continue
    const [name = '', gone] = line.trim().split(' ')
    if (!line.startsWith(' ')) brewery = name
    known.set(line.startsWith(' ') ? `${brewery}/${name}` : name, gone === 'gone' ? 'gone' : 'listed')
  }
  return known
}

/** Sorted, so that equal keys give an equal file. */
export function formatKeys(known: KnownKeys): string {
  const beersOf = new Map<string, string[]>()
  for (const key of known.keys()) if (!isBeer(key)) beersOf.set(key, [])
  for (const key of known.keys()) if (isBeer(key)) beersOf.get(parentOf(key))?.push(key)
  const mark = (key: string) => (known.get(key) === 'gone' ? ' gone' : '')
  const lines = [...beersOf]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([key, beers]) => [
      `${key}${mark(key)}\n`,
      ...beers.sort().map((beer) => `  ${idWithin(key, beer)}${mark(beer)}\n`),
    ])
  return HEADER + lines.join('')
}

const isBeer = (key: string) => key.split('/').length > 2

export interface KeyChanges {
  /** Entries whose key is not known, with the place of each. */
  added: Map<string, string>
  /** Known keys that no entry has. */
  missing: string[]
  /** What the keys of entries must not be. */
  mistakes: { where: string; message: string }[]
}

/** Compares the keys of the data files with those that the catalogue ever had. `countries`: by the name of its file. */
export function keyChanges(countries: ReadonlyMap<string, CountryFile>, known: KnownKeys): KeyChanges {
  const added = new Map<string, string>()
  const mistakes: KeyChanges['mistakes'] = []
  const missing = new Set([...known].flatMap(([key, state]) => (state === 'listed' ? [key] : [])))
  const look = (key: string, where: string) => {
    missing.delete(key)
    if (known.get(key) === 'gone')
      mistakes.push({
        where,
        message: `has the key of a removed entry, ${key}. Write another id; if it is the same one again, take "gone" off its line in keys.txt`,
      })
    else if (isBeer(key) && !known.has(parentOf(key)) && !added.has(parentOf(key)))
      mistakes.push({ where, message: `has the key ${key}, and no brewery has had the key ${parentOf(key)}` })
    else if (!known.has(key)) added.set(key, where)
  }
  for (const [file, { country, breweries }] of countries)
    for (const brewery of breweries) {
      const key = keyOfBrewery(country, brewery)
      look(key, `${file} > ${brewery.name}`)
      for (const beer of brewery.beers) look(keyOfBeer(key, beer), `${file} > ${brewery.name} > ${beer.name}`)
    }
  return { added, missing: [...missing], mistakes }
}

/** More new entries than these say nothing about which one was renamed. */
const CANDIDATES_MAX = 3

/** Reports entries that lost their key, and keys that are not in the file yet. */
export function checkKeys(countries: ReadonlyMap<string, CountryFile>, known: KnownKeys, report: Report): void {
  const { added, missing, mistakes } = keyChanges(countries, known)
  for (const { where, message } of mistakes) report('error', where, message)
  for (const key of missing) {
    const parent = parentOf(key)
    if (missing.includes(parent)) continue // its brewery is reported
    const siblings = [...added].filter(([other]) => parentOf(other) === parent).map(([, where]) => where)
    const candidates = siblings.length > 0 && siblings.length <= CANDIDATES_MAX ? ` (${siblings.join(' or ')}?)` : ''
    report(
      'error',
      'keys.txt',
      `no entry has the key ${key}. If it was renamed${candidates}, write "id: ${idWithin(parent, key)}" on it; ` +
        `if it was moved, "id: ${key}"; if it was removed, run "npm run keys -- --removed"`,
    )
  }
  const [first] = added
  if (!first || missing.length > 0) return
  const more = added.size > 1 ? ` (and ${added.size - 1} more)` : ''
  report('error', first[1], `is new${more}: run "npm run keys", and commit keys.txt with it`)
}
