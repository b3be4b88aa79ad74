/** The scene of each photograph as a model tells it that never saw the photograph, nor another of the same session. */
import { SCENE_FRAME_HEIGHT_PX, SCENE_FRAME_WIDTH_PX } from '#contracts'
import { tellScene } from '../vision/engines/embedded/scene.ts'
import { openPhotoSet } from './photo-set.ts'
import { type SceneExample, sceneExamples } from './scene-examples.ts'
import { judgedByOthers } from './scene-fit.ts'
import { type Scores, score } from './score.ts'
import { shareOfPhotos, type Target } from './targets.ts'

const FRAME = { width: SCENE_FRAME_WIDTH_PX, height: SCENE_FRAME_HEIGHT_PX }

export async function measureScenes(folder: string): Promise<Target[]> {
  const scene = scenesToldByOthers(folder, await sceneExamples(folder))
  return [
    shareOfPhotos('scene: five classes, cross-validated', scene.exact, { atLeast: 0.92 }),
    shareOfPhotos('  beside it, fridge and several beers as one', scene.fridgeAsGroup),
    shareOfPhotos('scene: of the wrong ones, told with confidence under 0.6', scene.unsureOfWrong),
  ]
}

export function scenesToldByOthers(folder: string, examples: readonly SceneExample[]): Scores['scene'] {
  const told = judgedByOthers(examples).flatMap(({ example: { photo, features }, model }) =>
    photo === null ? [] : { id: photo, scene: tellScene(model, features, [], FRAME), sceneMs: null },
  )
  return score(openPhotoSet(folder).photos, told, () => false).scene
}
