/** Measures how much of a beer's name and brewery a label prints. */
import type { BreweryEvidence } from './breweries.ts'
import type { Evidence } from './evidence.ts'
import type { IndexedBeer, MatchIndex, NameVariant } from './match-index.ts'
import type { MatchInput, MeasuredBeer } from './measured-beer.ts'
import { BREWERY, FEATURE } from './weights.ts'

/** Measures each name variant of the beer; the features of the whole label are 0. */
export function measureNames(
  beer: IndexedBeer,
  { evidence, breweries }: MatchInput,
  index: MatchIndex,
): MeasuredBeer[] {
  const brewery = beer.brewery ? breweries.get(beer.brewery) : undefined
  return beer.variants.map((variant) => measureName(beer, variant, brewery, evidence, index))
}

function measureName(
  beer: IndexedBeer,
  variant: NameVariant,
  brewery: BreweryEvidence | undefined,
  { terms }: Evidence,
  index: MatchIndex,
): MeasuredBeer {
  const own = matchTokens(variant.own, terms, index)
  const brandTokens = matchTokens(variant.brand, terms, index)
  const breweryWeight = brewery ? brewery.weight * brewery.confidence : 0
  const hasBrand = variant.brand.length > 0
  const brandTotal = hasBrand ? Math.min(BREWERY.weightMax, brandTokens.total) : lightestBrand(beer, index)
  const brand = hasBrand
    ? Math.min(BREWERY.weightMax, brandTokens.weight) * (brewery?.overshadowed ? BREWERY.overshadowedFactor : 1)
    : breweryWeight
  const expectedBrand = brand > 0 || own.total === 0 ? Math.max(brandTotal, brand) : brandTotal * FEATURE.unreadBrand
  const covered = (own.matched + brand) / Math.max(0.01, own.total + expectedBrand)
  const breweryFound = brewery?.found ?? false
  return {
    beer,
    variant,
    features: {
      popularity: beer.row.popularity / 100,
      coveredWeight: (own.weight + brand) * Math.min(1, covered),
      ownMissing: own.total - own.matched,
      noOwn: Number(own.total > 0 && own.matched === 0),
      brandMissing: Math.max(0, brandTotal - brand),
      brandAlone: Number(own.total === 0),
      brewery: hasBrand ? Math.max(0, breweryWeight - brand) : 0,
      breweryFound: Number(breweryFound),
      // Of the whole label, see `measureLabel`.
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
    },
    coverage: Math.min(
      1,
      own.total > 0 ? own.matched / own.total : brandTokens.matched / Math.max(0.01, brandTokens.total),
    ),
    nonDistinctive: !breweryFound && !own.isDistinctive && !brandTokens.isDistinctive,
    lines: new Set([...own.lines, ...brandTokens.lines, ...(breweryFound ? (brewery?.lines ?? []) : [])]),
    missing: variant.own.filter((term) => !terms.has(term)).map((term) => index.terms.textOf(term)),
    exactName: null,
  }
}

interface TokenMatch {
  /** Weight of all tokens, in points. */
  total: number
  /** The weights times the quality of each match. */
  matched: number
  /** The weights times the quality and the trust in the line. */
  weight: number
  /** True when a token matched that is no stop word; a short number only together with another token. */
  isDistinctive: boolean
  lines: number[]
}

function matchTokens(variant: readonly number[], terms: Evidence['terms'], index: MatchIndex): TokenMatch {
  const match: TokenMatch = { total: 0, matched: 0, weight: 0, isDistinctive: false, lines: [] }
  const found: number[] = []
  for (const term of variant) {
    const tokenWeight = index.tokenWeight(term)
    match.total += tokenWeight
    const evidence = terms.get(term)
    if (!evidence) continue
    match.matched += tokenWeight * evidence.quality
    match.weight += tokenWeight * evidence.weight
    found.push(term)
    match.lines.push(...evidence.lines)
  }
  match.isDistinctive = found.some(
    (term) => !index.isStopWord(term) && (found.length > 1 || !index.isShortNumber(term)),
  )
  return match
}

/** Weight of the brewery's lightest name in points: the least that a label has to print of the brewery. */
function lightestBrand({ brewery }: IndexedBeer, index: MatchIndex): number {
  if (!brewery) return 0
  let lightest: number = BREWERY.weightMax
  for (const variant of brewery.variants)
    lightest = Math.min(
      lightest,
      variant.reduce((sum, term) => sum + index.tokenWeight(term), 0),
    )
  return lightest
}
