/** Beers that an engine states itself (an AI provider): looked up in the catalogue, otherwise kept as stated. */
import type { Catalogue } from '#catalogue'
import type { StatedBeer } from '#vision'
import { ACCEPT_MIN } from './confidence.ts'
import type { Printed, Sighting } from './outcome.ts'
import { listedSighting, matchLines, unlistedSighting } from './sighting.ts'

/** The engine says that it is a beer. */
const NOTHING_AROUND = { beer: 1, other: 0, food: 0 }

export function statedSightings(catalogue: Catalogue, beers: readonly StatedBeer[]): Sighting[] {
  return beers.map((beer) => {
    const texts = [beer.name.value, ...(beer.brewery ? [beer.brewery.value] : [])]
    const lines = texts.map((text) => ({ line: { text, confidence: beer.confidence }, height: 1 }))
    const match = matchLines(catalogue, lines, { shape: 'menu', around: NOTHING_AROUND })
    const printed: Printed = {
      name: beer.name.value,
      brewery: beer.brewery?.value ?? null,
      style: beer.style?.value ?? null,
      abv: beer.abv?.value ?? null,
      ibu: beer.ibu?.value ?? null,
      price: beer.price,
      size: beer.size,
      section: beer.section,
    }
    const place = { where: beer.where }
    if (match.confidence < ACCEPT_MIN) return unlistedSighting(printed, texts, beer.confidence, place)
    const listed = listedSighting(catalogue, { ...match, printed }, lines, place)
    return { ...listed, confidence: Math.min(listed.confidence, beer.confidence) }
  })
}
