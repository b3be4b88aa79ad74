/** Recognises pictures drawn from fixed seeds with the embedded engine, the shipped catalogue and real reader processes. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { BeerRow, BreweryRow } from '#catalogue'
import { loadShipped } from '#catalogue/shipped'
import { PHOTO_MAX_SIDE_PX } from '#contracts'
import { BUILT_READER } from '#testing/built-process.ts'
import {
  type PicturedBeer,
  type Random,
  randomFrom,
  renderFridge,
  renderMenu,
  renderNoBeer,
  renderSingle,
  renderTaps,
  tapPositions,
} from '#testing/pictures/index.ts'
import { IS_THOROUGH } from '#testing/thorough.ts'
import { type Outcome, type Readers, type RecogniseAsk, startReaders } from './index.ts'

/** The gate reads a few fixed pictures; `npm run test:all` reads many more, `npm run bench` scores them. */
const FIRST_SEED = Number(process.env.SEED ?? 20_000)
const never = new AbortController().signal
const shipped = loadShipped()
const breweries: BreweryRow[] = shipped.breweries.map(({ name, aliases, country }, index) => ({
  id: index + 1,
  name,
  aliases,
  country,
}))
const breweryIds = new Map(shipped.breweries.map(({ key }, index) => [key, index + 1]))
const beers: BeerRow[] = shipped.beers.map((beer, index) => ({
  ...beer,
  id: index + 1,
  breweryId: breweryIds.get(beer.breweryKey) ?? null,
}))
let readers: Readers

beforeAll(async () => {
  readers = startReaders({
    ...BUILT_READER,
    engine: { name: 'embedded' },
    batchReaders: 1,
    log: { info: () => {}, warn: () => {} },
  })
  readers.update({ version: 1, breweries, beers, removedBeers: [], removedBreweries: [] })
  await readers.ready()
})
afterAll(() => readers.close())

type Pictured = PicturedBeer & { id: number }

/** Beers of different breweries, with names in letters that every font can draw. */
function someBeers(random: Random, count: number): Pictured[] {
  const chosen = new Map<number, Pictured>()
  while (chosen.size < count) {
    const beer = beers[random.whole(0, beers.length - 1)]
    const brewery = breweries[(beer?.breweryId ?? 0) - 1]
    if (!beer || !brewery || chosen.has(brewery.id)) continue
    if (![beer.name, brewery.name].every((name) => /^[A-Za-z' ]{4,26}$/.test(name))) continue
    chosen.set(brewery.id, { id: beer.id, name: beer.name, brewery: brewery.name, style: beer.style, abv: beer.abv })
  }
  return [...chosen.values()]
}

/** The same beers however the catalogue grows: a row of taps shows few, and all of them are to be found. */
function namedBeers(...names: string[]): Pictured[] {
  return names.map((name) => {
    const beer = beers.find((other) => other.name === name)
    const brewery = breweries[(beer?.breweryId ?? 0) - 1]
    if (!beer || !brewery) throw new Error(`${name} is not in the catalogue`)
    return { id: beer.id, name: beer.name, brewery: brewery.name, style: beer.style, abv: beer.abv }
  })
}

async function outcomeOf(jpeg: Buffer, ask: RecogniseAsk): Promise<Outcome> {
  const photo = await readers.prepare(jpeg, PHOTO_MAX_SIDE_PX, never)
  for await (const step of readers.recognise(photo, ask, never)) if (step.kind === 'complete') return step.outcome
  throw new Error('recognition ended without an outcome')
}

const idsOf = ({ sightings }: Outcome) => sightings.flatMap(({ candidates: [best] }) => (best ? [best.beerId] : []))

describe(`pictures drawn from seed ${FIRST_SEED} on`, () => {
  test(`identifies the beer on most of ${IS_THOROUGH ? 'ten labels' : 'three labels'}`, async () => {
    const pictured = someBeers(randomFrom(FIRST_SEED), IS_THOROUGH ? 10 : 3)
    const missed: string[] = []
    for (const [index, beer] of pictured.entries()) {
      const seed = FIRST_SEED + index
      const outcome = await outcomeOf(await renderSingle({ beer, seed }), { context: 'single_beer', call: 'identify' })
      if (idsOf(outcome)[0] !== beer.id) missed.push(`${beer.brewery} / ${beer.name} (seed ${seed})`)
    }
    expect(missed.length, `missed: ${missed.join('; ')}`).toBeLessThanOrEqual(IS_THOROUGH ? 3 : 1)
  })

  test('finds most beers of a fridge', async () => {
    const pictured = someBeers(randomFrom(FIRST_SEED + 1), 6)
    const jpeg = await renderFridge({ beers: pictured, seed: FIRST_SEED + 1_000 })
    const found = idsOf(await outcomeOf(jpeg, { context: 'fridge', call: 'identify' }))
    const missed = pictured.filter(({ id }) => !found.includes(id)).map(({ name, brewery }) => `${brewery} / ${name}`)
    expect(missed.length, `missed: ${missed.join('; ')}`).toBeLessThanOrEqual(3)
  })

  test('finds the beers of a row of taps without a hint, each at its place', async () => {
    const pictured = namedBeers('Schiehallion', 'Kilkenny', 'Chimay Bleue', 'Westmalle Tripel')
    const jpeg = await renderTaps({ beers: pictured, seed: FIRST_SEED + 1_500 })
    const { shape, sightings } = await outcomeOf(jpeg, { context: 'auto', call: 'identify' })
    expect(shape).toBe('group')
    const positions = tapPositions({ beers: pictured })
    const missed = pictured.filter(
      ({ id }, index) =>
        !sightings.some(
          ({ candidates: [best], position }) =>
            best?.beerId === id && Math.abs((position?.x ?? Number.NaN) - (positions[index]?.x ?? 0)) < 8,
        ),
    )
    expect(missed.map(({ name, brewery }) => `${brewery} / ${name}`)).toEqual([])
  })

  test('reads most items of a menu in printed order with their prices', async () => {
    const pictured = someBeers(randomFrom(FIRST_SEED + 2), 10)
    const jpeg = await renderMenu({ beers: pictured, seed: FIRST_SEED + 2_000 })
    const outcome = await outcomeOf(jpeg, { context: 'menu', call: 'menu' })
    const found = idsOf(outcome)
    const missed = pictured.filter(({ id }) => !found.includes(id)).map(({ name, brewery }) => `${brewery} / ${name}`)
    expect(missed.length, `missed: ${missed.join('; ')}`).toBeLessThanOrEqual(3)
    const order = pictured.map(({ id }) => found.indexOf(id)).filter((index) => index >= 0)
    expect(order).toEqual(order.toSorted((a, b) => a - b))
    const priced = outcome.sightings.filter(({ printed }) => printed.price !== null)
    expect(priced.length).toBeGreaterThanOrEqual(outcome.sightings.length - 2)
  })

  const kinds = IS_THOROUGH ? (['room', 'soda', 'food-menu'] as const) : (['soda'] as const)
  // Each context looks closer in its own way, and each takes seconds.
  const contexts = IS_THOROUGH ? (['single_beer', 'fridge', 'menu'] as const) : (['single_beer', 'menu'] as const)
  test.each(kinds)('finds no beer on a picture of kind %s', async (kind) => {
    const jpeg = await renderNoBeer({ seed: FIRST_SEED + 3_000, kind })
    for (const context of contexts) {
      const outcome = await outcomeOf(jpeg, { context, call: context === 'menu' ? 'menu' : 'identify' })
      expect(idsOf(outcome)).toEqual([])
    }
  })
})
