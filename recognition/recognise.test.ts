import { expect, test } from 'vitest'
import type { Scene } from '#contracts'
import type { Ask, TextLine, VisionEngine } from '#vision'
import {
  aLine,
  aMenu,
  anEngine,
  catalogue,
  NO_SCENE,
  namesOf,
  outcomeOf,
  PHOTO,
  stepsOf,
  upright,
} from './given-lines.fixture.ts'
import type { Outcome, RecogniseStep } from './outcome.ts'
import { openRecognition } from './recognise.ts'
import { estimated, structured } from './structured/structured-beer.fixture.ts'

/** Bottles side by side. */
function aRow(...texts: string[]): TextLine[] {
  return texts.map((text, index) => aLine(text, 2 + index * 16, 40, { width: 10 }))
}

test('uses the scene that comes with the photo and does not classify it again', async () => {
  const engine = anEngine(upright([aLine('HARBOUR LANTERN', 30, 45)]))
  const limits = { signal: new AbortController().signal, deadline: Number.POSITIVE_INFINITY }
  const unclassified = { ...engine, scene: () => Promise.reject(new Error('classified again')) }
  const shapes: Outcome['shape'][] = []
  for (const confidence of [0.95, 0.2]) {
    const ask = { context: 'auto', call: 'identify', scene: { context: 'fridge', confidence } } as const
    for await (const step of openRecognition({ engine: unclassified, catalogue })(PHOTO, ask, limits))
      if (step.kind === 'complete') shapes.push(step.outcome.shape)
  }
  expect(shapes).toEqual(['group', 'single'])
})

test('names no beer on the label of another drink, and none of the drinks beside beers', async () => {
  const wine = [aLine('PENFOLDS', 30, 40, { height: 9 }), aLine('BREWED AND BOTTLED 12.5% vol', 30, 60)]
  expect(await outcomeOf(anEngine(upright(wine)), 'single_beer')).toMatchObject({
    sightings: [],
    otherDrink: { name: 'Penfolds', kind: 'Wine' },
  })
  expect(await outcomeOf(anEngine(upright(wine)), 'fridge')).toMatchObject({ otherDrink: { name: 'Penfolds' } })
  const red = [wine[0], aLine('RED WINE', 30, 60), aLine('13% vol 750 ml', 30, 68)].flatMap((line) => line ?? [])
  expect(await outcomeOf(anEngine(upright(red)), 'single_beer')).toMatchObject({
    sightings: [],
    otherDrink: { name: 'Penfolds' },
  })
  const unknown = [aLine('CHATEAU ZWARTGANS', 30, 40, { height: 9 }), ...red.slice(1)]
  expect(await outcomeOf(anEngine(upright(unknown)), 'single_beer')).toMatchObject({ sightings: [] })
  const fridge = [
    ...[aLine('KWISPEL', 5, 40), aLine('TRIPEL', 5, 45)],
    ...[aLine('BUNDABERG', 70, 40), aLine('GINGER BEER', 70, 45), aLine('BREWED DRINK', 70, 50)],
  ]
  expect(namesOf(await outcomeOf(anEngine(upright(fridge)), 'fridge'))).toEqual(['Kwispel Tripel'])
  const rows = [
    'Kwispel Tripel 8.4% 5.50',
    'Harbour Lantern 6.1% 4.50',
    'Harbour Beacon 5.4% 4.80',
    'Old Mout 4.0% 4.80',
  ]
  const menu = [aLine('DRINKS', 10, 5), ...rows.map((row, index) => aLine(row, 10, 20 + 10 * index))]
  expect(namesOf(await outcomeOf(anEngine(upright(menu)), 'menu'))).not.toContain('unlisted: Old Mout')
})

test('returns the shape that the photo clearly shows if the hint finds nothing', async () => {
  const scene: Scene = { context: 'menu', confidence: 0.95, beerCount: 0, textContent: true }
  const engine = anEngine((ask) => ({ lines: ask.context === 'menu' ? aMenu() : [] }), scene)
  expect((await outcomeOf(engine, 'single_beer')).shape).toBe('menu')
})

test.each([
  ['a menu', 'menu', aMenu(), 'menu', 3],
  ['one bottle', 'fridge', [aLine('KWISPEL', 35, 30), aLine('TRIPEL', 35, 45)], 'single', 1],
  ['nothing', 'multiple_beers', [aLine('Tomato Soup', 35, 30)], 'single', 0],
  ['one beer among unread bottles', 'multiple_beers', aRow('KWISPEL TRIPEL', 'VEYRA', 'SOLBERG'), 'group', 1],
  ['a shelf', 'single_beer', aRow('KWISPEL TRIPEL', 'VEYRA', 'SOLBERG', 'ORMOND', 'TASK', 'LUNEX'), 'group', 1],
  ['two bottles', 'single_beer', aRow('KWISPEL TRIPEL', 'VEYRA'), 'single', 1],
] as const)(
  'verifies an unclear scene by its text if there is no hint: %s',
  async (_, context, lines, shape, beers) => {
    const scene: Scene = { context, confidence: 0.4, beerCount: 0, textContent: true }
    const outcome = await outcomeOf(anEngine(upright([...lines]), scene), 'auto')
    const named = outcome.sightings.filter(({ verdict }) => verdict !== 'unread-container')
    expect([outcome.shape, named.length]).toEqual([shape, beers])
  },
)

test('reads two taps as several beers if one is sure and the other has to be asked', async () => {
  const sure = [aLine('ALDER & FINCH', 10, 40), aLine('HARBOUR LANTERN', 10, 46)]
  const asked = [aLine('KWISPEL', 70, 40), aLine('8.4% vol', 70, 46)]
  const single = { ...NO_SCENE, confidence: 0.9, beerCount: 1 }
  const { shape, sightings } = await outcomeOf(anEngine(upright([...sure, ...asked]), single), 'auto')
  expect(shape).toBe('group')
  expect(sightings.map(({ candidates: [best] }) => best?.beerId)).toEqual([1, 3])
  expect(sightings.map(({ confidence }) => confidence >= 0.6)).toEqual([true, false])
})

test('reads the first pass of an unclear scene only once', async () => {
  const asks: Ask[] = []
  const lines = upright([aLine('ALDER & FINCH', 35, 30), aLine('HARBOUR LANTERN', 30, 45, { height: 7 })])
  const engine = anEngine((ask) => {
    asks.push(ask)
    return lines(ask)
  })
  expect(namesOf(await outcomeOf(engine, 'auto'))).toEqual(['Harbour Lantern'])
  expect(asks.filter(({ rotation, region }) => !rotation && !region).length).toBe(1)
})

test('reads one pass of a label whose barcode is known, and all of one whose barcode is not', async () => {
  const passesWith = async (ownBarcodes: Record<string, number>) => {
    const asks: Ask[] = []
    const engine = anEngine((ask) => {
      asks.push(ask)
      return {}
    })
    const recognise = openRecognition({ engine, catalogue, readBarcodes: async () => ['96385074'] })
    const limits = { signal: new AbortController().signal, deadline: Number.POSITIVE_INFINITY }
    const ask = { context: 'single_beer', call: 'identify', ownBarcodes } as const
    let outcome: Outcome | undefined
    for await (const step of recognise(PHOTO, ask, limits)) if (step.kind === 'complete') outcome = step.outcome
    return [asks.length, outcome?.sightings.map(({ candidates: [best] }) => best?.beerId)]
  }
  expect(await passesWith({ 96385074: 3 })).toEqual([1, [3]])
  expect(await passesWith({})).toEqual([6, []])
})

test('reads a bottle beside its glass as one beer', async () => {
  const engine = anEngine(
    upright([
      aLine('ALDER & FINCH', 20, 30),
      aLine('HARBOUR LANTERN', 18, 45, { height: 7 }),
      aLine('American IPA', 22, 56),
      aLine('ALDER & FINCH', 68, 40),
      aLine('Est. 1998', 70, 46),
    ]),
    { ...NO_SCENE, context: 'multiple_beers', confidence: 0.5, beerCount: 2 },
  )
  const { shape, sightings } = await outcomeOf(engine, 'auto')
  expect(shape).toBe('single')
  expect(sightings.map(({ candidates: [best] }) => best?.beerId)).toEqual([1])
})

test('looks up structured beers of an engine in the catalogue', async () => {
  const beers = [
    structured('Kwispel Tripel', { brewery: estimated('Brouwerij Kwispel') }),
    structured('Moorhen', { brewery: estimated('Reedbed') }),
  ]
  const outcome = await outcomeOf(
    anEngine(() => ({ beers })),
    'fridge',
  )
  expect(namesOf(outcome)).toEqual(['Kwispel Tripel', 'unlisted: Moorhen'])
  expect(outcome.detected).toBe(2)
})

/** An engine that reports its lines in pieces of `size`. */
function aPiecemealEngine(lines: readonly TextLine[], size: number): VisionEngine {
  return {
    ...anEngine(() => ({})),
    async *read(_photo, ask) {
      const total = lines.length
      if (!ask.region) {
        for (let done = 0; done < total; done += size) {
          yield { kind: 'progress', done: Math.min(done + size, total), total, lines: lines.slice(done, done + size) }
        }
      }
      yield { kind: 'reading', reading: { lines: ask.region ? [] : [...lines], beers: [], complete: true } }
    },
  }
}

/** The steps in order: a dot for progress, and index, beer and count of each row. */
const traceOf = (steps: readonly RecogniseStep[]) =>
  steps.flatMap((step) =>
    step.kind === 'progress'
      ? ['.']
      : step.kind === 'row'
        ? [`${step.index} ${catalogue.beer(step.sighting.candidates[0]?.beerId ?? 0)?.name} x${step.sighting.count}`]
        : [],
  )

test('emits the first beers of a menu while the rest is read, in printed order', async () => {
  const trace = traceOf(await stepsOf(aPiecemealEngine(aMenu(), 3), 'menu'))
  expect(trace).toEqual(['.', '.', '.', '0 Kwispel Dubbel x1', '.', '.', '1 Harbour Beacon x1', '.'])
})

test('emits no early row for an item that only the whole page identifies as a beer', async () => {
  const rows = (await stepsOf(aPiecemealEngine(aMenu(), 1), 'menu')).filter((step) => step.kind === 'row')
  expect(rows.map(({ sighting }) => sighting.verdict)).toEqual(['listed', 'listed'])
})

test('emits the first containers of a fridge while the rest is read, with growing counts', async () => {
  const bottle = (x: number, name: string) => [
    aLine('KWISPEL', x, 40, { height: 3 }),
    aLine(name, x, 44, { height: 3 }),
  ]
  const lines = [...bottle(2, 'TRIPEL'), ...bottle(22, 'DUBBEL'), ...bottle(44, 'TRIPEL'), ...bottle(70, 'DUBBEL')]
  const steps = await stepsOf(aPiecemealEngine(lines, 2), 'fridge')
  expect(traceOf(steps).slice(0, 8)).toEqual([
    '.',
    '.',
    '.',
    '0 Kwispel Tripel x1',
    '.',
    '1 Kwispel Dubbel x1',
    '.',
    '0 Kwispel Tripel x2',
  ])
  const rows = steps.filter((step) => step.kind === 'row')
  expect(rows.at(-1)).toMatchObject({ index: 1, sighting: { count: 2 } })
  const last = steps.at(-1)
  expect(last?.kind === 'complete' && last.outcome.sightings.map(({ count }) => count)).toEqual([2, 2])
})

test('says that it looks for text before the engine has found any', async () => {
  const [first] = await stepsOf(aPiecemealEngine(aMenu(), 3), 'menu')
  expect(first).toMatchObject({ kind: 'progress', stage: 'looking for text' })
})

test('emits no early rows for a single beer', async () => {
  const lines = [aLine('KWISPEL', 35, 30), aLine('TRIPEL', 35, 45)]
  expect(traceOf(await stepsOf(aPiecemealEngine(lines, 1), 'single_beer')).filter((step) => step !== '.')).toEqual([])
})
