/**
 * Grows a catalogue to the size of a large installation with generated siblings (other brewery, other variant, generated
 * words), so that names collide as they do in real catalogues.
 */
import type { Random } from '../statistics/random.ts'

interface GrownBrewery {
  id: number
  name: string
  aliases: string[]
  city: string | null
  country: string | null
}

interface GrownBeer {
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

/** Returns the catalogue extended to `beerCount` beers; new ids follow the largest. */
export function growCatalogue(base: GrownCatalogue, beerCount: number, random: Random): GrownCatalogue {
  const breweries = [...base.breweries]
  const beers = [...base.beers]
  let breweryId = Math.max(0, ...breweries.map(({ id }) => id))
  let beerId = beers.reduce((most, { id }) => Math.max(most, id), 0)
  while (breweries.length * BEERS_PER_BREWERY < beerCount)
    breweries.push({
      id: ++breweryId,
      name: `${randomWord(random)} ${random.pick(TRADES)}`,
      aliases: [],
      city: randomWord(random),
      country: null,
    })
  while (beers.length < beerCount) {
    const model = random.pick(base.beers)
    const last = model.name.split(' ').at(-1) ?? ''
    const name = random.pick([
      `${randomWord(random)} ${last}`,
      `${model.name} ${random.pick(VARIANTS)}`,
      `${randomWord(random)} ${random.pick(VARIANTS)}`,
      `${last} ${randomWord(random)}`,
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

export function randomWord(random: Random): string {
  const word = Array.from({ length: 2 + random.below(3) }, () => random.pick(SYLLABLES)).join('')
  return word.charAt(0).toUpperCase() + word.slice(1)
}
