import type { FastifyInstance } from 'fastify'
import { getBrewery, listStyles, recommendBreweries, similarBeers as similarBeersRoute } from '#contracts'
import type { Clock } from '../../adapters/clock.ts'
import type { Db } from '../../adapters/db/database.ts'
import { bind } from '../../adapters/http/bind.ts'
import { ProductError } from '../../adapters/http/errors.ts'
import { cleanHourly } from '../../adapters/jobs/housekeeping.ts'
import { breweryStore } from '../../core/beers/brewery-store.ts'
import { recommendedBreweries } from '../../core/beers/recommended-breweries.ts'
import { similarBeers } from '../../core/beers/similar-store.ts'
import { styleNames } from '../../core/beers/style-store.ts'
import { unlistedBeers } from '../../core/beers/unlisted-store.ts'

export function beerRoutes(app: FastifyInstance, { db, clock }: { db: Db; clock: Pick<Clock, 'every'> }) {
  cleanHourly(app, clock, 'unlisted beers', () => unlistedBeers(db).removeUnreferenced())

  bind(app, similarBeersRoute, async ({ user, params }) => {
    const similar = await similarBeers(db).visibleTo(user.id).to(params.id)
    if (!similar) throw new ProductError('not_found', "We couldn't find that beer.")
    return { status: 200, body: similar }
  })

  bind(app, listStyles, async () => ({ status: 200, body: await styleNames(db) }))

  bind(app, recommendBreweries, async ({ user }) => ({ status: 200, body: await recommendedBreweries(db, user.id) }))

  bind(app, getBrewery, async ({ params }) => {
    const page = await breweryStore(db).page(params.id)
    if (!page) throw new ProductError('not_found', "We couldn't find that brewery.")
    return { status: 200, body: page }
  })
}
