/** The reader program of the bench: the product's, but what it read of a photo stays in the folder `readings` of the run. */
import { createCatalogue } from '#catalogue'
import { loadShipped } from '#catalogue/shipped'
import { openEngine, readBarcodes } from '#vision'
import { serveReader } from '../recognition/reader/serve-reader.ts'
import { rememberingEngine } from './remembering-engine.ts'

serveReader({
  async openEngine({ lane, engine: { name, readings, ...settings } }) {
    const engine = await openEngine(name, { use: lane === 'light' ? 'scene' : 'photo', settings })
    // Camera frames are told apart as in the product: nobody asks for one twice.
    return lane === 'scan' && typeof readings === 'string' ? rememberingEngine(engine, readings) : engine
  },
  readCodes: readBarcodes,
  async openCatalogue() {
    return createCatalogue({ version: 0, breweries: [], beers: [] }, loadShipped())
  },
})
