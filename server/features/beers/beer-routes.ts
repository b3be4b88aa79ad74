import type { FastifyInstance } from 'fastify'
import {
  addBeer,
  changeBeer,
  getBrewery,
  listStyles,
  OWN_BEERS_PER_MINUTE_MAX,
  recommendBreweries,
  similarBeers as similarBeersRoute,
} from '#contracts'
import type { Clock } from '../../adapters/clock.ts'
import type { Db } from '../../adapters/db/database.ts'
import { lockUser } from '../../adapters/db/lock-user.ts'
import { bind } from '../../adapters/http/bind.ts'
import { ProductError } from '../../adapters/http/errors.ts'
import { cleanHourly } from '../../adapters/jobs/housekeeping.ts'
import { beerNotFound, tooManyOwnBeers } from '../../core/beers/beer-errors.ts'
import { type BeerOnPage, beerStore } from '../../core/beers/beer-store.ts'
import { breweryStore } from '../../core/beers/brewery-store.ts'
import { recommendedBreweries } from '../../core/beers/recommended-breweries.ts'
import { similarBeers } from '../../core/beers/similar-store.ts'
import { assertStyle, styleNames } from '../../core/beers/style-store.ts'
import { unlistedBeers } from '../../core/beers/unlisted-store.ts'

const LIMIT = { perMinute: OWN_BEERS_PER_MINUTE_MAX }

export function beerRoutes(app: FastifyInstance, { db, clock }: { db: Db; clock: Pick<Clock, 'every'> }) {
  cleanHourly(app, clock, 'unlisted beers', () => unlistedBeers(db).removeUnreferenced())

  bind(
    app,
    addBeer,
    async ({ user, body }) => {
      await assertStyle(db, body.style)
      const id = await db.transaction(async (tx) => {
        await lockUser(tx, user.id)
        return await unlistedBeers(tx).of(user.id).add(body)
      })
      if (id === undefined) throw tooManyOwnBeers()
      return { status: 200, body: await ownBeer(db, user.id, id) }
    },
    LIMIT,
  )

  bind(
    app,
    changeBeer,
    async ({ user, params, body }) => {
      const before = await unlistedBeers(db).of(user.id).printedOf(params.id)
      // A file may have named another one.
      if (body.style !== before?.style) await assertStyle(db, body.style)
      const outcome = await db.transaction(async (tx) => {
        await lockUser(tx, user.id)
        return await unlistedBeers(tx).of(user.id).change(params.id, body)
      })
      if (outcome === 'no such beer') throw beerNotFound()
      if (outcome === 'name taken')
        throw new ProductError('beer_exists', 'Another one of your beers has this name and brewery.')
      return { status: 200, body: await ownBeer(db, user.id, params.id) }
    },
    LIMIT,
  )

  bind(app, similarBeersRoute, async ({ user, params }) => {
    const similar = await similarBeers(db).visibleTo(user.id).to(params.id)
    if (!similar) throw beerNotFound()
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

/** It may have joined the catalogue just now, under another id. */
async function ownBeer(db: Db, userId: number, id: number): Promise<BeerOnPage> {
  const beer =
    (await beerStore(db).visibleTo(userId).byId(id)) ?? (await beerStore(db).visibleTo(userId).byFormerId(id))
  if (!beer) throw beerNotFound()
  return beer
}
