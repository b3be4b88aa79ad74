import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, it } from 'vitest'
import { identifyBeer } from '#contracts'
import type { Sighting } from '#recognition'
import { startTestApp } from '#testing/app.ts'
import { aBeer, aBrewery } from '#testing/builders.ts'
import { anUnlistedSighting, aSighting, finds, photoOf, scriptedReaders } from '#testing/scripted-readers.ts'
import { beerBarcodes } from '../db/schema.ts'

const readers = scriptedReaders()
const app = await startTestApp({ readers })
const { db } = app
afterAll(() => app.close())

/** What a photo is answered with, on which the text was read as these sightings and the codes beside it. */
async function answer(sightings: Sighting[], codes: string[]) {
  const { call } = await app.signIn()
  const label = `label ${randomUUID()}`
  readers.on(label, finds('single', sightings, { codes }))
  return await call(identifyBeer, { form: { image: new Blob([photoOf(label)]), context: 'single_beer' } })
}

let last = 0
const aCode = () => {
  last += 1
  return `54${String(last).padStart(11, '0')}`
}

async function aCodedBeer(brewery: string, name: string, abv = 5.2) {
  const { id } = await aBrewery(db, { name: brewery })
  const beer = await aBeer(db, { name, breweryId: id, abv })
  const code = aCode()
  await db.insert(beerBarcodes).values({ barcode: code, beerId: beer.id })
  return { beer, code }
}

const doubtful = (beerId: number, rest: Partial<Sighting> = {}) =>
  aSighting(beerId, { confidence: 0.45, candidates: [{ beerId, confidence: 0.45 }], ...rest })

describe('a code that the catalogue knows', () => {
  it('makes an answer surer that says the same', async () => {
    const { beer, code } = await aCodedBeer('Fenland', 'Moorhen')
    const { body } = await answer([doubtful(beer.id)], [code])
    expect(body).toMatchObject({ beer: { id: beer.id }, confidence: 95 })
    expect(body).toMatchObject({ readText: ['a line of its label', `barcode ${code}`] })
  })

  it('names the beer of a back label on which nothing else was read', async () => {
    const { beer, code } = await aCodedBeer('Fenland', 'Bittern')
    const { status, body } = await answer([], [code])
    expect(status).toBe(200)
    expect(body).toMatchObject({ beer: { id: beer.id }, position: null, readText: [`barcode ${code}`] })
  })

  it('decides among siblings where the label is in doubt', async () => {
    const { beer, code } = await aCodedBeer('Marshgate', 'Heron Dark')
    const sibling = await aBeer(db, { breweryId: beer.breweryId, name: 'Heron Light' })
    const { body } = await answer([doubtful(sibling.id)], [code])
    expect(body).toMatchObject({ beer: { id: beer.id }, alternatives: [{ beer: { id: sibling.id } }] })
  })

  it('tells which beer a label means that was read of a house the catalogue has', async () => {
    const { beer, code } = await aCodedBeer('Marshgate', 'Curlew')
    const read = anUnlistedSighting('Curl', { confidence: 0.45 })
    const { body } = await answer([{ ...read, printed: { ...read.printed, brewery: 'Marshgate', abv: null } }], [code])
    expect(body).toMatchObject({ beer: { id: beer.id, listed: true }, confidence: 95 })
  })
})

describe('a code that the label contradicts', () => {
  it('gives way to a label that is sure, and stays a candidate', async () => {
    const { beer, code } = await aCodedBeer('Fenland', 'Snipe')
    const right = await aBeer(db)
    const { body } = await answer([aSighting(right.id)], [code])
    expect(body).toMatchObject({ beer: { id: right.id }, confidence: 90, alternatives: [{ beer: { id: beer.id } }] })
  })

  it('gives way to another house, even where the label is in doubt', async () => {
    const { beer, code } = await aCodedBeer('Fenland', 'Plover')
    const other = await aBeer(db, { breweryId: (await aBrewery(db, { name: 'Steinwasser' })).id, name: 'Dunkel' })
    const { body } = await answer([doubtful(other.id)], [code])
    expect(body).toMatchObject({ beer: { id: other.id }, alternatives: [{ beer: { id: beer.id } }] })
  })

  it('gives way to another strength on the label', async () => {
    const { beer, code } = await aCodedBeer('Fenland', 'Teal', 5.2)
    const read = anUnlistedSighting('Teal Imperial', { confidence: 0.45 })
    const printed = { ...read.printed, brewery: 'Fenland', abv: 9.5 }
    const { body } = await answer([{ ...read, printed }], [code])
    expect(body).toMatchObject({ beer: { name: 'Teal Imperial', listed: false }, confidence: 45 })
    expect(body).toMatchObject({ alternatives: [{ beer: { id: beer.id } }] })
  })
})

describe('a code that nobody knows', () => {
  it('is kept as evidence and changes nothing', async () => {
    const beer = await aBeer(db)
    const code = aCode()
    const { body } = await answer([aSighting(beer.id)], [code])
    expect(body).toMatchObject({ beer: { id: beer.id }, confidence: 90, alternatives: [] })
    expect(body).toMatchObject({ readText: ['a line of its label', `barcode ${code}`] })
  })

  it('names no beer by itself', async () => {
    const { status, body } = await answer([], [aCode()])
    expect(status).toBe(422)
    expect(body).toMatchObject({ code: 'no_beer' })
  })

  it('is what two codes of two beers are', async () => {
    const [one, other] = [await aCodedBeer('Fenland', 'Smew'), await aCodedBeer('Fenland', 'Garganey')]
    const { status } = await answer([], [one.code, other.code])
    expect(status).toBe(422)
  })
})
