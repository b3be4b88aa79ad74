import type { FastifyInstance } from 'fastify'
import { getBeer, getBrewery, similarBeers as similarBeersRoute } from '#contracts'
import type { Db } from '../db/database.ts'
import { bind } from '../http/bind.ts'
import { ProductError } from '../http/errors.ts'
import { cleanHourly } from '../jobs/housekeeping.ts'
import { beerStore } from './beer-store.ts'
import { breweryStore } from './brewery-store.ts'
import { similarBeers } from './similar-store.ts'
import { unlistedBeers } from './unlisted-store.ts'

const noSuchBeer = () => new ProductError('not_found', 'There is no such beer.')

export function beerRoutes(app: FastifyInstance, { db }: { db: Db }) {
  cleanHourly(app, 'unlisted beers', () => unlistedBeers(db).removeUnheld())

  bind(app, getBeer, async ({ user, params }) => {
    const beer = await beerStore(db).visibleTo(user.id).byId(params.id)
    if (!beer) throw noSuchBeer()
    return { status: 200, body: beer }
  })

  bind(app, similarBeersRoute, async ({ user, params }) => {
    const similar = await similarBeers(db).visibleTo(user.id).to(params.id)
    if (!similar) throw noSuchBeer()
    return { status: 200, body: similar }
  })

  bind(app, getBrewery, async ({ params }) => {
    const page = await breweryStore(db).page(params.id)
    if (!page) throw new ProductError('not_found', 'There is no such brewery.')
    return { status: 200, body: page }
  })
}
