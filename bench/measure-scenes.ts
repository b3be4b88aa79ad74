/** The scene of each photograph as a model tells it that never saw the photograph, nor another of the same session. */
import { scenesToldByOthers } from '../vision/engines/embedded/train-scene.ts'
import { openPhotoSet } from './photo-set.ts'
import { score } from './score.ts'
import { shareOfPhotos, type Target } from './targets.ts'

export async function measureScenes(folder: string): Promise<Target[]> {
  const scenes = await scenesToldByOthers(folder)
  const { photos } = openPhotoSet(folder)
  const answers = photos.map(({ id }) => ({ id, scene: scenes.get(id) ?? null, sceneMs: null }))
  const { scene } = score(photos, answers, () => false)
  return [
    shareOfPhotos('scene: five classes, cross-validated', scene.exact, { atLeast: 0.92 }),
    shareOfPhotos('  beside it, fridge and several beers as one', scene.fridgeAsGroup),
    shareOfPhotos('scene: of the wrong ones, told with confidence under 0.6', scene.unsureOfWrong),
  ]
}
