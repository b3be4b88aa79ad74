import { expect, test } from 'vitest'
import type { Ask, TextLine, VisionEngine } from '#vision'
import { aLine, anEngine, namesOf, outcomeOf, upright } from '../given-lines.fixture.ts'

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

test.each([
  ['6.1% vol', 1, 1],
  ['6.2% vol', 0.5, 1],
  ['6.4% vol', 0.01, 0.5],
])('doubts the strength of the catalogue if the label prints another one: %s', async (strength, least, most) => {
  const lines = [
    aLine('ALDER & FINCH', 35, 30),
    aLine('HARBOUR LANTERN', 30, 45, { height: 7 }),
    aLine(strength, 42, 60),
  ]
  const [beer] = (await outcomeOf(anEngine(upright(lines)), 'single_beer')).sightings
  expect(beer?.fieldConfidence.name).toBeGreaterThan(0.5)
  expect(beer?.fieldConfidence.abv).toBeGreaterThanOrEqual(least)
  expect(beer?.fieldConfidence.abv).toBeLessThanOrEqual(most)
})

test('reads the photo again, rotated, if the match of the upright photo is not confident', async () => {
  const engine = anEngine((ask) => ({
    lines: ask.rotation === -15 ? [aLine('KWISPEL', 40, 40), aLine('TRIPEL', 40, 50)] : [aLine('TRIPEL', 40, 50)],
  }))
  expect(namesOf(await outcomeOf(engine, 'single_beer'))).toEqual(['Kwispel Tripel'])
})

test('reads the photo sideways if text runs up or down it, or none was read', async () => {
  const rotationsAfter = async (first: TextLine[]) => {
    const rotations: number[] = []
    const engine = anEngine(({ rotation = 0, region }) => {
      rotations.push(rotation)
      return { lines: rotation === 0 && !region ? first : [] }
    })
    await outcomeOf(engine, 'single_beer')
    return rotations.filter((rotation) => Math.abs(rotation) >= 90)
  }
  const level = aLine('TRIPEL', 40, 50)
  expect(await rotationsAfter([level])).toEqual([])
  expect(await rotationsAfter([])).toEqual([90, 270])
  expect(await rotationsAfter([level, aLine('MOORHEN', 40, 50, { width: 4, slope: 6 })])).toEqual([90, 270])
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

test('shows the line with the ABV as evidence, not another percentage', async () => {
  const texts = ['KWISPEL', 'TRIPEL', '0% fat', 'alc. 8.4% vol']
  const lines = texts.map((text, index) => aLine(text, 30, 20 + index * 8))
  const [sighting] = (await outcomeOf(anEngine(upright(lines)), 'single_beer')).sightings
  expect(sighting).toMatchObject({ verdict: 'listed', printed: { abv: 8.4 } })
  expect(sighting?.evidence).toContain('alc. 8.4% vol')
  expect(sighting?.evidence).not.toContain('0% fat')
})

test('is complete only if no pass that might find more was left out for want of time, or broken off', async () => {
  const unsure = [aLine('TRIPEL', 40, 50)]
  const isComplete = async (engine: VisionEngine, deadline?: number) =>
    (await outcomeOf(engine, 'single_beer', deadline)).complete
  expect(await isComplete(anEngine(upright(unsure)))).toBe(true)
  expect(await isComplete(anEngine(upright(unsure)), Date.now())).toBe(false)
  expect(await isComplete(anEngine((ask) => ({ lines: unsure, complete: ask.rotation !== 15 })))).toBe(false)
  const sure = [aLine('ALDER & FINCH', 35, 30), aLine('HARBOUR LANTERN', 30, 45, { height: 7 })]
  expect(await isComplete(anEngine(upright(sure)), Date.now())).toBe(true)
})
