import { eq } from 'drizzle-orm'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { correctScan, detectContext, getScan, identifyBeer, parseMenu, parseMenuData, SingleAnswer } from '#contracts'
import { aBeer, aBrewery } from '#testing/builders.ts'
import { anUnlistedSighting, aSighting, finds } from '#testing/scripted-readers.ts'
import { spec } from '#testing/spec.ts'
import { beers, scans } from '../../adapters/db/schema.ts'
import { aLabel, photo, startRecognitionApp } from './recognition.fixture.ts'

const { app, db, historyOf, readers, rowsOf } = await startRecognitionApp()
afterAll(() => app.close())

describe('identifying a beer', () => {
  it('returns the beer, its evidence and its alternatives', spec('7.2.5'), async () => {
    const { call } = await app.signIn()
    const brewery = await aBrewery(db, { name: 'Harbour Works' })
    const [beer, other] = [await aBeer(db, { breweryId: brewery.id, name: 'Night Boat' }), await aBeer(db)]
    const label = aLabel()
    const candidates = [
      { beerId: beer.id, confidence: 0.87 },
      { beerId: other.id, confidence: 0.31 },
    ]
    readers.on(label, finds('single', [aSighting(beer.id, { candidates, confidence: 0.87, evidence: ['NIGHT BOAT'] })]))
    const { status, body } = await call(identifyBeer, { form: { image: photo(label), context: 'single_beer' } })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      beer: { id: beer.id, name: 'Night Boat', brewery: 'Harbour Works', listed: true },
      position: { x: 40, y: 60 },
      confidence: 87,
      fieldConfidence: { brewery: 80, name: 90, style: 50, abv: 0 },
      alternatives: [{ beer: { id: other.id }, confidence: 31 }],
      readText: ['NIGHT BOAT'],
    })
    expect(SingleAnswer.parse(body).beer).toEqual('beer' in body ? body.beer : undefined)
    expect(readers.recognised.at(-1)).toEqual({ label, ask: { call: 'identify', context: 'single_beer' } })
  })

  it('answers a sure, an asked and a new beer with its outcome, and asks with three choices', async () => {
    const { call } = await app.signIn()
    const [beer, ...others] = [await aBeer(db), await aBeer(db), await aBeer(db), await aBeer(db)]
    const candidates = [beer, ...others].map(({ id: beerId }, index) => ({ beerId, confidence: 0.57 - index / 10 }))
    const box = { x: 20.126, y: 30, width: 40, height: 25.5 }
    const stored = { x: 20.13, y: 30, width: 40, height: 25.5 }
    const unlisted = { candidates: candidates.slice(1), confidence: 0.45, box }
    const answers = {
      sure: aSighting(beer.id, { confidence: 0.6, box }),
      ask: aSighting(beer.id, { candidates, confidence: 0.57, box }),
      new: anUnlistedSighting('Moorhen', unlisted),
    }
    const scans: string[] = []
    for (const [outcome, sighting] of Object.entries(answers)) {
      const label = aLabel()
      readers.on(label, finds('single', [sighting]))
      const { status, body } = await call(identifyBeer, { form: { image: photo(label) } })
      expect(status).toBe(200)
      expect(body).toMatchObject({ outcome, box: stored })
      const alternatives = 'alternatives' in body ? body.alternatives.map(({ beer: { id } }) => id) : []
      const listed = others.map(({ id }) => id)
      expect(alternatives).toEqual({ sure: [], ask: listed.slice(0, 2), new: listed }[outcome])
      expect((await call(getScan, { params: { id: body.scanId } })).body.beer).toMatchObject({ outcome, box: stored })
      scans.push(body.scanId)
    }
    const [, asked = ''] = scans
    const { body } = await call(correctScan, { params: { id: asked }, body: { item: 0, beerId: beer.id } })
    expect(body.beer).toMatchObject({ id: beer.id, outcome: 'sure', box: stored })
  })

  it('answers every row of a fridge and of a menu with its outcome', async () => {
    const { call } = await app.signIn()
    const [sure, asked] = [await aBeer(db), await aBeer(db)]
    const sightings = [
      aSighting(sure.id),
      aSighting(asked.id, { confidence: 0.56 }),
      anUnlistedSighting('Heron', { confidence: 0.9 }),
    ]
    for (const shape of ['group', 'menu'] as const) {
      const label = aLabel()
      readers.on(label, finds(shape, sightings))
      const { body } = await call(identifyBeer, { form: { image: photo(label), context: 'fridge' } })
      expect(body).toMatchObject({ beers: [{ outcome: 'sure' }, { outcome: 'ask' }, { outcome: 'new' }] })
    }
  })

  it('stores a completed scan and deletes the photo', spec('3.3.1'), async () => {
    const { call } = await app.signIn()
    const label = aLabel()
    readers.on(label, finds('single', [aSighting((await aBeer(db)).id)]))
    const { body } = await call(identifyBeer, { form: { image: photo(label) } })
    expect(await rowsOf(body.scanId)).toEqual({ jobs: 0, photos: 0, items: 1 })
    const scan = await call(getScan, { params: { id: body.scanId } })
    expect(scan.body).toMatchObject({
      status: 'completed',
      scanType: 'single',
      isMenu: 'false',
      menuData: null,
      photoUrl: null,
    })
  })

  it('responds with no_beer and stores the empty scan', spec('7.2.7'), async () => {
    const { call } = await app.signIn()
    const { status, body } = await call(identifyBeer, { form: { image: photo(aLabel()) } })
    expect(status).toBe(422)
    expect(body).toMatchObject({ code: 'no_beer', message: 'No beer detected' })
    const list = await historyOf(call)
    expect(list).toMatchObject([{ status: 'completed', beer: null, beerId: null, menuData: null }])
  })

  it('says which other drink a photo without beer shows, in the response and in the stored scan', async () => {
    const { call } = await app.signIn()
    const otherDrink = { name: 'Rekorderlig', kind: 'Cider' }
    const [label, crate] = [aLabel(), aLabel()]
    readers.on(label, finds('single', [], { otherDrink }))
    readers.on(crate, finds('group', [], { otherDrink }))
    const { body } = await call(identifyBeer, { form: { image: photo(label) } })
    expect(body).toMatchObject({ code: 'no_beer', otherDrink })
    expect(await historyOf(call)).toMatchObject([{ otherDrink }])
    const again = await call(identifyBeer, { form: { image: photo(label) } })
    expect(again.body).toMatchObject({ code: 'no_beer', otherDrink })
    const group = await call(identifyBeer, { form: { image: photo(crate), context: 'fridge' } })
    expect(group.body).toMatchObject({ beers: [], otherDrink })
  })

  it(
    'lists each beer of a fridge once, with its packs, at its most confident position',
    spec('3.1.4', '3.1.5', '7.2.6'),
    async () => {
      const { call } = await app.signIn()
      const [lager, stout] = [await aBeer(db), await aBeer(db)]
      const label = aLabel()
      readers.on(
        label,
        finds(
          'group',
          [
            aSighting(lager.id, { confidence: 0.6, position: { x: 10, y: 10 } }),
            aSighting(stout.id, { count: 2 }),
            aSighting(lager.id, { confidence: 0.9, position: { x: 80, y: 20 }, count: 3 }),
            { ...anUnlistedSighting(null), verdict: 'unread-container' },
          ],
          { detected: 7 },
        ),
      )
      const { body } = await call(identifyBeer, { form: { image: photo(label), context: 'fridge' } })
      expect(body).toMatchObject({
        beers: [
          { id: lager.id, count: 4, confidence: 90, position: { x: 80, y: 20 } },
          { id: stout.id, count: 2 },
        ],
        totalDetected: 2,
      })
      const scan = await call(getScan, { params: { id: body.scanId } })
      expect(scan.body).toMatchObject({
        scanType: 'multiple_beers',
        isMenu: 'false',
        beerId: null,
        beer: null,
        detected: 7,
      })
      expect(parseMenuData(scan.body.menuData)).toHaveLength(2)
    },
  )

  it('returns the positions of unread containers in the response, in the scan, and for a repeated photo', async () => {
    const { call } = await app.signIn()
    const beer = await aBeer(db)
    const label = aLabel()
    const unread = { ...anUnlistedSighting(null), verdict: 'unread-container' } as const
    const withoutPosition = { ...unread, position: null }
    readers.on(
      label,
      finds('group', [aSighting(beer.id), { ...unread, position: { x: 71.236, y: 30 } }, withoutPosition]),
    )
    const spots = [{ x: 71.24, y: 30 }]
    for (const _ of ['first', 'again']) {
      const { body } = await call(identifyBeer, { form: { image: photo(label), context: 'fridge' } })
      expect(body).toMatchObject({ totalDetected: 1, spots })
      expect((await call(getScan, { params: { id: body.scanId } })).body.spots).toEqual(spots)
    }
  })

  it('returns the alternatives of each beer with a single scan, not in the history', async () => {
    const { call } = await app.signIn()
    const [first, close, second] = [await aBeer(db), await aBeer(db), await aBeer(db)]
    const label = aLabel()
    const candidates = [
      { beerId: first.id, confidence: 0.7 },
      { beerId: close.id, confidence: 0.4 },
    ]
    readers.on(label, finds('menu', [aSighting(first.id, { candidates }), aSighting(second.id)]))
    const { body } = await call(parseMenu, { form: { image: photo(label) } })
    const scan = (await call(getScan, { params: { id: body.scanId } })).body
    expect(scan.itemAlternatives).toMatchObject([[{ beer: { id: close.id }, confidence: 40 }], []])
    expect((await historyOf(call))[0]?.itemAlternatives).toEqual([])
  })

  it('lists the alternatives of a single beer in the history if the user has to choose', async () => {
    const { call } = await app.signIn()
    const [beer, close] = [await aBeer(db), await aBeer(db)]
    for (const [confidence, inHistory] of [
      [0.5, [close.id]],
      [0.9, []],
    ] as const) {
      const label = aLabel()
      const candidates = [
        { beerId: beer.id, confidence },
        { beerId: close.id, confidence: 0.4 },
      ]
      readers.on(label, finds('single', [aSighting(beer.id, { candidates, confidence })]))
      const { scanId: id } = (await call(identifyBeer, { form: { image: photo(label), context: 'single_beer' } })).body
      const listed = (await historyOf(call)).find((scan) => scan.id === id)
      expect(listed?.alternatives.map((other) => other.beer.id)).toEqual(inHistory)
      const { body } = await call(getScan, { params: { id } })
      expect(body.alternatives.map((other) => other.beer.id)).toEqual([close.id])
    }
  })

  it('returns an empty list for an empty fridge', async () => {
    const { call } = await app.signIn()
    const label = aLabel()
    readers.on(label, finds('group', []))
    const { status, body } = await call(identifyBeer, { form: { image: photo(label), context: 'fridge' } })
    expect(status).toBe(200)
    expect(body).toMatchObject({ beers: [], totalDetected: 0 })
  })

  it('responds in the shape of the photo, not of the request', async () => {
    const { call } = await app.signIn()
    const label = aLabel()
    readers.on(label, finds('menu', [aSighting((await aBeer(db)).id)], { title: 'Tonight' }))
    const { body } = await call(identifyBeer, { form: { image: photo(label), context: 'single_beer' } })
    expect(body).toMatchObject({ beers: [{ confidence: 90 }], title: 'Tonight' })
  })

  it('stores a beer that is not in the catalogue for the user who scanned it', async () => {
    const { call, user } = await app.signIn()
    const label = aLabel()
    readers.on(label, finds('single', [anUnlistedSighting('Cellar Door No. 4')]))
    const { body } = await call(identifyBeer, { form: { image: photo(label) } })
    const { beer } = SingleAnswer.parse(body)
    expect(beer).toMatchObject({
      name: 'Cellar Door No. 4',
      brewery: 'Test Brewing',
      breweryId: null,
      abv: 6.5,
      ibu: null,
      listed: false,
    })
    const [stored] = await db.select().from(beers).where(eq(beers.id, beer.id))
    expect(stored?.ownerId).toBe(user.id)
  })
})

describe('parsing a menu', () => {
  it('returns the beers in printed order with price, size and section', spec('7.2.13'), async () => {
    const { call } = await app.signIn()
    const [first, second] = [await aBeer(db), await aBeer(db)]
    const label = aLabel()
    const printed = { ...aSighting(0).printed, price: '€ 5,20', size: '0,3 l', section: 'On tap' }
    readers.on(label, finds('menu', [aSighting(second.id, { printed }), aSighting(first.id)], { title: 'Beers' }))
    const { status, body } = await call(parseMenu, { form: { image: photo(label), context: 'menu' } })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      title: 'Beers',
      beers: [
        { id: second.id, price: '€ 5,20', size: '0,3 l', section: 'On tap' },
        { id: first.id, price: null, size: null, section: null },
      ],
    })
    expect(readers.recognised.at(-1)?.ask).toEqual({ call: 'menu', context: 'menu' })
    const scan = await call(getScan, { params: { id: body.scanId } })
    expect(scan.body).toMatchObject({ scanType: 'menu', isMenu: 'true', beerId: second.id })
  })

  it('returns an empty list for a photo without beer', async () => {
    const { call } = await app.signIn()
    const label = aLabel()
    readers.on(label, finds('menu', []))
    const { status, body } = await call(parseMenu, { form: { image: photo(label) } })
    expect(status).toBe(200)
    expect(body).toMatchObject({ beers: [], title: null })
  })

  it('returns a single beer as a list of one', async () => {
    const { call } = await app.signIn()
    const beer = await aBeer(db)
    const label = aLabel()
    readers.on(label, finds('single', [aSighting(beer.id)]))
    const { body } = await call(parseMenu, { form: { image: photo(label) } })
    expect(body).toMatchObject({ beers: [{ id: beer.id }] })
  })
})

describe('detecting the scene', () => {
  it('responds and stores nothing', spec('7.2.9', '7.2.10'), async () => {
    const { call, user } = await app.signIn()
    const { status, body } = await call(detectContext, { form: { image: photo('frame') } })
    const scene = { context: 'fridge', confidence: 0.9, beerCount: 7, textContent: true, showsKnownBarcode: false }
    expect([status, body]).toEqual([200, scene])
    expect(await db.select().from(scans).where(eq(scans.userId, user.id))).toEqual([])
  })

  it('drops a frame when the user sends a newer one', async () => {
    const { call } = await app.signIn()
    const older = call(detectContext, { form: { image: photo('slow') } })
    await vi.waitFor(() => expect(readers.frames).toContain('slow'))
    expect((await call(detectContext, { form: { image: photo('frame') } })).status).toBe(200)
    expect(await older).toMatchObject({ status: 503, headers: { 'retry-after': '1' } })
  })

  it('rejects a file that is not a picture', async () => {
    const { call } = await app.signIn()
    expect((await call(detectContext, { form: { image: new Blob(['no']) } })).status).toBe(415)
  })
})
