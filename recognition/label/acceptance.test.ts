import { expect, test } from 'vitest'
import { aCandidate } from '#testing/candidate.ts'
import { isAsked, isSure } from './acceptance.ts'
import { type Match, NOTHING_PRINTED } from './sighting.ts'

const BREWERY = 7
/** Beers below 10 are of `BREWERY`, the others of another one; that of beers from 100 on is unknown. */
const breweryOf = (beerId: number) => (beerId < 10 ? BREWERY : beerId < 100 ? 8 : null)

interface Chances {
  /** Probability by beer id, best first. */
  beers?: [beerId: number, probability: number][]
  /** Of another edition of `BREWERY`; absent when no brewery was found. */
  edition?: number
  unlisted?: number
}

function aMatch({ beers = [], edition, unlisted = 0 }: Chances): Match {
  const anotherEdition: Match['rivals']['anotherEdition'] =
    edition === undefined
      ? null
      : {
          breweryId: BREWERY,
          probability: edition,
          features: { bias: 1, brewery: 0, conflictingToken: 0, beers: 0 },
        }
  return {
    candidates: beers.map(([beerId, probability]) => aCandidate(beerId, probability)),
    rivals: {
      anotherEdition,
      unlisted: { probability: unlisted, features: { offTopic: 0, knownTokens: 0 } },
      otherDrink: null,
    },
    confidence: beers[0]?.[1] ?? 0,
    printed: NOTHING_PRINTED,
  }
}

test.each<[beers: [number, number][], sure: boolean]>([
  [[], false],
  [[[1, 0.59]], false],
  [[[1, 0.6]], true],
  // Two that share the label between them: neither is sure.
  [
    [
      [1, 0.5],
      [2, 0.5],
    ],
    false,
  ],
])('decides for the beers %j whether the first is sure: %s', (beers, sure) => {
  expect(isSure(aMatch({ beers }))).toBe(sure)
})

test.each<[name: string, chances: Chances, asked: boolean]>([
  ['nothing', {}, false],
  ['one beer that is not unlikely', { beers: [[11, 0.3]], unlisted: 0.7 }, true],
  ['one unlikely beer', { beers: [[11, 0.2]], unlisted: 0.8 }, false],
  [
    'three beers that are likely together',
    {
      beers: [
        [11, 0.1],
        [12, 0.1],
        [13, 0.1],
      ],
      unlisted: 0.7,
    },
    true,
  ],
  [
    'five beers of which only three can be shown',
    { beers: [11, 12, 13, 14, 15].map((id) => [id, 0.08]), unlisted: 0.6 },
    false,
  ],
  ['beers of a certain brewery', { beers: [[1, 0.2]], edition: 0.6, unlisted: 0.2 }, true],
  ['beers of an uncertain brewery', { beers: [[1, 0.1]], edition: 0.3, unlisted: 0.6 }, false],
  ['a certain brewery, but beers of another one', { beers: [[11, 0.1]], edition: 0.8, unlisted: 0.1 }, false],
  ['a certain brewery without beers', { edition: 0.9, unlisted: 0.1 }, false],
])('asks which beer it is, for %s: %#', (_, chances, asked) => {
  expect(isAsked(aMatch(chances), breweryOf, false)).toBe(asked)
})

test('takes beers of no known brewery for none of another edition without one', () => {
  const match = aMatch({ beers: [[101, 0.05]], edition: 0.7 })
  const { anotherEdition } = match.rivals
  if (!anotherEdition) throw new Error('another edition is likely')
  const unknown = { ...match, rivals: { ...match.rivals, anotherEdition: { ...anotherEdition, breweryId: null } } }
  expect(isAsked(unknown, breweryOf, false)).toBe(false)
})

test.each<[name: string, chances: Chances, asked: boolean]>([
  ['choices that are likelier than a new beer', { beers: [[1, 0.55]], edition: 0.2, unlisted: 0.25 }, true],
  ['choices that are less likely than a new beer', { beers: [[1, 0.3]], edition: 0.2, unlisted: 0.5 }, false],
  ['a certain brewery and likely beers of it', { beers: [[1, 0.3]], edition: 0.65, unlisted: 0.05 }, true],
  ['a certain brewery and unlikely beers of it', { beers: [[1, 0.2]], edition: 0.75, unlisted: 0.05 }, false],
  ['nothing', {}, false],
])('asks on a label that can be described as a new beer, for %s: %#', (_, chances, asked) => {
  expect(isAsked(aMatch(chances), breweryOf, true)).toBe(asked)
})
