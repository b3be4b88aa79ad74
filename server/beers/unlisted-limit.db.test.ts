import { expect, it } from 'vitest'
import { aUser } from '#testing/builders.ts'
import { testDatabase } from '#testing/database.ts'
import { beers } from '../db/schema.ts'
import { unlistedBeers } from './unlisted-store.ts'

it('keeps 2,000 unlisted beers of one user, and those of another all the same', async () => {
  const { db } = await testDatabase()
  const [ada, grace] = [await aUser(db), await aUser(db)]
  const owned = { ownerId: ada.id, changedVersion: 0 }
  const many = Array.from({ length: 1_999 }, (_, n) => ({ ...owned, ownerKey: `|${n}`, name: `Beer ${n}` }))
  await db.insert(beers).values(many)
  const keep = (user: { id: number }, name: string) =>
    unlistedBeers(db).of(user.id).keep({ name, brewery: 'Café Keller', style: null, abv: 5.4, ibu: null })
  const last = await keep(ada, 'The last')
  expect(last).toBeDefined()
  expect(await keep(ada, 'One more')).toBeUndefined()
  expect(await keep(ada, 'The last')).toBe(last)
  expect(await keep(grace, 'One more')).toBeDefined()
})
