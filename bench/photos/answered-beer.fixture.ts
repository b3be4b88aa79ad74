import type { AnsweredBeer } from './answers.ts'

export function anAnsweredBeer(name: string, brewery: string | null, more: Partial<AnsweredBeer> = {}): AnsweredBeer {
  return {
    verdict: 'listed',
    name,
    brewery,
    aliases: [],
    abv: null,
    price: null,
    confidence: 0.7,
    position: null,
    count: 1,
    others: [],
    ...more,
  }
}
