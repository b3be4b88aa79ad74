/** Detects the scene of a picture. A failure is silent by design: the result then falls back to one beer, marked as such. */
import { detectContext, type FrameScene, SCENE_FALLBACK_CONFIDENCE } from '#contracts'
import { call } from './call.ts'

export interface DetectedScene extends FrameScene {
  /** True when detection failed. */
  isFallback: boolean
}

const FALLBACK_SCENE: DetectedScene = {
  context: 'single_beer',
  confidence: SCENE_FALLBACK_CONFIDENCE,
  beerCount: 1,
  textContent: false,
  showsKnownBarcode: false,
  isFallback: true,
}

export async function detectScene(image: Blob, signal?: AbortSignal): Promise<DetectedScene> {
  try {
    const scene = await call(detectContext, { form: { image } }, signal ? { signal } : {})
    return { ...scene, isFallback: false }
  } catch (error) {
    if (signal?.aborted) throw error
    return FALLBACK_SCENE
  }
}
