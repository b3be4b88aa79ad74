/** Reader process of the bench: the product's, except that readings are stored in the run's `readings` folder. */
import { openCatalogue } from '#catalogue'
import { loadShipped } from '#catalogue/shipped'
import { openEngine, readBarcodes } from '#vision'
import { serveReader } from '../../recognition/processes/serve-reader.ts'
import { recordingEngine } from './recording-engine.ts'

serveReader({
  async openEngine({ lane, engine: { name, readings, ...settings } }) {
    const engine = await openEngine(name, { use: lane === 'interactive' ? 'scene' : 'photo', settings })
    // Camera frames are classified as in the product: none is repeated.
    return lane === 'batch' && typeof readings === 'string' ? recordingEngine(engine, readings) : engine
  },
  readBarcodes,
  async openCatalogue() {
    return openCatalogue({ version: 0, breweries: [], beers: [] }, loadShipped())
  },
})
