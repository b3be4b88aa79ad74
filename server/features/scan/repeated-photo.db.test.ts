import { eq } from 'drizzle-orm'
import { afterAll, describe, expect, it } from 'vitest'
import { identifyBeer, listScans, MENU_BEERS_MAX, parseMenu, type ScanContext, saveMenu } from '#contracts'
import { aBeer, aScan, type BeerRow } from '#testing/builders.ts'
import { aSighting, finds, pausable } from '#testing/scripted-readers.ts'
import { spec } from '#testing/spec.ts'
import { scanItems, scans } from '../../adapters/db/schema.ts'
import { nextCatalogueVersion } from '../../core/beers/catalogue-version.ts'
import { aLabel, photo, startRecognitionApp } from './recognition.fixture.ts'

const { app, catalogueUpdateReachesReaders, clock, db, historyOf, readers, rowsOf } = await startRecognitionApp()
afterAll(() => app.close())

describe('an automatic camera frame', () => {
  const auto = 'true'

  it('stores a scan if it shows a beer', async () => {
    const { call } = await app.signIn()
    const label = aLabel()
    readers.on(label, finds('single', [aSighting((await aBeer(db)).id)]))
    const { status, body } = await call(identifyBeer, { form: { image: photo(label), auto } })
    expect(status).toBe(200)
    expect((await call(listScans, {})).body).toMatchObject([{ id: body.scanId }])
  })

  it('stores nothing without a beer', async () => {
    const { call, user } = await app.signIn()
    const { status, body } = await call(identifyBeer, { form: { image: photo(aLabel()), auto } })
    expect([status, body]).toEqual([422, expect.objectContaining({ code: 'no_beer' })])
    expect(await db.select().from(scans).where(eq(scans.userId, user.id))).toEqual([])
  })

  it('is not in the history while it is processed', async () => {
    const { call } = await app.signIn()
    const label = aLabel()
    const pause = pausable(finds('single', []))
    readers.on(label, pause.script)
    const answer = call(identifyBeer, { form: { image: photo(label), auto } })
    await pause.started
    expect((await call(listScans, {})).body).toEqual([])
    pause.go()
    await answer
  })

  it('creates a second scan of the same beer only after 60 s', spec('10.2.3'), async () => {
    const { call } = await app.signIn()
    const beer = await aBeer(db)
    const frame = async () => {
      const label = aLabel()
      readers.on(label, finds('single', [aSighting(beer.id)]))
      return await call(identifyBeer, { form: { image: photo(label), auto } })
    }
    const first = await frame()
    clock.advance(59_000)
    const again = await frame()
    expect(again).toMatchObject({ status: 200, body: { scanId: first.body.scanId, beer: { id: beer.id } } })
    expect((await call(listScans, {})).body).toHaveLength(1)
    clock.advance(1_001)
    expect((await frame()).body.scanId).not.toBe(first.body.scanId)
    expect((await call(listScans, {})).body).toHaveLength(2)
  })

  it('creates a second scan for another beer', async () => {
    const { call } = await app.signIn()
    for (let n = 0; n < 2; n++) {
      const label = aLabel()
      readers.on(label, finds('single', [aSighting((await aBeer(db)).id)]))
      await call(identifyBeer, { form: { image: photo(label), auto } })
    }
    expect((await call(listScans, {})).body).toHaveLength(2)
  })
})

describe('an identical photo', () => {
  /** Shared, because each new beer changes the catalogue version. */
  let beer: BeerRow | undefined

  async function scannedTwice(between: () => unknown, second: { context?: ScanContext } = {}) {
    const { call } = await app.signIn()
    const label = aLabel()
    beer ??= await aBeer(db)
    readers.on(label, finds('menu', [aSighting(beer.id)], { title: 'Taps', detected: 3 }))
    await catalogueUpdateReachesReaders()
    const first = await call(parseMenu, { form: { image: photo(label), context: 'menu' } })
    await between()
    const again = await call(parseMenu, { form: { image: photo(label), context: 'menu', ...second } })
    const recognitions = readers.recognised.filter((each) => each.label === label).length
    return { call, first: first.body, again: again.body, recognitions }
  }

  it('creates a new scan with the same result, without recognition', async () => {
    const { call, first, again, recognitions } = await scannedTwice(() => {})
    expect(recognitions).toBe(1)
    expect(again.scanId).not.toBe(first.scanId)
    expect({ ...again, scanId: null }).toEqual({ ...first, scanId: null })
    const list = await historyOf(call)
    expect(list).toHaveLength(2)
    expect(list[0]).toMatchObject({ status: 'completed', scanType: 'menu', title: 'Taps', detected: 3 })
    expect(await rowsOf(again.scanId)).toEqual({ jobs: 0, photos: 0, items: 1 })
  })

  it('adds no more beers to a menu than there is room for', async () => {
    const { call, user } = await app.signIn()
    const { id: beerId } = await aBeer(db)
    const { id: pageOf } = await aScan(db, { userId: user.id, scanType: 'menu', call: 'menu' })
    const lines = Array.from({ length: MENU_BEERS_MAX - 1 }, (_, position) => ({ position, beerId }))
    await db.insert(scanItems).values(lines.map((line) => ({ ...line, scanId: pageOf, userId: user.id })))
    const label = aLabel()
    readers.on(label, finds('menu', [aSighting(beerId), aSighting(beerId)]))
    await catalogueUpdateReachesReaders()
    await call(parseMenu, { form: { image: photo(label), context: 'menu' } })
    const { body } = await call(parseMenu, { form: { image: photo(label), context: 'menu', pageOf } })
    expect(readers.recognised.filter((each) => each.label === label)).toHaveLength(1)
    expect((await rowsOf(body.scanId)).items).toBe(1)
  })

  it('is recognised again after a change of engine, catalogue or context', async () => {
    const newEngine = () => {
      readers.engineVersion += '+'
    }
    const newCatalogue = async () => {
      await nextCatalogueVersion(db)
      await catalogueUpdateReachesReaders()
    }
    expect((await scannedTwice(newEngine)).recognitions).toBe(2)
    expect((await scannedTwice(newCatalogue)).recognitions).toBe(2)
    expect((await scannedTwice(() => {}, { context: 'fridge' })).recognitions).toBe(2)
  })

  it('is recognised again after a part of its list was saved', async () => {
    const { call } = await app.signIn()
    const label = aLabel()
    const ids = [(await aBeer(db)).id, (await aBeer(db)).id]
    readers.on(
      label,
      finds(
        'menu',
        ids.map((id) => aSighting(id)),
      ),
    )
    await catalogueUpdateReachesReaders()
    const scan = () => call(parseMenu, { form: { image: photo(label), context: 'menu' } })
    const { body } = await scan()
    const [beerId = 0] = ids
    await call(saveMenu, { body: { beerId, menuData: [{ id: beerId, price: '1' }], scanId: body.scanId } })
    expect((await scan()).body).toMatchObject({ beers: ids.map((id) => ({ id, price: null })) })
  })

  it('is recognised again for another user', async () => {
    const label = aLabel()
    for (let n = 0; n < 2; n++) {
      const { call } = await app.signIn()
      await call(parseMenu, { form: { image: photo(label) } })
    }
    expect(readers.recognised.filter((each) => each.label === label)).toHaveLength(2)
  })

  it('is recognised again if the first result was incomplete', async () => {
    const { call } = await app.signIn()
    const label = aLabel()
    readers.on(label, finds('menu', [], { complete: false }))
    await call(parseMenu, { form: { image: photo(label) } })
    await call(parseMenu, { form: { image: photo(label) } })
    expect(readers.recognised.filter((each) => each.label === label)).toHaveLength(2)
  })
})
