/** The reader program: what the server forks. It opens the engine it is told and a catalogue over the shipped lexicons. */
import { readFile } from 'node:fs/promises'
import { createCatalogue } from '#catalogue'
import { type Lexicons, loadShipped, openShipped } from '#catalogue/shipped'
import { openEngine, readBarcodes } from '#vision'
import { serveReader } from './serve-reader.ts'

serveReader({
  openEngine({ lane, engine: { name, ...settings } }) {
    return openEngine(name, { use: lane === 'light' ? 'scene' : 'photo', settings })
  },
  readCodes: readBarcodes,
  async openCatalogue({ lexicons }) {
    return createCatalogue({ version: 0, breweries: [], beers: [] }, await readLexicons(lexicons))
  },
})

async function readLexicons(path: string | null): Promise<Lexicons> {
  return path === null ? loadShipped() : openShipped(await readFile(path, 'utf8'))
}
