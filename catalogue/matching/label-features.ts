/** Measures what the whole label says for and against a beer whose name was measured. */
import type { BeerFeatures } from '../catalogue.ts'
import { ALCOHOL_FREE_MAX, sameAbv } from '../identity/abv.ts'
import { EXCLUSIVE, type StopWords } from '../lexicon/stop-words.ts'
import { ALCOHOL_FREE, isNumber } from '../text/tokens.ts'
import type { Evidence } from './evidence.ts'
import { exactNameOf } from './exact-name.ts'
import type { IndexedBeer, MatchIndex } from './match-index.ts'
import type { MatchInput, MeasuredBeer } from './measured-beer.ts'
import { ALCOHOL_FREE_MIN_SIZE, EXACT_NAME_VARIANT_MAX, FEATURE } from './weights.ts'

/** Labels and menus call every pale lager a pilsner. */
const PILS_FOR_LAGER = { printed: 'pils', style: 'lager' }

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
