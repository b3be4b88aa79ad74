/** Cross-validates the scene model: each photo is classified by a model that saw neither it nor another of its source. */
import { SCENE_FRAME_HEIGHT_PX, SCENE_FRAME_WIDTH_PX } from '#contracts'
import { classify } from '../../vision/engines/embedded/scene.ts'
import { openPhotoSet } from '../photos/photo-set.ts'
import { type Scores, score } from '../photos/score.ts'
import type { Target } from '../photos/target.ts'
import { sceneTargets } from '../photos/targets.ts'
import { type SceneExample, sceneExamples } from './scene-examples.ts'
import { crossValidated } from './scene-fit.ts'

const FRAME = { width: SCENE_FRAME_WIDTH_PX, height: SCENE_FRAME_HEIGHT_PX }

export async function measureScenes(folder: string): Promise<Target[]> {
  return sceneTargets([crossValidatedScenes(folder, await sceneExamples(folder))])
}

export function crossValidatedScenes(folder: string, examples: readonly SceneExample[]): Scores['scene'] {
  const answers = crossValidated(examples).flatMap(({ example: { photo, features }, model }) =>
    photo === null ? [] : { id: photo, scene: classify(model, features, [], FRAME), sceneMs: null },
  )
  return score(openPhotoSet(folder).photos, answers, () => false).scene
}
