import { describe, expect, it } from 'vitest'
import { BACKBONE_FEATURES, LAYOUT_FEATURES } from '../../vision/engines/embedded/scene-features.ts'
import { probabilities } from '../../vision/engines/embedded/softmax-model.ts'
import { SCENE_CLASSES, type SceneClass } from '../photos/score.ts'
import type { SceneExample } from './scene-examples.ts'
import { crossValidated, fitScene } from './scene-fit.ts'

const NO_FEATURES = Object.fromEntries([...LAYOUT_FEATURES, ...BACKBONE_FEATURES].map((name) => [name, 0]))

const exampleOf = (photo: string, scene: SceneClass, features: SceneExample['features']): SceneExample => ({
  photo,
  source: photo,
  class: scene,
  features: { ...NO_FEATURES, ...features },
  isPlain: true,
})

/** Five of each scene, separated by one feature of each kind. */
const examples = SCENE_CLASSES.flatMap((scene, kind) =>
  Array.from({ length: 5 }, (_, number) =>
    exampleOf(`${scene}-${number}`, scene, {
      textLines: kind % 2,
      [`backbone${kind}`]: 1,
    }),
  ),
)

it('learns features that separate the scenes', () => {
  const model = fitScene(examples)
  for (const { class: scene, features } of examples) {
    const predicted = probabilities(model, features)
    expect(model.classes[predicted.indexOf(Math.max(...predicted))]).toBe(scene)
  }
})

it('has low confidence where scenes look alike', () => {
  const alike = ['fridge', 'multiple_beers'] as const
  const model = fitScene(
    alike.flatMap((scene) => Array.from({ length: 5 }, (_, number) => exampleOf(`${scene}-${number}`, scene, {}))),
  )
  const predicted = new Map(
    probabilities(model, NO_FEATURES).map((probability, index) => [model.classes[index], probability]),
  )
  for (const scene of alike) expect(predicted.get(scene)).toBeCloseTo(0.5, 1)
})

describe('crossValidated', () => {
  it('scores each photo once, but no variant and no drawn picture', () => {
    const [first, ...others] = examples
    if (!first) expect.fail('no example')
    const more = [
      { ...first, isPlain: false },
      { ...first, photo: null, source: null, isPlain: false },
    ]
    const scored = crossValidated([first, ...others, ...more]).map(({ example }) => example.photo)
    expect(scored.sort()).toEqual(examples.map(({ photo }) => photo).sort())
  })

  it('scores a source with a model that was not fitted on it', () => {
    const OUTLIER = 9_000
    const album = examples.slice(0, 3).map((example) => ({
      ...example,
      source: 'an album',
      features: { ...example.features, textArea: OUTLIER },
    }))
    const scored = crossValidated([...album, ...examples.slice(3)])
    const sawTheAlbum = ({ model }: (typeof scored)[number]) =>
      (model.means[model.features.indexOf('textArea')] ?? 0) > 0
    expect(scored.filter(({ example }) => example.source === 'an album').some(sawTheAlbum)).toBe(false)
    expect(scored.some(sawTheAlbum)).toBe(true)
  })
})
