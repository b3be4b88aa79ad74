import { beforeAll, describe, expect, it } from 'vitest'
import { aBeer, aUser } from '#testing/builders.ts'
import { testDatabase } from '#testing/database.ts'
import type { Db } from '../db/database.ts'
import { checkIns, favorites } from '../db/schema.ts'
import { beerStore } from './beer-store.ts'
import { unlistedBeers } from './unlisted-store.ts'

let db: Db
beforeAll(async () => {
  db = (await testDatabase()).db
})

const printed = { name: 'Höhlen Bräu', brewery: 'Café Keller', style: null, abv: 5.4, ibu: null }

describe('an unlisted beer', () => {
  it('is one beer for its user however its name is written, and another for another user', async () => {
    const [ada, grace] = [await aUser(db), await aUser(db)]
    const first = await unlistedBeers(db).of(ada.id).keep(printed)
    expect(first).toBeDefined()
    expect(
      await unlistedBeers(db)
        .of(ada.id)
        .keep({ ...printed, name: 'HOHLEN-BRAU', brewery: 'Cafe Keller' }),
    ).toBe(first)
    expect(await unlistedBeers(db).of(grace.id).keep(printed)).not.toBe(first)
    expect(
      await unlistedBeers(db)
        .of(ada.id)
        .keep({ ...printed, brewery: null }),
    ).not.toBe(first)
  })

  it('is told as it was read: unknown facts are null and it waits for its rating', async () => {
    const user = await aUser(db)
    const id = await unlistedBeers(db).of(user.id).keep(printed)
    const beer = await beerStore(db)
      .visibleTo(user.id)
      .byId(id ?? 0)
    expect(beer).toMatchObject({
      brewery: 'Café Keller',
      breweryId: null,
      style: null,
      abv: 5.4,
      rating: 0,
      listed: false,
    })
  })

  it('goes when nothing holds it, and stays while something does', async () => {
    const user = await aUser(db)
    const loose = await unlistedBeers(db)
      .of(user.id)
      .keep({ ...printed, name: 'Loose' })
    const held = await unlistedBeers(db)
      .of(user.id)
      .keep({ ...printed, name: 'Held' })
    const had = await unlistedBeers(db)
      .of(user.id)
      .keep({ ...printed, name: 'Had' })
    const listed = await aBeer(db)
    await db.insert(favorites).values({ userId: user.id, beerId: held ?? 0 })
    const checkIn = { userId: user.id, source: 'untappd', sourceId: '1', hadAt: new Date() }
    await db.insert(checkIns).values({ ...checkIn, beerId: had ?? 0 })
    await unlistedBeers(db).removeUnheld()
    const kept = await beerStore(db).byIds([loose ?? 0, held ?? 0, had ?? 0, listed.id])
    expect(new Set(kept.keys())).toEqual(new Set([held, had, listed.id]))
  })
})
