import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { afterAll, describe, expect, it } from 'vitest'
import { correctScan, deleteUser, detectContext, getScan, identifyBeer } from '#contracts'
import type { Call } from '#testing/app.ts'
import { aBeer, aScan } from '#testing/builders.ts'
import { anUnlistedSighting, aSighting, finds } from '#testing/scripted-readers.ts'
import { spec } from '#testing/spec.ts'
import { beerBarcodes, beers, confirmedBarcodes } from '../../adapters/db/schema.ts'
import { barcodeCommands } from '../../core/beers/barcode-commands.ts'
import { userBarcodes } from '../../core/beers/barcode-store.ts'
import { changesSince } from '../../core/beers/catalogue-feed.ts'
import { promoteUnlisted } from '../../core/beers/promote-unlisted.ts'
import { aLabel, photo, startRecognitionApp } from './recognition.fixture.ts'

const { app, db, readers } = await startRecognitionApp()
afterAll(() => app.close())

let last = 0
/** The check digit is of no importance here. */
const aBarcode = () => {
  last += 1
  return `54${String(last).padStart(11, '0')}`
}

/** Photographs the back of a bottle, whose barcode nobody knows. */
async function scanUnknown(call: Call, barcode: string) {
  const label = aLabel()
  const scanId = randomUUID()
  readers.on(label, finds('single', [], { barcode }))
  const answer = await call(identifyBeer, { form: { image: photo(label), context: 'single_beer', scanId } })
  return { scanId, answer }
}

const nameIt = async (call: Call, scanId: string, beerId: number) =>
  await call(correctScan, { params: { id: scanId }, body: { item: 0, beerId } })

async function teach(call: Call, barcode: string, beerId: number): Promise<void> {
  const { scanId } = await scanUnknown(call, barcode)
  expect((await nameIt(call, scanId, beerId)).status).toBe(200)
}

/** The beers that the reader processes get to know the user's barcodes by. */
async function passedToReader(call: Call) {
  await scanUnknown(call, aBarcode())
  return readers.recognised.at(-1)?.ask.ownBarcodes
}

const generalBeer = async (barcode: string) =>
  (await db.select().from(beerBarcodes).where(eq(beerBarcodes.barcode, barcode)))[0]?.beerId

it('is announced on a frame of the live camera to whom it names a beer', async () => {
  const [ada, bob] = [await app.signIn(), await app.signIn()]
  const barcode = aBarcode()
  const isKnownTo = async ({ call }: { call: Call }) =>
    (await call(detectContext, { form: { image: photo(barcode) } })).body.showsKnownBarcode
  expect(await isKnownTo(ada)).toBe(false)
  const beer = await aBeer(db)
  await teach(ada.call, barcode, beer.id)
  expect([await isKnownTo(ada), await isKnownTo(bob)]).toEqual([true, false])
  await db.insert(beerBarcodes).values({ barcode, beerId: beer.id })
  expect(await isKnownTo(bob)).toBe(true)
})

describe('a barcode that nobody knows', () => {
  it('is answered as such, and its scan waits for the name of the beer', async () => {
    const { call } = await app.signIn()
    const barcode = aBarcode()
    const { scanId, answer } = await scanUnknown(call, barcode)
    expect([answer.status, answer.body]).toMatchObject([422, { code: 'unknown_barcode' }])
    expect((await call(getScan, { params: { id: scanId } })).body).toMatchObject({
      status: 'completed',
      beer: null,
      barcode,
    })
  })

  it('names the beer that the user chose from then on, for this user alone', async () => {
    const [ada, bob] = [await app.signIn(), await app.signIn()]
    const beer = await aBeer(db, { name: 'Reedbed' })
    const barcode = aBarcode()
    const { scanId } = await scanUnknown(ada.call, barcode)
    const { body } = await nameIt(ada.call, scanId, beer.id)
    expect(body.beer).toMatchObject({ name: 'Reedbed', outcome: 'sure', confidence: null })
    expect(await passedToReader(ada.call)).toEqual({ [barcode]: beer.id })
    expect(await passedToReader(bob.call)).toBeUndefined()
    expect(await generalBeer(barcode)).toBeUndefined()
  })

  it('names no beer any more once that was removed from the catalogue', async () => {
    const { call } = await app.signIn()
    const [gone, left] = [await aBeer(db), await aBeer(db)]
    const [barcode, other] = [aBarcode(), aBarcode()]
    await teach(call, barcode, gone.id)
    await teach(call, other, left.id)
    await db.update(beers).set({ removed: true }).where(eq(beers.id, gone.id))
    expect(await passedToReader(call)).toEqual({ [other]: left.id })
  })

  it('can be given a beer that is not in the catalogue, and follows it into the catalogue', async () => {
    const { call, user } = await app.signIn()
    const barcode = aBarcode()
    const { scanId } = await scanUnknown(call, barcode)
    const name = `Cellar ${randomUUID()}`
    const { body } = await call(correctScan, {
      params: { id: scanId },
      body: { item: 0, unlisted: { name, brewery: 'Cellar Works' } },
    })
    expect(body.beer).toMatchObject({ name, listed: false })
    expect(await passedToReader(call)).toEqual({ [barcode]: body.beerId })
    const brewery = await db.execute<{ id: number }>(
      sql`insert into breweries (name, changed_version) values ('Cellar Works', 0) returning id`,
    )
    const listed = await aBeer(db, { name, breweryId: brewery.rows[0]?.id ?? 0 })
    await promoteUnlisted(db, 0)
    const [stored] = await db.select().from(confirmedBarcodes).where(eq(confirmedBarcodes.userId, user.id))
    expect(stored).toMatchObject({ barcode, beerId: listed.id })
  })

  it('is learned from a correction of what the label said, too', async () => {
    const { call, user } = await app.signIn()
    const [wrong, right] = [await aBeer(db), await aBeer(db)]
    const barcode = aBarcode()
    const items = [{ beerId: wrong.id, confidence: 71, byBarcode: true }]
    const { id } = await aScan(db, { userId: user.id, barcode, items })
    expect((await call(getScan, { params: { id } })).body.beer?.origin).toBe('barcode')
    const { body } = await nameIt(call, id, right.id)
    expect(body.beer?.origin).toBeUndefined()
    expect(await passedToReader(call)).toEqual({ [barcode]: right.id })
  })

  it('is not learned from a scan without one', async () => {
    const { call, user } = await app.signIn()
    const beer = await aBeer(db)
    const { id } = await aScan(db, { userId: user.id, items: [{}] })
    await nameIt(call, id, beer.id)
    expect(await passedToReader(call)).toBeUndefined()
    const empty = await aScan(db, { userId: user.id })
    expect((await nameIt(call, empty.id, beer.id)).status).toBe(404)
  })
})

it('asks for no beer when the label is of another drink', async () => {
  const { call } = await app.signIn()
  const label = aLabel()
  const otherDrink = { name: 'Rekorderlig', kind: 'Cider' }
  readers.on(label, finds('single', [], { barcode: aBarcode(), otherDrink }))
  const { body } = await call(identifyBeer, { form: { image: photo(label) } })
  expect(body).toMatchObject({ code: 'no_beer', otherDrink })
})

describe('a barcode that users named', () => {
  it('counts for everyone once three of them name the same beer', spec('10.5.4'), async () => {
    const [beer, other] = [await aBeer(db), await aBeer(db)]
    const barcode = aBarcode()
    const people = [await app.signIn(), await app.signIn(), await app.signIn(), await app.signIn()]
    const [first, second, third, fourth] = people
    if (!first || !second || !third || !fourth) throw new Error('four people signed in')
    await teach(first.call, barcode, beer.id)
    await teach(first.call, barcode, beer.id)
    await teach(second.call, barcode, other.id)
    await teach(third.call, barcode, beer.id)
    expect(await generalBeer(barcode)).toBeUndefined()
    const before = await changesSince(db, 0)
    await teach(fourth.call, barcode, beer.id)
    expect(await generalBeer(barcode)).toBe(beer.id)
    expect((await changesSince(db, before.version)).beers).toMatchObject([{ id: beer.id, barcodes: [barcode] }])
    // The user who knows better keeps the own answer, and nobody else's account is needed any more.
    expect(await passedToReader(second.call)).toEqual({ [barcode]: other.id })
    for (const { call } of [first, third, fourth]) expect((await call(deleteUser)).status).toBe(204)
    expect(await generalBeer(barcode)).toBe(beer.id)
    const left = await db.select().from(confirmedBarcodes).where(eq(confirmedBarcodes.barcode, barcode))
    expect(left).toMatchObject([{ userId: second.user.id }])
  })

  it('is listed for the operator without names, who decides, also against an earlier decision', async () => {
    const { call, user } = await app.signIn()
    const [beer, other] = [await aBeer(db, { name: 'Heron' }), await aBeer(db)]
    const barcode = aBarcode()
    await teach(call, barcode, beer.id)
    const commands = barcodeCommands(db)
    const never = new AbortController().signal
    const list = async () => JSON.stringify(await commands.barcodes(null, () => {}, never))
    expect(await list()).toContain(`"barcode":"${barcode}","beerId":${beer.id}`)
    expect(await list()).not.toContain(user.email)
    for (const { id } of [other, beer]) {
      await commands.chooseBarcode({ barcode, beerId: id }, () => {}, never)
      expect(await generalBeer(barcode)).toBe(id)
    }
    expect(await list()).not.toContain(barcode)
    for (const beerId of [2_000_000_000, 999_999_999_999]) {
      const unknown = commands.chooseBarcode({ barcode, beerId }, () => {}, never)
      await expect(unknown).rejects.toThrow(`The catalogue has no beer ${beerId}.`)
    }
  })

  it('is one of the latest 500 of its user', spec('10.5.5'), async () => {
    const { user } = await app.signIn()
    const beer = await aBeer(db)
    await db.execute(sql`
      insert into confirmed_barcodes (user_id, barcode, beer_id, confirmed_at)
      select ${user.id}::int, 'code ' || n, ${beer.id}::int, '2026-01-01'::timestamptz + n * interval '1 second' from generate_series(1, 500) as n`)
    await db.transaction((tx) => userBarcodes(tx).of(user.id).confirm('code 501', beer.id))
    const own = await db.select().from(confirmedBarcodes).where(eq(confirmedBarcodes.userId, user.id))
    expect(own).toHaveLength(500)
    expect(own.map(({ barcode }) => barcode)).not.toContain('code 1')
  })
})

describe('a barcode that is known', () => {
  it('answers at once and says so', async () => {
    const { call } = await app.signIn()
    const beer = await aBeer(db)
    const label = aLabel()
    const barcode = aBarcode()
    const sighting = aSighting(beer.id, { origin: 'barcode', confidence: 0.95 })
    readers.on(label, finds('single', [sighting], { barcode }))
    const { body } = await call(identifyBeer, { form: { image: photo(label) } })
    expect(body).toMatchObject({ outcome: 'sure', origin: 'barcode', beer: { id: beer.id } })
    const scan = await call(getScan, { params: { id: body.scanId } })
    expect(scan.body).toMatchObject({ barcode, beer: { origin: 'barcode' } })
    const again = await call(identifyBeer, { form: { image: photo(label) } })
    expect(again.body).toMatchObject({ origin: 'barcode' })
    expect((await call(getScan, { params: { id: again.body.scanId } })).body.barcode).toBe(barcode)
  })

  it('is not the origin of a beer that the label names', async () => {
    const { call } = await app.signIn()
    const label = aLabel()
    readers.on(label, finds('single', [anUnlistedSighting('Moorhen')], { barcode: aBarcode() }))
    const { body } = await call(identifyBeer, { form: { image: photo(label) } })
    expect(body).toMatchObject({ outcome: 'new' })
    expect(body).not.toHaveProperty('origin')
  })
})
