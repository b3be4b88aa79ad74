/** Camera frame -> Scene: one look of the detector and a small fitted model, fast enough for a live camera. */
import type { Scene } from '#contracts'
import type { Photo } from '../../engine.ts'
import { detectText, type FoundLine } from './detect-text.ts'
import type { Network, NetworkOutput } from './models.ts'
import { decode } from './raster.ts'
import { blocksOf, boxOf, type SceneFeatures, sceneFeatures } from './scene-features.ts'
import sceneModel from './scene-model.json' with { type: 'json' }
import { probabilities, type SoftmaxModel } from './softmax-model.ts'

/** Long side in px at which a frame is looked at. */
const FRAME_SIDE_PX = 640
/** 'No beer' is said as `single_beer` with a confidence under 0.6: the surer the model, the lower. */
const NONE_CONFIDENCE_MAX = 0.55
/** A group is at least two; more than this cannot be told apart on a frame. */
const GROUP_COUNT = { min: 2, max: 40 } as const

export async function sceneOf(detector: Network, frame: Photo): Promise<Scene> {
  const { features, lines, size } = await featuresOf(detector, frame)
  return tellScene(sceneModel, features, lines, size)
}

/** What a model says of a frame. */
export function tellScene(
  model: SoftmaxModel,
  features: SceneFeatures,
  lines: readonly FoundLine[],
  size: { width: number; height: number },
): Scene {
  const chances = new Map(probabilities(model, features).map((chance, index) => [model.classes[index], chance]))
  const chanceOf = (kind: Scene['context'] | 'none') => chances.get(kind) ?? 0
  const blocks = blocksOf(lines.map((line) => boxOf(line, size))).length
  const textContent = lines.length > 0
  const isGroup =
    chanceOf('fridge') + chanceOf('multiple_beers') >
    Math.max(chanceOf('single_beer'), chanceOf('menu'), chanceOf('none'))
  if (isGroup) {
    const context = chanceOf('fridge') >= chanceOf('multiple_beers') ? 'fridge' : 'multiple_beers'
    const beerCount = Math.min(GROUP_COUNT.max, Math.max(GROUP_COUNT.min, blocks))
    return { context, confidence: chanceOf(context), beerCount, textContent }
  }
  const best = Math.max(chanceOf('single_beer'), chanceOf('menu'), chanceOf('none'))
  if (chanceOf('none') === best) {
    return { context: 'single_beer', confidence: Math.min(NONE_CONFIDENCE_MAX, 1 - best), beerCount: 0, textContent }
  }
  if (chanceOf('menu') === best) {
    // A list's lines are its beers, but some are headings and details.
    return { context: 'menu', confidence: best, beerCount: Math.max(1, Math.round(lines.length / 2)), textContent }
  }
  return { context: 'single_beer', confidence: best, beerCount: 1, textContent }
}

/** What the model is asked about a frame, and the lines it rests on, in pixels of `size`. */
export async function featuresOf(
  detector: Network,
  frame: Photo,
): Promise<{ features: SceneFeatures; lines: FoundLine[]; size: { width: number; height: number } }> {
  const raster = await decode(frame, FRAME_SIDE_PX)
  // A frame is small enough to be seen in one piece, so that one look gives the lines and what the trunk saw.
  const trunks: NetworkOutput[] = []
  const seeing: Network = async (input, shape) => {
    const outputs = await detector(input, shape)
    trunks.push(...outputs.slice(1))
    return outputs
  }
  const lines = await detectText(seeing, raster, FRAME_SIDE_PX)
  const [trunk] = trunks
  if (!trunk) throw new Error('The detector shows nothing of its trunk')
  return { features: sceneFeatures(lines, raster, trunk), lines, size: raster }
}
