import { afterAll, expect, it } from 'vitest'
import { UNKNOWN_BEER_FACTS, UNTAPPD } from '#catalogue/import'
import { startTestApp } from '#testing/app.ts'
import { aBeer, aBrewery } from '#testing/builders.ts'
import { catalogueOrigins } from '../../adapters/db/schema.ts'
import { shippedLexicons } from '../../product-files.ts'
import { BeerResolver } from './resolve-beers.ts'

const app = await startTestApp()
afterAll(() => app.close())

/** As many as 50 menus with their alternatives may name; a statement takes 65,535 parameters. */
const NAMED = 70_000

it('resolves any number of beers that one batch names', async () => {
  const { user } = await app.signIn()
  const brewery = await aBrewery(app.db)
  const beer = await aBeer(app.db, { breweryId: brewery.id })
  await app.db
    .insert(catalogueOrigins)
    .values({ source: UNTAPPD, entity: 'beer', sourceId: '7', beerId: beer.id, created: false })
  const facts = { brewery: null, style: null, abv: null, ibu: null, listed: true }
  const named = Array.from({ length: NAMED }, (_, nth) => {
    const imported = { ...UNKNOWN_BEER_FACTS, sourceId: `${nth + 1_000}`, name: 'Niets', brewery: null }
    return { ...facts, id: nth + 1_000_000, name: 'Niets', imported }
  })
  const own = { ...facts, id: beer.id, name: beer.name, brewery: brewery.name }
  const checkedIn = {
    ...facts,
    id: null,
    name: 'Iets',
    imported: { ...UNKNOWN_BEER_FACTS, sourceId: '7', name: 'Iets', brewery: null },
  }
  const resolver = await BeerResolver.open(app.db, shippedLexicons, user.id, true)
  const { listed } = await resolver.batch(app.db, [...named, own, checkedIn])
  expect([listed(own), listed(checkedIn)]).toEqual([beer.id, beer.id])
})
