/** Pictures drawn from a random seed, read by the embedded engine with the shipped catalogue, in real reader processes. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { BeerRow, BreweryRow } from '#catalogue'
import { loadShipped } from '#catalogue/shipped'
import { PHOTO_MAX_SIDE_PX } from '#contracts'
import {
  type PicturedBeer,
  type Random,
  randomFrom,
  renderFridge,
  renderMenu,
  renderNoBeer,
  renderSingle,
} from '#testing/pictures/index.ts'
import { type Outcome, type ReaderPool, type RecogniseAsk, startReaders } from './index.ts'

const FIRST_SEED = Number(process.env.SEED ?? Math.floor(Math.random() * 1_000_000))
/** A drawn picture may be as hard as a real one: a second try draws another. Every message names its seed. */
const TRIES = { retry: 1 }
let drawn = 0
const nextSeed = () => FIRST_SEED + 1_000 * drawn++
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
let readers: ReaderPool

beforeAll(async () => {
  readers = startReaders({
    readerScript: new URL('./reader/reader.ts', import.meta.url),
    engine: { name: 'embedded' },
    lexicons: null,
    scanReaders: 1,
    log: { info: () => {}, warn: () => {} },
  })
  readers.update({ version: 1, breweries, beers, removedBeers: [], removedBreweries: [] })
  await readers.ready()
})
afterAll(() => readers.close())

type Pictured = PicturedBeer & { id: number }

/** Beers whose names are plain letters that every font draws, of different breweries, so that each is told by its own label. */
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

async function outcomeOf(jpeg: Buffer, ask: RecogniseAsk): Promise<Outcome> {
  const photo = await readers.prepare(jpeg, PHOTO_MAX_SIDE_PX, never)
  for await (const step of readers.recognise(photo, ask, never)) if (step.kind === 'complete') return step.outcome
  throw new Error('recognition ended without an outcome')
}

const idsOf = ({ sightings }: Outcome) => sightings.flatMap(({ candidates: [best] }) => (best ? [best.beerId] : []))

describe(`pictures from seed ${FIRST_SEED} on`, () => {
  test('names the beer on most of ten labels', TRIES, async () => {
    const seed = nextSeed()
    const random = randomFrom(seed)
    const asked = someBeers(random, 10)
    const missed: string[] = []
    for (const [index, beer] of asked.entries()) {
      const outcome = await outcomeOf(await renderSingle({ beer, seed: seed + index }), {
        context: 'single_beer',
        call: 'identify',
      })
      if (idsOf(outcome)[0] !== beer.id) missed.push(`${beer.brewery} / ${beer.name} (seed ${seed + index})`)
    }
    expect(missed.length, `seed ${seed}, missed: ${missed.join('; ')}`).toBeLessThanOrEqual(3)
  })

  test('finds most beers of a fridge, each where it stands', TRIES, async () => {
    const seed = nextSeed()
    const asked = someBeers(randomFrom(seed + 1), 6)
    const outcome = await outcomeOf(await renderFridge({ beers: asked, seed }), { context: 'fridge', call: 'identify' })
    const found = idsOf(outcome)
    const missed = asked.filter(({ id }) => !found.includes(id)).map(({ name, brewery }) => `${brewery} / ${name}`)
    expect(missed.length, `seed ${seed}, missed: ${missed.join('; ')}`).toBeLessThanOrEqual(3)
  })

  test('reads most items of a list in printed order with their strengths', TRIES, async () => {
    const seed = nextSeed()
    const asked = someBeers(randomFrom(seed + 2), 10)
    const outcome = await outcomeOf(await renderMenu({ beers: asked, seed }), { context: 'menu', call: 'menu' })
    const found = idsOf(outcome)
    const missed = asked.filter(({ id }) => !found.includes(id)).map(({ name, brewery }) => `${brewery} / ${name}`)
    expect(missed.length, `seed ${seed}, missed: ${missed.join('; ')}`).toBeLessThanOrEqual(3)
    const order = asked.map(({ id }) => found.indexOf(id)).filter((index) => index >= 0)
    expect(order, `seed ${seed}`).toEqual(order.toSorted((a, b) => a - b))
    const priced = outcome.sightings.filter(({ printed }) => printed.price !== null)
    expect(priced.length, `seed ${seed}`).toBeGreaterThanOrEqual(outcome.sightings.length - 2)
  })

  test.each(['room', 'soda', 'food-menu'] as const)('finds no beer on a picture of kind %s', TRIES, async (kind) => {
    const seed = nextSeed()
    const jpeg = await renderNoBeer({ seed, kind })
    for (const context of ['single_beer', 'fridge', 'menu'] as const) {
      const outcome = await outcomeOf(jpeg, { context, call: context === 'menu' ? 'menu' : 'identify' })
      expect(idsOf(outcome), `seed ${seed}`).toEqual([])
    }
  })
})
