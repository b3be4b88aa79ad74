import { expect, test } from 'vitest'
import type { Example } from './confidence-examples.ts'
import { confidenceOf, crossFit, fitConfidence } from './confidence-fit.ts'

const SILENT = {
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
  features: { ...SILENT, score },
  isRight,
  weight: 1,
})

test('is more confident with more evidence, and as confident as such matches are right', () => {
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

test('never lowers confidence when more of a beer was read', () => {
  const upsideDown = [example('a', 8, false), example('b', 2, true), example('c', 8, false), example('d', 2, true)]
  expect(fitConfidence(upsideDown).weights.score).toBe(0)
})

test('holds every photo out once, and photos of one session together', () => {
  const photos = Array.from({ length: 12 }, (_, index) => ({
    id: `p${index}`,
    scene_group: index < 3 ? 'one evening' : null,
  }))
  const examples = photos.map(({ id }, index) => example(id, index % 9, index % 2 === 0))
  const parts = crossFit(examples, photos)
  expect(parts.flatMap(({ left }) => [...left]).sort()).toEqual(photos.map(({ id }) => id).sort())
  const evening = parts.filter(({ left }) => left.has('p0'))
  expect(evening).toHaveLength(1)
  expect([...(evening[0]?.left ?? [])]).toEqual(expect.arrayContaining(['p0', 'p1', 'p2']))
})
