import { expect, it } from 'vitest'
import { aUser } from '#testing/builders.ts'
import { testDatabase } from '#testing/database.ts'
import { spec } from '#testing/spec.ts'
import { beers } from '../../adapters/db/schema.ts'
import { unlistedBeers } from './unlisted-store.ts'

it('limits unlisted beers to 2,000 per user', spec('10.3.4'), async () => {
  const { db } = await testDatabase()
  const [ada, grace] = [await aUser(db), await aUser(db)]
  const owned = { ownerId: ada.id, changedVersion: 0 }
  const many = Array.from({ length: 1_999 }, (_, n) => ({ ...owned, ownerKey: `|${n}`, name: `Beer ${n}` }))
  await db.insert(beers).values(many)
  const keep = (user: { id: number }, name: string) =>
    unlistedBeers(db).of(user.id).findOrCreate({ name, brewery: 'Café Keller', style: null, abv: 5.4, ibu: null })
  const last = await keep(ada, 'The last')
  expect(last).toBeDefined()
  expect(await keep(ada, 'One more')).toBeUndefined()
  expect(await keep(ada, 'The last')).toBe(last)
  expect(await keep(grace, 'One more')).toBeDefined()
})
