/** A field of a foreign file may be anything: no parser takes longer than its length explains. */
import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cpuMs, growth } from '#testing/growth.ts'
import type { ImportFile } from './imported.ts'
import { IMPORT_SOURCES } from './sources.ts'

const FIELD_CHARS = 1024 * 1024
/** A fast machine needs less. What takes longer may take eight times as long for four times the length, at most. */
const LIMIT_MS = 100
const MAX_GROWTH = 8
/** What the expressions of the parsers look for, and what they skip. */
const SUSPICIOUS = [...' \t-–_,;:.([{)]}/|"\'&#%°=~*+<0a1Aéß麦@', '( ', 'a ', '- ', ' co', '1 x ', '0.', '&#', '\\"']

const FIXTURES: Readonly<Record<string, readonly string[]>> = {
  untappd: ['untappd.csv', 'untappd.json'],
  'open-brewery-db': ['open-brewery-db.csv'],
  table: ['untappd.csv', 'punk-api.json'],
  openbeerdb: ['openbeerdb/beers.csv', 'openbeerdb/breweries.csv', 'openbeerdb/styles.csv'],
  'open-food-facts': ['open-food-facts.tsv', 'open-food-facts.jsonl', 'open-food-facts-search.json'],
  'punk-api': ['punk-api.json'],
  'beerjson-styles': ['beerjson-styles.json'],
  'beer-db': [
    'beer-db/at-austria/1--w-wien--eastern/beers.txt',
    'beer-db/at-austria/1--w-wien--eastern/breweries.txt',
    'beer-db/world/europe/5--it-italy--southern/winners.txt',
  ],
  wikidata: ['wikidata.json'],
}

function fileOf(path: string, text: string): ImportFile {
  const bytes = new TextEncoder().encode(text)
  return {
    path,
    async *bytes() {
      for (let start = 0; start < bytes.length; start += 65_536) yield bytes.subarray(start, start + 65_536)
    },
  }
}

describe('a field of 1 MB of repeated characters', () => {
  it.each(
    IMPORT_SOURCES.flatMap((source) =>
      (FIXTURES[source.name] ?? ['']).map((path) => [source.name, path, source] as const),
    ),
  )('is parsed in less than 100 ms, or in linear time, by %s: %s', async (_name, path, { parse }) => {
    const text = readFileSync(new URL(`./fixtures/${path}`, import.meta.url), 'utf8')
    const fields = [...text.matchAll(/[^\s,"|:{}[\]][^,"\t\n|]*/gu)].map(({ index, 0: field }) => ({ index, field }))
    const parseAll = async (hostile: string) => {
      for await (const _ of parse([fileOf(path, hostile)]));
    }
    const filled = ({ index, field }: (typeof fields)[number], repeated: string, chars: number) =>
      text.slice(0, index) + repeated.repeat(chars / repeated.length) + text.slice(index + field.length)
    const any = fc.tuple(
      fc.constantFrom(...fields),
      fc.oneof(fc.constantFrom(...SUSPICIOUS), fc.string({ minLength: 1, maxLength: 2 })),
    )
    await fc.assert(
      fc.asyncProperty(any, async ([place, repeated]) => {
        const hostile = filled(place, repeated, FIELD_CHARS)
        if ((await cpuMs(() => parseAll(hostile))) < LIMIT_MS) return
        const grown = await growth(FIELD_CHARS / 4, (chars) => parseAll(filled(place, repeated, chars)))
        expect(grown).toBeLessThan(MAX_GROWTH)
      }),
      { numRuns: 20 },
    )
  })
})
