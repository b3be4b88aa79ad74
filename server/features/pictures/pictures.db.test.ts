/** Pictures that users keep, in rows as in PostgreSQL, and as files as beside the embedded database. */
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { and, eq } from 'drizzle-orm'
import { afterAll, describe, expect, it } from 'vitest'
import {
  addToJournal,
  correctScan,
  deleteUser,
  keepBeerPicture,
  keepEntryPicture,
  keepPictures,
  listJournal,
  listPictures,
  PICTURES_PER_USER_MAX,
  PICTURES_PER_USER_MAX_BYTES,
  picturePath,
  removeBeerPicture,
  removeEntryPicture,
  removeJournalEntry,
  removePictures,
} from '#contracts'
import { type SignedIn, startTestApp, type TestApp } from '#testing/app.ts'
import { aBeer, aBrewery, aScan } from '#testing/builders.ts'
import { photoOf, UNREADABLE } from '#testing/scripted-readers.ts'
import { spec } from '#testing/spec.ts'
import { filesIn } from '../../adapters/byte-files.ts'
import { pictures } from '../../adapters/db/schema.ts'
import { promoteUnlisted } from '../../core/beers/promote-unlisted.ts'
import { unlistedBeers } from '../../core/beers/unlisted-store.ts'
import { pictureStore } from '../../core/pictures/picture-store.ts'

const pictureDir = mkdtempSync(join(tmpdir(), 'bg-pictures-'))
const app = await startTestApp({ pictureDir })
const inRows = await startTestApp()
afterAll(async () => {
  await app.close()
  await inRows.close()
  rmSync(pictureDir, { recursive: true })
})

const image = (label: string) => new Blob([photoOf(label)])
const filesOf = async () => (await readdir(pictureDir)).sort()

/** Signed in, with pictures switched on. */
async function aKeeper(at: TestApp = app) {
  const person = await at.signIn()
  await person.call(keepPictures, { body: { isKept: true } })
  return person
}

async function keep({ call }: SignedIn, beerId: number, label: string, scanId?: string) {
  return await call(keepBeerPicture, {
    params: { id: beerId },
    form: { image: image(label), ...(scanId && { scanId }) },
  })
}

async function anEntry({ call }: SignedIn): Promise<number> {
  const { id: beerId } = await aBeer(app.db)
  return (await call(addToJournal, { body: { key: randomUUID(), beerId } })).body.id
}

const listed = async ({ call }: SignedIn) => (await call(listPictures)).body
const served = ({ cookie }: { cookie: string }, id: string, at: TestApp = app) =>
  at.app.inject({ url: picturePath(id), headers: { cookie } })

describe.each([
  ['a file', app],
  ['a row', inRows],
])('a picture of a beer in %s', (_where, at) => {
  it('is served to its owner alone, as a picture and nothing else', async () => {
    const ada = await aKeeper(at)
    const { id: beerId, name } = await aBeer(at.db)
    const { body } = await keep(ada, beerId, 'label')
    expect(await listed(ada)).toEqual({ isKept: true, pictures: [{ id: body.id, beerId, name }], count: 1, bytes: 9 })
    const { statusCode, headers, rawPayload } = await served(ada, body.id, at)
    expect([statusCode, rawPayload.equals(photoOf('label'))]).toEqual([200, true])
    expect((await served(ada, body.id.toUpperCase(), at)).statusCode).toBe(200)
    expect(headers).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'private, no-cache',
      'x-content-type-options': 'nosniff',
    })
    expect((await served(await at.signIn(), body.id, at)).statusCode).toBe(404)
    expect((await served({ cookie: '' }, body.id, at)).statusCode).toBe(401)
    expect((await served(ada, 'no-id', at)).statusCode).toBe(404)
    expect((await listed(await at.signIn())).pictures).toEqual([])
  })

  it('is replaced by one the user chooses, and by none that a scan brings', async () => {
    const ada = await aKeeper(at)
    const { id: beerId } = await aBeer(at.db)
    const [first, second, third] = [
      await keep(ada, beerId, 'scanned', randomUUID()),
      await keep(ada, beerId, 'chosen'),
      await keep(ada, beerId, 'scanned again', randomUUID()),
    ].map(({ body }) => body.id)
    expect(third).toBe(second)
    expect((await served(ada, first ?? '', at)).statusCode).toBe(404)
    expect((await served(ada, second ?? '', at)).rawPayload.equals(photoOf('chosen'))).toBe(true)
    expect((await listed(ada)).count).toBe(1)
  })
})

describe('keeping pictures', () => {
  it('is off until the user switches it on, and then keeps nothing', async () => {
    const ada = await app.signIn()
    const { id: beerId } = await aBeer(app.db)
    const before = await filesOf()
    const refused = await keep(ada, beerId, 'label')
    expect([refused.status, refused.body]).toEqual([409, expect.objectContaining({ code: 'pictures_off' })])
    expect(await listed(ada)).toEqual({ isKept: false, pictures: [], count: 0, bytes: 0 })
    expect(await filesOf()).toEqual(before)
  })

  it('ends with the switch, and what was kept can be removed at once', async () => {
    const ada = await aKeeper()
    const { id: beerId } = await aBeer(app.db)
    const entry = await anEntry(ada)
    const before = await filesOf()
    await keep(ada, beerId, 'label')
    await ada.call(keepEntryPicture, { params: { id: entry }, form: { image: image('evening') } })
    await ada.call(keepPictures, { body: { isKept: false } })
    expect((await keep(ada, (await aBeer(app.db)).id, 'another')).status).toBe(409)
    expect(await listed(ada)).toMatchObject({ isKept: false, count: 2 })
    await ada.call(removePictures)
    expect(await listed(ada)).toMatchObject({ pictures: [], count: 1 })
    expect(await filesOf()).toHaveLength(before.length + 1)
  })

  it('is refused for a beer that the user cannot see, and for what is no picture', async () => {
    const [ada, grace] = [await aKeeper(), await aKeeper()]
    const own = await unlistedBeers(app.db)
      .of(grace.user.id)
      .findOrCreate({ name: 'Hers', brewery: 'Her own', style: null, abv: null, ibu: null })
    expect((await keep(ada, own ?? 0, 'label')).status).toBe(404)
    const { id } = await aBeer(app.db)
    expect((await keep(ada, id, UNREADABLE)).body).toMatchObject({ code: 'unreadable_image' })
    const text = { params: { id }, form: { image: new Blob(['<svg onload="alert(1)"/>']) } }
    expect((await ada.call(keepBeerPicture, text)).body).toMatchObject({ code: 'not_an_image' })
    expect((await listed(ada)).count).toBe(0)
  })

  it('is refused if another user took the photo', async () => {
    const [ada, grace] = [await aKeeper(), await aKeeper()]
    const { id } = await aBeer(app.db)
    const keepAs = async (takenBy: number) =>
      await ada.call(keepBeerPicture, { params: { id }, form: { image: image('label'), takenBy: String(takenBy) } })
    const refused = await keepAs(grace.user.id)
    expect([refused.status, refused.body]).toEqual([409, expect.objectContaining({ code: 'other_user' })])
    expect((await listed(ada)).count).toBe(0)
    expect((await keepAs(ada.user.id)).status).toBe(200)
  })

  it.each([
    ['pictures', { count: PICTURES_PER_USER_MAX, size: 1 }],
    ['bytes', { count: 1, size: PICTURES_PER_USER_MAX_BYTES }],
  ])('ends when there are too many %s, and says so', spec('10.1.17'), async (_what, { count, size }) => {
    const ada = await aKeeper()
    const { id: beerId } = await aBeer(app.db)
    const rows = Array.from({ length: count }, () => ({ id: randomUUID(), userId: ada.user.id, size }))
    await app.db.insert(pictures).values(rows)
    const refused = await keep(ada, beerId, 'label')
    expect(refused).toMatchObject({ status: 409, body: { message: expect.stringContaining('are full') } })
    await app.db.delete(pictures).where(eq(pictures.id, rows[0]?.id ?? ''))
    expect((await keep(ada, beerId, 'label')).status).toBe(200)
    expect((await keep(ada, beerId, 'other')).status).toBe(200)
  })
})

it('is of the listed beer if its own joined the catalogue while the picture was read', async () => {
  const ada = await aKeeper()
  const printed = { name: 'Unterwegs', brewery: 'Haus am Weg', style: null, abv: null, ibu: null }
  const beerId = (await unlistedBeers(app.db).of(ada.user.id).findOrCreate(printed)) ?? 0
  const { id: breweryId } = await aBrewery(app.db, { name: printed.brewery })
  const { id } = await aBeer(app.db, { breweryId, name: printed.name, abv: null })
  await promoteUnlisted(app.db, 0)
  await pictureStore(app.db).of(ada.user.id).keep({ beerId, scanId: randomUUID() }, photoOf('label'))
  expect((await listed(ada)).pictures).toMatchObject([{ beerId: id }])
})

it('stays if the file of the one before it cannot be erased', async () => {
  const ada = await aKeeper()
  const { id: beerId } = await aBeer(app.db)
  const files = filesIn(pictureDir)
  await keep(ada, beerId, 'first')
  const [before] = (await listed(ada)).pictures
  const failing = pictureStore(app.db, {
    ...files,
    erase: (id) => (id === before?.id ? Promise.reject(new Error('EIO')) : files.erase(id)),
  })
  await expect(failing.of(ada.user.id).keep({ beerId }, photoOf('second'))).rejects.toThrow('EIO')
  const [{ id } = { id: '' }] = (await listed(ada)).pictures
  expect((await served(ada, id)).rawPayload.equals(photoOf('second'))).toBe(true)
})

it('can be removed by the id that its beer had before it joined the catalogue', async () => {
  const ada = await aKeeper()
  const printed = { name: 'Umgezogen', brewery: 'Haus am See', style: null, abv: null, ibu: null }
  const formerId = (await unlistedBeers(app.db).of(ada.user.id).findOrCreate(printed)) ?? 0
  await keep(ada, formerId, 'label')
  const brewery = await aBrewery(app.db, { name: 'Haus am See' })
  const { id: beerId, name } = await aBeer(app.db, { name: 'Umgezogen', breweryId: brewery.id, abv: null })
  await promoteUnlisted(app.db, 0)
  expect((await listed(ada)).pictures).toMatchObject([{ beerId, name }])
  await ada.call(removeBeerPicture, { params: { id: formerId } })
  expect((await listed(ada)).count).toBe(0)
})

describe('a label whose scan is corrected', () => {
  it('becomes the picture of the right beer, unless that one has its own', async () => {
    const ada = await aKeeper()
    const [wrong, right, other] = [await aBeer(app.db), await aBeer(app.db), await aBeer(app.db)]
    const scan = await aScan(app.db, { userId: ada.user.id, items: [{ beerId: wrong.id }] })
    const correct = (beerId: number) => ada.call(correctScan, { params: { id: scan.id }, body: { item: 0, beerId } })
    const { body } = await keep(ada, wrong.id, 'label', scan.id)
    await correct(right.id)
    expect((await listed(ada)).pictures).toEqual([{ id: body.id, beerId: right.id, name: right.name }])
    const own = await keep(ada, other.id, 'chosen')
    await correct(other.id)
    expect((await listed(ada)).pictures).toEqual([{ id: own.body.id, beerId: other.id, name: other.name }])
  })
})

describe('the photo of a journal entry', () => {
  it('is added without the switch, named by its entry, and goes with it', async () => {
    const ada = await app.signIn()
    const entry = await anEntry(ada)
    const before = await filesOf()
    const params = { params: { id: entry } }
    const { status, body } = await ada.call(keepEntryPicture, { ...params, form: { image: image('evening') } })
    expect(status).toBe(200)
    const pictureOf = async () => (await ada.call(listJournal, {})).body.entries[0]?.pictureId
    expect(await pictureOf()).toBe(body.id)
    expect((await served(ada, body.id)).statusCode).toBe(200)
    expect((await listed(ada)).pictures).toEqual([])

    await ada.call(removeEntryPicture, params)
    expect(await pictureOf()).toBeNull()
    await ada.call(keepEntryPicture, { ...params, form: { image: image('again') } })
    await ada.call(removeJournalEntry, params)
    expect(await listed(ada)).toMatchObject({ count: 0 })
    expect(await filesOf()).toEqual(before)
  })

  it('cannot be added to the entry of another user', async () => {
    const [ada, grace] = [await app.signIn(), await app.signIn()]
    const params = { params: { id: await anEntry(ada) } }
    const before = await filesOf()
    expect((await grace.call(keepEntryPicture, { ...params, form: { image: image('evil') } })).status).toBe(404)
    expect(await filesOf()).toEqual(before)
  })
})

it('leaves no bytes when it is removed, and when the account is deleted', async () => {
  const ada = await aKeeper()
  const [one, other] = [await aBeer(app.db), await aBeer(app.db)]
  const before = await filesOf()
  await keep(ada, one.id, 'one')
  await keep(ada, other.id, 'other')
  const stored = await app.db
    .select({ bytes: pictures.bytes })
    .from(pictures)
    .where(and(eq(pictures.userId, ada.user.id)))
  expect(stored).toEqual([{ bytes: null }, { bytes: null }])
  expect(await filesOf()).toHaveLength(before.length + 2)
  await ada.call(removeBeerPicture, { params: { id: one.id } })
  expect(await filesOf()).toHaveLength(before.length + 1)
  expect((await ada.call(deleteUser)).status).toBe(204)
  expect(await filesOf()).toEqual(before)
})
