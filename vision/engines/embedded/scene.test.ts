import { describe, expect, it } from 'vitest'
import { blocksOf, LAYOUT_FEATURES, sceneFeatures, type TextBox, TRUNK_FEATURES } from './scene-features.ts'
import sceneModel from './scene-model.json' with { type: 'json' }
import { probabilities } from './softmax-model.ts'

const frame = { width: 640, height: 480 }
/** The trunk's answer for such a frame: each channel sees its own number everywhere but in one place. */
const trunk = {
  data: Float32Array.from({ length: TRUNK_FEATURES.length * 40 * 30 }, (_, index) =>
    index % 1200 === 0 ? 1200 : Math.floor(index / 1200),
  ),
  shape: [1, TRUNK_FEATURES.length, 30, 40],
}

function boxAt(left: number, top: number, right: number, bottom: number): TextBox {
  return { left, right, top, bottom, height: bottom - top, area: (right - left) * (bottom - top), slope: 0 }
}

describe('blocksOf', () => {
  it('takes the lines of one label as one block', () => {
    const label = [boxAt(0.4, 0.3, 0.6, 0.35), boxAt(0.42, 0.37, 0.58, 0.4), boxAt(0.4, 0.42, 0.6, 0.46)]
    expect(blocksOf(label)).toEqual([label])
  })
  it('keeps labels side by side apart', () => {
    const labels = [boxAt(0.1, 0.3, 0.2, 0.35), boxAt(0.4, 0.3, 0.5, 0.35), boxAt(0.7, 0.3, 0.8, 0.35)]
    expect(blocksOf(labels)).toEqual(labels.map((label) => [label]))
  })
  it('finds none without text', () => {
    expect(blocksOf([])).toEqual([])
  })
})

it('measures every feature as a number, with and without text', () => {
  const quad = [
    { x: 10, y: 10 },
    { x: 90, y: 10 },
    { x: 90, y: 30 },
    { x: 10, y: 30 },
  ] as const
  for (const lines of [[], [{ quad, score: 0.9 }]]) {
    const features = sceneFeatures(lines, frame, trunk)
    expect(Object.keys(features).sort()).toEqual([...LAYOUT_FEATURES, ...TRUNK_FEATURES].sort())
    for (const value of Object.values(features)) expect(Number.isFinite(value)).toBe(true)
  }
})

it('takes the block with most text for the main one', () => {
  const lineAt = (left: number, top: number, width: number) => ({
    quad: [
      { x: left, y: top },
      { x: left + width, y: top },
      { x: left + width, y: top + 20 },
      { x: left, y: top + 20 },
    ] as const,
    score: 0.9,
  })
  const lines = [lineAt(0, 0, 160), lineAt(320, 0, 128), lineAt(320, 30, 128)]
  expect(sceneFeatures(lines, frame, trunk).mainBlockWidth).toBeCloseTo(0.2)
})

it('takes the mean of each channel of the trunk', () => {
  const features = sceneFeatures([], frame, trunk)
  for (const channel of [0, 1, 191]) expect(features[`trunk${channel}`]).toBeCloseTo(channel + 1 - channel / 1200)
})

it('fits the shipped model to the features measured', () => {
  expect(sceneModel.features).toEqual([...LAYOUT_FEATURES, ...TRUNK_FEATURES])
  const chances = probabilities(sceneModel, sceneFeatures([], frame, trunk))
  expect(chances.reduce((sum, chance) => sum + chance, 0)).toBeCloseTo(1)
})

describe('probabilities', () => {
  const model = {
    classes: ['a', 'b'],
    features: ['x'],
    means: [2],
    deviations: [4],
    weights: [
      [1, 0],
      [0, 0.5],
    ],
  }
  it('are the softmax of the standardised features', () => {
    const [a = 0, b = 0] = probabilities(model, { x: 6 })
    expect(a / b).toBeCloseTo(Math.exp(0.5))
    expect(a + b).toBeCloseTo(1)
  })
  it('refuse features that miss one', () => {
    expect(() => probabilities(model, {})).toThrow('feature x')
  })
})
