/**
 * The embedded engine: PP-OCRv4 on the CPU, with our own pre- and post-processing. It needs no network and no key, sees
 * text and places, and states no beers. The only entry of this folder.
 */
import type { EngineSetup, VisionEngine } from '../../engine.ts'
import { isOver } from './call.ts'
import { openModels } from './models.ts'
import { readText } from './read-text.ts'
import { sceneOf } from './scene.ts'

/** Raised whenever the same photo may be read differently: models, sizes, thresholds, the scene model. */
const VERSION = 'pp-ocrv4-3'

/** Opens the engine with the networks loaded that the use needs; any other is loaded when it is first asked for. */
export async function openEmbedded({ use }: EngineSetup): Promise<VisionEngine> {
  const models = openModels()
  await models.detector()
  if (use === 'photo') await models.recogniser()
  return {
    name: 'embedded',
    version: VERSION,
    can: { scene: true, places: true, closerLook: true },
    async scene(frame, call) {
      call.signal.throwIfAborted()
      if (isOver(call)) throw new DOMException('The deadline of the frame has passed', 'TimeoutError')
      const scene = await sceneOf(await models.detector(), frame)
      call.signal.throwIfAborted()
      return scene
    },
    read: (photo, ask, call) => readText(models, photo, ask, call),
    close: () => models.close(),
  }
}
