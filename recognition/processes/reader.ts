/** The program of a reader process: opens the configured engine, and a catalogue over the shipped lexicons. */
import { readFile } from 'node:fs/promises'
import { openCatalogue } from '#catalogue'
import { type Lexicons, loadShipped, openLexicons } from '#catalogue/shipped'
import { openEngine, readBarcodes } from '#vision'
import { serveReader } from './serve-reader.ts'

serveReader({
  openEngine({ lane, engine: { name, ...settings } }) {
    return openEngine(name, { use: lane === 'interactive' ? 'scene' : 'photo', settings })
  },
  readBarcodes,
  async openCatalogue({ lexicons }) {
    return openCatalogue({ version: 0, breweries: [], beers: [] }, await readLexicons(lexicons))
  },
})

async function readLexicons(path: string | null): Promise<Lexicons> {
  return path === null ? loadShipped() : openLexicons(await readFile(path, 'utf8'))
}
