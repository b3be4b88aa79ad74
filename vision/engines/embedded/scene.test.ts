import { describe, expect, it } from 'vitest'
import { BACKBONE_FEATURES, blocksOf, LAYOUT_FEATURES, sceneFeatures, type TextBox } from './scene-features.ts'
import sceneModel from './scene-model.json' with { type: 'json' }
import { probabilities } from './softmax-model.ts'

const frame = { width: 640, height: 480 }
/** A feature map for such a frame: each channel holds its own index, except at one position. */
const featureMap = {
  data: Float32Array.from({ length: BACKBONE_FEATURES.length * 40 * 30 }, (_, index) =>
    index % 1200 === 0 ? 1200 : Math.floor(index / 1200),
  ),
  shape: [1, BACKBONE_FEATURES.length, 30, 40],
}

function boxAt(left: number, top: number, right: number, bottom: number): TextBox {
  return { left, right, top, bottom, height: bottom - top, area: (right - left) * (bottom - top), slope: 0 }
}

describe('blocksOf', () => {
  it('groups the lines of one label into one block', () => {
    const label = [boxAt(0.4, 0.3, 0.6, 0.35), boxAt(0.42, 0.37, 0.58, 0.4), boxAt(0.4, 0.42, 0.6, 0.46)]
    expect(blocksOf(label)).toEqual([label])
  })
  it('keeps adjacent labels separate', () => {
    const labels = [boxAt(0.1, 0.3, 0.2, 0.35), boxAt(0.4, 0.3, 0.5, 0.35), boxAt(0.7, 0.3, 0.8, 0.35)]
    expect(blocksOf(labels)).toEqual(labels.map((label) => [label]))
  })
  it('returns no blocks without text', () => {
    expect(blocksOf([])).toEqual([])
  })
})

it('returns a finite number for every feature, with and without text', () => {
  const quad = [
    { x: 10, y: 10 },
    { x: 90, y: 10 },
    { x: 90, y: 30 },
    { x: 10, y: 30 },
  ] as const
  for (const lines of [[], [{ quad, score: 0.9 }]]) {
    const features = sceneFeatures(lines, frame, featureMap)
    expect(Object.keys(features).sort()).toEqual([...LAYOUT_FEATURES, ...BACKBONE_FEATURES].sort())
    for (const value of Object.values(features)) expect(Number.isFinite(value)).toBe(true)
  }
})

it('uses the block with the most text as the main block', () => {
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
  expect(sceneFeatures(lines, frame, featureMap).mainBlockWidth).toBeCloseTo(0.2)
})

it('averages each channel of the feature map', () => {
  const features = sceneFeatures([], frame, featureMap)
  for (const channel of [0, 1, 191]) expect(features[`backbone${channel}`]).toBeCloseTo(channel + 1 - channel / 1200)
})

it('computes the features of the shipped model', () => {
  expect(sceneModel.features).toEqual([...LAYOUT_FEATURES, ...BACKBONE_FEATURES])
  const chances = probabilities(sceneModel, sceneFeatures([], frame, featureMap))
  expect(chances.reduce((sum, chance) => sum + chance, 0)).toBeCloseTo(1)
})

describe('probabilities', () => {
  const model = {
    classes: ['a', 'b'],
    features: ['x'],
    means: [2],
    stds: [4],
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
  it('throw if a feature is missing', () => {
    expect(() => probabilities(model, {})).toThrow('feature x')
  })
})
