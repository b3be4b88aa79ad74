/**
 * Beers that an engine states itself: looked up in the catalogue, otherwise kept as printed. What the engine only guesses
 * helps to look a beer up, and is never passed on as read.
 */
import type { Catalogue } from '#catalogue'
import type { Estimates } from '#contracts'
import type { Stated, StatedBeer } from '#vision'
import { ACCEPT_MIN } from './confidence.ts'
import { drinkWords } from './drinks.ts'
import type { Printed, Sighting } from './outcome.ts'
import { listedSighting, matchLines, type TallLine, unlistedSighting } from './sighting.ts'

/** The engine says that it is a beer. */
const NOTHING_AROUND = { beer: 1, other: 0, food: 0 }
/** A guess speaks more softly than print. */
const GUESS_WEIGHT = 0.6
const BREWERY_HEIGHT = 0.7
const DETAIL_HEIGHT = 0.4

export function statedSightings(catalogue: Catalogue, beers: readonly StatedBeer[]): Sighting[] {
  return beers.flatMap((beer) => statedSighting(catalogue, beer) ?? [])
}

/** Undefined when neither the catalogue nor the photo names the beer, or when it is another drink. */
export function statedSighting(catalogue: Catalogue, beer: StatedBeer): Sighting | undefined {
  const printed = printedOf(beer)
  const place = { where: beer.where, count: beer.count ?? 1 }
  const lines = linesOf(beer)
  const match = matchLines(catalogue, lines, { shape: 'menu', around: NOTHING_AROUND })
  const evidence = evidenceOf(beer)
  if (match.confidence >= ACCEPT_MIN) {
    const listed = listedSighting(catalogue, { ...match, printed }, lines, place)
    return { ...listed, evidence, confidence: Math.min(listed.confidence, beer.confidence) }
  }
  const spoken = drinkWords([...lines.map(({ line }) => line.text), printed.section ?? ''].join('\n'))
  if (printed.name === null || (spoken.other > 0 && spoken.beer === 0)) return undefined
  const told = match.candidates.map(({ beerId }, index) => ({ beerId, confidence: match.confidences[index] ?? 0 }))
  const maybe = told.filter(({ confidence }) => confidence > 0)
  return { ...unlistedSighting(printed, evidence, beer.confidence, place, maybe), estimates: estimatesOf(beer) }
}

function linesOf({ name, brewery, style, abv, confidence }: StatedBeer): TallLine[] {
  const line = (stated: Stated<string> | null, height: number): TallLine[] =>
    stated
      ? [{ line: { text: stated.value, confidence: confidence * (isPrinted(stated) ? 1 : GUESS_WEIGHT) }, height }]
      : []
  return [
    ...line(name, 1),
    ...line(brewery, BREWERY_HEIGHT),
    ...line(style && isPrinted(style) ? style : null, DETAIL_HEIGHT),
    ...line(abv && isPrinted(abv) ? { value: `${abv.value} % vol`, basis: 'printed' } : null, DETAIL_HEIGHT),
  ]
}

function printedOf({ name, brewery, style, abv, ibu, price, size, section }: StatedBeer): Printed {
  return {
    name: read(name),
    brewery: read(brewery),
    style: read(style),
    abv: read(abv),
    ibu: read(ibu),
    price,
    size,
    section,
  }
}

/** Null when nothing is guessed. */
function estimatesOf({ brewery, style, abv, ibu, rating = null }: StatedBeer): Estimates | null {
  const guesses = { brewery: guess(brewery), style: guess(style), abv: guess(abv), ibu: guess(ibu), rating }
  return Object.values(guesses).some((value) => value !== null) ? guesses : null
}

function evidenceOf({ name, brewery, abv, read: lines }: StatedBeer): string[] {
  if (lines && lines.length > 0) return [...lines]
  return [read(name), read(brewery), abv && isPrinted(abv) ? `${abv.value} %` : null].filter((text) => text !== null)
}

const isPrinted = ({ basis }: Stated<unknown>) => basis === 'printed'
const read = <T>(stated: Stated<T> | null) => (stated && isPrinted(stated) ? stated.value : null)
const guess = <T>(stated: Stated<T> | null) => (stated && !isPrinted(stated) ? stated.value : null)
