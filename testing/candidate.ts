/** Candidates of the catalogue, for tests that need no matching. */
import type { BeerFeatures, Candidate } from '#catalogue'

export const NO_FEATURES: BeerFeatures = {
  popularity: 0,
  coveredWeight: 0,
  ownMissing: 0,
  noOwn: 0,
  brandMissing: 0,
  brandAlone: 0,
  brewery: 0,
  breweryFound: 0,
  missingNumber: 0,
  missingVariant: 0,
  otherVariant: 0,
  unexpected: 0,
  alcohol: 0,
  abvEqual: 0,
  abvDifferent: 0,
  style: 0,
  exactName: 0,
  unexplained: 0,
  conflictingToken: 0,
  competingBrewery: 0,
}

export function aCandidate(beerId: number, probability: number, fields: Partial<Candidate> = {}): Candidate {
  return { beerId, probability, score: 0, features: NO_FEATURES, coverage: 1, lines: [], ...fields }
}
