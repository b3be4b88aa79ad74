/**
 * A catalogue of the size that a big installation has: what is there, and made-up siblings of it (other brewery, other
 * variant, made-up words), so that names collide as they do in real ones.
 */
import type { Chance } from './random.ts'

export interface GrownBrewery {
  id: number
  name: string
  aliases: string[]
  city: string | null
  country: string | null
}

export interface GrownBeer {
  id: number
  breweryId: number | null
  name: string
  aliases: string[]
  style: string | null
  abv: number | null
  popularity: number
}

export interface GrownCatalogue {
  breweries: GrownBrewery[]
  beers: GrownBeer[]
}

const BEERS_PER_BREWERY = 15
const SYLLABLES = 'ba kel mor ti van ro sch lu der fen gra ho nik wal pe stra zu bri ten ok mi du sel'.split(' ')
const TRADES = ['Brewing', 'Brewing Company', 'Brauerei', 'Brouwerij', 'Brewery', 'Brasserie']
const VARIANTS = [
  ...['Tripel', 'Blonde', 'IPA', 'Stout', 'Dunkel', 'Pale Ale', 'Reserve', 'Export', 'Winter', 'Pils', '8', '10'],
  ...['Imperial', 'Light', 'Hefeweizen', 'Saison', 'Porter', 'Session IPA', 'Amber Ale', 'Kellerbier'],
]

/** What is there and as many siblings as make it `beerCount` beers; new ids follow the greatest. */
export function growCatalogue(there: GrownCatalogue, beerCount: number, random: Chance): GrownCatalogue {
  const breweries = [...there.breweries]
  const beers = [...there.beers]
  let breweryId = Math.max(0, ...breweries.map(({ id }) => id))
  let beerId = beers.reduce((most, { id }) => Math.max(most, id), 0)
  const madeUp = () => {
    const word = Array.from({ length: 2 + random.below(3) }, () => random.pick(SYLLABLES)).join('')
    return word.charAt(0).toUpperCase() + word.slice(1)
  }
  while (breweries.length * BEERS_PER_BREWERY < beerCount)
    breweries.push({
      id: ++breweryId,
      name: `${madeUp()} ${random.pick(TRADES)}`,
      aliases: [],
      city: madeUp(),
      country: null,
    })
  while (beers.length < beerCount) {
    const model = random.pick(there.beers)
    const last = model.name.split(' ').at(-1) ?? ''
    const name = random.pick([
      `${madeUp()} ${last}`,
      `${model.name} ${random.pick(VARIANTS)}`,
      `${madeUp()} ${random.pick(VARIANTS)}`,
      `${last} ${madeUp()}`,
    ])
    const brewery = random.pick(breweries)
    beers.push({
      id: ++beerId,
      breweryId: brewery.id,
      name,
      aliases: [],
      style: model.style,
      abv: model.abv,
      popularity: random.below(40),
    })
  }
  return { breweries, beers }
}
