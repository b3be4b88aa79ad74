/**
 * Measures personal ratings with simulated drinkers, whose true opinions are known: how well the order of beers by personal rating
 * agrees with the drinker's own order, by number of ratings, against the order by community rating. `npm run bench -- taste`
 *
 * The drinkers are not drawn from the model: they love and loathe whole style families, prefer a certain strength, like bitterness
 * more or less, and half of what they think of a beer follows no rule at all. That says that the model learns what can be learnt,
 * not how real people differ.
 */
import { expectedRating } from '#catalogue/ratings'
import { loadShipped, type Shipped } from '#catalogue/shipped'
import { personalRatings, TASTE_CARDS, type Taste, type TastedBeer } from '#contracts'
import { fitTaste, type Opinion } from '#server/features/taste/fit-taste.ts'
import { isMet, type Target } from '../photos/target.ts'
import { targetTable } from '../photos/target-table.ts'
import { type Random, randomFrom } from '../statistics/random.ts'
import { bootstrap } from '../statistics/statistics.ts'

const DRINKERS = 200
const HELD_OUT = 200
const RATINGS = [0, 5, 10, 20, 50, 100]
const POPULARITY_MIN = 20

const LOVED = { families: 2, points: 10 }
const LOATHED = { families: 2, points: -12 }
/** Standard deviations, points. */
const BITTERNESS_STD = 4
const OWN_MIND_STD = 7
const LEVEL_STD = 6
const NOISE_STD = 4
/** Points per percent by volume away from the preferred strength. */
const STRENGTH_POINTS = 1.2
/** More of a beer is wanted from this opinion on; one card in five shows an unknown beer. */
const MORE_FROM = 74
const UNKNOWN_SHARE = 0.2

interface Known {
  beer: TastedBeer
  family: string
  popularity: number
}

/** Opinions on beers by their index. */
type Drinker = readonly number[]

const beers = knownBeers(loadShipped())
const families = [...new Set(beers.map(({ family }) => family))]
const random = randomFrom(1)
const measured = Array.from({ length: DRINKERS }, () => measure(aDrinker(random), random))

const targets: Target[] = [
  line('community rating alone', ({ community }) => community),
  ...RATINGS.map((count, at) =>
    line(
      count === 0 ? `${TASTE_CARDS} cards` : `${TASTE_CARDS} cards and ${count} ratings`,
      ({ personal }) => personal[at] ?? null,
    ),
  ),
]
console.log(`${DRINKERS} simulated drinkers, ${HELD_OUT} held-out beers each; rank correlation with their own order\n`)
console.log(targetTable(targets))
if (targets.some((target) => isMet(target) === false)) process.exitCode = 1

function line(what: string, correlationOf: (drinker: ReturnType<typeof measure>) => number | null): Target {
  const values = measured.flatMap((drinker) => correlationOf(drinker) ?? [])
  return {
    what,
    value: mean(values),
    n: `${values.length} drinkers`,
    interval: bootstrap(values, mean),
    unit: 'error',
  }
}

function knownBeers({ beers: all, breweries, styles }: Shipped): Known[] {
  const breweryOf = new Map(breweries.map((brewery) => [brewery.key, brewery]))
  const styleOf = new Map(styles.map((style) => [style.name, style]))
  const middle = (bounds: readonly [number, number] | null | undefined) => (bounds ? (bounds[0] + bounds[1]) / 2 : null)
  return all.flatMap(({ style: name, breweryKey, abv, ibu, popularity, status, standing }) => {
    const [style, brewery] = [styleOf.get(name ?? ''), breweryOf.get(breweryKey)]
    if (!style || !brewery || popularity < POPULARITY_MIN || status !== 'current' || style.family === 'Not Beer')
      return []
    const facts = { style: style.name, family: style.family, abv, typicalAbv: middle(style.abv) }
    const { mean: rating } = expectedRating({ ...facts, breweryStanding: brewery.standing, beerStanding: standing })
    const typicalIbu = middle(style.ibu)
    const { name: maker, storeBrand: isStoreBrand, country } = brewery
    const traits = { abv, ibu, typicalIbu, srm: style.srm, brewery: maker, isStoreBrand, country }
    const beer = { style: style.name, styleFamily: style.family, rating, kind: 'beer', ...traits }
    return [{ beer, family: style.family, popularity }]
  })
}

function aDrinker({ next, pick }: Random): Drinker {
  const points = new Map<string, number>()
  for (const { families: count, points: liked } of [LOVED, LOATHED])
    for (let n = 0; n < count; n++) points.set(pick(families), liked)
  const strength = 4 + 5 * next()
  const bitterness = BITTERNESS_STD * normal(next)
  return beers.map(({ beer, family }) => {
    const ibu = beer.ibu ?? beer.typicalIbu ?? 30
    return (
      beer.rating +
      (points.get(family) ?? 0) -
      STRENGTH_POINTS * (Math.abs((beer.abv ?? 5) - strength) - 1.5) +
      bitterness * Math.max(-1, Math.min(2, (ibu - 30) / 20)) +
      OWN_MIND_STD * normal(next)
    )
  })
}

function measure(drinker: Drinker, { next }: Random) {
  const order = byPopularity(next)
  const heldOut = order.slice(0, HELD_OUT)
  const rated = order.slice(HELD_OUT)
  const level = LEVEL_STD * normal(next)
  const ratings = rated.slice(0, Math.max(...RATINGS)).map((index): Opinion => {
    const stated = (drinker[index] ?? 0) + level + NOISE_STD * normal(next)
    return { beer: beerAt(index), rating: Math.max(0, Math.min(100, 5 * Math.round(stated / 5))) }
  })
  const cards = cardsOf(heldOut).flatMap((index): Opinion[] =>
    next() < UNKNOWN_SHARE
      ? []
      : [{ beer: beerAt(index), answer: (drinker[index] ?? 0) >= MORE_FROM ? 'more' : 'less' }],
  )
  const own = heldOut.map((index) => drinker[index] ?? 0)
  const community = heldOut.map((index) => beerAt(index).rating)
  return {
    community: rankCorrelation(community, own),
    personal: RATINGS.map((count) => {
      const opinions = [...cards, ...ratings.slice(0, count)]
      const taste: Taste = { isOn: true, rated: count, answered: cards.length, effects: fitTaste(opinions) }
      const ratingOf = personalRatings(taste)
      return rankCorrelation(
        heldOut.map((index) => ratingOf(beerAt(index))?.rating ?? beerAt(index).rating),
        own,
      )
    }),
  }
}

/** All beers, drawn without replacement and the well-known ones more often. */
function byPopularity(next: () => number): number[] {
  return beers
    .map(({ popularity }, index) => ({ index, key: Math.log(1 - next()) / popularity ** 2 }))
    .sort((a, b) => b.key - a.key)
    .map(({ index }) => index)
}

/** The best-known beer of each of the best-known families that is not held out. */
function cardsOf(heldOut: readonly number[]): number[] {
  const hidden = new Set(heldOut)
  const best = new Map<string, number>()
  const popular = beers
    .map((_, index) => index)
    .sort((a, b) => (beers[b]?.popularity ?? 0) - (beers[a]?.popularity ?? 0))
  for (const index of popular) {
    const family = beers[index]?.family ?? ''
    if (!hidden.has(index) && !best.has(family)) best.set(family, index)
  }
  return [...best.values()].slice(0, TASTE_CARDS)
}

function beerAt(index: number): TastedBeer {
  const known = beers[index]
  if (!known) throw new Error(`no beer ${index}`)
  return known.beer
}

/** Spearman's. */
function rankCorrelation(a: readonly number[], b: readonly number[]): number {
  const [x, y] = [ranksOf(a), ranksOf(b)]
  const centre = (a.length - 1) / 2
  const sum = (one: readonly number[], other: readonly number[]) =>
    one.reduce((total, rank, index) => total + (rank - centre) * ((other[index] ?? 0) - centre), 0)
  return sum(x, y) / Math.sqrt(sum(x, x) * sum(y, y))
}

/** Equal values share the mean of their ranks. */
function ranksOf(values: readonly number[]): number[] {
  const sorted = [...values].sort((a, b) => a - b)
  return values.map((value) => (sorted.indexOf(value) + sorted.lastIndexOf(value)) / 2)
}

/** Box-Muller. */
function normal(next: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next())
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}
