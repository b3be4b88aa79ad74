import type { FastifyInstance } from 'fastify'
import { getBeer, listRatings, rateBeer, unrateBeer } from '#contracts'
import type { Db } from '../../adapters/db/database.ts'
import { bind } from '../../adapters/http/bind.ts'
import { beerNotFound } from '../../core/beers/beer-errors.ts'
import type { RatingNews } from '../../core/notices/rating-news.ts'
import { ratingStore } from './rating-store.ts'

export interface RatingPorts {
  db: Db
  news: Pick<RatingNews, 'rated'>
}

export function ratingRoutes(app: FastifyInstance, { db, news }: RatingPorts) {
  const ratings = ratingStore(db)

  bind(app, getBeer, async ({ user, params, query }) => ({
    status: 200,
    body: orNotFound(await ratings.of(user.id).details(params.id, query.share)),
  }))

  bind(app, rateBeer, async ({ user, params, body }) => {
    const beer = orNotFound(await ratings.of(user.id).rate(params.id, body))
    news.rated({ beerId: beer.id, userId: user.id })
    return { status: 200, body: beer }
  })

  bind(app, unrateBeer, async ({ user, params, query }) => ({
    status: 200,
    body: orNotFound(await ratings.of(user.id).unrate(params.id, query.ageMs)),
  }))

  bind(app, listRatings, async ({ user, query }) => ({
    status: 200,
    body: await ratings.of(user.id).list(query.before),
  }))
}

function orNotFound<T>(beer: T | undefined): T {
  if (!beer) throw beerNotFound()
  return beer
}
