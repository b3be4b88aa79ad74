import { expect, test } from 'vitest'
import { type BeerFeatures, type Explanation, explanationScore, type LabelShape, softmax } from '#catalogue'
import { NO_FEATURES } from '#testing/candidate.ts'
import type { JudgedExplanation, LabelExample } from './label-examples.ts'
import { fitPosterior, logLoss } from './posterior-fit.ts'

const SHAPES: readonly LabelShape[] = ['single', 'group', 'menu']

type Features = Partial<BeerFeatures>

const aBeer = (features: Features): Explanation => ({ kind: 'beer', features: { ...NO_FEATURES, ...features } })
const anotherEdition = (conflictingToken: number): Explanation => ({
  kind: 'anotherEdition',
  features: { bias: 1, brewery: 5, conflictingToken, beers: 1 },
})
const unlisted = (knownTokens: number): Explanation => ({ kind: 'unlisted', features: { offTopic: 0, knownTokens } })

/** A label of which the explanation at `right` is right. */
function aLabel(explanations: readonly Explanation[], right: number, fields: Partial<LabelExample> = {}): LabelExample {
  const judged = explanations.map((one, index): JudgedExplanation => ({ ...one, isRight: index === right }))
  return { photo: 'a', shape: 'single', explanations: judged, weight: 1, ...fields }
}

/** Labels that print the whole name of a beer, one another name of its brewery, or no name at all. */
function labelsOf(shape: LabelShape): LabelExample[] {
  const named = (coveredWeight: number) => [
    aBeer({ coveredWeight, exactName: 1, breweryFound: 1 }),
    aBeer({ coveredWeight: 3, ownMissing: 5, noOwn: 1, popularity: 0.9, breweryFound: 1 }),
    anotherEdition(0),
    unlisted(1),
  ]
  const renamed = (certainty: number) => [
    aBeer({ coveredWeight: 3, ownMissing: 5, noOwn: 1, popularity: 0.4, conflictingToken: certainty, breweryFound: 1 }),
    anotherEdition(certainty),
    unlisted(1),
  ]
  const unnamed = (known: number) => [
    aBeer({ coveredWeight: 2, ownMissing: 4, unexplained: 0.8, brandMissing: 5 }),
    unlisted(known),
  ]
  return [
    ...[9, 11, 13].map((whole) => aLabel(named(whole), 0, { shape })),
    ...[0.8, 1].map((certainty) => aLabel(renamed(certainty), 1, { shape })),
    ...[1, 2].map((known) => aLabel(unnamed(known), 1, { shape })),
  ]
}

const LABELS = SHAPES.flatMap(labelsOf)

test.each(SHAPES)('finds weights by which the right explanation of a label is the most likely: %s', (shape) => {
  const fitted = fitPosterior(LABELS)
  for (const { explanations } of LABELS.filter((label) => label.shape === shape)) {
    const chances = softmax(explanations.map((explanation) => explanationScore(explanation, shape, fitted)))
    const right = explanations.findIndex(({ isRight }) => isRight)
    expect(chances.indexOf(Math.max(...chances))).toBe(right)
    expect(chances[right]).toBeGreaterThan(0.6)
  }
})

test('predicts labels better than weights that were fitted to other answers', () => {
  const turned = LABELS.map(({ explanations, ...label }) => ({
    ...label,
    explanations: explanations.map((one, index) => ({ ...one, isRight: index === 1 })),
  }))
  const loss = (labels: readonly LabelExample[]) => logLoss(LABELS, fitPosterior(labels)).total
  expect(loss(LABELS)).toBeLessThan(loss(turned))
})

test('counts a label by its weight', () => {
  const fitted = fitPosterior(LABELS)
  const [once, twice] = [1, 2].map((weight) =>
    logLoss(
      LABELS.map((label) => ({ ...label, weight })),
      fitted,
    ),
  )
  expect(twice?.weight).toBe(2 * LABELS.length)
  expect(twice?.total).toBeCloseTo(2 * (once?.total ?? 0), 9)
})

test('keeps the sign of a weight, whatever the photos show', () => {
  const inverted = SHAPES.map((shape) =>
    aLabel(
      [
        aBeer({
          coveredWeight: 2,
          ownMissing: 6,
          popularity: 0.1,
          competingBrewery: 1,
          unexplained: 0.9,
          brandMissing: 5,
        }),
        aBeer({ coveredWeight: 12, popularity: 0.9, exactName: 1 }),
        unlisted(1),
      ],
      0,
      { shape },
    ),
  )
  const { beer } = fitPosterior(inverted)
  for (const shape of SHAPES) {
    const weights = beer[shape]
    for (const name of ['coveredWeight', 'popularity', 'exactName'] as const)
      expect(weights[name]).toBeGreaterThanOrEqual(0)
    for (const name of ['ownMissing', 'competingBrewery', 'unexplained', 'brandMissing'] as const)
      expect(weights[name]).toBeLessThanOrEqual(0)
  }
})

test('does not learn from photos how much a disagreement about alcohol weighs', () => {
  const isRightWithAlcohol = SHAPES.map((shape) =>
    aLabel([aBeer({ coveredWeight: 10, alcohol: 1 }), aBeer({ coveredWeight: 10 }), unlisted(1)], 0, { shape }),
  )
  const [usual, unusual] = [LABELS, isRightWithAlcohol].map((labels) => fitPosterior(labels).beer)
  for (const shape of SHAPES) {
    expect(usual?.[shape].alcohol).toBeLessThan(-3)
    expect(unusual?.[shape].alcohol).toBe(usual?.[shape].alcohol)
  }
})
