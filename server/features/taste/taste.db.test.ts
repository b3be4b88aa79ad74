import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  answerTasteCard,
  Beer,
  deleteTaste,
  exportTaste,
  getTaste,
  listRatings,
  listTasteCards,
  listTasteSuggestions,
  personalRatings,
  rateBeer,
  switchTaste,
  TASTE_OPINIONS_MIN,
  type TasteAnswer,
} from '#contracts'
import { type Call, startTestApp, type TestApp } from '#testing/app.ts'
import { aBeer, aStyle } from '#testing/builders.ts'
import { triedEntries } from '../../adapters/db/schema.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
  const { db } = app
  for (const [name, family] of STYLES) await aStyle(db, { name, family, typicalIbu: 25, srm: 8 })
})
afterAll(() => app.close())

const STYLES = [
  ['Helles', 'Pale Lager'],
  ['Pilsner', 'Pale Lager'],
  ['Märzen', 'Amber and Dark Lager'],
  ['Saison', 'Farmhouse Ale'],
  ['Dry Stout', 'Stout'],
  ['Radler', 'Flavoured Beer'],
] as const

type NewBeer = Parameters<typeof aBeer>[1]
const aKnownBeer = (style: string, given: NewBeer = {}) =>
  aBeer(app.db, { style, ibu: null, rating: 75, ratingOrigin: 'expected', popularity: 50, ...given })
const manyOf = (count: number, style: string, given: NewBeer = {}) =>
  Promise.all(Array.from({ length: count }, () => aKnownBeer(style, given)))

const answerTo = (call: Call, beerId: number, answer: TasteAnswer) =>
  call(answerTasteCard, { params: { beerId }, body: { answer } })
const tasteOf = async (call: Call) => {
  const { body } = await call(getTaste)
  if (!body) throw new Error('no taste')
  return body
}

/** Wants more of five Saisons. */
async function aSaisonFan() {
  const person = await app.signIn()
  const saisons = await manyOf(TASTE_OPINIONS_MIN, 'Saison')
  for (const { id } of saisons) await answerTo(person.call, id, 'more')
  return { ...person, saisons }
}

describe('the taste', () => {
  it('follows from ratings, rated journal entries and answers, once per beer', async () => {
    const { user, call } = await app.signIn()
    const [rated, imported, answered, unknown] = await manyOf(4, 'Saison')
    const lagers = await manyOf(2, 'Helles')
    if (!rated || !imported || !answered || !unknown) throw new Error('the beers were not made')
    await call(rateBeer, { params: { id: rated.id }, body: { rating: 95 } })
    await answerTo(call, rated.id, 'less')
    const entry = { userId: user.id, beerId: imported.id, source: 'untappd', triedAt: new Date() }
    await app.db.insert(triedEntries).values([
      { ...entry, sourceId: '1', rating: 90 },
      { ...entry, sourceId: '2', rating: 80 },
      { ...entry, sourceId: '3' },
    ])
    await answerTo(call, answered.id, 'more')
    await answerTo(call, unknown.id, 'unknown')
    expect(await tasteOf(call)).toEqual({ isOn: true, rated: 2, answered: 1, effects: [] })
    for (const { id } of lagers) await answerTo(call, id, 'less')
    const taste = await tasteOf(call)
    expect(taste).toMatchObject({ rated: 2, answered: 3 })
    const pointsOf = (style: string) => taste.effects.find(({ value }) => value === style)
    expect(pointsOf('Saison')).toMatchObject({ trait: 'style', opinions: 3, points: expect.toSatisfy((it) => it > 1) })
    expect(pointsOf('Helles')).toMatchObject({ opinions: 2, points: expect.toSatisfy((it) => it < -1) })
  })

  it('changes with an answer, and is not sent again to a client that has it', async () => {
    const { call, saisons } = await aSaisonFan()
    const before = await tasteOf(call)
    for (const { id } of saisons) await answerTo(call, id, 'less')
    const after = await tasteOf(call)
    expect(before.effects[0]?.points).toBeGreaterThan(0)
    expect(after.effects[0]?.points).toBeLessThan(0)
    const { headers } = await call(getTaste)
    expect((await call(getTaste, { headers: { 'if-none-match': String(headers.etag) } })).status).toBe(304)
  })

  it('is the user’s own', async () => {
    const [fan, other] = [await aSaisonFan(), await app.signIn()]
    expect(await tasteOf(other.call)).toEqual({ isOn: true, rated: 0, answered: 0, effects: [] })
    await other.call(deleteTaste)
    expect((await tasteOf(fan.call)).answered).toBe(TASTE_OPINIONS_MIN)
    expect((await other.call(exportTaste)).body.answers).toEqual([])
  })

  it('is neither computed nor returned while it is switched off, and comes back with the answers', async () => {
    const { call } = await aSaisonFan()
    const before = await tasteOf(call)
    const off = { isOn: false, rated: 0, answered: 0, effects: [] }
    expect((await call(switchTaste, { body: { isOn: false } })).body).toEqual(off)
    expect(await tasteOf(call)).toEqual(off)
    expect((await call(listTasteSuggestions, { query: {} })).body).toEqual([])
    expect((await call(switchTaste, { body: { isOn: true } })).body).toEqual(before)
  })

  it('is deleted without the ratings', async () => {
    const { call, saisons } = await aSaisonFan()
    await call(rateBeer, { params: { id: saisons[0]?.id ?? 0 }, body: { rating: 90 } })
    await call(deleteTaste)
    expect(await tasteOf(call)).toMatchObject({ isOn: false, effects: [] })
    expect((await call(exportTaste)).body).toEqual({ answers: [], offSince: expect.any(String) })
    expect((await call(listRatings)).body).toHaveLength(1)
  })

  it('takes no answers on beers outside the catalogue', async () => {
    const { user, call } = await app.signIn()
    const own = await aKnownBeer('Saison', { ownerId: user.id, ownerKey: 'own' })
    const removed = await aKnownBeer('Saison', { removed: true })
    for (const id of [own.id, removed.id, 999_999_999]) expect((await answerTo(call, id, 'more')).status).toBe(404)
  })
})

describe('the cards', () => {
  it('show the best-known beer of each family, then another style, with the answers', async () => {
    const { call } = await app.signIn()
    const named = (name: string, style: string, popularity: number, given: NewBeer = {}) =>
      aKnownBeer(style, { name, popularity, ...given })
    await named('Second Helles', 'Helles', 98)
    const helles = await named('Helles', 'Helles', 99)
    await named('Pilsner', 'Pilsner', 97)
    await named('Stout', 'Dry Stout', 90)
    await named('Retired', 'Saison', 99, { status: 'retired' })
    await named('Provisional', 'Saison', 99, { provisional: true })
    await named('Saison', 'Saison', 95)
    await named('Cider', 'Märzen', 99, { kind: 'cider' })
    await named('Radler', 'Radler', 99)
    await answerTo(call, helles.id, 'less')
    const { body } = await call(listTasteCards)
    expect(body.map(({ beer, answer }) => [beer.name, answer])).toEqual([
      ['Helles', 'less'],
      ['Stout', null],
      ['Saison', null],
      ['Pilsner', null],
    ])
  })
})

describe('the suggestions', () => {
  it('are untried beers of the liked families, best first, one of each brewery', async () => {
    const { user, call, saisons } = await aSaisonFan()
    const best = await aKnownBeer('Saison', { name: 'Best', rating: 99, popularity: 90 })
    await aKnownBeer('Saison', { name: 'Sibling', rating: 98, popularity: 90, breweryId: best.breweryId })
    const had = await aKnownBeer('Saison', { name: 'Had', rating: 97, popularity: 90 })
    await aKnownBeer('Saison', { name: 'Good', rating: 96, popularity: 90 })
    await aKnownBeer('Saison', { name: 'Fair', rating: 94, popularity: 90 })
    await aKnownBeer('Saison', { name: 'Vague', rating: 99, popularity: 90, ratingOrigin: 'style' })
    await aKnownBeer('Dry Stout', { name: 'Other family', rating: 99, popularity: 90 })
    const entry = { userId: user.id, beerId: had.id, source: 'untappd', sourceId: 'had', triedAt: new Date() }
    await app.db.insert(triedEntries).values(entry)
    const { body } = await call(listTasteSuggestions, { query: {} })
    expect(body.map(({ name }) => name)).toEqual(['Best', 'Good', 'Fair'])
    const [suggested] = body
    const personal = personalRatings(await tasteOf(call))(Beer.parse(suggested))
    expect(personal?.reasons.map(({ value }) => value)).toContain('Saison')
    expect(saisons.map(({ id }) => id)).not.toContain(suggested?.id)
  })

  it('come from one rating while too little is known for a taste, and say so', async () => {
    const { call } = await app.signIn()
    const suggested = async () =>
      (await call(listTasteSuggestions, { query: {} })).body.map(({ name, liked }) => [name, liked])
    expect(await suggested()).toEqual([])
    const mine = await aKnownBeer('Radler')
    await aKnownBeer('Radler', { name: 'Another', rating: 100, popularity: 99 })
    await call(rateBeer, { params: { id: mine.id }, body: { rating: 90 } })
    expect((await suggested())[0]).toEqual(['Another', { style: 'Radler', because: 'rated' }])
    await call(switchTaste, { body: { isOn: false } })
    expect(await suggested()).toEqual([])
  })

  it('near a beer are of its family, and none where the user wants less of it', async () => {
    const { call, saisons } = await aSaisonFan()
    const near = async (id: number) => (await call(listTasteSuggestions, { query: { near: id } })).body
    const [page] = saisons
    const found = await near(page?.id ?? 0)
    expect(found.map(({ styleFamily }) => styleFamily)).toEqual(['Farmhouse Ale', 'Farmhouse Ale', 'Farmhouse Ale'])
    const amber = await manyOf(TASTE_OPINIONS_MIN + 3, 'Märzen', { rating: 74 })
    const [other] = amber
    for (const { id } of amber.slice(3)) await answerTo(call, id, 'less')
    expect(await near(other?.id ?? 0)).toEqual([])
  })
})
