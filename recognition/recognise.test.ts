import { expect, test } from 'vitest'
import { type BeerRow, openCatalogue } from '#catalogue'
import { loadShipped } from '#catalogue/shipped'
import type { Scene } from '#contracts'
import { aTextLine, type TextShape } from '#testing/text-line.ts'
import type { Ask, Photo, Reading, StructuredBeer, TextLine, VisionEngine } from '#vision'
import type { Outcome, RecogniseAsk, RecogniseStep } from './outcome.ts'
import { openRecognition } from './recognise.ts'

/** Half of the shipped beers are less popular. */
const MEDIAN_POPULARITY = 14
const BREWERIES = [
  { id: 1, name: 'Alder & Finch Brewing', aliases: ['Alder Finch'], country: 'Nowhere' },
  { id: 2, name: 'Brouwerij Kwispel', aliases: ['Kwispel'], country: 'Nowhere' },
]
const catalogue = openCatalogue(
  {
    version: 1,
    breweries: BREWERIES,
    beers: [
      aBeer(1, 'Harbour Lantern', 'American IPA', 6.1),
      aBeer(1, 'Harbour Beacon', 'Porter', 5.4),
      aBeer(2, 'Kwispel Tripel', 'Tripel', 8.4),
      aBeer(2, 'Kwispel Dubbel', 'Dubbel', 6.8),
    ].map((beer, index) => ({ ...beer, id: index + 1 })),
  },
  loadShipped(),
)
const PHOTO: Photo = { bytes: new Uint8Array(), width: 1_000, height: 1_000 }
const NO_SCENE: Scene = { context: 'single_beer', confidence: 0.2, beerCount: 0, textContent: false }

function aBeer(breweryId: number, name: string, style: string, abv: number): Omit<BeerRow, 'id'> {
  return { breweryId, name, aliases: [], style, abv, ibu: null, popularity: MEDIAN_POPULARITY }
}

const aLine = (text: string, x: number, y: number, shape: TextShape = {}) =>
  aTextLine(text, x, y, { height: 4, ...shape })

function anEngine(answer: (ask: Ask) => Partial<Reading>, scene = NO_SCENE): VisionEngine {
  return {
    name: 'test',
    version: '1',
    can: { scene: true, regions: true },
    scene: async () => scene,
    async *read(_photo, ask) {
      yield { kind: 'progress', done: 1, total: 2 }
      yield { kind: 'reading', reading: { lines: [], beers: [], complete: true, ...answer(ask) } }
    },
    close: async () => {},
  }
}

/** Lines that only the pass over the whole upright photo reads. */
const upright = (lines: TextLine[]) => (ask: Ask) => ({ lines: ask.rotation || ask.region ? [] : lines })

async function stepsOf(engine: VisionEngine, context: RecogniseAsk['context']): Promise<RecogniseStep[]> {
  const call = context === 'menu' ? 'menu' : 'identify'
  const limits = { signal: new AbortController().signal, deadline: Number.POSITIVE_INFINITY }
  const steps: RecogniseStep[] = []
  for await (const step of openRecognition({ engine, catalogue })(PHOTO, { context, call }, limits)) steps.push(step)
  return steps
}

async function outcomeOf(engine: VisionEngine, context: RecogniseAsk['context']): Promise<Outcome> {
  const last = (await stepsOf(engine, context)).at(-1)
  if (last?.kind !== 'complete') throw new Error('recognition ended without an outcome')
  return last.outcome
}

const namesOf = ({ sightings }: Outcome) =>
  sightings.map(({ verdict, candidates, printed }) =>
    verdict === 'listed' ? catalogue.beer(candidates[0]?.beerId ?? 0)?.name : `${verdict}: ${printed.name}`,
  )

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

test('identifies the beer on a label and returns its position', async () => {
  const lines = [
    aLine('ALDER & FINCH', 35, 30),
    aLine('HARBOUR LANTERN', 30, 45, { height: 7 }),
    aLine('6.1% vol', 42, 60),
  ]
  const outcome = await outcomeOf(anEngine(upright(lines)), 'single_beer')
  expect(outcome.shape).toBe('single')
  expect(namesOf(outcome)).toEqual(['Harbour Lantern'])
  expect(outcome.sightings[0]?.printed.abv).toBe(6.1)
  expect(outcome.sightings[0]?.position?.y).toBeGreaterThan(30)
})

test('reports no confidence for a field that the label does not print, and no text that was hardly read', async () => {
  const lines = [
    aLine('ALDER & FINCH', 35, 30),
    aLine('HARBOUR LANTERN', 30, 45, { height: 7 }),
    aLine('HARBOUR', 30, 70, { confidence: 0.5 }),
  ]
  const [beer] = (await outcomeOf(anEngine(upright(lines)), 'single_beer')).sightings
  expect(beer?.fieldConfidence).toMatchObject({ style: 0, abv: 0 })
  expect(beer?.fieldConfidence.name).toBeGreaterThan(0.5)
  expect(beer?.evidence).toEqual(['ALDER & FINCH', 'HARBOUR LANTERN'])
})

test('returns the box of each label of a fridge', async () => {
  const lines = [
    ...[aLine('KWISPEL', 5, 40), aLine('TRIPEL', 5, 45)],
    ...[aLine('HARBOUR', 70, 40), aLine('LANTERN', 70, 45)],
  ]
  const { sightings } = await outcomeOf(anEngine(upright(lines)), 'fridge')
  for (const { position, box } of sightings) {
    if (!position || !box) throw new Error('an engine with text lines returns positions')
    expect(box.x < position.x && position.x < box.x + box.width).toBe(true)
    expect(box.width).toBeLessThan(40)
  }
  expect(sightings.length).toBe(2)
})

test('returns the box of every beer of a menu', async () => {
  const lines = [
    ...[aLine('BEER', 10, 5), aLine('Kwispel Tripel 8.4% 5.50', 10, 20), aLine('Harbour Lantern 6.1% 4.50', 10, 30)],
    aLine('Moorhen Pale Ale 5.0% 4.80', 10, 40),
  ]
  const { sightings } = await outcomeOf(anEngine(upright(lines)), 'menu')
  expect(sightings.length).toBe(3)
  const tops = sightings.map(({ box }) => box?.y ?? Number.NaN)
  expect(tops).toEqual(tops.toSorted((a, b) => a - b))
})

test('reads the photo again, rotated, if the match of the upright photo is not confident', async () => {
  const engine = anEngine((ask) => ({
    lines: ask.rotation === -15 ? [aLine('KWISPEL', 40, 40), aLine('TRIPEL', 40, 50)] : [aLine('TRIPEL', 40, 50)],
  }))
  expect(namesOf(await outcomeOf(engine, 'single_beer'))).toEqual(['Kwispel Tripel'])
})

test('looks again, closer, at a label that is small in the photo', async () => {
  const regions: Ask['region'][] = []
  const engine = anEngine(({ region, rotation = 0 }) => {
    if (region) regions.push(region)
    if (rotation !== 0) return {}
    const lines = [aLine('TRIPEL', 45, 60, { height: 2 })]
    return { lines: region ? [...lines, aLine('KWISPEL', 45, 57, { height: 2 })] : lines }
  })
  expect(namesOf(await outcomeOf(engine, 'single_beer'))).toEqual(['Kwispel Tripel'])
  expect(regions).toHaveLength(1)
})

test('identifies no beer by a style alone', async () => {
  expect(namesOf(await outcomeOf(anEngine(upright([aLine('TRIPEL', 40, 50)])), 'single_beer'))).toEqual([])
})

test('reports an unlisted beer as printed', async () => {
  const lines = [aLine('Zwartgans', 30, 40, { height: 9 }), aLine('Imperial Stout', 35, 55), aLine('11% alc', 40, 62)]
  const [sighting] = (await outcomeOf(anEngine(upright(lines)), 'single_beer')).sightings
  expect(sighting).toMatchObject({
    verdict: 'unlisted',
    printed: { name: 'Zwartgans Imperial Stout', brewery: null, style: 'Imperial Stout', abv: 11 },
  })
})

test('uses the style as the name if all other words are fragments', async () => {
  const lines = ['REC NAL', 'lager beer', '5.0% vol'].map((text, index) => aLine(text, 30, 30 + index * 8))
  expect(namesOf(await outcomeOf(anEngine(upright(lines)), 'single_beer'))).toEqual(['unlisted: lager beer'])
})

test('uses the style as the name on a label of a known brewery if the name was read badly', async () => {
  const name = { ...aLine('Zwrtgns', 30, 40, { height: 9 }), confidence: 0.88 }
  const lines = [aLine('ALDER & FINCH', 35, 30), name, aLine('Imperial Stout', 35, 55)]
  const [sighting] = (await outcomeOf(anEngine(upright(lines)), 'single_beer')).sightings
  expect(sighting).toMatchObject({
    verdict: 'unlisted',
    printed: { name: 'Imperial Stout', brewery: 'Alder & Finch Brewing' },
  })
})

test('lowers the confidence less for a flavour on the label than for other drinks or dishes', async () => {
  const confidenceWith = async (...more: string[]) => {
    const lines = ['KWISPEL', 'TRIPEL', ...more].map((text, index) => aLine(text, 30, 20 + index * 8))
    return (await outcomeOf(anEngine(upright(lines)), 'single_beer')).sightings[0]?.confidence ?? 0
  }
  expect(await confidenceWith('coffee')).toBeGreaterThan(await confidenceWith('cappuccino', 'cola'))
  expect(await confidenceWith('chocolate')).toBeGreaterThan(await confidenceWith('mayonnaise', 'fries'))
})

test.each([
  ['a soda', ['Cherry Cola', 'sugar free']],
  ['a wine', ['Monte Fosco', 'Merlot', '13% vol']],
  ['a shop sign', ['Hairdresser', 'open until six']],
  ['words without a space', ['THEORIGINAL', 'premium beer', '5.0% vol']],
  ['a style with a year', ['SAISON1900', 'bière', '5.4% vol']],
  ['fragments of words', ['REC NAL', 'QVR', '5.0% vol']],
  ['a dish', ['Beer Battered Fish', 'with chips and tartar sauce']],
])('reports no beer for %s', async (_, texts) => {
  const lines = texts.map((text, index) => aLine(text, 30, 30 + index * 8))
  expect(namesOf(await outcomeOf(anEngine(upright(lines)), 'single_beer'))).toEqual([])
})

test('names no beer on the label of another drink, and none of the drinks beside beers', async () => {
  const wine = [aLine('PENFOLDS', 30, 40, { height: 9 }), aLine('BREWED AND BOTTLED 12.5% vol', 30, 60)]
  expect(await outcomeOf(anEngine(upright(wine)), 'single_beer')).toMatchObject({
    sightings: [],
    otherDrink: { name: 'Penfolds', kind: 'Wine' },
  })
  expect(await outcomeOf(anEngine(upright(wine)), 'fridge')).toMatchObject({ otherDrink: { name: 'Penfolds' } })
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

test('does not count the containers of a wall of which most are too far away', async () => {
  const near = [aLine('KWISPEL', 45, 40, { height: 6 }), aLine('TRIPEL', 45, 47, { height: 6 })]
  const far = [5, 20, 75, 90].map((x) => aLine('WILDFLOWER', x, 10, { height: 1, width: 8 }))
  expect((await outcomeOf(anEngine(upright([...near, ...far])), 'fridge')).detected).toBeNull()
  expect((await outcomeOf(anEngine(upright([...near, ...far.slice(0, 1)])), 'fridge')).detected).toBe(1)
})

test('counts the rows of a menu that are printed like its beers and were not read', async () => {
  const rows = ['Kwispel Tripel 8.4% 5.50', 'Harbour Lantern 6.1% 4.50', 'Harbour Beacon 5.4% 4.80']
  const lines = [aLine('BEERS', 10, 5), ...rows.map((row, index) => aLine(row, 10, 20 + 10 * index))]
  expect((await outcomeOf(anEngine(upright(lines)), 'menu')).detected).toBe(3)
  const blurred = aLine('Moorhen Wayfarer 5.9% 4.20', 10, 50, { confidence: 0.6 })
  const outcome = await outcomeOf(anEngine(upright([...lines, blurred])), 'menu')
  expect([outcome.sightings.length, outcome.detected]).toEqual([3, 4])
})

test('joins packs of one beer into one entry with their number', async () => {
  const bottle = (x: number, name: string) => [
    aLine('KWISPEL', x, 40, { height: 3 }),
    aLine(name, x, 44, { height: 3 }),
  ]
  const lines = [...bottle(5, 'TRIPEL'), ...bottle(30, 'TRIPEL'), ...bottle(60, 'DUBBEL')]
  const outcome = await outcomeOf(anEngine(upright(lines)), 'fridge')
  expect(namesOf(outcome)).toEqual(['Kwispel Tripel', 'Kwispel Dubbel'])
  expect(outcome.sightings.map(({ count }) => count)).toEqual([2, 1])
  expect(outcome.detected).toBe(3)
})

test('joins several texts of one bottle into one beer', async () => {
  const lines = [
    aLine('KWISPEL TRIPEL', 40, 25, { height: 2 }),
    aLine('KWISPEL', 40, 34, { height: 4 }),
    aLine('TRIPEL', 41, 39, { height: 4 }),
  ]
  const outcome = await outcomeOf(anEngine(upright(lines)), 'fridge')
  expect(outcome.sightings.map(({ count }) => count)).toEqual([1])
})

test('returns the position of the middle one of many packs', async () => {
  const lines = [5, 38, 72].flatMap((x) => [
    aLine('KWISPEL', x, 40, { height: 3 }),
    aLine('TRIPEL', x, 44, { height: 3 }),
  ])
  const [sighting, ...others] = (await outcomeOf(anEngine(upright(lines)), 'fridge')).sightings
  expect(others).toEqual([])
  expect(sighting?.count).toBe(3)
  expect(sighting?.position?.x).toBeCloseTo(43.5, 0)
})

test('places a beer at the large letters of its name, not at the centre of its evidence', async () => {
  const lines = [aLine('KWISPEL', 40, 20, { height: 8 }), aLine('TRIPEL', 42, 31, { height: 2 })]
  const [sighting] = (await outcomeOf(anEngine(upright(lines)), 'fridge')).sightings
  expect(sighting?.position?.y).toBeLessThan(26)
})

test('places a beer at the large letters of its brewery above the small print that names it', async () => {
  const small = [aLine('KWISPEL TRIPEL', 40, 45, { height: 2 }), aLine('8.4% vol', 40, 48, { height: 2 })]
  const lines = [aLine('KWISPEL', 36, 20, { height: 8 }), ...small]
  const [sighting, ...others] = (await outcomeOf(anEngine(upright(lines)), 'fridge')).sightings
  expect(others).toEqual([])
  expect(sighting?.count).toBe(1)
  expect(sighting?.position?.y).toBeCloseTo(24, 0)
})

test('reports an unread container next to a recognised one', async () => {
  const lines = [aLine('KWISPEL', 5, 40), aLine('DUBBEL', 5, 45), aLine('Qvrzbl', 60, 42)]
  const outcome = await outcomeOf(anEngine(upright(lines)), 'fridge')
  expect(outcome.sightings.map(({ verdict }) => verdict)).toEqual(['listed', 'unread-container'])
  expect(outcome.detected).toBe(2)
})

test('reports the cans of an unknown brewery as printed, each beer once', async () => {
  const can = (x: number, name: string) => [
    aLine('40 HERON', x, 30, { height: 4 }),
    aLine('BREWING CO', x, 35, { height: 3 }),
    aLine(name, x, 42, { height: 3 }),
    aLine('BLONDE ALE', x, 47, { height: 2 }),
  ]
  const lines = [...can(2, 'ZWARTGANS'), ...can(32, 'ZWARTGANS'), ...can(62, 'MOORHEN')]
  const { sightings } = await outcomeOf(anEngine(upright(lines)), 'fridge')
  expect(sightings.map(({ verdict, printed, count }) => [verdict, printed.brewery, printed.name, count])).toEqual([
    ['unlisted', '40 HERON BREWING CO', 'ZWARTGANS', 2],
    ['unlisted', '40 HERON BREWING CO', 'MOORHEN', 1],
  ])
})

test('reports no unread containers if no beer was found', async () => {
  const lines = [aLine('Hairdresser', 5, 40), aLine('Qvrzbl', 60, 42)]
  expect((await outcomeOf(anEngine(upright(lines)), 'fridge')).sightings).toEqual([])
})

test('takes the brewery of a can from another can on which the word for brewing is legible', async () => {
  const lines = [
    aLine('40 HERON', 5, 30, { height: 4 }),
    aLine('BREWING CO', 5, 35, { height: 3 }),
    aLine('ZWARTGANS', 5, 42, { height: 3 }),
    aLine('BLONDE ALE', 5, 47, { height: 2 }),
    aLine('40HERON', 62, 30, { height: 4 }),
    aLine('MOORHEN', 62, 36, { height: 3 }),
    aLine('OATMEAL STOUT', 62, 41, { height: 2 }),
  ]
  const { sightings } = await outcomeOf(anEngine(upright(lines)), 'fridge')
  expect(sightings.map(({ printed }) => [printed.brewery, printed.name])).toEqual([
    ['40 HERON BREWING CO', 'ZWARTGANS'],
    ['40 HERON BREWING CO', 'MOORHEN'],
  ])
})

const CAN = [
  ['40 HERON', 30, 4],
  ['BREWING CO', 35, 3],
] as const

test('uses the largest letters on a can as the name, even if they are a style', async () => {
  const rows = [...CAN, ['OKTOBERFEST', 42, 4], ['MARZEN LAGER', 48, 2]] as const
  const lines = rows.map(([text, y, height]) => aLine(text, 30, y, { height }))
  const { sightings } = await outcomeOf(anEngine(upright(lines)), 'fridge')
  expect(sightings.map(({ printed }) => printed.name)).toEqual(['OKTOBERFEST'])
})

test('reports no name that is cut off at the edge of the photo', async () => {
  const can = (x: number) =>
    [...CAN, ['ZWARTGANS', 42, 6] as const].map(([text, y, height]) => aLine(text, x, y, { height }))
  const inside = await outcomeOf(anEngine(upright([...can(40), aLine('BLONDE ALE', 40, 52, { height: 2 })])), 'fridge')
  expect(namesOf(inside)).toEqual(['unlisted: ZWARTGANS'])
  const cut = await outcomeOf(anEngine(upright([...can(71), aLine('BLONDE ALE', 71, 52, { height: 2 })])), 'fridge')
  expect(namesOf(cut).filter((name) => name !== 'unread-container: null')).toEqual([])
})

test('uses the longer name of two cans that each show a part of it', async () => {
  const can = (x: number, name: string) =>
    [...CAN, [name, 42, 3] as const, ['BLONDE ALE', 47, 2] as const].map(([text, y, height]) =>
      aLine(text, x, y, { height }),
    )
  const { sightings } = await outcomeOf(anEngine(upright([...can(5, 'WARTGANS'), ...can(50, 'ZWARTGANS')])), 'fridge')
  expect(sightings.map(({ printed, count }) => [printed.name, count])).toEqual([['ZWARTGANS', 2]])
})

/** A short menu; `slope` rotates it. */
function aMenu(slope = 0): TextLine[] {
  const at = (text: string, x: number, y: number, height = 2) => aLine(text, x, y + x * slope, { height, slope })
  return [
    at('House Beers', 10, 3, 4),
    at('Draft Beer', 10, 12),
    at('Kwispel Dubbel', 10, 18),
    at('6.8%', 60, 18),
    at('$5.50', 80, 18),
    at('Moorhen Oatmeal Stout', 10, 24),
    at('4.9%', 60, 24),
    at('$6.00', 80, 24),
    at('Harbour Beacon Porter', 10, 30),
    at('$6.20', 80, 30),
    at('Wine', 10, 40),
    at('Merlot', 10, 46),
    at('$7.00', 80, 46),
  ]
}

test('reads a menu in printed order, with ABV and price of the same row, and drops the wine', async () => {
  const outcome = await outcomeOf(anEngine(upright(aMenu())), 'menu')
  expect(namesOf(outcome)).toEqual(['Kwispel Dubbel', 'unlisted: Moorhen Oatmeal Stout', 'Harbour Beacon'])
  expect(outcome.sightings.map(({ printed: { abv, price, section } }) => [abv, price, section])).toEqual([
    [6.8, '$5.50', 'Draft Beer'],
    [4.9, '$6.00', 'Draft Beer'],
    [null, '$6.20', 'Draft Beer'],
  ])
  expect(outcome.title).toBe('House Beers')
})

test('reads a menu photographed at an angle', async () => {
  const outcome = await outcomeOf(anEngine(upright(aMenu(0.07))), 'menu')
  expect(namesOf(outcome)).toEqual(['Kwispel Dubbel', 'unlisted: Moorhen Oatmeal Stout', 'Harbour Beacon'])
  expect(outcome.sightings.map(({ printed }) => printed.price)).toEqual(['$5.50', '$6.00', '$6.20'])
})

const textsOf = (rows: [text: string, x: number, y: number, height?: number][]) =>
  rows.map(([text, x, y, height = 2]) => aLine(text, x, y, { height }))

test('reads the second half of a section before the next section', async () => {
  const lines = textsOf([
    ['The Reed', 10, 2, 6],
    ['BOTTLES', 10, 10, 4],
    ['Kwispel Dubbel', 10, 16],
    ['Harbour Beacon', 10, 20],
    ['Kwispel Tripel', 50, 16],
    ['Harbour Lantern', 50, 20],
    ['CANS', 10, 30, 4],
    ['Moorhen Stout 5.1%', 10, 36],
    ['Zwartgans Porter 5.5%', 10, 40],
  ])
  const { sightings } = await outcomeOf(anEngine(upright(lines)), 'menu')
  expect(sightings.map(({ printed }) => printed.section)).toEqual([...Array(4).fill('BOTTLES'), 'CANS', 'CANS'])
})

test('reads a cider among beers as an item, not as a heading', async () => {
  const lines = textsOf([
    ['Bottled Beer', 10, 10],
    ['Kwispel Dubbel', 10, 16],
    ['Strongmoor Cider', 10, 20],
    ['Kwispel Tripel', 10, 24],
  ])
  expect(namesOf(await outcomeOf(anEngine(upright(lines)), 'menu'))).toEqual(['Kwispel Dubbel', 'Kwispel Tripel'])
})

test('joins the prices of three sizes printed between a name and its details', async () => {
  const lines = textsOf([
    ['Kwispel Dubbel', 10, 10],
    ['dubbel 6.8% Nowhere', 10, 12.2],
    ['3.10', 55, 11],
    ['4.95', 65, 11.3],
    ['10.90', 75, 10.8],
    ['Kwispel Tripel', 10, 17],
    ['tripel 8.4% Nowhere', 10, 19.2],
    ['3.50', 55, 18],
    ['5.20', 65, 18.3],
    ['11.40', 75, 17.8],
  ])
  const { sightings } = await outcomeOf(anEngine(upright(lines)), 'menu')
  expect(sightings.map(({ printed }) => [printed.abv, printed.price])).toEqual([
    [6.8, '3.10 / 4.95 / 10.90'],
    [8.4, '3.50 / 5.20 / 11.40'],
  ])
})

test('reports every row of a bulleted list of beers', async () => {
  const lines = textsOf([
    ['Tasting with the Brewer', 10, 10, 4],
    ['· Smoked Golden Ale', 10, 18],
    ['· Free Range Red', 10, 23],
    ['· Oatmeal Stout', 10, 28],
    ['· Harvest Porter', 10, 33],
    ['Tickets at the door', 10, 60],
  ])
  expect(namesOf(await outcomeOf(anEngine(upright(lines)), 'menu'))).toEqual([
    'unlisted: Smoked Golden Ale',
    'unlisted: Free Range Red',
    'unlisted: Oatmeal Stout',
    'unlisted: Harvest Porter',
  ])
})

test.each([
  ['wine', ['Red Wine', 'Merlot $7.00', 'Pinot Noir $8.50', 'Shiraz $9.00']],
  ['dishes', ['Starters', 'Tomato Soup $6.00', 'Beer Battered Fish $14.00', 'Caesar Salad $9.50']],
  ['cocktails', ['Cocktails', 'Ginger Beer Mule, vodka $9.00', 'Margarita $10.00', 'Negroni $11.00']],
])('finds no beer on a menu of %s', async (_, texts) => {
  const lines = texts.map((text, index) => aLine(text, 10, 10 + index * 6, { height: 2 }))
  expect(namesOf(await outcomeOf(anEngine(upright(lines)), 'menu'))).toEqual([])
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

/** Bottles side by side. */
function aRow(...texts: string[]): TextLine[] {
  return texts.map((text, index) => aLine(text, 2 + index * 16, 40, { width: 10 }))
}

test('looks up structured beers of an engine in the catalogue', async () => {
  const structured = (name: string, brewery: string): StructuredBeer => ({
    name: { value: name, basis: 'printed' },
    brewery: { value: brewery, basis: 'estimated' },
    style: null,
    abv: null,
    ibu: null,
    price: null,
    size: null,
    section: null,
    position: null,
    confidence: 0.9,
  })
  const beers = [structured('Kwispel Tripel', 'Brouwerij Kwispel'), structured('Moorhen', 'Reedbed')]
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
  expect(trace).toEqual(['.', '.', '0 Kwispel Dubbel x1', '.', '.', '1 Harbour Beacon x1', '.'])
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
  expect(traceOf(steps).slice(0, 7)).toEqual([
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

test('emits no early rows for a single beer', async () => {
  const lines = [aLine('KWISPEL', 35, 30), aLine('TRIPEL', 35, 45)]
  expect(traceOf(await stepsOf(aPiecemealEngine(lines, 1), 'single_beer')).filter((step) => step !== '.')).toEqual([])
})
