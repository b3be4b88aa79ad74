import { expect, test } from 'vitest'
import { aLine, anEngine, namesOf, outcomeOf, upright } from '../given-lines.fixture.ts'

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

test('does not count the containers of a wall of which most are too far away', async () => {
  const near = [aLine('KWISPEL', 45, 40, { height: 6 }), aLine('TRIPEL', 45, 47, { height: 6 })]
  const far = [5, 20, 75, 90].map((x) => aLine('WILDFLOWER', x, 10, { height: 1, width: 8 }))
  expect((await outcomeOf(anEngine(upright([...near, ...far])), 'fridge')).detected).toBeNull()
  expect((await outcomeOf(anEngine(upright([...near, ...far.slice(0, 1)])), 'fridge')).detected).toBe(1)
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

test('reports the printed brewery of a can, not a known one of which its slogan has a word', async () => {
  const rows = [...CAN, ['ZWARTGANS', 42, 5], ['BLONDE ALE', 48, 2], ['stay kwispel', 52, 2]] as const
  const lines = rows.map(([text, y, height]) => aLine(text, 30, y, { height }))
  const { sightings } = await outcomeOf(anEngine(upright(lines)), 'fridge')
  expect(sightings.map(({ printed }) => [printed.brewery, printed.name])).toEqual([
    ['40 HERON BREWING CO', 'ZWARTGANS'],
  ])
})

test('is complete only if every quarter of a small photo was read', async () => {
  const engine = anEngine(upright([aLine('KWISPEL', 5, 40), aLine('TRIPEL', 5, 45)]))
  expect((await outcomeOf(engine, 'fridge')).complete).toBe(true)
  expect((await outcomeOf(engine, 'fridge', Date.now())).complete).toBe(false)
})

test('lists listed and new beers shelf by shelf, each from left to right', async () => {
  const bottle = (x: number, y: number, name: string) => [aLine('KWISPEL', x, y), aLine(name, x, y + 5)]
  const can = [aLine('40 HERON', 62, 14), aLine('BREWING CO', 62, 19), aLine('ZWARTGANS', 62, 24)]
  const lantern = [aLine('HARBOUR', 45, 70), aLine('LANTERN', 45, 75)]
  const lines = [...bottle(35, 12, 'TRIPEL'), ...can, ...bottle(5, 72, 'DUBBEL'), ...lantern]
  const { sightings } = await outcomeOf(anEngine(upright(lines)), 'fridge')
  expect(sightings.map(({ evidence }) => evidence.at(-1))).toEqual(['TRIPEL', 'ZWARTGANS', 'DUBBEL', 'LANTERN'])
})
