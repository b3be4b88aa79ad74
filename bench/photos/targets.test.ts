import { expect, test } from 'vitest'
import { score } from './score.ts'
import { calibrationTarget, sceneTargets } from './targets.ts'

test('pools the answers of all modes for calibration', () => {
  const sure = { confidence: 1, isRight: true }
  const photos = [
    { single: [sure], group: [], menu: [] },
    { single: [], group: [{ confidence: 1, isRight: false }], menu: [sure, sure] },
  ]
  expect(calibrationTarget(photos)).toMatchObject({ value: 0.25, n: '4 answers, 2 photos' })
})

test("counts how many photos without beer are classified as 'none'", () => {
  const sceneOf = (context: 'menu' | 'single_beer') => {
    const answer = { id: 'n', scene: { context, confidence: 0.4, beerCount: 0, textContent: false }, sceneMs: 1 }
    const truth = { what: 'a soda', beer_present: false }
    return score([{ id: 'n', file: 'n.jpg', class: 'negative', truth }], [answer], () => false).scene
  }
  const targets = sceneTargets([sceneOf('single_beer'), sceneOf('menu'), sceneOf('menu')])
  expect(targets.find(({ what }) => what === "scene: recall of 'none'")).toMatchObject({ n: '1 of 3' })
  expect(targets[0]).toMatchObject({ what: 'scene: five classes', n: '1 of 3' })
})
