/** A beer with the evidence for and against it on a label, as named numbers. `posterior.ts` weighs them; nothing here decides. */
import type { BeerFeatures, PrintedLabel } from '../catalogue.ts'
import type { BreweryEvidence } from './breweries.ts'
import type { Evidence } from './evidence.ts'
import type { IndexedBeer, IndexedBrewery, NameVariant } from './match-index.ts'

export interface MatchInput {
  evidence: Evidence
  /** All matches, including the weak ones. */
  breweries: ReadonlyMap<IndexedBrewery, BreweryEvidence>
  label: PrintedLabel
}

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

export interface ExactName {
  tokens: readonly string[]
  /** The name consists of a brand and other words, which together identify a beer even if each is a stop word: 'Ambar Especial'. */
  isBranded: boolean
}
