/**
 * Turns an engine's structured beers into sightings: listed if the catalogue knows them, otherwise unlisted as printed. The
 * engine's estimates help to find a beer in the catalogue, but are never reported as printed.
 */
import type { Catalogue } from '#catalogue'
import { DOUBTFUL_BELOW_PERCENT, type Estimates } from '#contracts'
import type { StructuredBeer, StructuredField } from '#vision'
import { ACCEPT_MIN, OFFERED_MIN } from '../label/acceptance.ts'
import { drinkWords } from '../label/drinks.ts'
import { listedSighting, matchLines, offered, type SizedLine, unlistedSighting } from '../label/sighting.ts'
import type { Printed, Sighting } from '../outcome.ts'

/** Used in place of the photo's words: the engine has already decided that it is a beer. */
const ONLY_BEER_WORDS = { beer: 1, other: 0, food: 0 }
/** Factor on the confidence of an estimated field. */
const ESTIMATE_WEIGHT = 0.6
/** Of a beer of which the photo prints neither name nor brewery: the user is asked about it. */
const GUESS_CONFIDENCE_MAX = (DOUBTFUL_BELOW_PERCENT - 1) / 100
const BREWERY_HEIGHT = 0.7
const DETAIL_HEIGHT = 0.4

export function structuredSightings(catalogue: Catalogue, beers: readonly StructuredBeer[]): Sighting[] {
  return beers.flatMap((beer) => structuredSighting(catalogue, beer) ?? [])
}

/** Undefined if neither the catalogue nor the photo names the beer, or if it is another drink. */
export function structuredSighting(catalogue: Catalogue, beer: StructuredBeer): Sighting | undefined {
  const printed = printedOf(beer)
  const placement = { position: beer.position, count: beer.count ?? 1 }
  const lines = linesOf(beer)
  const match = matchLines(catalogue, lines, { shape: 'menu', photoWords: ONLY_BEER_WORDS })
  const evidence = evidenceOf(beer)
  if (match.confidence >= ACCEPT_MIN) {
    const listed = listedSighting(catalogue, { ...match, printed }, lines, placement)
    const isGuess = printed.name === null && printed.brewery === null
    const confidenceMax = isGuess ? Math.min(beer.confidence, GUESS_CONFIDENCE_MAX) : beer.confidence
    return { ...listed, evidence, confidence: Math.min(listed.confidence, confidenceMax) }
  }
  const words = drinkWords([...lines.map(({ line }) => line.text), printed.section ?? ''].join('\n'))
  if (printed.name === null || (words.other > 0 && words.beer === 0)) return undefined
  const likely = offered(match.candidates, OFFERED_MIN)
  return { ...unlistedSighting(printed, evidence, beer.confidence, placement, likely), estimates: estimatesOf(beer) }
}

function linesOf({ name, brewery, style, abv, confidence }: StructuredBeer): SizedLine[] {
  const line = (field: StructuredField<string> | null, height: number): SizedLine[] =>
    field
      ? [{ line: { text: field.value, confidence: confidence * (isPrinted(field) ? 1 : ESTIMATE_WEIGHT) }, height }]
      : []
  return [
    ...line(name, 1),
    ...line(brewery, BREWERY_HEIGHT),
    ...line(style && isPrinted(style) ? style : null, DETAIL_HEIGHT),
    ...line(abv && isPrinted(abv) ? { value: `${abv.value} % vol`, basis: 'printed' } : null, DETAIL_HEIGHT),
  ]
}

function printedOf({ name, brewery, style, abv, ibu, price, size, section }: StructuredBeer): Printed {
  return {
    name: printedValue(name),
    brewery: printedValue(brewery),
    style: printedValue(style),
    abv: printedValue(abv),
    ibu: printedValue(ibu),
    price,
    size,
    section,
  }
}

/** Null if the engine estimated nothing. */
function estimatesOf({ brewery, style, abv, ibu, rating = null }: StructuredBeer): Estimates | null {
  const estimates = {
    brewery: estimatedValue(brewery),
    style: estimatedValue(style),
    abv: estimatedValue(abv),
    ibu: estimatedValue(ibu),
    rating,
  }
  return Object.values(estimates).some((value) => value !== null) ? estimates : null
}

function evidenceOf({ name, brewery, abv, labelLines: lines }: StructuredBeer): string[] {
  if (lines && lines.length > 0) return [...lines]
  return [printedValue(name), printedValue(brewery), abv && isPrinted(abv) ? `${abv.value} %` : null].filter(
    (text) => text !== null,
  )
}

const isPrinted = ({ basis }: StructuredField<unknown>) => basis === 'printed'
const printedValue = <T>(field: StructuredField<T> | null) => (field && isPrinted(field) ? field.value : null)
const estimatedValue = <T>(field: StructuredField<T> | null) => (field && !isPrinted(field) ? field.value : null)
