/**
 * The embedded engine: PP-OCR on the CPU, with pre- and post-processing of our own. It needs no network and no key, and
 * returns text lines with positions. The only entry of this folder.
 */
import { type EngineSetup, isPastDeadline, type VisionEngine } from '../../engine.ts'
import { fingerprintOf, modelFilesOf } from './model-files.ts'
import { openModels } from './models.ts'
import { readText } from './read-text.ts'
import { classifyFrame } from './scene.ts'

declare const EMBEDDED_ENGINE_VERSION: string | undefined

/**
 * The build sets this to a hash of the sources and models that decide what the engine reads. Without a build it differs at
 * each start, because the sources may have changed.
 */
const VERSION = typeof EMBEDDED_ENGINE_VERSION === 'string' ? EMBEDDED_ENGINE_VERSION : `unbuilt-${Date.now()}`

/**
 * Opens the engine and loads the networks that its use needs; others are loaded on first use.
 * @throws Error if the setting `models` names a folder without usable models.
 */
export async function openEmbedded({ use, settings }: EngineSetup): Promise<VisionEngine> {
  const files = modelFilesOf(settings)
  const models = openModels(files)
  await (use === 'photo' ? Promise.all([models.detector(), models.recogniser()]) : models.sceneDetector())
  const fingerprint = fingerprintOf(files)
  return {
    name: 'embedded',
    version: fingerprint === undefined ? VERSION : `${VERSION}+${fingerprint}`,
    can: { scene: true, regions: true },
    async scene(frame, call) {
      call.signal.throwIfAborted()
      if (isPastDeadline(call)) throw new DOMException('The deadline of the frame has passed', 'TimeoutError')
      const scene = await classifyFrame(await models.sceneDetector(), frame)
      call.signal.throwIfAborted()
      return scene
    },
    read: (photo, ask, call) => readText(models, photo, ask, call),
    close: () => models.close(),
  }
}
