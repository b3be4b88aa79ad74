/** The program of a reader process in journeys: the product's, but photos are read from recordings. Bundled by ./build.ts. */
import { readFile } from 'node:fs/promises'
import { openCatalogue } from '#catalogue'
import { openLexicons } from '#catalogue/shipped'
import { openEngine, readBarcodes } from '#vision'
import { serveReader } from '../../recognition/processes/serve-reader.ts'
import { recordedEngine } from './recorded-engine.ts'

/** Set when this program is bundled: a reader process inherits hardly any environment. */
declare const RECORDINGS: { file: string; isRecording: boolean }

serveReader({
  async openEngine({ lane, engine: { name, ...settings } }) {
    if (lane === 'interactive') return await openEngine(name, { use: 'scene', settings })
    return recordedEngine(RECORDINGS, () => openEngine(name, { use: 'photo', settings }))
  },
  readBarcodes,
  async openCatalogue({ lexicons }) {
    if (lexicons === null) throw new Error('The built product passes the path of its lexicons')
    return openCatalogue({ version: 0, breweries: [], beers: [] }, openLexicons(await readFile(lexicons, 'utf8')))
  },
})
