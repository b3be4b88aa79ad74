import type { FastifyInstance } from 'fastify'
import { getBeer, listRatings, rateBeer, unrateBeer } from '#contracts'
import type { Db } from '../../adapters/db/database.ts'
import { bind } from '../../adapters/http/bind.ts'
import { ProductError } from '../../adapters/http/errors.ts'
import { ratingStore } from './rating-store.ts'

export function ratingRoutes(app: FastifyInstance, { db }: { db: Db }) {
  const ratings = ratingStore(db)

  bind(app, getBeer, async ({ user, params, query }) => ({
    status: 200,
    body: orNotFound(await ratings.of(user.id).details(params.id, query.share)),
  }))

  bind(app, rateBeer, async ({ user, params, body }) => ({
    status: 200,
    body: orNotFound(await ratings.of(user.id).rate(params.id, body.rating)),
  }))

  bind(app, unrateBeer, async ({ user, params }) => ({
    status: 200,
    body: orNotFound(await ratings.of(user.id).unrate(params.id)),
  }))

  bind(app, listRatings, async ({ user }) => ({ status: 200, body: await ratings.of(user.id).list() }))
}

function orNotFound<T>(beer: T | undefined): T {
  if (!beer) throw new ProductError('not_found', "We couldn't find that beer.")
  return beer
}
