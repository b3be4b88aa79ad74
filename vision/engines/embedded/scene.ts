/** Camera frame -> Scene: one run of the detector and a small fitted model, fast enough for a live camera. */
import type { Scene } from '#contracts'
import type { Photo } from '../../engine.ts'
import { type DetectedLine, detectText } from './detect-text.ts'
import type { Network, NetworkOutput } from './models.ts'
import { decode } from './raster.ts'
import { blocksOf, boxOf, type SceneFeatures, sceneFeatures } from './scene-features.ts'
import sceneModel from './scene-model.json' with { type: 'json' }
import { probabilities, type SoftmaxModel } from './softmax-model.ts'

/** Long side in px of the frame as the detector sees it. */
const FRAME_SIDE_PX = 640
/** 'No beer' is reported as `single_beer` with a confidence under 0.6: the more certain the model, the lower. */
const NO_BEER_CONFIDENCE_MAX = 0.55
/** A group is at least two; more than the maximum cannot be counted on a frame. */
const GROUP_COUNT = { min: 2, max: 40 } as const

/** The scene of one frame, by a single run of the detector. @throws UnreadablePicture */
export async function classifyFrame(detector: Network, frame: Photo): Promise<Scene> {
  const { features, lines, size } = await frameFeatures(detector, frame)
  return classify(sceneModel, features, lines, size)
}

/** The scene that a model finds most probable. `lines` are in pixels of `size`. */
export function classify(
  model: SoftmaxModel,
  features: SceneFeatures,
  lines: readonly DetectedLine[],
  size: { width: number; height: number },
): Scene {
  const byClass = new Map(probabilities(model, features).map((value, index) => [model.classes[index], value]))
  const probabilityOf = (kind: Scene['context'] | 'none') => byClass.get(kind) ?? 0
  const blocks = blocksOf(lines.map((line) => boxOf(line, size))).length
  const textContent = lines.length > 0
  const isGroup =
    probabilityOf('fridge') + probabilityOf('multiple_beers') >
    Math.max(probabilityOf('single_beer'), probabilityOf('menu'), probabilityOf('none'))
  if (isGroup) {
    const context = probabilityOf('fridge') >= probabilityOf('multiple_beers') ? 'fridge' : 'multiple_beers'
    const beerCount = Math.min(GROUP_COUNT.max, Math.max(GROUP_COUNT.min, blocks))
    return { context, confidence: probabilityOf(context), beerCount, textContent }
  }
  const best = Math.max(probabilityOf('single_beer'), probabilityOf('menu'), probabilityOf('none'))
  if (probabilityOf('none') === best) {
    const confidence = Math.min(NO_BEER_CONFIDENCE_MAX, 1 - best)
    return { context: 'single_beer', confidence, beerCount: 0, textContent }
  }
  if (probabilityOf('menu') === best) {
    // About half of a menu's lines are headings and details.
    return { context: 'menu', confidence: best, beerCount: Math.max(1, Math.round(lines.length / 2)), textContent }
  }
  return { context: 'single_beer', confidence: best, beerCount: 1, textContent }
}

/** The model's features of a frame, and the detected lines in pixels of `size`. */
export async function frameFeatures(
  detector: Network,
  frame: Photo,
): Promise<{ features: SceneFeatures; lines: DetectedLine[]; size: { width: number; height: number } }> {
  const raster = await decode(frame, FRAME_SIDE_PX)
  // A frame fits into one tile, so that a single run gives both the lines and the feature map.
  const featureMaps: NetworkOutput[] = []
  const recordingDetector: Network = async (input, shape) => {
    const outputs = await detector(input, shape)
    featureMaps.push(...outputs.slice(1))
    return outputs
  }
  const lines = await detectText(recordingDetector, raster, FRAME_SIDE_PX)
  const [featureMap] = featureMaps
  if (!featureMap) throw new Error('The detector does not output its feature map')
  return { features: sceneFeatures(lines, raster, featureMap), lines, size: raster }
}
