import type { FastifyInstance } from 'fastify'
import { getBrewery, similarBeers as similarBeersRoute } from '#contracts'
import type { Db } from '../db/database.ts'
import { bind } from '../http/bind.ts'
import { ProductError } from '../http/errors.ts'
import { cleanHourly } from '../jobs/housekeeping.ts'
import { breweryStore } from './brewery-store.ts'
import { similarBeers } from './similar-store.ts'
import { unlistedBeers } from './unlisted-store.ts'

export function beerRoutes(app: FastifyInstance, { db }: { db: Db }) {
  cleanHourly(app, 'unlisted beers', () => unlistedBeers(db).removeUnheld())

  bind(app, similarBeersRoute, async ({ user, params }) => {
    const similar = await similarBeers(db).visibleTo(user.id).to(params.id)
    if (!similar) throw new ProductError('not_found', 'There is no such beer.')
    return { status: 200, body: similar }
  })

  bind(app, getBrewery, async ({ params }) => {
    const page = await breweryStore(db).page(params.id)
    if (!page) throw new ProductError('not_found', 'There is no such brewery.')
    return { status: 200, body: page }
  })
}
