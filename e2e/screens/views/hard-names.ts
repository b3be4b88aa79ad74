/** Names that challenge the layout. */
import type { Beer } from '#contracts'

/** The state of a screen that shows them. */
export const HARD_NAMES = 'hard names'

const NAMES = [
  ['Hopsecutioner', 'Terrapin Beer Company'],
  ['Kellerbier nach altem Klosterrezept unfiltriert', 'Brauereigenossenschaft Oberfranken-Fränkische Schweiz'],
  ['Žatecký světlý výčepní', 'Žatecký pivovar'],
  ['Donaudampfschifffahrtsgesellschaftsbier', null],
  ['WEIHENSTEPHANER Festbier', 'Bayerische Staatsbrauerei Weihenstephan'],
  ['Festbier', `Donaudampfschifffahrtsgesellschafts${'kellergewölbe'.repeat(4)}brauerei`],
] as const

export function hardNames<B extends Beer>(beers: readonly B[]): B[] {
  return beers.map((beer, index) => {
    const [name, brewery] = NAMES[index] ?? [beer.name, beer.brewery]
    const isExtreme = index === 3
    return { ...beer, name, brewery, rating: isExtreme ? 100 : beer.rating, abv: isExtreme ? null : beer.abv }
  })
}
