/** Files for the tests of the parsers: fixtures in this folder, or inline text. */
import { createReadStream } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { ImportedBeer, ImportedBrewery, ImportFile, ImportItem, SourceParser } from './imported.ts'

export function fixture(path: string): ImportFile {
  return { path, bytes: () => createReadStream(fileURLToPath(new URL(`./fixtures/${path}`, import.meta.url))) }
}

/** Yields 7 bytes at a time, so that chunk borders split characters and lines. */
export function fileOf(path: string, content: string | Uint8Array): ImportFile {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content
  return {
    path,
    async *bytes() {
      for (let start = 0; start < bytes.length; start += 7) yield bytes.subarray(start, start + 7)
    },
  }
}

export interface Parsed {
  items: ImportItem[]
  beers: ImportedBeer[]
  breweries: ImportedBrewery[]
  /** 'file:line message'. */
  problems: string[]
  skipped: Record<string, number>
}

export async function parseAll(read: SourceParser, ...files: ImportFile[]): Promise<Parsed> {
  const all: Parsed = { items: [], beers: [], breweries: [], problems: [], skipped: {} }
  for await (const item of read(files)) {
    all.items.push(item)
    if (item.kind === 'beer') all.beers.push(item.beer)
    else if (item.kind === 'brewery') all.breweries.push(item.brewery)
    else if (item.kind === 'problem') all.problems.push(`${item.at.file}:${item.at.line} ${item.message}`)
    else if (item.kind === 'skipped') all.skipped[item.reason] = (all.skipped[item.reason] ?? 0) + item.count
  }
  return all
}
