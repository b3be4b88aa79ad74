/**
 * Describes a label whose beer is not in the catalogue: which words name the brewery and the beer, and how likely it is a beer label
 * at all. Three linear models decide; `unlisted-weights.json` has their weights, fitted by `bench/fit/fit-unlisted.ts`.
 */
import type { Catalogue, Ranking } from '#catalogue'
import { type PlacedLine, withoutDuplicates } from '../lines/layout.ts'
import { type BeerSigns, beerSigns, isOtherProduct } from './beer-signs.ts'
import { type BreweryCandidate, type BreweryFeatures, breweryCandidates } from './brewery-candidates.ts'
import { legibleLines, type NameFeatures, nameCandidates } from './name-candidates.ts'
import shipped from './unlisted-weights.json' with { type: 'json' }

/** Weights of the features of a model. */
type Weights<F> = Readonly<Record<keyof F & string, number>>

export interface UnlistedWeights {
  /** `bias`: against a label without a brewery. */
  brewery: Weights<BreweryFeatures & { bias: 1 }>
  name: Weights<NameFeatures>
  beer: Weights<BeerSigns & { bias: 1 }>
}

export interface LabelDescription {
  /** Undefined if nothing may be a name. */
  name: string | undefined
  brewery: string | undefined
  /** Probability, 0-1, that the text is a beer label; 0 if it names another product. */
  beerProbability: number
  /** The legible lines, without duplicates, from top to bottom. */
  lines: PlacedLine[]
}

/** Undefined without legible text. */
export function describeLabel(
  catalogue: Catalogue,
  read: readonly PlacedLine[],
  match: Pick<Ranking, 'candidates' | 'rivals'>,
  weights: UnlistedWeights = WEIGHTS,
): LabelDescription | undefined {
  const distinct = withoutDuplicates(read)
  const lines = legibleLines(distinct)
  if (lines.length === 0) return undefined
  const { beer, brewery: ofBrewery, name: ofName } = weights
  const brewery = likeliestBrewery(breweryCandidates(catalogue, lines, match), ofBrewery)
  const name = best(nameCandidates(catalogue, lines, brewery), ({ features }) => score(features, ofName))
  const signs = beerSigns(catalogue, distinct, match, brewery !== undefined)
  return {
    name: name?.text,
    brewery: brewery?.name,
    beerProbability: isOtherProduct(distinct) ? 0 : 1 / (1 + Math.exp(-score({ ...signs, bias: 1 }, beer))),
    lines,
  }
}

/** Undefined if it is likelier that no brewery is printed. */
export function likeliestBrewery(
  candidates: readonly BreweryCandidate[],
  weights: UnlistedWeights['brewery'],
): BreweryCandidate | undefined {
  return best(candidates, ({ features }) => score({ ...features, bias: 1 }, weights), 0)
}

const WEIGHTS: UnlistedWeights = shipped

function score<F extends object>(features: { [K in keyof F]: number }, weights: Weights<F>): number {
  return Object.entries(weights as Record<string, number>).reduce(
    (sum, [name, weight]) => sum + weight * (features[name as keyof F] ?? 0),
    0,
  )
}

/** The item with the highest score above `min`; the first of several. */
function best<T>(items: readonly T[], scoreOf: (item: T) => number, min = Number.NEGATIVE_INFINITY): T | undefined {
  let [found, highest]: [T | undefined, number] = [undefined, min]
  for (const item of items) {
    const value = scoreOf(item)
    if (value > highest) [found, highest] = [item, value]
  }
  return found
}
