import { describe, expect, it } from 'vitest'
import { type BeerRow, openCatalogue } from '#catalogue'
import { loadShipped } from '#catalogue/shipped'
import { outcomeOf } from '#contracts'
import { NOTHING_PRINTED } from '../label/sighting.ts'
import type { Outcome, Sighting } from '../outcome.ts'
import { decideByBarcode } from './by-barcode.ts'

const beer = (id: number, breweryId: number, name: string, barcodes: string[], abv = 5.2): BeerRow => {
  return { id, breweryId, name, aliases: [], style: null, abv, ibu: null, popularity: 0, barcodes }
}
const [FENLAND, MARSHGATE, STEINWASSER] = [1, 2, 3]
const moorhen = beer(1, FENLAND, 'Moorhen', ['5400000000010'])
const teal = beer(2, FENLAND, 'Teal', ['5400000000027', '54000010'])
const heronDark = beer(3, MARSHGATE, 'Heron Dark', ['5400000000034'])
const heronLight = beer(4, MARSHGATE, 'Heron Light', [])
const dunkel = beer(5, STEINWASSER, 'Dunkel', [])

const lexicons = loadShipped()
const catalogue = openCatalogue(
  {
    version: 1,
    breweries: [
      { id: FENLAND, name: 'Fenland', aliases: [], country: null },
      { id: MARSHGATE, name: 'Marshgate Brewery', aliases: [], country: null },
      { id: STEINWASSER, name: 'Steinwasser Brewery', aliases: [], country: null },
    ],
    beers: [moorhen, teal, heronDark, heronLight, dunkel],
  },
  lexicons,
)

const sighting = (rest: Partial<Sighting>): Sighting => {
  const confidence = rest.confidence ?? 0.45
  const fieldConfidence = { name: confidence, brewery: confidence, style: confidence, abv: confidence }
  return {
    verdict: 'unlisted',
    candidates: [],
    printed: NOTHING_PRINTED,
    evidence: ['a line of its label'],
    position: null,
    count: 1,
    confidence,
    fieldConfidence,
    ...rest,
  }
}
const listed = ({ id }: BeerRow, confidence = 0.45) =>
  sighting({ verdict: 'listed', candidates: [{ beerId: id, confidence }], confidence })
const unlisted = (printed: Partial<Sighting['printed']>) => sighting({ printed: { ...NOTHING_PRINTED, ...printed } })

const outcome = (sightings: Sighting[], shape: Outcome['shape'] = 'single'): Outcome => {
  return { shape, sightings, detected: null, title: null, complete: true }
}
const decide = (label: Sighting | undefined, ...barcodes: string[]) =>
  decideByBarcode(catalogue, outcome(label ? [label] : []), barcodes).sightings
const decideWithOwn = (own: Record<string, number>, label: Sighting | undefined, ...barcodes: string[]) =>
  decideByBarcode(catalogue, outcome(label ? [label] : []), barcodes, own)
const isAsked = ([decided]: Sighting[]) =>
  decided !== undefined && outcomeOf({ listed: true, confidence: decided.confidence * 100 }) === 'ask'
const candidateIds = ([decided]: Sighting[]) => decided?.candidates.map(({ beerId }) => beerId)

describe('a known barcode', () => {
  it('raises the confidence of the same answer and is its origin', () => {
    const [decided] = decide(listed(moorhen), '5400000000010')
    expect(decided).toMatchObject({ verdict: 'listed', confidence: 0.95, fieldConfidence: { name: 0.95 } })
    expect(decided?.candidates).toEqual([{ beerId: moorhen.id, confidence: 0.95 }])
    expect(decided).toMatchObject({ origin: 'barcode', evidence: ['a line of its label'] })
  })

  it('names the beer of a back label without readable text', () => {
    const [decided] = decide(undefined, '5400000000010')
    expect(decided).toMatchObject({ verdict: 'listed', confidence: 0.95, position: null })
    expect(decided?.candidates).toEqual([{ beerId: moorhen.id, confidence: 0.95 }])
    expect(decided).toMatchObject({ origin: 'barcode', evidence: [] })
  })

  it('decides between beers of one brewery if the label is unclear', () => {
    expect(candidateIds(decide(listed(heronLight), '5400000000034'))).toEqual([heronDark.id, heronLight.id])
  })

  it('lists a beer of which only the brewery was recognised', () => {
    const [decided] = decide(unlisted({ name: 'Her', brewery: 'Marshgate' }), '5400000000034')
    expect(decided).toMatchObject({ verdict: 'listed', confidence: 0.95, estimates: null })
  })

  it('counts once if several barcodes belong to the same beer', () => {
    expect(candidateIds(decide(undefined, '5400000000027', '54000010'))).toEqual([teal.id])
  })

  it('is ignored if the photo shows several beers', () => {
    const group = outcome([listed(dunkel)], 'group')
    expect(decideByBarcode(catalogue, group, ['5400000000010'])).toBe(group)
  })
})

describe('a barcode that contradicts the label', () => {
  it('leads to a question if the label is certain, with the beer of the label first', () => {
    const decided = decide(listed(dunkel, 0.9), '5400000000010')
    expect(isAsked(decided)).toBe(true)
    expect(candidateIds(decided)).toEqual([dunkel.id, moorhen.id])
    expect(decided[0]?.origin).toBeUndefined()
  })

  it('becomes a candidate if the label names another brewery, even if it is unclear', () => {
    expect(candidateIds(decide(listed(dunkel), '5400000000010'))).toEqual([dunkel.id, moorhen.id])
  })

  it('becomes a candidate if the breweries share nothing but a word such as "Brewery"', () => {
    expect(candidateIds(decide(listed(dunkel), '5400000000034'))).toEqual([dunkel.id, heronDark.id])
  })

  it('becomes a candidate if the label prints another ABV', () => {
    const [decided] = decide(unlisted({ name: 'Teal Imperial', brewery: 'Fenland', abv: 9.5 }), '5400000000027')
    expect(decided).toMatchObject({ verdict: 'unlisted', confidence: 0.45, candidates: [{ beerId: teal.id }] })
  })
})

describe('an unknown barcode', () => {
  it('is reported and changes nothing else', () => {
    const label = listed(moorhen, 0.9)
    expect(decideByBarcode(catalogue, outcome([label]), ['5400000000096'])).toEqual({
      ...outcome([label]),
      barcode: '5400000000096',
    })
  })

  it('names no beer', () => {
    expect(decide(undefined, '5400000000096')).toEqual([])
  })

  it('is treated like two barcodes of different beers, of which none is reported', () => {
    const several = decideByBarcode(catalogue, outcome([]), ['5400000000010', '5400000000034'])
    expect(several).toEqual(outcome([]))
  })
})

describe('a barcode whose beer the user named', () => {
  const code = '5400000000096'

  it('names this beer, though the catalogue does not know it', () => {
    const { sightings, barcode } = decideWithOwn({ [code]: teal.id }, undefined, code)
    expect(sightings).toMatchObject([{ origin: 'barcode', candidates: [{ beerId: teal.id, confidence: 0.95 }] }])
    expect(barcode).toBe(code)
  })

  it('overrules the catalogue', () => {
    const [known = ''] = moorhen.barcodes ?? []
    expect(candidateIds(decideWithOwn({ [known]: teal.id }, undefined, known).sightings)).toEqual([teal.id])
  })

  it('names a beer of the user that is not in the catalogue, unless the label is certain of another', () => {
    const own = { [code]: 999 }
    expect(candidateIds(decideWithOwn(own, unlisted({ name: 'Cellar' }), code).sightings)).toEqual([999])
    const { sightings } = decideWithOwn(own, listed(dunkel, 0.9), code)
    expect(isAsked(sightings)).toBe(true)
    expect(candidateIds(sightings)).toEqual([dunkel.id, 999])
  })
})

describe('barcodes of the catalogue', () => {
  it('follow its changes, also from one beer to another', () => {
    const rows = { version: 1, breweries: [], beers: [{ ...moorhen }, { ...teal }] }
    const changing = openCatalogue(rows, lexicons)
    const unchanged = { breweries: [], removedBeers: [], removedBreweries: [] }
    const moved = { ...moorhen, barcodes: ['54000010'] }
    changing.apply({ ...unchanged, version: 2, beers: [moved, { ...teal, barcodes: ['5400000000010'] }] })
    expect(changing.beerWithBarcode('5400000000010')?.id).toBe(teal.id)
    expect(changing.beerWithBarcode('54000010')?.id).toBe(moorhen.id)
    expect(changing.beerWithBarcode('5400000000027')).toBeUndefined()
    changing.apply({ ...unchanged, version: 3, beers: [], removedBeers: [teal.id] })
    expect(changing.beerWithBarcode('5400000000010')).toBeUndefined()
  })
})
