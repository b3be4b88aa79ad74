import { expect, it } from 'vitest'
import { foldedWords } from '#catalogue'
import { aBeer, aBrewery } from '#testing/builders.ts'
import { testDatabase } from '#testing/database.ts'
import { openSearchIndexFeed } from './search-index-feed.ts'

it('finds beers by other names of their styles, also those that change later', async () => {
  const { db } = await testDatabase()
  const styles = [{ name: 'Hazy IPA', aliases: ['NEIPA'] }]
  const { id: breweryId } = await aBrewery(db, { name: 'Alder' })
  const lantern = await aBeer(db, { breweryId, name: 'Lantern', style: 'Hazy IPA' })
  await aBeer(db, { breweryId, name: 'Beacon', style: 'Stout' })
  const feed = openSearchIndexFeed(db, () => ({ styles }))
  const find = async () => (await feed.current()).find(foldedWords('alder neipa'), { beers: 5, breweries: 0 }).beers
  expect(await find()).toEqual([lantern.id])
  const later = await aBeer(db, { breweryId, name: 'Keeper', style: 'Hazy IPA' })
  expect((await find()).sort()).toEqual([lantern.id, later.id].sort())
})
