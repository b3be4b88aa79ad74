/**
 * Measures the evidence for and against a beer on a label, as named numbers. `posterior.ts` weighs them; nothing here decides.
 */
import type { BeerFeatures, PrintedLabel } from '../catalogue.ts'
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
  FEATURE,
  SHORT_STOP_WORD_MAX_LENGTH,
} from './weights.ts'

export interface MatchInput {
  evidence: Evidence
  /** All matches, including the weak ones. */
  breweries: ReadonlyMap<IndexedBrewery, BreweryEvidence>
  label: PrintedLabel
}

/** Returns the tokens that a label of the beer may print: those of its names, its brewery and its style. */
export type ImpliedTokens = (beer: IndexedBeer) => ReadonlySet<string>

/** A beer with its features and the lines that support it. */
export interface MeasuredBeer {
  beer: IndexedBeer
  variant: NameVariant
  features: BeerFeatures
  /** Matched share of the weight of the variant's own tokens, 0-1; of its brand tokens when it has no own ones. */
  coverage: number
  /** No distinctive token of the name matched, the brewery was not found, and the label of one beer prints no exact name with a brand. */
  nonDistinctive: boolean
  lines: Set<number>
  /** Own tokens of the variant that were not found. */
  missing: string[]
  /** Its longest name that is printed exactly; null when none is. */
  exactName: ExactName | null
}

interface ExactName {
  tokens: readonly string[]
  /** The name consists of a brand and other words, which together identify a beer even if each is a stop word: 'Ambar Especial'. */
  isBranded: boolean
}

/** Labels and menus call every pale lager a pilsner. */
const PILS_FOR_LAGER = { printed: 'pils', style: 'lager' }

/** Measures each name variant of the beer; the features of the whole label are 0. */
export function measureNames(
  beer: IndexedBeer,
  { evidence, breweries }: MatchInput,
  index: MatchIndex,
): MeasuredBeer[] {
  const brewery = beer.brewery ? breweries.get(beer.brewery) : undefined
  return beer.variants.map((variant) => measureName(beer, variant, brewery, evidence, index))
}

/** Adds the features that depend on the whole label, which cost more than those of the name. */
export function measureLabel(
  measured: MeasuredBeer,
  input: MatchInput,
  implied: ReadonlySet<string>,
  index: MatchIndex,
): void {
  const { beer, features } = measured
  const { evidence, breweries, label } = input
  const { variantGroup } = index.stopWords
  const variants = missingVariants(measured, evidence, implied, variantGroup)
  const alcohol = alcoholMismatch(measured, input, implied, index)
  const conflict = conflictingTokenFor(beer, evidence)
  features.unexpected = unexpectedVariants(evidence, implied, variantGroup)
  features.alcohol = alcohol
  features.unexplained = 1 - explainedShareOf(beer, evidence)
  // The other words of a row describe the beer.
  features.conflictingToken = label.shape === 'menu' ? 0 : conflict
  features.competingBrewery = competingBreweryOf(measured, breweries)
  const mayBeExact = features.unexpected < EXACT_NAME_VARIANT_MAX && alcohol === 0
  measured.exactName = mayBeExact ? exactNameOf(beer, conflict, evidence, implied, index) : null
  features.exactName = Number(measured.exactName !== null)
  // In a row it may be a style and a place: 'Pilsner, Austria' is no Áustria Pilsen.
  if (measured.exactName?.isBranded && label.shape === 'single') measured.nonDistinctive = false
  features.missingNumber = variants.numbers
  features.missingVariant = variants.unprinted
  features.otherVariant = variants.replaced
  features.style = Number(printsImpliedVariant(evidence, implied, variantGroup))
  Object.assign(features, abvFeatures(label.abv, beer.row.abv))
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
      whole: (own.weight + brand) * Math.min(1, covered),
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

/** How many numbers and variant words of the name are not printed, and of the latter how many are replaced by another of their kind. */
function missingVariants(
  { missing }: MeasuredBeer,
  evidence: Evidence,
  implied: ReadonlySet<string>,
  variantGroup: StopWords['variantGroup'],
): { numbers: number; unprinted: number; replaced: number } {
  const count = { numbers: 0, unprinted: 0, replaced: 0 }
  for (const token of missing) {
    if (isNumber(token)) count.numbers += 1
    else if (variantGroup(token) !== undefined)
      count[printsOtherVariant(token, evidence, implied, variantGroup) ? 'replaced' : 'unprinted'] += 1
  }
  return count
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

/** The printed variants that fit neither the beer's names nor its style, each by its size (0-1) and kind; at most `unexpectedMax`. */
function unexpectedVariants(
  { printed }: Evidence,
  implied: ReadonlySet<string>,
  variantGroup: StopWords['variantGroup'],
): number {
  let sum = 0
  for (const [token, size] of printed) {
    const group = variantGroup(token)
    if (group === undefined || token === ALCOHOL_FREE || implied.has(token)) continue
    if (token === PILS_FOR_LAGER.printed && implied.has(PILS_FOR_LAGER.style)) continue
    sum += size * (group === 'flavour' ? FEATURE.unexpectedFlavour : FEATURE.unexpectedVariant)
  }
  return Math.min(FEATURE.unexpectedMax, sum)
}

/**
 * Returns 0-1: how surely label and beer disagree about being alcohol-free, which they never do for one beer. An alcohol-free beer
 * whose label does not say so counts half, unless its complete name was found ('Zero'). The word 'zero' says nothing beside a
 * printed ABV, and nothing against a beer if it is part of the beer's name or its brewery's: 'Sub Zero', 'Zero Gravity'.
 */
function alcoholMismatch(
  { beer, missing }: MeasuredBeer,
  { evidence, label }: MatchInput,
  implied: ReadonlySet<string>,
  { terms }: MatchIndex,
): number {
  const { abv } = beer.row
  const isOfBrewery = [...(beer.brewery?.terms ?? [])].some((term) => terms.textOf(term) === ALCOHOL_FREE)
  const isOfName = implied.has(ALCOHOL_FREE) && !isOfBrewery
  const isFree = abv !== null ? abv <= ALCOHOL_FREE_MAX : isOfName
  const printsFreeAbv = label.abv !== null && label.abv <= ALCOHOL_FREE_MAX
  const isAmbiguous = !evidence.statesAlcoholFree
  const size = isAmbiguous && label.abv !== null ? undefined : evidence.printed.get(ALCOHOL_FREE)
  if (printsFreeAbv || size !== undefined) {
    if (isFree) return 0
    if (printsFreeAbv) return 1
    return isOfName || (isAmbiguous && isOfBrewery) ? 0 : Math.max(size ?? 0, ALCOHOL_FREE_MIN_SIZE)
  }
  if (!isFree) return 0
  if (label.abv !== null) return 1
  return missing.length > 0 ? 0.5 : 0
}

/** Share of the distinctive tokens, by squared size, that belong to the beer or its brewery; 1 when there are none. */
function explainedShareOf(beer: IndexedBeer, { distinctive }: Evidence): number {
  let total = 0
  let explained = 0
  for (const { size, readings } of distinctive) {
    total += size * size
    if (isExplainedBy(beer, readings)) explained += size * size
  }
  return total === 0 ? 1 : explained / total
}

/** Certainty (0-1) of the largest distinctive token that belongs neither to the beer nor to its brewery; 0 when there is none. */
function conflictingTokenFor(beer: IndexedBeer, { distinctive }: Evidence): number {
  const conflicting = distinctive.filter(({ readings }) => !isExplainedBy(beer, readings))
  return Math.max(0, ...conflicting.map(({ certainty }) => certainty))
}

function isExplainedBy({ variants, brewery }: IndexedBeer, readings: readonly (readonly number[])[]): boolean {
  const isTerm = (term: number) =>
    brewery?.terms.has(term) || variants.some(({ own, brand }) => own.includes(term) || brand.includes(term))
  return readings.some((terms) => terms.every(isTerm))
}

/** Confidence (0-1) of the best other brewery when the beer's own was not found. A brewery named in the beer name does not count. */
function competingBreweryOf({ beer, variant, features }: MeasuredBeer, breweries: MatchInput['breweries']): number {
  if (features.breweryFound === 1) return 0
  let highest = 0
  for (const other of breweries.values()) {
    if (!other.found || other.brewery === beer.brewery) continue
    if (other.variant.every((term) => variant.own.includes(term) || variant.brand.includes(term))) continue
    highest = Math.max(highest, other.confidence)
  }
  return highest
}

function abvFeatures(printed: number | null, known: number | null): Pick<BeerFeatures, 'abvEqual' | 'abvDifferent'> {
  if (printed === null || known === null) return { abvEqual: 0, abvDifferent: 0 }
  return {
    abvEqual: Number(sameAbv(printed, known, 'rounding')),
    abvDifferent: Number(!sameAbv(printed, known, 'otherBeer')),
  }
}

function printsImpliedVariant(
  { printed }: Evidence,
  implied: ReadonlySet<string>,
  variantGroup: StopWords['variantGroup'],
): boolean {
  for (const token of printed.keys()) if (implied.has(token) && variantGroup(token) !== undefined) return true
  return false
}

/**
 * The longest name of the beer that is printed with nothing but words of its style beside it, on one line or several. 'Dos Equis
 * Lager' is an exact 'Dos Equis' because that is a lager.
 */
function exactNameOf(
  beer: IndexedBeer,
  conflictingToken: number,
  { knownLines }: Evidence,
  implied: ReadonlySet<string>,
  { terms, stopWords }: MatchIndex,
): ExactName | null {
  const names = beer.variants.flatMap(({ own, brand }) => {
    // The labels of the brewery's other beers print the brand, too.
    if (own.length === 0 && conflictingToken >= EXACT_BRAND_CONFLICT_MAX) return []
    const tokens = [...own, ...brand].map((term) => terms.textOf(term))
    const required = tokens.filter((token) => !isShortStopWord(token, stopWords))
    const nameTokens = required.length * 2 >= tokens.length ? required : tokens
    const isPart = (line: ReadonlySet<string>) =>
      [...line].every((token) => tokens.includes(token) || implied.has(token) || isShortStopWord(token, stopWords))
    const parts = knownLines.filter(isPart)
    if (!nameTokens.every((token) => parts.some((line) => line.has(token)))) return []
    const isPrinted = (part: readonly number[]) => part.some((term) => nameTokens.includes(terms.textOf(term)))
    return [{ tokens: nameTokens, isBranded: isPrinted(own) && isPrinted(brand) }]
  })
  return names.sort((a, b) => b.tokens.length - a.tokens.length)[0] ?? null
}

/**
 * Of a brewery's exact names only the longest count: 'Guinness' is printed exactly on the label of 'Guinness Special Export' too,
 * and so is 'Larue' above 'Smooth' on that of Larue Smooth.
 */
export function keepLongestNames(beers: readonly MeasuredBeer[]): void {
  const exact = beers.filter(({ exactName }) => exactName !== null)
  for (const { beer, exactName, features } of exact) {
    const isPartOf = (other: MeasuredBeer) =>
      other.beer.brewery === beer.brewery &&
      (other.exactName?.tokens.length ?? 0) > (exactName?.tokens.length ?? 0) &&
      exactName?.tokens.every((token) => other.exactName?.tokens.includes(token))
    if (exact.some(isPartOf)) features.exactName = 0
  }
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
