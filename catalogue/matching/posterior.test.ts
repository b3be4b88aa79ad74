import { describe, expect, it } from 'vitest'
import { NO_FEATURES } from '#testing/candidate.ts'
import type {
  BeerFeatures,
  EditionFeatures,
  LabelShape,
  PrintedLabel,
  Ranking,
  UnlistedFeatures,
} from '../catalogue.ts'
import { openCatalogue } from '../open-catalogue.ts'
import { loadShipped } from '../shipped/shipped.ts'
import { explanationScore, SHIPPED_POSTERIOR, softmax } from './posterior.ts'

const SHAPES: readonly LabelShape[] = ['single', 'group', 'menu']
const KWISPEL = 1
const BEERS: readonly [breweryId: number, name: string, style: string, popularity: number][] = [
  [KWISPEL, 'Kwispel Dubbel', 'Dubbel', 12],
  [KWISPEL, 'Kwispel Tripel', 'Tripel', 70],
  [KWISPEL, 'Kwispel Vossenbier', 'Saison', 8],
  [2, 'Harbour Lantern', 'American IPA', 30],
  [2, 'Harbour Beacon', 'Porter', 14],
]
const catalogue = openCatalogue(
  {
    version: 1,
    breweries: [
      { id: KWISPEL, name: 'Brouwerij Kwispel', aliases: ['Kwispel'], country: 'Nowhere' },
      { id: 2, name: 'Alder & Finch Brewing', aliases: ['Alder Finch'], country: 'Nowhere' },
    ],
    beers: BEERS.map(([breweryId, name, style, popularity], index) => ({
      id: index + 1,
      breweryId,
      name,
      aliases: [],
      style,
      abv: 6,
      ibu: null,
      popularity,
    })),
  },
  loadShipped(),
)

function match(texts: readonly string[], label: Partial<PrintedLabel> = {}, limit = 20): Ranking {
  const lines = texts.map((text) => ({ text, confidence: 0.98, prominence: 1 }))
  return catalogue.match(lines, limit, { abv: null, shape: 'single', offTopic: 0, ...label })
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
const beersOf = ({ candidates }: Ranking) => candidates.map(({ probability }) => probability)
const editionOf = ({ rivals }: Ranking) => rivals.anotherEdition?.probability ?? 0
const otherDrinkOf = ({ rivals }: Ranking) => rivals.otherDrink?.probability ?? 0
const unlistedOf = ({ rivals }: Ranking) => rivals.unlisted.probability
const nameOf = ({ candidates: [best] }: Ranking) => catalogue.beer(best?.beerId ?? 0)?.name

describe('the probabilities of a label', () => {
  const LABELS = [
    ['KWISPEL'],
    ['Kwispel', 'TRIPEL'],
    ['HARBOUR'],
    ['Zaubertrank'],
    ['Kwispel', 'Harbour Lantern'],
    ['Coca-Cola', 'HARBOUR'],
    [],
  ]

  it.each(SHAPES.flatMap((shape) => LABELS.map((texts) => [texts, shape] as const)))(
    'sum to 1 for %j as %s',
    (texts, shape) => {
      const ranking = match(texts, { shape })
      const all = [...beersOf(ranking), editionOf(ranking), unlistedOf(ranking), otherDrinkOf(ranking)]
      expect(sum(all)).toBeCloseTo(1, 6)
      for (const probability of all) expect(probability).toBeGreaterThanOrEqual(0)
      expect(beersOf(ranking)).toEqual([...beersOf(ranking)].sort((a, b) => b - a))
    },
  )

  it('do not change when fewer candidates are returned', () => {
    const [whole, cut] = [match(['KWISPEL']), match(['KWISPEL'], {}, 1)]
    expect(cut.candidates).toEqual(whole.candidates.slice(0, 1))
    expect(cut.rivals).toEqual(whole.rivals)
  })

  it.each(SHAPES)('are mostly those of the beers and another edition of the only brewery printed, as %s', (shape) => {
    const ranking = match(['KWISPEL'], { shape })
    expect(ranking.rivals.anotherEdition?.breweryId).toBe(KWISPEL)
    const ofBrewery = ranking.candidates.filter(({ beerId }) => catalogue.beer(beerId)?.breweryId === KWISPEL)
    expect(ofBrewery).toHaveLength(3)
    expect(sum(ofBrewery.map(({ probability }) => probability)) + editionOf(ranking)).toBeGreaterThan(0.5)
    expect(nameOf(ranking)).toBe('Kwispel Tripel')
  })

  it('prefer a printed name to popularity', () => {
    expect(nameOf(match(['KWISPEL', 'Dubbel']))).toBe('Kwispel Dubbel')
    expect(nameOf(match(['KWISPEL', 'Vossenbier']))).toBe('Kwispel Vossenbier')
  })

  it('rise for another edition when a brewery is printed with an unknown name', () => {
    const unknown = match(['KWISPEL', 'ZAUBERTRANK'])
    expect(editionOf(unknown)).toBeGreaterThan(editionOf(match(['KWISPEL', 'TRIPEL'])))
    expect(Math.max(...beersOf(unknown))).toBeLessThan(0.6)
  })

  it.each<[texts: string[]]>([
    [['ZAUBERTRANK', 'Grunewald']],
    [['LANTERN', 'Zaubertrank', 'GRUNEWALD']],
    [['Chardonnay', 'Beacon', 'Mont Perdu']],
  ])('are highest for an unlisted beer when unknown words are printed: %j', (texts) => {
    const ranking = match(texts)
    expect(unlistedOf(ranking)).toBeGreaterThan(Math.max(editionOf(ranking), ...beersOf(ranking)))
  })

  it.each(SHAPES)('are highest for another drink whose name is printed, as %s', (shape) => {
    const ranking = match(['Coca-Cola'], { shape })
    expect(ranking.rivals.otherDrink).toMatchObject({ name: 'Coca-Cola', kind: 'Soft Drink' })
    expect(otherDrinkOf(ranking)).toBeGreaterThan(
      Math.max(unlistedOf(ranking), editionOf(ranking), ...beersOf(ranking)),
    )
    expect(otherDrinkOf(match(['KWISPEL', 'TRIPEL'], { shape }))).toBeLessThan(0.01)
  })

  it.each(SHAPES)('are no lower for another drink beside words of its kind, as %s', (shape) => {
    const words = ['Penfolds', 'LANTERN']
    const [plain, offTopic] = [match(words, { shape }), match(words, { shape, offTopic: 3 })]
    expect(offTopic.rivals.otherDrink).toMatchObject({ name: 'Penfolds', kind: 'Wine' })
    expect(otherDrinkOf(offTopic)).toBeGreaterThanOrEqual(otherDrinkOf(plain))
  })

  it('fall for all beers when the words are of other drinks', () => {
    const [plain, offTopic] = [match(['LANTERN']), match(['LANTERN'], { offTopic: 3 })]
    expect(unlistedOf(offTopic)).toBeGreaterThan(unlistedOf(plain))
    expect(sum(beersOf(offTopic))).toBeLessThan(sum(beersOf(plain)))
  })
})

describe('softmax', () => {
  it.each([[[1_000, 999, 0]], [[-1_000, -1_001]], [[1_000, -1_000]], [[0]]])(
    'is finite and sums to 1 for %j',
    (scores) => {
      const probabilities = softmax(scores)
      expect(probabilities.every(Number.isFinite)).toBe(true)
      expect(sum(probabilities)).toBeCloseTo(1, 9)
      expect(probabilities[0]).toBe(Math.max(...probabilities))
    },
  )

  it('turns differences of scores into ratios', () => {
    const [first = 0, second = 0] = softmax([1_000 + Math.log(3), 1_000])
    expect(first / second).toBeCloseTo(3, 6)
  })
})

describe('the shipped weights', () => {
  /** What each feature speaks for. */
  const BEER: Record<keyof BeerFeatures, 'for' | 'against'> = {
    popularity: 'for',
    coveredWeight: 'for',
    ownMissing: 'against',
    noOwn: 'against',
    brandMissing: 'against',
    brandAlone: 'against',
    brewery: 'for',
    breweryFound: 'for',
    missingNumber: 'against',
    missingVariant: 'against',
    otherVariant: 'against',
    unexpected: 'against',
    alcohol: 'against',
    abvEqual: 'for',
    abvDifferent: 'against',
    style: 'for',
    exactName: 'for',
    unexplained: 'against',
    conflictingToken: 'against',
    competingBrewery: 'against',
  }
  const NO_EDITION: EditionFeatures = { bias: 1, brewery: 0, conflictingToken: 0, beers: 0 }
  const NO_UNLISTED: UnlistedFeatures = { offTopic: 0, knownTokens: 0 }
  const EDITION = ['brewery', 'beers'] as const
  const UNLISTED = ['offTopic', 'knownTokens'] as const

  describe.each(SHAPES)('of a %s', (shape) => {
    const scoreOf = (explanation: Parameters<typeof explanationScore>[0]) =>
      explanationScore(explanation, shape, SHIPPED_POSTERIOR)

    it.each(Object.entries(BEER))('%s speaks %s a beer', (name, direction) => {
      const change =
        scoreOf({ kind: 'beer', features: { ...NO_FEATURES, [name]: 1 } }) -
        scoreOf({ kind: 'beer', features: NO_FEATURES })
      if (direction === 'for') expect(change).toBeGreaterThanOrEqual(0)
      else expect(change).toBeLessThanOrEqual(0)
    })

    it.each(EDITION)('%s speaks for another edition', (name) => {
      const more = scoreOf({ kind: 'anotherEdition', features: { ...NO_EDITION, [name]: 1 } })
      expect(more).toBeGreaterThanOrEqual(scoreOf({ kind: 'anotherEdition', features: NO_EDITION }))
    })

    it('a conflicting token speaks for another edition of the brewery rather than for one of its beers', () => {
      const conflict = { conflictingToken: 1 }
      const ofBeer = scoreOf({ kind: 'beer', features: { ...NO_FEATURES, ...conflict } })
      const ofEdition = scoreOf({ kind: 'anotherEdition', features: { ...NO_EDITION, ...conflict } })
      expect(ofEdition - scoreOf({ kind: 'anotherEdition', features: NO_EDITION })).toBeGreaterThanOrEqual(
        ofBeer - scoreOf({ kind: 'beer', features: NO_FEATURES }),
      )
    })

    it.each(UNLISTED)('%s speaks for an unlisted beer', (name) => {
      const more = scoreOf({ kind: 'unlisted', features: { ...NO_UNLISTED, [name]: 1 } })
      expect(more).toBeGreaterThanOrEqual(scoreOf({ kind: 'unlisted', features: NO_UNLISTED }))
    })

    it('disagreeing about alcohol outweighs an exact name', () => {
      const disagrees = { ...NO_FEATURES, exactName: 1, alcohol: 1 }
      expect(scoreOf({ kind: 'beer', features: disagrees })).toBeLessThan(
        scoreOf({ kind: 'beer', features: NO_FEATURES }),
      )
    })
  })
})
