import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { aBeer, aUser } from '#testing/builders.ts'
import { testDatabase } from '#testing/database.ts'
import type { Db } from '../../adapters/db/database.ts'
import { lockUser } from '../../adapters/db/lock-user.ts'
import { favorites, pictures, tasteAnswers, triedEntries, wants } from '../../adapters/db/schema.ts'
import { beerStore } from './beer-store.ts'
import { unlistedBeers } from './unlisted-store.ts'

let db: Db
beforeAll(async () => {
  db = (await testDatabase()).db
})

const printed = { name: 'Höhlen Bräu', brewery: 'Café Keller', style: null, abv: 5.4, ibu: null }

describe('an unlisted beer', () => {
  it('is the same for its user in any spelling, and a different one for another user', async () => {
    const [ada, grace] = [await aUser(db), await aUser(db)]
    const first = await unlistedBeers(db).of(ada.id).findOrCreate(printed)
    expect(first).toBeDefined()
    expect(
      await unlistedBeers(db)
        .of(ada.id)
        .findOrCreate({ ...printed, name: 'HOHLEN-BRAU', brewery: 'Cafe Keller' }),
    ).toBe(first)
    expect(await unlistedBeers(db).of(grace.id).findOrCreate(printed)).not.toBe(first)
    expect(
      await unlistedBeers(db)
        .of(ada.id)
        .findOrCreate({ ...printed, brewery: null }),
    ).not.toBe(first)
  })

  it('has names of one line, with the joiners of emoji and of scripts', async () => {
    const user = await aUser(db)
    const names = { name: 'Dusk\r\n--- a/x\u2028\u001b[31m 👩‍🍳 می‌خواهم', brewery: '\u200b\n' }
    const id = await unlistedBeers(db)
      .of(user.id)
      .findOrCreate({ ...printed, ...names })
    const stored = await unlistedBeers(db)
      .of(user.id)
      .printedOf(id ?? 0)
    expect(stored).toMatchObject({ name: 'Dusk --- a/x [31m 👩‍🍳 می‌خواهم', brewery: null })
  })

  it('is returned as read from the label, with null for unknown facts, before it is rated', async () => {
    const user = await aUser(db)
    const id = await unlistedBeers(db).of(user.id).findOrCreate(printed)
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

  it('is deleted unless something references it', async () => {
    const user = await aUser(db)
    const unreferenced = await unlistedBeers(db)
      .of(user.id)
      .findOrCreate({ ...printed, name: 'Unreferenced' })
    const favorite = await unlistedBeers(db)
      .of(user.id)
      .findOrCreate({ ...printed, name: 'Favorite' })
    const checkedIn = await unlistedBeers(db)
      .of(user.id)
      .findOrCreate({ ...printed, name: 'Checked in' })
    const wanted = await unlistedBeers(db)
      .of(user.id)
      .findOrCreate({ ...printed, name: 'Wanted' })
    const answered = await unlistedBeers(db)
      .of(user.id)
      .findOrCreate({ ...printed, name: 'Answered' })
    const pictured = await unlistedBeers(db)
      .of(user.id)
      .findOrCreate({ ...printed, name: 'Pictured' })
    const listed = await aBeer(db)
    await db.insert(pictures).values({ id: randomUUID(), userId: user.id, beerId: pictured ?? 0, size: 1 })
    const answer = { userId: user.id, beerId: answered ?? 0, answer: 'more' as const, answeredAt: new Date() }
    await db.insert(tasteAnswers).values(answer)
    await db.insert(wants).values({ userId: user.id, beerId: wanted ?? 0, wantedAt: new Date() })
    await db.insert(favorites).values({ userId: user.id, beerId: favorite ?? 0 })
    const checkIn = { userId: user.id, source: 'untappd', sourceId: '1', triedAt: new Date() }
    await db.insert(triedEntries).values({ ...checkIn, beerId: checkedIn ?? 0 })
    await unlistedBeers(db).removeUnreferenced()
    const remaining = await beerStore(db).byIds(
      [unreferenced, favorite, checkedIn, wanted, answered, pictured, listed.id].map((id) => id ?? 0),
    )
    const kept = [favorite, checkedIn, wanted, answered, pictured, listed.id]
    expect(new Set(remaining.keys())).toEqual(new Set(kept))
  })

  it('is not deleted while its user stores something about it', async () => {
    const user = await aUser(db)
    const unlisted = await unlistedBeers(db).of(user.id).findOrCreate(printed)
    let cleaning = Promise.resolve()
    await db.transaction(async (tx) => {
      await lockUser(tx, user.id)
      const beerId = (await unlistedBeers(tx).of(user.id).findOrCreate(printed)) ?? 0
      cleaning = unlistedBeers(db).removeUnreferenced()
      // It waits for the user's change, or with the embedded database for its connection.
      expect(await Promise.race([cleaning, sleep(300, 'waits')])).toBe('waits')
      await tx.insert(favorites).values({ userId: user.id, beerId })
    })
    await cleaning
    const [favorite] = await db.select().from(favorites).where(eq(favorites.userId, user.id))
    expect(favorite?.beerId).toBe(unlisted)
  })
})
