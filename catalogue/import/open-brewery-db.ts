/** Open Brewery DB: a register of breweries by address. Types that do not brew are skipped. */

import { canonicalCountry, canonicalState } from '../identity/places.ts'
import { parseDelimited } from './delimited.ts'
import { parseText, parseWebsite } from './fields.ts'
import { type ImportFile, type ImportItem, problem, skipped, UNKNOWN_BREWERY_FACTS } from './imported.ts'

/** Values of `brewery_type` for places that do not brew, or no longer. */
export const NON_BREWING_TYPES: ReadonlySet<string> = new Set([
  'planning',
  'closed',
  'bar',
  'beergarden',
  'taproom',
  'location',
])

export async function* parseOpenBreweryDb(files: readonly ImportFile[]): AsyncGenerator<ImportItem> {
  for (const file of files) {
    for await (const row of parseDelimited(file)) {
      const at = { file: file.path, line: row.line }
      if ('error' in row) {
        yield problem(at, row.error)
        continue
      }
      const field = (name: string) => row.cells.get(name)
      const [sourceId, name, type] = [
        parseText(field('id')),
        parseName(field('name')),
        parseText(field('brewery_type')),
      ]
      if (sourceId === null) yield problem(at, 'no id')
      else if (name === null) yield problem(at, `no name in ${JSON.stringify(field('name') ?? '')}`)
      else if (type !== null && NON_BREWING_TYPES.has(type)) yield skipped(`brewery type ${type}`)
      else {
        const country = canonicalCountry(parseText(field('country')))
        const state = canonicalState(parseText(field('state_province')) ?? parseText(field('state')), country)
        const facts = { city: parseText(field('city')), state, country, website: parseWebsite(field('website_url')) }
        yield {
          kind: 'brewery',
          at,
          brewery: { ...UNKNOWN_BREWERY_FACTS, sourceId, name, ...facts, distinctByTown: true },
        }
      }
    }
  }
}

/** Removes stray quotation marks. Returns null for fewer than two letters or digits, the rest of a truncated name. */
function parseName(value: unknown): string | null {
  const name = parseText(value)?.replace(/^["“”]+|(?<!["“”])["“”]+$/gu, '') ?? ''
  const plain = /^['’](?!t\b|n\b|s\b)/iu.test(name) ? name.slice(1).trim() : name
  return (plain.match(/[\p{L}\p{N}]/gu)?.length ?? 0) >= 2 ? plain : null
}
