/** How likely a beer has to be for each of the outcomes. All values are probabilities, 0-1. */
import { DOUBTFUL_BELOW_PERCENT, type OtherDrink } from '#contracts'
import type { Match } from './sighting.ts'

/** From here on the beer is named without asking. */
const SURE_MIN = DOUBTFUL_BELOW_PERCENT / 100
/** Minimum of a container or row that is named; below `SURE_MIN` the user is asked. */
export const ACCEPT_MIN = 0.4
/** Minimum of a candidate that the user may choose. */
export const OFFERED_MIN = 0.02
/** The user chooses among this many. */
const CHOICES = 3
/** Minimum of all choices together, and of the brewery, for the user to be asked. */
const ASK_MIN = 0.25
const BREWERY_MIN = 0.5

/** Minimum of a drink other than beer: nothing is then described as an unlisted beer. */
const OTHER_DRINK_MIN = 0.5

/** Returns the drink other than beer that is named, if one is. */
export function otherDrinkOf({ rivals: { otherDrink } }: Pick<Match, 'rivals'>): OtherDrinkMatch | undefined {
  return otherDrink && otherDrink.probability >= OTHER_DRINK_MIN ? otherDrink : undefined
}

/** The likeliest drink other than beer that these labels name, as it is reported for a photo without beer. */
export function otherDrinkAmong(matches: readonly Match[]): OtherDrink | undefined {
  const [likeliest] = matches
    .flatMap((match) => otherDrinkOf(match) ?? [])
    .sort((a, b) => b.probability - a.probability)
  return likeliest && { name: likeliest.name, kind: likeliest.kind }
}

type OtherDrinkMatch = NonNullable<Match['rivals']['otherDrink']>

/** Probability that the text names no beer of the catalogue, nor one of its breweries. */
export function noneKnown({ unlisted, otherDrink }: Match['rivals']): number {
  return Math.min(1, unlisted.probability + (otherDrink?.probability ?? 0))
}

/** Returns whether one beer is named without asking. */
export function isSure({ confidence }: Pick<Match, 'confidence'>): boolean {
  return confidence >= SURE_MIN
}

/**
 * Returns whether the user is asked which beer it is: a few are close, or the brewery is certain. If the label can be described as
 * an unlisted beer (`orNew`), the choices together must be likelier than a label of no known brewery, and not unlikely.
 */
export function isAsked({ candidates, rivals }: Match, breweryOf: BreweryOf, orNew: boolean): boolean {
  const choices = candidates.slice(0, CHOICES).reduce((sum, { probability }) => sum + probability, 0)
  const { anotherEdition } = rivals
  const edition = anotherEdition?.probability ?? 0
  if (orNew) return choices > noneKnown(rivals) && (choices >= ASK_MIN || choices > edition)
  if (choices >= ASK_MIN) return true
  const breweryId = anotherEdition?.breweryId ?? null
  const ofBrewery = breweryId === null ? [] : candidates.filter(({ beerId }) => breweryOf(beerId) === breweryId)
  const brewery = ofBrewery.reduce((sum, { probability }) => sum + probability, edition)
  return ofBrewery.length > 0 && brewery >= BREWERY_MIN
}

/** True if both are one beer, or of one brewery. Beers whose brewery is unknown have none in common. */
export function areOfOneBrewery(a: number, b: number, breweryOf: BreweryOf): boolean {
  return a === b || (typeof breweryOf(a) === 'number' && breweryOf(a) === breweryOf(b))
}

/** The catalogue's brewery of a beer. */
type BreweryOf = (beerId: number) => number | null | undefined
