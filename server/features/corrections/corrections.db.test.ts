import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  type Correction,
  getCorrection,
  listCorrections,
  listStyles,
  suggestCorrection,
  withdrawCorrection,
} from '#contracts'
import { type Call, startTestApp, type TestApp } from '#testing/app.ts'
import { aBeer, aBrewery, aStyle } from '#testing/builders.ts'
import { spec } from '#testing/spec.ts'
import { unlistedBeers } from '../../core/beers/unlisted-store.ts'
import { userFindings } from '../../core/beers/user-findings.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const NOTHING: Correction = {
  name: null,
  brewery: null,
  style: null,
  abv: null,
  ibu: null,
  isRetired: false,
  note: null,
}
const correct = async (call: Call, id: number, given: Partial<Correction>) =>
  (await call(suggestCorrection, { params: { id }, body: { ...NOTHING, ...given } })).status
const ownOf = async (call: Call, id: number) => (await call(getCorrection, { params: { id } })).body.correction

describe('a suggested correction', () => {
  it('is stored, replaced and withdrawn, and seen by its user alone', async () => {
    const [ada, grace] = [await app.signIn(), await app.signIn()]
    const { id } = await aBeer(app.db)
    expect(await ownOf(ada.call, id)).toBeNull()
    expect(await correct(ada.call, id, { abv: 6.2, isRetired: true, note: 'As on the label.' })).toBe(204)
    expect(await ownOf(ada.call, id)).toEqual({ ...NOTHING, abv: 6.2, isRetired: true, note: 'As on the label.' })
    expect(await correct(ada.call, id, { name: 'Orval' })).toBe(204)
    expect(await ownOf(ada.call, id)).toEqual({ ...NOTHING, name: 'Orval' })
    expect(await ownOf(grace.call, id)).toBeNull()
    expect((await ada.call(withdrawCorrection, { params: { id } })).status).toBe(204)
    expect(await ownOf(ada.call, id)).toBeNull()
  })

  it.each<[what: string, given: Partial<Correction>]>([
    ['without a change', {}],
    ['with an endless name', { name: 'x'.repeat(121) }],
    ['with an empty name', { name: '  ' }],
    ['with an impossible strength', { abv: 71 }],
    ['with a negative bitterness', { ibu: -1 }],
  ])('%s is refused', async (_, given) => {
    const { call } = await app.signIn()
    expect(await correct(call, (await aBeer(app.db)).id, given)).toBe(400)
  })

  it('names one of the styles', async () => {
    const { call } = await app.signIn()
    const { id } = await aBeer(app.db)
    await aStyle(app.db, { name: 'Test Stout', family: 'Stout' })
    expect((await call(listStyles)).body).toContain('Test Stout')
    expect(await correct(call, id, { style: 'Stout, sort of' })).toBe(400)
    expect(await correct(call, id, { style: 'Test Stout' })).toBe(204)
  })

  it('is listed for its user, newest first, with its beer', async () => {
    const [ada, grace] = [await app.signIn(), await app.signIn()]
    const [older, newer] = [await aBeer(app.db, { name: 'Orval' }), await aBeer(app.db)]
    await correct(ada.call, older.id, { abv: 6.2 })
    await correct(ada.call, newer.id, { note: 'New label.' })
    expect((await ada.call(listCorrections)).body).toMatchObject([
      { beer: { id: newer.id }, note: 'New label.' },
      { beer: { id: older.id, name: 'Orval' }, abv: 6.2, suggestedAt: expect.any(String) },
    ])
    expect((await grace.call(listCorrections)).body).toEqual([])
  })

  it('has a note of at most 500 letters', spec('10.5.1'), async () => {
    const { call } = await app.signIn()
    const { id } = await aBeer(app.db)
    expect(await correct(call, id, { note: 'x'.repeat(500) })).toBe(204)
    expect(await correct(call, id, { note: 'x'.repeat(501) })).toBe(400)
  })

  it('loses line breaks and control characters', async () => {
    const { call } = await app.signIn()
    const { id } = await aBeer(app.db)
    await correct(call, id, { note: 'one\n--- a/two\u001b[31m\u202ered' })
    expect((await ownOf(call, id))?.note).toBe('one --- a/two [31m red')
  })

  it('is only possible for beers of the catalogue', async () => {
    const { call, user } = await app.signIn()
    const printed = { name: 'Own', brewery: 'Mine', style: null, abv: null, ibu: null }
    const own = await unlistedBeers(app.db).of(user.id).findOrCreate(printed)
    expect(await correct(call, own ?? 0, { abv: 5 })).toBe(404)
    expect(await correct(call, (await aBeer(app.db, { removed: true })).id, { abv: 5 })).toBe(404)
    expect(await correct(call, 999_999_999, { abv: 5 })).toBe(404)
  })

  it('is limited to 500 beers', spec('10.5.2'), async () => {
    const { call, user } = await app.signIn()
    const first = await aBeer(app.db)
    await app.db.execute(sql`
      with many as (
        insert into beers (name, brewery_id, changed_version)
        select 'Beer ' || n, ${first.breweryId}::int, 0 from generate_series(2, 500) as n returning id)
      insert into corrections (user_id, beer_id, is_retired)
      select ${user.id}::int, id, true from many union all select ${user.id}::int, ${first.id}::int, true`)
    expect(await correct(call, (await aBeer(app.db)).id, { abv: 5 })).toBe(409)
    expect(await correct(call, first.id, { abv: 5 })).toBe(204)
  })

  it('is limited to 20 a minute', spec('10.5.3'), async () => {
    const { call } = await app.signIn()
    const { id } = await aBeer(app.db)
    const statuses: number[] = []
    for (let n = 0; n <= 20; n++) statuses.push(await correct(call, id, { abv: 5 }))
    expect(statuses.slice(0, -1).every((status) => status === 204)).toBe(true)
    expect(statuses.at(-1)).toBe(429)
  })
})

describe('what users have found out', () => {
  it('are corrections by beer, and unlisted beers of at least two users', async () => {
    const [ada, grace] = [await app.signIn(), await app.signIn()]
    const brewery = await aBrewery(app.db, { name: 'Fundhaus' })
    const key = 'testland/fundhaus/rot'
    const beer = await aBeer(app.db, { key, name: 'Rot', breweryId: brewery.id })
    await correct(ada.call, beer.id, { abv: 6.2 })
    await correct(grace.call, beer.id, { abv: 6.3, note: 'New.' })
    const printed = { name: 'Fundbier', brewery: 'Fundhaus', style: 'Stout', abv: 5.1, ibu: null }
    for (const { user } of [ada, grace]) await unlistedBeers(app.db).of(user.id).findOrCreate(printed)
    await unlistedBeers(app.db)
      .of(ada.user.id)
      .findOrCreate({ ...printed, name: 'Misread' })

    const found = await userFindings(app.db)
    expect(found.corrections.filter((each) => each.key === key)).toEqual([
      {
        key,
        beer: 'Fundhaus: Rot',
        suggested: [
          { ...NOTHING, abv: 6.2 },
          { ...NOTHING, abv: 6.3, note: 'New.' },
        ],
      },
    ])
    expect(found.unlisted).toEqual([{ ...printed, users: 2 }])
    expect(JSON.stringify(found)).not.toContain('@')
  })
})
