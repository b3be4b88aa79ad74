/** Files for the readers' tests: the fixtures beside this module, or a text of the test's own. */
import { createReadStream } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { ImportedBeer, ImportedBrewery, ImportFile, ImportItem, ReadSource } from './imported.ts'

export function fixture(path: string): ImportFile {
  return { path, bytes: () => createReadStream(fileURLToPath(new URL(`./fixtures/${path}`, import.meta.url))) }
}

/** In pieces of a few bytes, so that every border falls somewhere inconvenient. */
export function fileOf(path: string, content: string | Uint8Array): ImportFile {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content
  return {
    path,
    async *bytes() {
      for (let start = 0; start < bytes.length; start += 7) yield bytes.subarray(start, start + 7)
    },
  }
}

export interface Read {
  items: ImportItem[]
  beers: ImportedBeer[]
  breweries: ImportedBrewery[]
  /** 'file:line what'. */
  problems: string[]
  skipped: Record<string, number>
}

export async function readAll(read: ReadSource, ...files: ImportFile[]): Promise<Read> {
  const all: Read = { items: [], beers: [], breweries: [], problems: [], skipped: {} }
  for await (const item of read(files)) {
    all.items.push(item)
    if (item.kind === 'beer') all.beers.push(item.beer)
    else if (item.kind === 'brewery') all.breweries.push(item.brewery)
    else if (item.kind === 'problem') all.problems.push(`${item.at.file}:${item.at.line} ${item.what}`)
    else if (item.kind === 'skipped') all.skipped[item.why] = (all.skipped[item.why] ?? 0) + item.count
  }
  return all
}
