import type { StructuredBeer } from '#vision'

export const printed = <T>(value: T) => ({ value, basis: 'printed' as const })
export const estimated = <T>(value: T) => ({ value, basis: 'estimated' as const })

/** A beer as an AI provider states it: its printed name, and what `rest` adds. */
export function structured(name: string, rest: Partial<StructuredBeer> = {}): StructuredBeer {
  return {
    name: printed(name),
    brewery: null,
    style: null,
    abv: null,
    ibu: null,
    price: null,
    size: null,
    section: null,
    position: null,
    confidence: 0.9,
    rating: null,
    ...rest,
  }
}
