import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import pg from 'pg'
import { afterAll, describe, expect, it, vi } from 'vitest'
import {
  correctScan,
  deleteScan,
  deleteUser,
  getScan,
  identifyBeer,
  parseMenu,
  parseMenuData,
  SingleAnswer,
} from '#contracts'
import type { Call } from '#testing/app.ts'
import { aBeer, aScan } from '#testing/builders.ts'
import { cpuMs } from '#testing/growth.ts'
import { anUnlistedSighting, aSighting, finds } from '#testing/scripted-readers.ts'
import { spec } from '#testing/spec.ts'
import { beers, namedLabels } from '../../adapters/db/schema.ts'
import { promoteUnlisted } from '../../core/beers/promote-unlisted.ts'
import { unlistedBeers } from '../../core/beers/unlisted-store.ts'
import { aLabel, photo, startRecognitionApp } from './recognition.fixture.ts'

const { app, db, readers } = await startRecognitionApp()
afterAll(() => app.close())

const TEXT = ['Brouwerij De Otter', 'Goud van de Vliet']

type Sighted = ReturnType<typeof aSighting>

/** Photographs one label, which recognition takes for this. */
async function see(call: Call, sighting: Sighted, label = aLabel()) {
  readers.on(label, finds('single', [sighting]))
  const { status, body } = await call(identifyBeer, { form: { image: photo(label), context: 'single_beer' } })
  expect(status).toBe(200)
  return { ...SingleAnswer.parse(body), label }
}

const taken = (beerId: number, evidence: string[] = TEXT) => aSighting(beerId, { evidence })
const unlisted = (name: string, evidence: string[]) => anUnlistedSighting(name, { evidence, confidence: 0.45 })

const correct = async (call: Call, id: string, right: number | string, item = 0) => {
  const named = typeof right === 'number' ? { beerId: right } : { unlisted: { name: right, brewery: 'De Otter' } }
  const { status, body } = await call(correctScan, { params: { id }, body: { item, ...named } })
  expect(status).toBe(200)
  return body
}

const stored = async (userId: number) => await db.select().from(namedLabels).where(eq(namedLabels.userId, userId))

describe('a label that recognition took for the wrong beer', () => {
  it('is answered with the beer that the user named, for this user alone', async () => {
    const [ada, bob] = [await app.signIn(), await app.signIn()]
    const [wrong, right] = [await aBeer(db), await aBeer(db)]
    const first = await see(ada.call, taken(wrong.id))
    expect(first).toMatchObject({ outcome: 'sure', beer: { id: wrong.id } })
    expect(first).not.toHaveProperty('origin')
    await correct(ada.call, first.scanId, right.id)
    const again = await see(ada.call, taken(wrong.id, ['BROUWERIJ DE OTTER', 'Gaud van de Vliet']))
    expect(again).toMatchObject({
      outcome: 'sure',
      origin: 'correction',
      confidence: 90,
      beer: { id: right.id },
      alternatives: [{ beer: { id: wrong.id }, confidence: 10 }],
    })
    const scan = await ada.call(getScan, { params: { id: again.scanId } })
    expect(scan.body.beer).toMatchObject({ id: right.id, origin: 'correction' })
    expect(await see(bob.call, taken(wrong.id))).toMatchObject({ beer: { id: wrong.id } })
    expect(await stored(bob.user.id)).toEqual([])
  })

  it('is answered so on the identical photo, too', async () => {
    const { call } = await app.signIn()
    const [wrong, right] = [await aBeer(db), await aBeer(db)]
    const { scanId, label } = await see(call, taken(wrong.id))
    await correct(call, scanId, right.id)
    expect(await see(call, taken(wrong.id), label)).toMatchObject({ origin: 'correction', beer: { id: right.id } })
    expect(await see(call, taken(wrong.id), label)).toMatchObject({ origin: 'correction', beer: { id: right.id } })
  })

  it('stays known when its scan is deleted, and when the answer in doubt was corrected', async () => {
    const { call } = await app.signIn()
    const [wrong, right] = [await aBeer(db), await aBeer(db)]
    const candidates = [wrong, right].map(({ id }, nth) => ({ beerId: id, confidence: 0.5 - nth / 10 }))
    const doubtful = aSighting(wrong.id, { evidence: TEXT, candidates, confidence: 0.5 })
    const { scanId, outcome } = await see(call, doubtful)
    expect(outcome).toBe('ask')
    await correct(call, scanId, right.id)
    await call(deleteScan, { params: { id: scanId } })
    const again = await see(call, doubtful)
    expect(again).toMatchObject({ outcome: 'sure', beer: { id: right.id } })
    expect(again.alternatives.map(({ beer }) => beer.id)).toEqual([wrong.id])
  })

  it('is not taken for another label of the beer that recognition named, or of a sibling', async () => {
    const { call } = await app.signIn()
    const [wrong, right] = [await aBeer(db, { name: 'Goudvliet' }), await aBeer(db)]
    const { scanId } = await see(call, taken(wrong.id))
    await correct(call, scanId, right.id)
    const isKnown = async (evidence: string[]) => (await see(call, taken(wrong.id, evidence))).origin === 'correction'
    expect(await isKnown(['Brouwerij De Otter', 'Goud'])).toBe(true)
    expect(await isKnown([...TEXT, 'Dubbel'])).toBe(false)
    expect(await isKnown([...TEXT, '0.0'])).toBe(false)
    expect(await isKnown([...TEXT, 'Goudvliet'])).toBe(false)
    expect(await isKnown(['De Reiger', 'Zilver'])).toBe(false)
    expect(await isKnown([])).toBe(false)
    const byBarcode = aSighting(wrong.id, { evidence: TEXT, origin: 'barcode' })
    expect(await see(call, byBarcode)).toMatchObject({ origin: 'barcode', beer: { id: wrong.id } })
  })

  it('is asked about if its text is the name of the beer that recognition named', async () => {
    const { call, user } = await app.signIn()
    const [wrong, right] = [await aBeer(db, { name: 'Goudvliet' }), await aBeer(db)]
    const { scanId } = await see(call, taken(wrong.id, ['Goudvliet']))
    await correct(call, scanId, right.id)
    const again = await see(call, taken(wrong.id, ['GOUDVLIET']))
    expect(again).toMatchObject({
      outcome: 'ask',
      origin: 'correction',
      beer: { id: right.id },
      alternatives: [{ beer: { id: wrong.id }, confidence: 50 }],
    })
    await correct(call, again.scanId, right.id)
    expect(await stored(user.id)).toMatchObject([{ beerId: right.id }])
    await correct(call, again.scanId, wrong.id)
    expect(await stored(user.id)).toEqual([])
  })

  it('may have a text of any length, as older versions imported', async () => {
    const { call, user } = await app.signIn()
    const [wrong, right] = [await aBeer(db), await aBeer(db)]
    const line = (nth: number) => Array.from({ length: 200 }, (_, word) => `otter${nth * 200 + word}`).join(' ')
    const readText = Array.from({ length: 1_000 }, (_, nth) => line(nth))
    expect(readText.join('').length).toBeGreaterThan(2_000_000)
    const { id } = await aScan(db, { userId: user.id, items: [{ beerId: wrong.id, confidence: 80, readText }] })
    await correct(call, id, right.id)
    const next = await aScan(db, { userId: user.id, items: [{ beerId: wrong.id, confidence: 80, readText }] })
    expect(await cpuMs(() => correct(call, next.id, right.id))).toBeLessThan(2_000)
    expect(await stored(user.id)).toMatchObject([{ beerId: right.id }])
    expect((await see(call, taken(wrong.id, readText.slice(0, 10)))).beer.id).toBe(right.id)
  })

  it('is learned from no confirmation, no barcode and no row without text', async () => {
    const { call, user } = await app.signIn()
    const [wrong, right] = [await aBeer(db), await aBeer(db)]
    const confirmed = await see(call, taken(wrong.id))
    await correct(call, confirmed.scanId, wrong.id)
    for (const item of [{ readText: [] }, { readText: ['II', '0,5 l'] }, { readText: TEXT, byBarcode: true }]) {
      const { id } = await aScan(db, { userId: user.id, items: [{ beerId: wrong.id, confidence: 80, ...item }] })
      await correct(call, id, right.id)
    }
    expect(await stored(user.id)).toEqual([])
    await correct(call, confirmed.scanId, right.id)
    expect(await stored(user.id)).toMatchObject([{ wrongBeerId: wrong.id, beerId: right.id, readText: TEXT }])
  })
})

describe('a beer that the user named for a label', () => {
  it('is changed by the next correction, on the same scan or on a later one', async () => {
    const { call, user } = await app.signIn()
    const [wrong, ...others] = [await aBeer(db), await aBeer(db), await aBeer(db), await aBeer(db)]
    const [slip, second, right] = others.map(({ id }) => id)
    if (!slip || !second || !right) throw new Error('four beers were made')
    const { scanId } = await see(call, taken(wrong.id))
    await correct(call, scanId, slip)
    await correct(call, scanId, second)
    expect(await stored(user.id)).toMatchObject([{ wrongBeerId: wrong.id, beerId: second }])
    const later = await see(call, taken(wrong.id, ['Brouwerij De Otter', 'Goud van de']))
    expect(later.beer.id).toBe(second)
    const body = await correct(call, later.scanId, right)
    expect(body.beer).toMatchObject({ id: right, confidence: null })
    expect(body.beer).not.toHaveProperty('origin')
    expect(await stored(user.id)).toMatchObject([{ wrongBeerId: wrong.id, beerId: right, readText: TEXT }])
    expect((await see(call, taken(wrong.id))).beer.id).toBe(right)
  })

  it('is forgotten when the user chooses what recognition had named', async () => {
    const { call, user } = await app.signIn()
    const [wrong, right] = [await aBeer(db), await aBeer(db)]
    const { scanId } = await see(call, taken(wrong.id))
    await correct(call, scanId, right.id)
    const again = await see(call, taken(wrong.id))
    await correct(call, again.scanId, wrong.id)
    expect(await stored(user.id)).toEqual([])
    const last = await see(call, taken(wrong.id))
    expect(last).toMatchObject({ beer: { id: wrong.id } })
    expect(last).not.toHaveProperty('origin')
    // The row that the forgotten label named says nothing about what recognition reads.
    const between = { beerId: right.id, confidence: 90, readText: TEXT, byCorrection: true }
    const { id } = await aScan(db, { userId: user.id, items: [between] })
    await correct(call, id, wrong.id)
    expect(await stored(user.id)).toEqual([])
  })

  it('is not answered any more once the catalogue does not have it', async () => {
    const { call } = await app.signIn()
    const [wrong, right] = [await aBeer(db), await aBeer(db)]
    const { scanId } = await see(call, taken(wrong.id))
    await correct(call, scanId, right.id)
    await db.update(beers).set({ removed: true }).where(eq(beers.id, right.id))
    expect((await see(call, taken(wrong.id))).beer.id).toBe(wrong.id)
  })

  it('is gone with the account', async () => {
    const { call, user } = await app.signIn()
    const [wrong, right] = [await aBeer(db), await aBeer(db)]
    const { scanId } = await see(call, taken(wrong.id))
    await correct(call, scanId, right.id)
    expect(await stored(user.id)).toHaveLength(1)
    expect((await call(deleteUser)).status).toBe(204)
    expect(await stored(user.id)).toEqual([])
  })

  it('is one of the latest 500 of its user', spec('10.5.6'), async () => {
    const { call, user } = await app.signIn()
    const [wrong, right] = [await aBeer(db), await aBeer(db)]
    await db.execute(sql`
      insert into named_labels (user_id, read_text, wrong_beer_id, beer_id, named_at)
      select ${user.id}::int, jsonb_build_array('Otter number ' || chr(64 + n % 26) || n), ${wrong.id}::int, ${right.id}::int,
        '2026-01-01'::timestamptz + n * interval '1 second' from generate_series(1, 500) as n`)
    const { scanId } = await see(call, taken(wrong.id))
    await correct(call, scanId, right.id)
    const texts = (await stored(user.id)).map(({ readText }) => readText)
    expect(texts).toHaveLength(500)
    expect(texts).toContainEqual(TEXT)
    expect(texts).not.toContainEqual(['Otter number A1'])
  })
})

describe('a label that recognition read as a beer of its own', () => {
  const READ = ['Brouwerij De Otter', 'Zomerbler', 'gebrouwen met liefde en geduld']

  it('is answered under the name that the user gave it, and adds no other beer', async () => {
    const { call, user } = await app.signIn()
    const first = await see(call, unlisted('Zomerbler', READ))
    expect(first).toMatchObject({ outcome: 'new', beer: { name: 'Zomerbler', listed: false } })
    const body = await correct(call, first.scanId, 'Zomerbier')
    expect(await stored(user.id)).toMatchObject([{ wrongBeerId: null, beerId: body.beerId }])
    const again = await see(call, unlisted('Zomerbter', [...READ.with(1, 'Zomerbter'), 'Vliet']))
    expect(again).toMatchObject({ outcome: 'sure', origin: 'correction', beer: { name: 'Zomerbier', listed: false } })
    expect(again.alternatives).toEqual([])
    await unlistedBeers(db).removeUnreferenced()
    const own = await db.select({ name: beers.name }).from(beers).where(eq(beers.ownerId, user.id))
    expect(own).toEqual([{ name: 'Zomerbier' }])
  })

  it('is not taken for an unlisted beer of another name', async () => {
    const { call } = await app.signIn()
    const { scanId } = await see(call, unlisted('Zomerbler', READ))
    await correct(call, scanId, (await aBeer(db)).id)
    const winter = await see(call, unlisted('Winterbier', READ.with(1, 'Winterbier')))
    expect(winter).toMatchObject({ outcome: 'new', beer: { name: 'Winterbier' } })
  })

  it('follows its beer into the catalogue, and is forgotten if that is what recognition names', async () => {
    const { call, user } = await app.signIn()
    const name = `Kelder ${randomUUID()}`
    const { rows } = await db.execute<{ id: number }>(
      sql`insert into breweries (name, changed_version) values ('De Otter', 0) returning id`,
    )
    const { scanId } = await see(call, unlisted('Zomerbler', READ))
    await correct(call, scanId, name)
    const listed = await aBeer(db, { name, abv: 6.5, breweryId: rows[0]?.id ?? 0 })
    const mistaken = await see(call, taken(listed.id))
    const own = await stored(user.id)
    await correct(call, mistaken.scanId, name)
    expect(await stored(user.id)).toHaveLength(2)
    await promoteUnlisted(db, 0)
    expect(await stored(user.id)).toEqual(own.map((label) => ({ ...label, beerId: listed.id })))
    expect((await see(call, unlisted('Zomerbler', READ))).beer.id).toBe(listed.id)
  })

  it('keeps its beer while nothing else refers to it', async () => {
    const { call, user } = await app.signIn()
    const { scanId } = await see(call, unlisted('Zomerbler', READ))
    await correct(call, scanId, 'Zomerbier')
    await call(deleteScan, { params: { id: scanId } })
    await unlistedBeers(db).removeUnreferenced()
    const own = await db.select({ name: beers.name }).from(beers).where(eq(beers.ownerId, user.id))
    expect(own).toEqual([{ name: 'Zomerbier' }])
    expect((await see(call, unlisted('Zomerbler', READ))).beer.name).toBe('Zomerbier')
  })
})

describe('the rows of a group or a menu', () => {
  it('of a group are answered by the labels that the user named, and counted together', async () => {
    const { call } = await app.signIn()
    const [wrong, right, other] = [await aBeer(db), await aBeer(db), await aBeer(db)]
    const label = aLabel()
    readers.on(label, finds('group', [taken(other.id, ['De Reiger']), taken(wrong.id)]))
    const form = { image: photo(label), context: 'multiple_beers' } as const
    const { body } = await call(identifyBeer, { form })
    await correct(call, body.scanId, right.id, 1)
    const next = aLabel()
    readers.on(next, finds('group', [taken(wrong.id), taken(right.id), taken(other.id, ['De Reiger'])]))
    const again = await call(identifyBeer, { form: { ...form, image: photo(next) } })
    const scan = await call(getScan, { params: { id: again.body.scanId } })
    const rows = parseMenuData(scan.body.menuData)
    expect(rows.map(({ id, count }) => [id, count])).toEqual([
      [right.id, 2],
      [other.id, 1],
    ])
  })

  it('of a menu are answered by the lines that the user named, from the first row that appears', async () => {
    const { call } = await app.signIn()
    const [wrong, right] = [await aBeer(db), await aBeer(db)]
    const line = ['Otter Goud', 'fris en droog']
    const menu = async () => {
      const label = aLabel()
      readers.on(label, async function* (ask, signal) {
        yield { kind: 'row', index: 0, sighting: taken(wrong.id, line) }
        yield* finds('menu', [taken(wrong.id, line), taken(wrong.id, ['Reiger Zilver'])])(ask, signal)
      })
      const { body } = await call(parseMenu, { form: { image: photo(label) } })
      return (await call(getScan, { params: { id: body.scanId } })).body
    }
    const first = await menu()
    await correct(call, first.id, right.id)
    const again = await menu()
    expect(parseMenuData(again.menuData).map(({ id, origin }) => [id, origin])).toEqual([
      [right.id, 'correction'],
      [wrong.id, undefined],
    ])
    expect(again.itemAlternatives[0]).toMatchObject([{ beer: { id: wrong.id } }])
  })

  it('of a menu read the labels of the user twice: at its first row and at its end', async () => {
    const { call } = await app.signIn()
    const [wrong, right] = [await aBeer(db), await aBeer(db)]
    const { scanId } = await see(call, taken(wrong.id))
    await correct(call, scanId, right.id)
    const sightings = Array.from({ length: 5 }, (_, row) => taken(wrong.id, [...TEXT.slice(1), `fles ${row}`]))
    const label = aLabel()
    readers.on(label, async function* (ask, signal) {
      for (const [index, sighting] of sightings.entries()) yield { kind: 'row', index, sighting }
      yield* finds('menu', sightings)(ask, signal)
    })
    const sent = vi.spyOn(pg.Client.prototype, 'query')
    await call(parseMenu, { form: { image: photo(label) } })
    const reads = sent.mock.calls
      .map(([query]) => JSON.stringify(query))
      .filter((text) => /from \\"named_labels/.test(text))
    sent.mockRestore()
    expect(reads).toHaveLength(2)
  })
})
