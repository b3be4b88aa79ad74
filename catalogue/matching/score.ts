/**
 * Scores a beer, in points (see `weights.ts`). With m the weight of the matched tokens of its name and brewery and c the
 * covered share of the name,
 *
 *     score = ( m (base + coverage c) - missing tokens + agreement - contradictions ) * alcohol fit
 */
import type { Facts } from '../catalogue.ts'
import { ALCOHOL_FREE_MAX, sameAbv } from '../identity/abv.ts'
import { EXCLUSIVE, type StopWords } from '../lexicon/stop-words.ts'
import { ALCOHOL_FREE, isNumber, tokenize } from '../text/tokens.ts'
import type { BreweryEvidence } from './breweries.ts'
import type { Evidence } from './evidence.ts'
import type { IndexedBeer, IndexedBrewery, MatchIndex, NameVariant } from './match-index.ts'
import {
  ALCOHOL_FREE_MIN_SIZE,
  BREWERY,
  EXACT_BRAND_CONFLICT_MAX,
  EXACT_NAME_VARIANT_MAX,
  SCORE,
  SHORT_STOP_WORD_MAX_LENGTH,
} from './weights.ts'

export interface MatchInput {
  evidence: Evidence
  /** All matches, including the weak ones. */
  breweries: ReadonlyMap<IndexedBrewery, BreweryEvidence>
  facts: Facts
}

/** Returns the tokens that a label of the beer may print: those of its names, its brewery and its style. */
export type ImpliedTokens = (beer: IndexedBeer) => ReadonlySet<string>

/** A beer with its features; `Candidate` documents those of the same name. */
export interface ScoredBeer {
  beer: IndexedBeer
  /** The name variant with the highest score. */
  variant: NameVariant
  score: number
  coverage: number
  breweryFound: boolean
  nonDistinctive: boolean
  explainedShare: number
  conflictingToken: number
  competingBrewery: number
  exactName: boolean
  lines: Set<number>
  /** Own tokens of the variant that were not found. */
  missing: string[]
}

/** Labels and menus call every pale lager a pilsner. */
const PILS_FOR_LAGER = { printed: 'pils', style: 'lager' }

/** Scores the beer by its best name variant. Only the name and the brewery count; the other features have neutral values. */
export function bestVariant(
  beer: IndexedBeer,
  { evidence, breweries }: MatchInput,
  index: MatchIndex,
): ScoredBeer | undefined {
  const brewery = beer.brewery ? breweries.get(beer.brewery) : undefined
  let best: ScoredBeer | undefined
  for (const variant of beer.variants) {
    const scored = scoreVariant(beer, variant, brewery, evidence, index)
    if (!best || scored.score > best.score) best = scored
  }
  return best
}

/** Computes the features that depend on the whole label and changes the candidate's score accordingly. */
export function rerank(
  candidate: ScoredBeer,
  input: MatchInput,
  implied: ReadonlySet<string>,
  index: MatchIndex,
): void {
  const { evidence, breweries } = input
  const { variantGroup } = index.stopWords
  const unexpected = unexpectedVariantsPenalty(evidence, implied, variantGroup)
  const fit = alcoholFit(candidate, input, implied)
  candidate.explainedShare = explainedShareOf(candidate.beer, evidence)
  candidate.conflictingToken = conflictingTokenFor(candidate.beer, evidence)
  candidate.competingBrewery = competingBreweryOf(candidate, breweries)
  candidate.exactName =
    unexpected < EXACT_NAME_VARIANT_MAX && fit === 1 && isExactName(candidate, evidence, implied, index)
  candidate.score +=
    agreement(candidate, input, implied, variantGroup) -
    missingVariantsPenalty(candidate, evidence, implied, variantGroup)
  candidate.score -= unexpected + SCORE.unexplained * (1 - candidate.explainedShare)
  candidate.score *= fit
  if (fit <= 1 - SCORE.alcoholMismatch) candidate.score = Math.min(candidate.score, SCORE.alcoholMismatchMax)
}

function scoreVariant(
  beer: IndexedBeer,
  variant: NameVariant,
  brewery: BreweryEvidence | undefined,
  { terms }: Evidence,
  index: MatchIndex,
): ScoredBeer {
  const own = matchTokens(variant.own, terms, index)
  const brandTokens = matchTokens(variant.brand, terms, index)
  const breweryWeight = brewery ? brewery.weight * brewery.confidence : 0
  const hasBrand = variant.brand.length > 0
  const brandTotal = hasBrand ? Math.min(BREWERY.weightMax, brandTokens.total) : lightestBrand(beer, index)
  const brand = hasBrand
    ? Math.min(BREWERY.weightMax, brandTokens.weight) *
      (isPartOfBrewery(variant, brewery) ? SCORE.partOfBrewery : 1) *
      (brewery?.overshadowed ? BREWERY.overshadowedFactor : 1)
    : breweryWeight
  const expectedBrand = brand > 0 || own.total === 0 ? Math.max(brandTotal, brand) : brandTotal * SCORE.unreadBrand
  const matched = own.weight + brand
  const covered = (own.matched + brand) / Math.max(0.01, own.total + expectedBrand)
  const separateBrewery = hasBrand ? SCORE.separateBrewery * Math.max(0, breweryWeight - brand) : 0
  const missing = SCORE.missing * (own.total - own.matched) + SCORE.missingBrand * Math.max(0, brandTotal - brand)
  const noOwnToken = own.total > 0 && own.matched === 0 ? SCORE.noOwnToken : 0
  const breweryFound = brewery?.found ?? false
  return {
    beer,
    variant,
    score: matched * (SCORE.base + SCORE.coverage * Math.min(1, covered)) + separateBrewery - missing - noOwnToken,
    coverage: Math.min(
      1,
      own.total > 0 ? own.matched / own.total : brandTokens.matched / Math.max(0.01, brandTokens.total),
    ),
    breweryFound,
    explainedShare: 1,
    conflictingToken: 0,
    competingBrewery: 0,
    exactName: false,
    nonDistinctive: !breweryFound && !own.isDistinctive && !brandTokens.isDistinctive,
    lines: new Set([...own.lines, ...brandTokens.lines, ...(breweryFound ? (brewery?.lines ?? []) : [])]),
    missing: variant.own.filter((term) => !terms.has(term)).map((term) => index.terms.textOf(term)),
  }
}

/** True for 'Busch' when 'Anheuser-Busch' was read: the match may mean the brewery alone. */
function isPartOfBrewery({ own, brand }: NameVariant, brewery: BreweryEvidence | undefined): boolean {
  if (!brewery?.found || own.length > 0 || brewery.confidence < BREWERY.containsNameMin) return false
  return brand.length < brewery.variant.length && brand.every((term) => brewery.variant.includes(term))
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

/** Penalty in points for the numbers and variants of the name that are not printed. */
function missingVariantsPenalty(
  { missing }: ScoredBeer,
  evidence: Evidence,
  implied: ReadonlySet<string>,
  variantGroup: StopWords['variantGroup'],
): number {
  let points = 0
  for (const token of missing) {
    if (isNumber(token)) points += SCORE.missingNumber
    else if (variantGroup(token) !== undefined)
      points += printsOtherVariant(token, evidence, implied, variantGroup) ? SCORE.otherVariant : SCORE.missingVariant
  }
  return points
}

/** True when another variant of the same exclusive group is printed. */
function printsOtherVariant(
  variant: string,
  { printed }: Evidence,
  implied: ReadonlySet<string>,
  variantGroup: StopWords['variantGroup'],
): boolean {
  const group = variantGroup(variant)
  if (group === undefined || !EXCLUSIVE.has(group)) return false
  for (const token of printed.keys()) if (variantGroup(token) === group && !implied.has(token)) return true
  return false
}

/** Penalty in points for the printed variants that fit neither the beer's names nor its style, by their size. */
function unexpectedVariantsPenalty(
  { printed }: Evidence,
  implied: ReadonlySet<string>,
  variantGroup: StopWords['variantGroup'],
): number {
  let points = 0
  for (const [token, size] of printed) {
    const group = variantGroup(token)
    if (group === undefined || token === ALCOHOL_FREE || implied.has(token)) continue
    if (token === PILS_FOR_LAGER.printed && implied.has(PILS_FOR_LAGER.style)) continue
    points += size * (group === 'flavour' ? SCORE.unexpectedFlavour : SCORE.unexpectedVariant)
  }
  return Math.min(SCORE.unexpectedMax, points)
}

/**
 * Returns 0-1, the factor for a possible alcohol mismatch. A beer with alcohol and one without are never the same. An
 * alcohol-free beer whose label does not say so keeps its score only when its complete name was found ('Zero').
 */
function alcoholFit(
  { beer, missing }: ScoredBeer,
  { evidence, facts }: MatchInput,
  implied: ReadonlySet<string>,
): number {
  const { abv } = beer.row
  const isFree = abv !== null ? abv <= ALCOHOL_FREE_MAX : implied.has(ALCOHOL_FREE)
  const size = evidence.printed.get(ALCOHOL_FREE)
  const printsFreeAbv = facts.abv !== null && facts.abv <= ALCOHOL_FREE_MAX
  if (printsFreeAbv || size !== undefined) {
    const certainty = printsFreeAbv ? 1 : Math.max(size ?? 0, ALCOHOL_FREE_MIN_SIZE)
    return isFree ? 1 : 1 - SCORE.alcoholMismatch * certainty
  }
  if (!isFree) return 1
  if (facts.abv !== null) return 1 - SCORE.alcoholMismatch
  return missing.length > 0 ? 1 - SCORE.alcoholMismatch / 2 : 1
}

/** Share of the distinctive tokens, by squared size, that belong to the beer or its brewery; 1 when there are none. */
function explainedShareOf(beer: IndexedBeer, { distinctive }: Evidence): number {
  let total = 0
  let explained = 0
  for (const { size, terms } of distinctive) {
    total += size * size
    if (containsAny(beer, terms)) explained += size * size
  }
  return total === 0 ? 1 : explained / total
}

/** Certainty (0-1) of the largest distinctive token that belongs neither to the beer nor to its brewery; 0 when there is none. */
function conflictingTokenFor(beer: IndexedBeer, { distinctive }: Evidence): number {
  return Math.max(0, ...distinctive.filter(({ terms }) => !containsAny(beer, terms)).map(({ certainty }) => certainty))
}

function containsAny({ variants, brewery }: IndexedBeer, terms: readonly number[]): boolean {
  return terms.some(
    (term) => brewery?.terms.has(term) || variants.some(({ own, brand }) => own.includes(term) || brand.includes(term)),
  )
}

/** Confidence (0-1) of the best other brewery when the beer's own was not found. A brewery named in the beer name does not count. */
function competingBreweryOf({ beer, variant, breweryFound }: ScoredBeer, breweries: MatchInput['breweries']): number {
  if (breweryFound) return 0
  let highest = 0
  for (const other of breweries.values()) {
    if (!other.found || other.brewery === beer.brewery) continue
    if (other.variant.every((term) => variant.own.includes(term) || variant.brand.includes(term))) continue
    highest = Math.max(highest, other.confidence)
  }
  return highest
}

/** Points for matching ABV, matching style, an exact name, and popularity. */
function agreement(
  { beer, exactName }: ScoredBeer,
  { evidence, facts }: MatchInput,
  implied: ReadonlySet<string>,
  variantGroup: StopWords['variantGroup'],
): number {
  let points = beer.row.popularity * SCORE.popularity
  if (facts.abv !== null && beer.row.abv !== null) {
    if (sameAbv(facts.abv, beer.row.abv, 'rounding')) points += SCORE.abvEqual
    else if (sameAbv(facts.abv, beer.row.abv)) points += SCORE.abvClose
    else if (!sameAbv(facts.abv, beer.row.abv, 'otherBeer')) points += SCORE.abvDifferent
  }
  for (const token of evidence.printed.keys())
    if (implied.has(token) && variantGroup(token) !== undefined) {
      points += SCORE.style
      break
    }
  if (exactName) points += SCORE.exactName
  return points
}

/**
 * True when a name of the beer is printed with nothing but words of its style beside it, on one line or several.
 * 'Dos Equis Lager' is an exact 'Dos Equis' because that is a lager.
 */
function isExactName(
  { beer, conflictingToken }: ScoredBeer,
  { knownLines }: Evidence,
  implied: ReadonlySet<string>,
  { terms, stopWords }: MatchIndex,
): boolean {
  return beer.variants.some(({ own, brand }) => {
    // The labels of the brewery's other beers print the brand, too.
    if (own.length === 0 && conflictingToken >= EXACT_BRAND_CONFLICT_MAX) return false
    const tokens = [...own, ...brand].map((term) => terms.textOf(term))
    const required = tokens.filter((token) => !isShortStopWord(token, stopWords))
    const name = required.length * 2 >= tokens.length ? required : tokens
    const isPart = (line: ReadonlySet<string>) =>
      [...line].every((token) => tokens.includes(token) || implied.has(token) || isShortStopWord(token, stopWords))
    const parts = knownLines.filter(isPart)
    return name.every((token) => parts.some((line) => line.has(token)))
  })
}

/** 'the', 'de': names are printed with and without them. */
function isShortStopWord(token: string, { isCommon }: StopWords): boolean {
  return token.length <= SHORT_STOP_WORD_MAX_LENGTH && isCommon(token)
}

/** `styleTokens` holds the tokens of each style's names by style. Results are cached as long as the beer is indexed. */
export function impliedTokens(styleTokens: ReadonlyMap<string, ReadonlySet<string>>): ImpliedTokens {
  const cache = new WeakMap<IndexedBeer, ReadonlySet<string>>()
  return (beer) => {
    const cached = cache.get(beer)
    if (cached) return cached
    const names = [beer.row.name, ...beer.row.aliases, beer.brewery?.name ?? '']
    const tokens = new Set([...names.flatMap(tokenize), ...(styleTokens.get(beer.row.style ?? '') ?? [])])
    cache.set(beer, tokens)
    return tokens
  }
}
