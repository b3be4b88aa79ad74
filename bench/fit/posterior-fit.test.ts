import { expect, test } from 'vitest'
import type { Example } from './confidence-examples.ts'
import { confidenceOf, crossFit, fitConfidence } from './confidence-fit.ts'

const NO_EVIDENCE = {
  score: 0,
  coverage: 0,
  brewery: 0,
  conflictingToken: 0,
  competingBrewery: 0,
  exactName: 0,
  margin: 0,
  offTopic: 0,
}
const example = (photo: string, score: number, isRight: boolean): Example => ({
  photo,
  shape: 'single',
  features: { ...NO_EVIDENCE, score },
  isRight,
  weight: 1,
})

test('returns the share of right matches with this evidence as confidence', () => {
  const examples = [1, 2, 3, 4].flatMap((photo) => [
    example(`${photo}`, 8, true),
    example(`${photo}`, 8, true),
    example(`${photo}`, 8, true),
    example(`${photo}`, 8, false),
    example(`${photo}`, 2, false),
    example(`${photo}`, 2, false),
  ])
  const fitted = fitConfidence(examples)
  expect(confidenceOf(fitted, example('x', 8, true))).toBeCloseTo(0.75, 1)
  expect(confidenceOf(fitted, example('x', 2, true))).toBeLessThan(0.1)
})

test('never lowers the confidence for a higher score', () => {
  const inverted = [example('a', 8, false), example('b', 2, true), example('c', 8, false), example('d', 2, true)]
  expect(fitConfidence(inverted).weights.score).toBe(0)
})

test('holds out every photo once, and the photos of one source together', () => {
  const photos = Array.from({ length: 12 }, (_, index) => ({
    id: `p${index}`,
    file: `single/p${index}.jpg`,
    repo: index < 3 ? 'an/album' : `someone/${index}`,
    scene_group: null,
  }))
  const examples = photos.map(({ id }, index) => example(id, index % 9, index % 2 === 0))
  const folds = crossFit(examples, photos)
  expect(folds.flatMap(({ heldOut }) => [...heldOut]).sort()).toEqual(photos.map(({ id }) => id).sort())
  const album = folds.filter(({ heldOut }) => ['p0', 'p1', 'p2'].some((id) => heldOut.has(id)))
  expect(album).toHaveLength(1)
  expect([...(album[0]?.heldOut ?? [])]).toEqual(expect.arrayContaining(['p0', 'p1', 'p2']))
})
