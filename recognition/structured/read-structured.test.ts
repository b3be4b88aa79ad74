import { describe, expect, test } from 'vitest'
import { type BeerRow, openCatalogue } from '#catalogue'
import { loadShipped } from '#catalogue/shipped'
import { outcomeOf as outcomeOfBeer } from '#contracts'
import { aTextLine } from '#testing/text-line.ts'
import {
  type Ask,
  EngineFailure,
  type EngineStep,
  type Photo,
  type ProviderUsage,
  type Reading,
  type StructuredBeer,
  type VisionEngine,
} from '#vision'
import type { Outcome, RecogniseAsk, RecogniseStep } from '../outcome.ts'
import { openRecognition } from '../recognise.ts'
import { estimated, printed, structured } from './structured-beer.fixture.ts'

const row = (id: number, breweryId: number, name: string, style: string, abv: number): BeerRow => {
  return { id, breweryId, name, aliases: [], style, abv, ibu: null, popularity: 0 }
}
const catalogue = openCatalogue(
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
const USAGE = { calls: 1, inputTokens: 900, outputTokens: 80 }

const lantern = structured('Harbour Lantern', { brewery: printed('Alder & Finch') })
const dubbel = structured('Kwispel Dubbel', { brewery: estimated('Brouwerij Kwispel') })
const moorhen = structured('Moorhen', {
  brewery: estimated('Reedbed'),
  style: estimated('Porter'),
  abv: estimated(5.2),
  rating: 71,
})

/** An AI provider that records what it was asked. */
function anEngine(answer: Partial<Reading> | Error, pieces: StructuredBeer[][] = []): VisionEngine & { asked: Ask[] } {
  const asked: Ask[] = []
  return {
    asked,
    name: 'provider',
    version: '1',
    can: { scene: false, regions: false, structured: true },
    scene: () => Promise.reject(new Error('scenes are not part of these tests')),
    async *read(_photo, ask, { onUsage }): AsyncIterable<EngineStep> {
      asked.push(ask)
      onUsage?.(USAGE)
      yield { kind: 'progress', done: 0, total: 1 }
      if (answer instanceof Error) throw answer
      for (const [index, beers] of pieces.entries()) yield { kind: 'progress', done: index, total: index + 1, beers }
      yield { kind: 'reading', reading: { lines: [], beers: [], complete: true, ...answer } }
    },
    close: async () => {},
  }
}

/** An embedded engine that reads one line. */
const embedded: VisionEngine = {
  name: 'embedded',
  version: '1',
  can: { scene: false, regions: false },
  scene: () => Promise.reject(new Error('scenes are not part of these tests')),
  async *read() {
    const lines = [aTextLine('KWISPEL TRIPEL', 30, 40, { width: 30, height: 5 })]
    yield { kind: 'reading', reading: { lines, beers: [], complete: true } }
  },
  close: async () => {},
}

interface Options {
  context?: RecogniseAsk['context']
  call?: RecogniseAsk['call']
  localOnly?: 'budget'
  fallback?: () => Promise<VisionEngine>
  signal?: AbortSignal
  onUsage?: (usage: ProviderUsage) => void
}

async function stepsOf(engine: VisionEngine, asked: Options = {}): Promise<RecogniseStep[]> {
  const {
    context = 'menu',
    call = 'identify',
    localOnly,
    fallback,
    signal = new AbortController().signal,
    onUsage,
  } = asked
  const recognise = openRecognition({ engine, catalogue, ...(fallback && { fallback }) })
  const steps: RecogniseStep[] = []
  const limits = { signal, deadline: Date.now() + 60_000, onUsage }
  for await (const step of recognise(PHOTO, { context, call, ...(localOnly && { localOnly }) }, limits))
    steps.push(step)
  return steps
}

async function outcomeOf(engine: VisionEngine, asked: Options = {}): Promise<Outcome> {
  const last = (await stepsOf(engine, asked)).at(-1)
  if (last?.kind !== 'complete') throw new Error('recognition ended without an outcome')
  return last.outcome
}

const namesOf = ({ sightings }: Outcome) =>
  sightings.map(({ verdict, candidates, printed: { name } }) =>
    verdict === 'listed' ? catalogue.beer(candidates[0]?.beerId ?? 0)?.name : `${verdict}: ${name}`,
  )

describe('a structured beer', () => {
  test('is listed if the catalogue knows it, with at most the confidence of the engine', async () => {
    const outcome = await outcomeOf(anEngine({ beers: [{ ...lantern, confidence: 0.55 }, dubbel] }))
    expect(namesOf(outcome)).toEqual(['Harbour Lantern', 'Kwispel Dubbel'])
    expect(outcome.sightings[0]?.confidence).toBeLessThanOrEqual(0.55)
  })

  test.each<[what: string, beer: StructuredBeer, isAsked: boolean]>([
    ['neither', { ...lantern, name: estimated('Harbour Lantern'), brewery: estimated('Alder & Finch') }, true],
    ['only the name', { ...lantern, brewery: estimated('Alder & Finch') }, false],
    ['only the brewery', { ...lantern, name: estimated('Harbour Lantern') }, false],
  ])('is asked about if the photo prints neither its name nor its brewery: %s', async (_what, beer, isAsked) => {
    const outcome = await outcomeOf(anEngine({ beers: [beer] }))
    expect(namesOf(outcome)).toEqual(['Harbour Lantern'])
    const confidence = Math.round(100 * (outcome.sightings[0]?.confidence ?? 0))
    expect(outcomeOfBeer({ listed: true, confidence })).toBe(isAsked ? 'ask' : 'sure')
  })

  test('keeps printed fields separate from estimates', async () => {
    const [sighting] = (await outcomeOf(anEngine({ beers: [moorhen] }))).sightings
    expect(sighting).toMatchObject({
      verdict: 'unlisted',
      printed: { name: 'Moorhen', brewery: null, style: null, abv: null },
      estimates: { brewery: 'Reedbed', style: 'Porter', abv: 5.2, ibu: null, rating: 71 },
      fieldConfidence: { brewery: 0, style: 0, abv: 0 },
      evidence: ['Moorhen'],
    })
  })

  test('uses the lines of the label as evidence', async () => {
    const read = ['HARBOUR', 'LANTERN', '6.1 %']
    const outcome = await outcomeOf(anEngine({ beers: [{ ...lantern, labelLines: read }] }), { context: 'single_beer' })
    expect(outcome.sightings[0]?.evidence).toEqual(read)
  })

  test('is dropped if its name is an estimate unknown to the catalogue, or if it is another drink', async () => {
    const beers = [
      structured('Moorhen', { name: estimated('Moorhen') }),
      structured('Chateau Reedbed', { style: printed('Merlot') }),
      structured('House Prosecco'),
    ]
    expect(namesOf(await outcomeOf(anEngine({ beers })))).toEqual([])
  })
})

describe('a photo read by an AI provider', () => {
  test('is sent once, even if it shows nothing', async () => {
    const engine = anEngine({ shows: 'nothing', beers: [] })
    expect(namesOf(await outcomeOf(engine, { context: 'fridge' }))).toEqual([])
    expect(engine.asked).toHaveLength(1)
  })

  test('emits rows as they arrive, each at its index in the outcome', async () => {
    const beers = [lantern, structured('House Prosecco'), moorhen, dubbel]
    const steps = await stepsOf(anEngine({ beers, title: 'Taps' }, [[lantern], beers.slice(1, 3)]), { call: 'menu' })
    const rows = steps.flatMap((step) => (step.kind === 'row' ? [[step.index, step.sighting.printed.name]] : []))
    expect(rows).toEqual([
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
    'requested as %s by %s and showing %s with %i beers, has the shape %s',
    async (context, call, shows, n, shape) => {
      const beers = [lantern, dubbel, moorhen].slice(0, n)
      const outcome = await outcomeOf(anEngine({ beers, ...(shows && { shows }) }), { context, call })
      expect([outcome.shape, outcome.sightings.length]).toEqual([shape, n])
    },
  )
})

describe('a beer that an AI provider lists once for each of its bottles', () => {
  const beers = [dubbel, lantern, { ...dubbel, brewery: null, count: 2 }, moorhen, { ...moorhen, confidence: 0.5 }]
  const counts = (outcome: Outcome) => outcome.sightings.map(({ count }, index) => [namesOf(outcome)[index], count])

  test('is one entry with their number, also while they arrive', async () => {
    const steps = await stepsOf(anEngine({ beers }, [beers.slice(0, 2), beers.slice(2, 4)]), { context: 'fridge' })
    const rows = steps.flatMap((step) => (step.kind === 'row' ? [[step.index, step.sighting.count]] : []))
    expect(rows).toEqual([
      [0, 1],
      [1, 1],
      [0, 3],
      [2, 1],
    ])
    const last = steps.at(-1)
    if (last?.kind !== 'complete') throw new Error('recognition ended without an outcome')
    expect(last.outcome.detected).toBe(6)
    expect(counts(last.outcome)).toEqual([
      ['Kwispel Dubbel', 3],
      ['Harbour Lantern', 1],
      ['unlisted: Moorhen', 2],
    ])
  })

  test('is the one beer of a photo of one beer', async () => {
    const engine = anEngine({ shows: 'group', beers: [dubbel, dubbel] })
    const outcome = await outcomeOf(engine, { context: 'single_beer' })
    expect([outcome.shape, counts(outcome)]).toEqual(['single', [['Kwispel Dubbel', 2]]])
  })

  test('has each of its rows on a menu', async () => {
    const prices = ['€ 4', '€ 6'].map((price) => ({ ...dubbel, price }))
    expect(namesOf(await outcomeOf(anEngine({ shows: 'menu', beers: prices })))).toHaveLength(2)
  })
})

describe('if the AI provider fails', () => {
  const failing = anEngine(new EngineFailure('API quota exceeded', 'quota_exceeded'))

  test('the fallback engine reads the photo, and the outcome gives the reason', async () => {
    const outcome = await outcomeOf(failing, { context: 'single_beer', fallback: async () => embedded })
    expect(namesOf(outcome)).toEqual(['Kwispel Tripel'])
    expect(outcome).toMatchObject({ fallback: 'quota_exceeded', fallbackCause: 'API quota exceeded' })
  })

  test('its cost is reported even if the fallback engine fails as well', async () => {
    const spent: ProviderUsage[] = []
    const fallback = () => Promise.reject(new Error('no memory for another engine'))
    const onUsage = (usage: ProviderUsage) => void spent.push(usage)
    await expect(outcomeOf(failing, { fallback, onUsage })).rejects.toThrow('no memory')
    expect(spent).toEqual([USAGE])
  })

  test('the failure is thrown if there is no fallback', async () => {
    await expect(outcomeOf(failing)).rejects.toMatchObject({ code: 'quota_exceeded' })
  })

  test('a defect or an aborted scan does not use the fallback', async () => {
    const fallback = async () => embedded
    await expect(outcomeOf(anEngine(new Error('a defect')), { fallback })).rejects.toThrow('a defect')
    const signal = AbortSignal.abort()
    await expect(outcomeOf(failing, { fallback, signal })).rejects.toMatchObject({ name: 'AbortError' })
  })

  test('a local-only photo is not sent to it', async () => {
    const engine = anEngine({ beers: [lantern] })
    const outcome = await outcomeOf(engine, {
      context: 'single_beer',
      localOnly: 'budget',
      fallback: async () => embedded,
    })
    expect([engine.asked.length, outcome.fallback, namesOf(outcome)]).toEqual([0, 'budget', ['Kwispel Tripel']])
    await expect(outcomeOf(engine, { localOnly: 'budget' })).rejects.toMatchObject({ code: 'budget' })
  })
})
