import { describe, expect, test } from 'vitest'
import { type BeerRow, createCatalogue } from '#catalogue'
import { loadShipped } from '#catalogue/shipped'
import {
  type Ask,
  EngineFailure,
  type EngineStep,
  type Photo,
  type Reading,
  type StatedBeer,
  type VisionEngine,
} from '#vision'
import type { Outcome, RecogniseAsk, RecogniseStep } from './outcome.ts'
import { openRecognition } from './recognise.ts'

const row = (id: number, breweryId: number, name: string, style: string, abv: number): BeerRow => {
  return { id, breweryId, name, aliases: [], style, abv, ibu: null, popularity: 0 }
}
const catalogue = createCatalogue(
  {
    version: 1,
    breweries: [
      { id: 1, name: 'Alder & Finch Brewing', aliases: ['Alder Finch'], country: 'Nowhere' },
      { id: 2, name: 'Brouwerij Kwispel', aliases: ['Kwispel'], country: 'Nowhere' },
    ],
    beers: [
      row(1, 1, 'Harbour Lantern', 'American IPA', 6.1),
      row(2, 2, 'Kwispel Tripel', 'Tripel', 8.4),
      row(3, 2, 'Kwispel Dubbel', 'Dubbel', 6.8),
    ],
  },
  loadShipped(),
)
const PHOTO: Photo = { bytes: new Uint8Array(), width: 1_000, height: 1_000 }
const SPENT = { calls: 1, inputTokens: 900, outputTokens: 80 }

const printed = <T>(value: T) => ({ value, basis: 'printed' as const })
const guessed = <T>(value: T) => ({ value, basis: 'estimated' as const })

function stated(name: string, rest: Partial<StatedBeer> = {}): StatedBeer {
  return {
    name: printed(name),
    brewery: null,
    style: null,
    abv: null,
    ibu: null,
    price: null,
    size: null,
    section: null,
    where: null,
    confidence: 0.9,
    rating: null,
    ...rest,
  }
}
const lantern = stated('Harbour Lantern', { brewery: printed('Alder & Finch') })
const dubbel = stated('Kwispel Dubbel', { brewery: guessed('Brouwerij Kwispel') })
const moorhen = stated('Moorhen', {
  brewery: guessed('Reedbed'),
  style: guessed('Porter'),
  abv: guessed(5.2),
  rating: 71,
})

/** An engine that others run: it may be asked once. */
function anEngine(answer: Partial<Reading> | Error, pieces: StatedBeer[][] = []): VisionEngine & { asked: Ask[] } {
  const asked: Ask[] = []
  return {
    asked,
    name: 'elsewhere',
    version: '1',
    can: { scene: false, places: false, closerLook: false, states: true },
    scene: () => Promise.reject(new Error('it is not asked for scenes')),
    async *read(_photo, ask): AsyncIterable<EngineStep> {
      asked.push(ask)
      yield { kind: 'progress', done: 0, total: 1 }
      if (answer instanceof Error) throw answer
      for (const [index, beers] of pieces.entries()) yield { kind: 'progress', done: index, total: index + 1, beers }
      yield { kind: 'reading', reading: { lines: [], beers: [], complete: true, spent: SPENT, ...answer } }
    },
    close: async () => {},
  }
}

/** An engine of this machine, which reads one line. */
const here: VisionEngine = {
  name: 'here',
  version: '1',
  can: { scene: false, places: true, closerLook: false },
  scene: () => Promise.reject(new Error('it is not asked for scenes')),
  async *read() {
    const corners = [
      { x: 30, y: 40 },
      { x: 60, y: 40 },
      { x: 60, y: 45 },
      { x: 30, y: 45 },
    ] as const
    const lines = [{ text: 'KWISPEL TRIPEL', confidence: 0.97, corners, turned: 0 }]
    yield { kind: 'reading', reading: { lines, beers: [], complete: true } }
  },
  close: async () => {},
}

interface Asked {
  context?: RecogniseAsk['context']
  call?: RecogniseAsk['call']
  staysHere?: 'budget'
  fallback?: () => Promise<VisionEngine>
  signal?: AbortSignal
}

async function stepsOf(engine: VisionEngine, asked: Asked = {}): Promise<RecogniseStep[]> {
  const { context = 'menu', call = 'identify', staysHere, fallback, signal = new AbortController().signal } = asked
  const recognise = openRecognition({ engine, catalogue, ...(fallback && { fallback }) })
  const steps: RecogniseStep[] = []
  const limits = { signal, deadline: Date.now() + 60_000 }
  for await (const step of recognise(PHOTO, { context, call, ...(staysHere && { staysHere }) }, limits))
    steps.push(step)
  return steps
}

async function outcomeOf(engine: VisionEngine, asked: Asked = {}): Promise<Outcome> {
  const last = (await stepsOf(engine, asked)).at(-1)
  if (last?.kind !== 'complete') throw new Error('recognition ended without an outcome')
  return last.outcome
}

const namesOf = ({ sightings }: Outcome) =>
  sightings.map(({ verdict, candidates, printed: { name } }) =>
    verdict === 'listed' ? catalogue.beer(candidates[0]?.beerId ?? 0)?.name : `${verdict}: ${name}`,
  )

describe('a beer that an engine states', () => {
  test('is the listed one where the catalogue knows it, no surer than the engine is', async () => {
    const outcome = await outcomeOf(anEngine({ beers: [{ ...lantern, confidence: 0.55 }, dubbel] }))
    expect(namesOf(outcome)).toEqual(['Harbour Lantern', 'Kwispel Dubbel'])
    expect(outcome.sightings[0]?.confidence).toBeLessThanOrEqual(0.55)
  })

  test('keeps what was printed apart from what is guessed', async () => {
    const [sighting] = (await outcomeOf(anEngine({ beers: [moorhen] }))).sightings
    expect(sighting).toMatchObject({
      verdict: 'unlisted',
      printed: { name: 'Moorhen', brewery: null, style: null, abv: null },
      estimates: { brewery: 'Reedbed', style: 'Porter', abv: 5.2, ibu: null, rating: 71 },
      fieldConfidence: { brewery: 0, style: 0, abv: 0 },
      evidence: ['Moorhen'],
    })
  })

  test('shows the words that were read as what speaks for it', async () => {
    const read = ['HARBOUR', 'LANTERN', '6.1 %']
    const outcome = await outcomeOf(anEngine({ beers: [{ ...lantern, read }] }), { context: 'single_beer' })
    expect(outcome.sightings[0]?.evidence).toEqual(read)
  })

  test('is nothing when its name is a guess that the catalogue does not know, or when it is another drink', async () => {
    const beers = [
      stated('Moorhen', { name: guessed('Moorhen') }),
      stated('Chateau Reedbed', { style: printed('Merlot') }),
      stated('House Prosecco'),
    ]
    expect(namesOf(await outcomeOf(anEngine({ beers })))).toEqual([])
  })
})

describe('a photo that an engine of others reads', () => {
  test('is sent once, also when nothing is on it', async () => {
    const engine = anEngine({ shows: 'nothing', beers: [] })
    expect(namesOf(await outcomeOf(engine, { context: 'fridge' }))).toEqual([])
    expect(engine.asked).toHaveLength(1)
  })

  test('tells what it took', async () => {
    expect((await outcomeOf(anEngine({ beers: [lantern] }))).spent).toEqual(SPENT)
  })

  test('tells its rows as they come, each where the outcome has it', async () => {
    const beers = [lantern, stated('House Prosecco'), moorhen, dubbel]
    const steps = await stepsOf(anEngine({ beers, title: 'Taps' }, [[lantern], beers.slice(1, 3)]), { call: 'menu' })
    const told = steps.flatMap((step) => (step.kind === 'row' ? [[step.index, step.sighting.printed.name]] : []))
    expect(told).toEqual([
      [0, 'Harbour Lantern'],
      [1, 'Moorhen'],
    ])
    const stages = steps.flatMap((step) => (step.kind === 'progress' ? [step.stage] : []))
    expect(stages).toEqual(['asking the AI provider', 'asking the AI provider', '1 beer so far'])
    const last = steps.at(-1)
    expect(last?.kind === 'complete' && namesOf(last.outcome)).toEqual([
      'Harbour Lantern',
      'unlisted: Moorhen',
      'Kwispel Dubbel',
    ])
    expect(last).toMatchObject({ outcome: { shape: 'menu', title: 'Taps' } })
  })

  test.each([
    ['single_beer', 'identify', 'single', 1, 'single'],
    ['single_beer', 'identify', 'menu', 3, 'menu'],
    ['single_beer', 'identify', 'group', 1, 'single'],
    ['single_beer', 'identify', 'group', 3, 'group'],
    ['auto', 'identify', 'menu', 3, 'menu'],
    ['fridge', 'identify', 'single', 1, 'group'],
    ['fridge', 'identify', 'menu', 3, 'menu'],
    ['menu', 'menu', 'single', 1, 'group'],
    ['menu', 'menu', 'group', 3, 'group'],
    ['menu', 'menu', 'nothing', 0, 'menu'],
    ['menu', 'menu', undefined, 3, 'menu'],
  ] as const)(
    'asked as %s by %s and showing %s with %i beers, is answered as %s',
    async (context, call, shows, n, shape) => {
      const beers = [lantern, dubbel, moorhen].slice(0, n)
      const outcome = await outcomeOf(anEngine({ beers, ...(shows && { shows }) }), { context, call })
      expect([outcome.shape, outcome.sightings.length]).toEqual([shape, n])
    },
  )
})

describe('when an engine of others fails', () => {
  const failing = anEngine(new EngineFailure('API quota exceeded', 'quota_exceeded'))

  test('an own engine stands in, and the outcome says why', async () => {
    const outcome = await outcomeOf(failing, { context: 'single_beer', fallback: async () => here })
    expect(namesOf(outcome)).toEqual(['Kwispel Tripel'])
    expect(outcome.fallback).toBe('quota_exceeded')
    expect(outcome.spent).toBeUndefined()
  })

  test('the failure is told when nothing stands in', async () => {
    await expect(outcomeOf(failing)).rejects.toMatchObject({ code: 'quota_exceeded' })
  })

  test('a defect is no reason to stand in, and neither is a cancelled scan', async () => {
    const fallback = async () => here
    await expect(outcomeOf(anEngine(new Error('a defect')), { fallback })).rejects.toThrow('a defect')
    const signal = AbortSignal.abort()
    await expect(outcomeOf(failing, { fallback, signal })).rejects.toMatchObject({ name: 'AbortError' })
  })

  test('is not asked at all for a photo that stays here', async () => {
    const engine = anEngine({ beers: [lantern] })
    const outcome = await outcomeOf(engine, { context: 'single_beer', staysHere: 'budget', fallback: async () => here })
    expect([engine.asked.length, outcome.fallback, namesOf(outcome)]).toEqual([0, 'budget', ['Kwispel Tripel']])
    await expect(outcomeOf(engine, { staysHere: 'budget' })).rejects.toMatchObject({ code: 'budget' })
  })
})
