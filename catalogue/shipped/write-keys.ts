/**
 * `npm run keys` adds the keys of new entries to `data/keys.txt`. It adds none while an entry is missing, because a new one may be
 * that one renamed; `--removed` marks the missing ones as gone.
 */
import { parseArgs } from 'node:util'
import { checkKeys, keyChanges, readKnownKeys, writeKnownKeys } from './known-keys.ts'
import { readCountries } from './shipped.ts'

const { values } = parseArgs({ options: { removed: { type: 'boolean', default: false } } })
const countries = readCountries()
const known = readKnownKeys()
const { added, missing, mistakes } = keyChanges(countries, known)
if (mistakes.length > 0 || (missing.length > 0 && !values.removed)) {
  checkKeys(countries, known, (_, where, message) => console.log(`${where}: ${message}`))
  process.exitCode = 1
} else {
  const next = new Map(known)
  for (const key of missing) next.set(key, 'gone')
  for (const key of added.keys()) next.set(key, 'listed')
  writeKnownKeys(next)
  console.log(`keys.txt: ${added.size} added, ${missing.length} gone, ${next.size} in all`)
}
